//! The connections of a server: taken as they come, each with an end to every wait.

use crate::doors::{Caller, Doors};
use crate::request::BodyPatience;
use crate::site::Site;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Sleep;

/// How long to wait after the system refused a connection, which it does when it has run out of something.
const BREATH: Duration = Duration::from_millis(50);

/// Takes connections until the server ends.
pub(crate) async fn serve(listener: TcpListener, site: Arc<Site>) {
    let doors = Doors::new(&site.limits);
    let router = site.clone().router();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let caller = doors.enter(peer.ip().to_canonical());
                tokio::spawn(converse(stream, peer, caller, router.clone(), site.clone()));
            }
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, peer: SocketAddr, caller: Caller, router: Router, site: Arc<Site>) {
    let stream = TokioIo::new(Impatient::new(stream, site.limits.unread));
    let routes = TowerToHyperService::new(router);
    let (of_request, patience) = (caller.clone(), BodyPatience(site.limits.body));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(of_request.clone());
        request.extensions_mut().insert(patience);
        routes.call(request.map(Body::new))
    });
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(site.limits.head);
    let connection = protocol.serve_connection(stream, service).with_upgrades();
    // However it ends, there is nobody left to tell.
    tokio::select! {
        _ = connection => {}
        () = caller.sent_away() => {}
    }
}

/// A stream that gives up on whoever does not read what it is sent.
struct Impatient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    fn new(stream: TcpStream, patience: Duration) -> Impatient {
        Impatient { stream, patience, waiting: None }
    }

    /// Passes on what became of writing; if nothing did, for too long.
    fn judge(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
