//! The one socket of a page: tables that are watched, analyses and reviews as they grow.

pub(crate) mod messages;

use crate::api::lines::LineRequest;
use crate::doors::Caller;
use crate::failure::{Code, Refusal};
use crate::guard::{Allowance, Bucket};
use crate::rooms::Room;
use crate::site::Site;
use crate::thinking::{ReviewRequest, StopOnDrop, engine, for_milliseconds, review};
use agon_engine::{Report, Stop};
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use messages::{AnalysisNews, AnalyzeRequest, News, ReviewNews, TaggedRefusal, Wish, last_word};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// The largest message that is taken.
const LARGEST: usize = 64 * 1024;

/// The largest message that is read at all. One between the two is refused with a sentence; at a larger one the
/// connection is cut, because what is still on its way cannot be passed over.
const READABLE: usize = 1024 * 1024;

/// How long a page that is sent away may go on talking. Nobody listens, but a connection that is closed while
/// something comes in is reset, and the page would not read why.
const PARTING: Duration = Duration::from_secs(1);

/// The most sockets at a time.
const MOST_SOCKETS: usize = 1000;

/// The most things that one socket watches or thinks about at a time.
const MOST_TASKS: usize = 8;

/// How often a page may say something.
const MESSAGES: Allowance = Allowance { burst: 60.0, per_second: 20.0 };

/// The messages that may wait for a slow page.
const WAITING: usize = 64;

/// The shortest time between two messages about a tournament.
const FRAME: Duration = Duration::from_millis(80);

/// How often a page is asked for a sign of life within the time it may keep silent.
const SIGNS: u32 = 3;

/// Milliseconds that a review spends on each position unless told otherwise.
const REVIEW_MS: u64 = 150;

/// The WebSocket: texts of JSON, one object with one key each.
///
/// The page says what `SocketWish` describes, the server what `SocketNews` does. Before the server closes a connection it
/// sends a `Refusal`.
#[cfg_attr(test, utoipa::path(
    get,
    path = "/socket",
    responses((status = 101, description = "The socket is open"), (status = 426), (status = 503)),
))]
pub(crate) async fn open(
    State(site): State<Arc<Site>>,
    caller: Option<Extension<Caller>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let why = "this is the address of a WebSocket: connect to it as one";
        return Refusal::new(StatusCode::UPGRADE_REQUIRED, Code::WebsocketExpected, why).into_response();
    };
    let Some(place) = Place::take(&site) else {
        let refusal = Refusal::unavailable(Code::TooManyPages, "too many pages are open");
        return refusal.with("most", MOST_SOCKETS).into_response();
    };
    upgrade.max_message_size(READABLE).max_frame_size(READABLE).on_upgrade(move |socket| async move {
        Connection::new(&place.0).serve(socket).await;
        // The connection counts as long as the socket is open.
        drop(caller);
    })
}

/// What a page is told in the socket; there the status says nothing.
fn ended(code: Code, sentence: impl ToString) -> Refusal {
    Refusal::wrong(code, sentence)
}

/// One of the places for sockets.
struct Place(Arc<Site>);

impl Place {
    fn take(site: &Arc<Site>) -> Option<Place> {
        let count: &AtomicUsize = &site.sockets;
        let taken =
            count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| (n < MOST_SOCKETS).then_some(n + 1));
        taken.is_ok().then(|| Place(site.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Ends a task when nobody wants it any more.
struct Task(AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

struct Connection {
    site: Arc<Site>,
    tasks: BTreeMap<String, Task>,
    outgoing: mpsc::Sender<Arc<str>>,
    ready: mpsc::Receiver<Arc<str>>,
    bucket: Bucket,
}

impl Connection {
    fn new(site: &Arc<Site>) -> Connection {
        let (outgoing, ready) = mpsc::channel(WAITING);
        let bucket = Bucket::full(MESSAGES, Instant::now());
        Connection { site: site.clone(), tasks: BTreeMap::new(), outgoing, ready, bucket }
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let silence = self.site.limits.silence;
        let mut signs = tokio::time::interval(silence / SIGNS);
        let mut heard = tokio::time::Instant::now();
        let trouble = loop {
            tokio::select! {
                // Whoever is gone without a word, or never reads, answers nothing.
                _ = signs.tick() => {
                    let gone = heard.elapsed() > silence;
                    if gone || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                        return;
                    }
                }
                incoming = socket.recv() => match incoming {
                    None | Some(Ok(Message::Close(_))) => return,
                    Some(Err(error)) => {
                        let sentence = format!("this message cannot be read: {error}");
                        break ended(Code::MessageUnreadable, sentence).with("why", error.to_string());
                    }
                    Some(Ok(message)) => {
                        heard = tokio::time::Instant::now();
                        if let Err(trouble) = self.hear(message) { break trouble }
                    }
                },
                Some(text) = self.ready.recv() => {
                    if socket.send(Message::Text(text.as_ref().into())).await.is_err() {
                        return;
                    }
                }
            }
        };
        let _ = socket.send(Message::Text(last_word(&trouble).as_ref().into())).await;
        let reason = Utf8Bytes::from_static("see the error");
        let _ = socket.send(Message::Close(Some(CloseFrame { code: close_code::POLICY, reason }))).await;
        let unheard = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = tokio::time::timeout(PARTING, unheard).await;
    }

    /// Takes a message; an error ends the connection.
    fn hear(&mut self, message: Message) -> Result<(), Refusal> {
        if matches!(message, Message::Pong(_)) {
            return Ok(());
        }
        if !self.bucket.take(MESSAGES, Instant::now()) {
            return Err(ended(Code::TooManyMessages, "too many messages; this connection ends"));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return Err(ended(Code::MessageNotText, "messages are JSON texts, not bytes"));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return Ok(()),
        };
        if text.len() > LARGEST {
            let sentence = format!("a message has at most {LARGEST} bytes, not {}", text.len());
            return Err(ended(Code::MessageTooLarge, sentence)
                .with("most", LARGEST)
                .with("bytes", text.len()));
        }
        let wish: Wish = serde_json::from_str(&text).map_err(|error| {
            let sentence = format!("this message is not understood: {error}");
            ended(Code::MessageNotUnderstood, sentence).with("why", error.to_string())
        })?;
        match wish {
            Wish::Watch(id) => match self.site.rooms.find(&id) {
                Ok(room) => self.start(format!("table {id}"), watch(room, self.outgoing.clone())),
                Err(_) => self.say(&News::Gone(&id)),
            },
            Wish::Unwatch(id) => {
                self.tasks.remove(&format!("table {id}"));
            }
            Wish::WatchTournament(id) => {
                let work = attend(self.site.clone(), id.clone(), self.outgoing.clone());
                self.start(format!("tournament {id}"), work);
            }
            Wish::UnwatchTournament(id) => {
                self.tasks.remove(&format!("tournament {id}"));
            }
            Wish::Halt(tag) => {
                self.tasks.remove(&format!("thought {tag}"));
            }
            Wish::Analyze(request) => {
                let name = format!("thought {}", request.tag);
                self.start(name, analyze(self.site.clone(), request, self.outgoing.clone()));
            }
            Wish::Review(request) => {
                let name = format!("thought {}", request.tag);
                self.start(name, judge(self.site.clone(), request, self.outgoing.clone()));
            }
        }
        Ok(())
    }

    fn start(&mut self, name: String, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.retain(|_, task| !task.0.is_finished());
        // A new task takes the place of the one with the same name.
        self.tasks.remove(&name);
        if self.tasks.len() >= MOST_TASKS {
            // The name is the kind of thing and what the page calls it.
            let tag = name.split_once(' ').map_or(name.as_str(), |(_, tag)| tag);
            let refusal = ended(Code::TooManyWatched, "this page watches too many things at once");
            let refusal = refusal.with("most", MOST_TASKS);
            self.say(&News::Trouble(TaggedRefusal { tag, refusal: refusal.body() }));
            return;
        }
        self.tasks.insert(name, Task(tokio::spawn(work).abort_handle()));
    }

    fn say(&self, news: &News<'_>) {
        // A page that does not read what it is sent misses this.
        let _ = self.outgoing.try_send(news.text());
    }
}

/// Sends every state of a table; a page that is too slow gets the newest.
async fn watch(room: Arc<Room>, outgoing: mpsc::Sender<Arc<str>>) {
    let mut news = room.watch();
    if outgoing.send(room.message()).await.is_err() {
        return;
    }
    let id = room.id.clone();
    // Holding the room would keep its channel open for ever.
    let weak = Arc::downgrade(&room);
    drop(room);
    loop {
        let message = match news.recv().await {
            Ok(message) => message,
            Err(RecvError::Lagged(_)) => match weak.upgrade() {
                Some(room) => room.message(),
                None => break,
            },
            Err(RecvError::Closed) => break,
        };
        if outgoing.send(message).await.is_err() {
            return;
        }
    }
    let _ = outgoing.send(News::Gone(&id).text()).await;
}

/// Sends what is to be seen of a tournament. Games can be quicker than any page: what happens within a frame is
/// sent together.
async fn attend(site: Arc<Site>, id: String, outgoing: mpsc::Sender<Arc<str>>) {
    let (reader, name) = (site.clone(), id.clone());
    let venue = tokio::task::spawn_blocking(move || {
        reader.tournaments.event(&name, &reader.games).map(|event| event.venue)
    });
    let Ok(Ok(venue)) = venue.await else {
        let _ = outgoing.send(News::Gone(&id).text()).await;
        return;
    };
    let mut pulse = venue.watch();
    loop {
        let message = News::Tournament(venue.bulletin(&id)).text();
        if outgoing.send(message).await.is_err() || pulse.changed().await.is_err() {
            return;
        }
        tokio::time::sleep(FRAME).await;
        pulse.mark_unchanged();
    }
}

async fn trouble(outgoing: &mpsc::Sender<Arc<str>>, tag: &str, refusal: &Refusal) {
    let news = News::Trouble(TaggedRefusal { tag, refusal: refusal.body() });
    let _ = outgoing.send(news.text()).await;
}

/// Thinks about every move of a position and sends what is known so far.
async fn analyze(site: Arc<Site>, request: AnalyzeRequest, outgoing: mpsc::Sender<Arc<str>>) {
    let AnalyzeRequest { tag, game, position, settings, ms } = request;
    let line = LineRequest { game: game.clone(), start: Some(position), ..LineRequest::default() };
    let line = match line.line(&site) {
        Ok(line) => line,
        Err(refusal) => return trouble(&outgoing, &tag, &refusal).await,
    };
    let stop = Stop::new();
    let _gone = StopOnDrop(stop.clone());
    let (limits, name, sender) = (for_milliseconds(ms.unwrap_or(20_000)), tag.clone(), outgoing.clone());
    let library = site.clone();
    let work = move || {
        let mut engine = match engine(&library, &game, &settings) {
            Ok(engine) => engine,
            Err(refusal) => return Some(refusal),
        };
        let tell = |moves: &[Report], done| {
            let text = News::Analysis(AnalysisNews { tag: &name, moves, done }).text();
            // What is on the way is enough for a slow page; the end is waited for.
            if done { sender.blocking_send(text).is_ok() } else { sender.try_send(text).is_ok() }
        };
        let found = engine.analyze(line.position(), &limits, &stop, &mut |moves| {
            tell(moves, false);
        });
        match found {
            // A search that nobody wants any more has nothing to say.
            Ok(moves) if !stop.is_set() => {
                tell(&moves, true);
                None
            }
            Ok(_) => None,
            Err(error) => Some(Refusal::from(error)),
        }
    };
    match site.thinkers.run(work).await {
        Ok(Some(refusal)) | Err(refusal) => trouble(&outgoing, &tag, &refusal).await,
        Ok(None) => {}
    }
}

/// Judges a game position by position.
async fn judge(site: Arc<Site>, request: ReviewRequest, outgoing: mpsc::Sender<Arc<str>>) {
    let ReviewRequest { tag, game, start, moves, ms } = request;
    let line = LineRequest { game: game.clone(), start, moves, ..LineRequest::default() };
    let line = match line.line(&site) {
        Ok(line) => line,
        Err(refusal) => return trouble(&outgoing, &tag, &refusal).await,
    };
    let stop = Stop::new();
    let _gone = StopOnDrop(stop.clone());
    let (ms, name, sender) = (ms.unwrap_or(REVIEW_MS).clamp(1, 5_000), tag.clone(), outgoing.clone());
    let library = site.clone();
    let work = move || {
        let mut engine = engine(&library, &game, &BTreeMap::new())?;
        review(&mut *engine, &line, ms, &stop, &mut |standing| {
            let news = ReviewNews { tag: &name, standing: Some(standing), done: None };
            sender.blocking_send(News::Review(news).text()).is_ok()
        });
        Ok(())
    };
    if let Err(refusal) | Ok(Err(refusal)) = site.thinkers.run(work).await {
        return trouble(&outgoing, &tag, &refusal).await;
    }
    let done = ReviewNews { tag: &tag, standing: None, done: Some(true) };
    let _ = outgoing.send(News::Review(done).text()).await;
}
