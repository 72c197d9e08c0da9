//! A site at work: its own threads behind a handle that does not wait.

use crate::connections;
use crate::site::Site;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

/// Why the page cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Somebody else has the port.
    #[error("port {0} is taken; end the other program or choose a port with --port")]
    Taken(u16),
    /// It cannot be opened.
    #[error("the page cannot be served at {host} port {port}: {error}")]
    Closed {
        /// The address asked for.
        host: IpAddr,
        /// The port.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// The machine refuses something else.
    #[error("the page cannot be served: {0}")]
    Machine(#[from] io::Error),
}

/// Opens the page's port.
pub fn listen(host: IpAddr, port: u16) -> Result<TcpListener, ServeError> {
    TcpListener::bind((host, port)).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::Taken(port),
        _ => ServeError::Closed { host, port, error },
    })
}

/// A site that is being served. It ends when this is dropped.
pub struct Server {
    /// Everything behind the page.
    pub site: Arc<Site>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Server {
    /// Serves a site.
    pub fn start(site: Site, listener: TcpListener) -> Result<Server, ServeError> {
        let address = listener.local_addr()?;
        listener.set_nonblocking(true)?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let site = Arc::new(site);
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        runtime.spawn(connections::serve(listener, site.clone()));
        Ok(Server { site, address, runtime: Some(runtime) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the host types into a browser: there alone can be deleted what others made. Nothing where there is nothing
    /// to delete.
    pub fn host_url(&self) -> Option<String> {
        let key = self.site.host_key()?;
        let url = self.url();
        let joint = if url.contains('?') { '&' } else { '?' };
        Some(format!("{url}{joint}host={key}"))
    }

    /// What to type into a browser, with the token if one is needed.
    pub fn url(&self) -> String {
        let address = match self.address.ip() {
            // Nobody can connect to "everywhere"; on this machine loopback is one of its places.
            ip if ip.is_unspecified() => SocketAddr::new(IpAddr::from([127, 0, 0, 1]), self.address.port()),
            _ => self.address,
        };
        format!("http://{address}/{}", self.site.access.query())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.site.hall.close();
        self.site.tournaments.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
