//! `agon serve`, and `agon` without a command: the web page.

use crate::cli::ServeArgs;
use crate::failure::{Done, Failure};
use crate::terminal::complain;
use agon_web::{Access, ServeError, Server, Site, SiteLimits, SiteOptions, listen};
use agon_wire::tuc::TucGame;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;

/// The page's port unless told otherwise.
const USUAL_PORT: u16 = 8080;

/// The page as it is without any options.
pub(crate) fn usual(out: &mut dyn Write) -> Done {
    run(
        &ServeArgs {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            no_open: false,
            allow_exec: false,
            players_host: "localhost".to_owned(),
            players_port: Vec::new(),
            tournaments: PathBuf::from("tournaments"),
            most_games: None,
        },
        out,
    )
}

pub(crate) fn run(args: &ServeArgs, out: &mut dyn Write) -> Done {
    let players_ports = player_ports(&args.players_port)?;
    let listener = page_port(args)?;
    let secret =
        |error| Failure::Failed(format!("this machine gives no secret for the page's token: {error}"));
    let access = Access::for_host(args.host, args.allow_exec).map_err(secret)?;
    let usual = SiteLimits::default();
    let limits = SiteLimits { games: args.most_games.unwrap_or(usual.games), ..usual };
    let options = SiteOptions {
        access,
        allow_exec: args.allow_exec,
        players_host: args.players_host.clone(),
        players_ports,
        tournaments: args.tournaments.clone(),
        limits,
    };
    let site = Site::new(agon_games::registry(), agon_games::engines(), options);
    let server = Server::start(site, listener)?;
    for trouble in server.site.troubles() {
        complain(&format_args!("agon: {trouble}; the page works without it"));
    }
    writeln!(out, "Agon is at {}", server.url())?;
    let mut told = Vec::new();
    for (game, address) in server.site.player_addresses() {
        if !told.contains(&game) {
            writeln!(out, "{game} players connect to port {}", address.port())?;
            told.push(game);
        }
    }
    if let Some(url) = server.host_url() {
        writeln!(out, "Only here can be deleted what others made: {url}")?;
    }
    writeln!(out, "Ctrl-C ends it.")?;
    out.flush()?;
    if !args.no_open {
        open_browser(&server.host_url().unwrap_or_else(|| server.url()));
    }
    wait_for_interrupt();
    Ok(())
}

/// The port that was asked for; without one the usual port, or any if somebody has that.
fn page_port(args: &ServeArgs) -> Result<TcpListener, ServeError> {
    match (args.port, listen(args.host, args.port.unwrap_or(USUAL_PORT))) {
        (None, Err(ServeError::Taken(_))) => listen(args.host, 0),
        (_, listener) => listener,
    }
}

/// The games that network players can come for, with the courses' ports or those that were given.
fn player_ports(given: &[String]) -> Result<Vec<(TucGame, u16)>, Failure> {
    let mut ports = Vec::new();
    for rules in agon_games::registry().games() {
        if let (Some(port), Some(game)) = (rules.info().port, TucGame::new(rules.clone())) {
            ports.push((game, port));
        }
    }
    for text in given {
        let wrong = || {
            let why = format!("'{text}' is no port for players; write GAME=PORT, for example hexthello=6002");
            Failure::Usage(why)
        };
        let (name, port) = text.split_once('=').ok_or_else(wrong)?;
        let port = port.parse().map_err(|_| wrong())?;
        let found = ports.iter_mut().find(|(game, _)| game.rules().id() == name);
        let no_server = || Failure::Usage(format!("{name} has no game server; hexthello and ants have one"));
        found.ok_or_else(no_server)?.1 = port;
    }
    Ok(ports)
}

/// Opens a browser where there is a display to see it on.
pub(super) fn open_browser(url: &str) {
    let display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ if display => ("xdg-open", &[]),
        _ => return,
    };
    // Without a browser the address that was printed is enough.
    let mut command = Command::new(program);
    let quiet = command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null());
    let _ = quiet.stderr(Stdio::null()).spawn();
}

/// Waits until somebody ends the program.
pub(super) fn wait_for_interrupt() {
    let (sender, interrupted) = channel();
    let set = ctrlc::set_handler(move || {
        let _ = sender.send(());
    });
    // Without a handler Ctrl-C ends the program all the same, only less politely.
    if set.is_ok() {
        let _ = interrupted.recv();
    } else {
        loop {
            std::thread::park();
        }
    }
}
