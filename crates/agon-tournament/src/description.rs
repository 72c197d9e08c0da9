//! What is to be played, as a small TOML file. Everything that can be wrong with it is one sentence with its line.

use super::bonus::{BonusRule, RawBonus};
use super::description_error::DescriptionError;
use super::entrants::{Entrant, RawPlayer, Seating, players};
use super::format::{Format, FormatKind, Sides};
use super::limits::RawLimits;
use super::lines::{Lines, read_bounded};
use super::rank::RankBy;
use super::tie_break::TieBreak;
use agon_core::{AnyGame, GameError, Registry, duration};
use agon_referee::openings::{OpeningError, Openings, Unsuitable};
use agon_referee::{Beginnings, TimeControl};
use agon_sandbox::{Limits, Mode, SandboxError};
use agon_seats::PlayerSpec;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// More openings a meeting than this are a slip of the keyboard.
const MOST_REPEATS: u32 = 10_000;

/// More games than this are wanted by few; who wants them writes so in the description.
pub const USUAL_MOST_GAMES: usize = 1_000_000;

/// More rounds than this, too.
const MOST_ROUNDS: u32 = 1_000_000;

/// The largest description, and the largest file of openings, in bytes.
const LARGEST: u64 = 8 << 20;
const LARGEST_OPENINGS: u64 = 32 << 20;

/// A tournament as it is described.
#[derive(Clone)]
pub struct Description {
    /// Its name, for titles.
    pub name: String,
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The players, in the order of the file, which is also their seeding.
    pub players: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games in each meeting (single games if `sides` is one).
    pub repeats: u32,
    /// Whether a meeting has each opening from both sides.
    pub sides: Sides,
    /// The time limits: the same field plays at each of them.
    pub clocks: Vec<TimeControl>,
    /// Where games start.
    pub openings: Openings,
    /// The seed of everything random.
    pub seed: u64,
    /// The longest a game may last, in moves.
    pub longest: Option<usize>,
    /// How programs are contained.
    pub sandbox: Mode,
    /// Whether programs may think while their opponents do.
    pub ponder: bool,
    /// What each program may use.
    pub limits: Limits,
    /// What a place is worth.
    pub bonus: BonusRule,
    /// What players are ranked by.
    pub rank: RankBy,
    /// How to separate equal points, or equal wins.
    pub tie_breaks: Vec<TieBreak>,
    /// The first folder of a player that is not there. Whoever wants to play needs it, whoever looks at results does not.
    absent: Option<DescriptionError>,
    /// Everything that decides which games are played and how; a store belongs to one of these.
    pub fingerprint: String,
}

/// The file, key by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: Option<String>,
    game: Spanned<String>,
    format: Option<Spanned<String>>,
    #[serde(default)]
    seed: u64,
    repeats: Option<Spanned<i64>>,
    sides: Option<Spanned<String>>,
    time: Option<Spanned<OneOrMany>>,
    clock: Option<Spanned<OneOrMany>>,
    openings: Option<Spanned<RawOpenings>>,
    rounds: Option<Spanned<i64>>,
    challengers: Option<Spanned<Vec<String>>>,
    sandbox: Option<Spanned<String>>,
    #[serde(default)]
    ponder: bool,
    rank: Option<Spanned<String>>,
    bonus: Option<Spanned<RawBonus>>,
    tie_breaks: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    limits: RawLimits,
    #[serde(default)]
    player: Vec<Spanned<RawPlayer>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a text, or a list of texts in brackets")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a text (standard, none or the name of a file) or a number of random moves")]
enum RawOpenings {
    Plies(usize),
    Name(String),
}

impl Description {
    /// Reads a description from its file.
    pub fn read(path: &Path, games: &Registry) -> Result<Description, DescriptionError> {
        let unreadable = |why: String| DescriptionError::Unreadable { path: path.display().to_string(), why };
        let text = read_bounded(path, LARGEST).map_err(unreadable)?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Description::parse(&text, games, &folder)
    }

    /// Reads a description; files it names are looked for in `folder`.
    ///
    /// ```
    /// use agon_tournament::Description;
    /// let text = r#"
    ///     game = "reversi"
    ///     [[player]]
    ///     name = "chance"
    ///     play = "random"
    ///     [[player]]
    ///     name = "five"
    ///     play = "engine:level=5"
    /// "#;
    /// let tournament = Description::parse(text, &agon_games::registry(), ".".as_ref()).unwrap();
    /// assert_eq!(tournament.players.len(), 2);
    /// ```
    pub fn parse(text: &str, games: &Registry, folder: &Path) -> Result<Description, DescriptionError> {
        let lines = Lines(text);
        let raw: Raw = toml::from_str(text).map_err(|error| lines.misread(&error))?;
        let game = games
            .game(raw.game.get_ref())
            .map_err(|e: GameError| lines.wrong(raw.game.span().start, e.to_string()))?;
        let Seating { players, specs, absent } = players(&raw.player, &lines, folder)?;
        let possible = PlayerSpec::beginnings_of(&specs, &*game);
        let sides = named(
            raw.sides.as_ref(),
            &lines,
            "sides",
            &[("both", Sides::Both), ("alternate", Sides::Alternate)],
        )?;
        let repeats = raw.repeats.as_ref().map_or(Ok(1), |n| lines.number("repeats", n, MOST_REPEATS))?;
        let mut clocks = clocks(&raw, &lines)?;
        if clocks == [TimeControl::NONE] {
            clocks = vec![PlayerSpec::usual_control(&specs, &*game)];
        }
        let (openings, opening_key) = openings(raw.openings.as_ref(), &lines, &*game, folder, possible)?;
        let sandbox = match &raw.sandbox {
            Some(mode) => mode
                .get_ref()
                .parse()
                .map_err(|e: SandboxError| lines.wrong(mode.span().start, e.to_string()))?,
            None => Mode::Auto,
        };
        let limits = raw.limits.for_programs().map_err(|(at, why)| lines.wrong(at, why))?;
        let longest =
            raw.limits.moves.as_ref().map(|n| lines.number("limits.moves", n, u32::MAX)).transpose()?;
        let bonus = BonusRule::read(raw.bonus.as_ref(), &lines)?;
        let format = format(&raw, &lines, &players)?;
        let rank = rank(raw.rank.as_ref(), &lines, format.kind)?;
        bound_games(&raw, &lines, &format, clocks.len(), repeats * sides.games())?;
        let tie_breaks = TieBreak::read(raw.tie_breaks.as_ref(), &lines, rank)?;
        let mut deciding = serde_json::json!({
            "game": game.id(), "players": players, "format": format, "sides": sides, "repeats": repeats,
            "clocks": clocks.iter().map(ToString::to_string).collect::<Vec<_>>(), "openings": opening_key,
            "seed": raw.seed, "longest": longest,
        });
        if limits != Limits::default() {
            deciding["limits"] = format!("{limits:?}").into();
        }
        if raw.ponder {
            deciding["ponder"] = true.into();
        }
        Ok(Description {
            name: raw.name.unwrap_or_else(|| format!("{} tournament", game.info().title)),
            game,
            players,
            format,
            repeats,
            sides,
            clocks,
            openings,
            seed: raw.seed,
            longest: longest.map(|n| n as usize),
            sandbox,
            ponder: raw.ponder,
            limits,
            bonus,
            rank,
            tie_breaks,
            absent,
            fingerprint: deciding.to_string(),
        })
    }

    /// Says which player's folder is not there, if one is not: before anything is played.
    pub fn require_folders(&self) -> Result<(), DescriptionError> {
        self.absent.clone().map_or(Ok(()), Err)
    }

    /// How many games a meeting has before any are added to break a tie.
    pub fn games_a_meeting(&self) -> u32 {
        self.repeats * self.sides.games()
    }

    /// How many games there are before any are added to break ties; nothing for a tournament without end.
    pub fn planned_games(&self) -> Option<usize> {
        let meetings = self.format.meetings()?.saturating_mul(self.clocks.len());
        Some(meetings.saturating_mul(self.games_a_meeting() as usize))
    }

    /// A time limit in words; the whole tournament's if there is only one.
    pub fn clock_name(&self, clock: usize) -> String {
        self.clocks.get(clock).map_or_else(String::new, ToString::to_string)
    }
}

/// Refuses more games than anybody plays by accident, and says how to have them on purpose.
fn bound_games(
    raw: &Raw,
    lines: &Lines<'_>,
    format: &Format,
    clocks: usize,
    a_meeting: u32,
) -> Result<(), DescriptionError> {
    let given = raw.limits.games.as_ref();
    let most = match given {
        None => USUAL_MOST_GAMES,
        Some(n) => usize::try_from(*n.get_ref()).ok().filter(|n| *n > 0).ok_or_else(|| {
            lines.wrong(n.span().start, format!("limits.games is a number from 1 on, not {}", n.get_ref()))
        })?,
    };
    let Some(meetings) = format.meetings() else { return Ok(()) };
    let games = meetings.saturating_mul(clocks).saturating_mul(a_meeting as usize);
    if games <= most {
        return Ok(());
    }
    let at = raw.repeats.as_ref().map(Spanned::span).or(raw.rounds.as_ref().map(Spanned::span));
    let why = format!(
        "this tournament has {games} games, and {most} are allowed; if they are wanted, write games = {games} under [limits]"
    );
    Err(lines.wrong(at.map_or(0, |span| span.start), why))
}

/// One of a few words.
fn named<T: Copy + Default>(
    given: Option<&Spanned<String>>,
    lines: &Lines<'_>,
    key: &str,
    known: &[(&str, T)],
) -> Result<T, DescriptionError> {
    let Some(word) = given else { return Ok(T::default()) };
    known.iter().find(|(name, _)| name == word.get_ref()).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        let why = format!("{key} cannot be '{}'; it is one of {}", word.get_ref(), names.join(", "));
        lines.wrong(word.span().start, why)
    })
}

fn clocks(raw: &Raw, lines: &Lines<'_>) -> Result<Vec<TimeControl>, DescriptionError> {
    let list = |given: &OneOrMany| match given {
        OneOrMany::One(text) => vec![text.clone()],
        OneOrMany::Many(texts) => texts.clone(),
    };
    let depth = raw.limits.depth.as_ref().map(|n| lines.number("limits.depth", n, u32::MAX)).transpose()?;
    let nodes = raw.limits.nodes.as_ref().map(|n| lines.number("limits.nodes", n, u32::MAX)).transpose()?;
    let mut clocks = Vec::new();
    if let Some(times) = &raw.time {
        for text in list(times.get_ref()) {
            let time = duration::parse(&text).map_err(|e| lines.wrong(times.span().start, e.to_string()))?;
            clocks.push(TimeControl::per_move(time));
        }
    }
    if let Some(times) = &raw.clock {
        for text in list(times.get_ref()) {
            let clock = TimeControl::parse_clock(&text);
            clocks.push(clock.map_err(|e| lines.wrong(times.span().start, e.to_string()))?);
        }
    }
    if clocks.is_empty() {
        if let Some(at) = raw.time.as_ref().map(Spanned::span).or(raw.clock.as_ref().map(Spanned::span)) {
            return Err(lines.wrong(at.start, "the list of time limits is empty"));
        }
        clocks.push(TimeControl::NONE);
    }
    for clock in &mut clocks {
        clock.depth = depth;
        clock.nodes = nodes.map(u64::from);
    }
    Ok(clocks)
}

/// The openings, and the text that stands for them in the fingerprint.
fn openings(
    given: Option<&Spanned<RawOpenings>>,
    lines: &Lines<'_>,
    game: &dyn AnyGame,
    folder: &Path,
    possible: Beginnings,
) -> Result<(Openings, String), DescriptionError> {
    let at = given.map_or(0, |given| given.span().start);
    let (wanted, key) = match given.map(Spanned::get_ref) {
        None => (None, if possible == Beginnings::Start { "none" } else { "standard" }.to_owned()),
        Some(RawOpenings::Plies(plies)) => {
            (Some(Openings::Random { plies: *plies }), format!("random {plies}"))
        }
        Some(RawOpenings::Name(name)) if name == "standard" => {
            (Some(Openings::standard(game)), "standard".to_owned())
        }
        Some(RawOpenings::Name(name)) if name == "none" => (Some(Openings::None), "none".to_owned()),
        Some(RawOpenings::Name(name)) => {
            let path: PathBuf = folder.join(name);
            let unread =
                |why: String| lines.wrong(at, format!("openings: cannot read {}: {why}", path.display()));
            let text = read_bounded(&path, LARGEST_OPENINGS).map_err(unread)?;
            let openings = Openings::parse(&text, game)
                .map_err(|e: OpeningError| lines.wrong(at, format!("openings {}: {e}", path.display())))?;
            (Some(openings), text)
        }
    };
    let openings = Openings::suited(wanted, game, possible).map_err(|error| {
        let hint = if error == Unsuitable::Openings { "; write openings = \"none\"" } else { "" };
        lines.wrong(at, format!("openings: {error}{hint}"))
    })?;
    Ok((openings, key))
}

fn format(raw: &Raw, lines: &Lines<'_>, players: &[Entrant]) -> Result<Format, DescriptionError> {
    let kinds: Vec<(&str, FormatKind)> = FormatKind::ALL.iter().map(|kind| (kind.name(), *kind)).collect();
    let kind = named(raw.format.as_ref(), lines, "format", &kinds)?;
    let rounds = raw.rounds.as_ref().map(|n| lines.number("rounds", n, MOST_ROUNDS)).transpose()?;
    if let (Some(given), false) = (&raw.rounds, kind.has_rounds()) {
        let why = format!("only swiss and ladder have rounds to set, not {}", kind.name());
        return Err(lines.wrong(given.span().start, why));
    }
    let mut challengers = Vec::new();
    if let Some(names) = &raw.challengers {
        if kind != FormatKind::Gauntlet {
            return Err(lines.wrong(names.span().start, "only a gauntlet has challengers"));
        }
        for name in names.get_ref() {
            let number = players.iter().position(|player| player.name == *name).ok_or_else(|| {
                let why = format!("the challenger '{name}' is not among the players");
                lines.wrong(names.span().start, why)
            })?;
            if challengers.contains(&number) {
                let why = format!("the challenger '{name}' is named twice");
                return Err(lines.wrong(names.span().start, why));
            }
            challengers.push(number);
        }
        if challengers.len() == players.len() {
            let why = "every player is a challenger, so there is nobody they could meet";
            return Err(lines.wrong(names.span().start, why));
        }
    }
    Ok(Format::new(kind, rounds, challengers, players.len()))
}

fn rank(
    given: Option<&Spanned<String>>,
    lines: &Lines<'_>,
    format: FormatKind,
) -> Result<RankBy, DescriptionError> {
    let known = [RankBy::Points, RankBy::Wins].map(|rank| (rank.name(), rank));
    let rank = named(given, lines, "rank", &known)?;
    match given {
        Some(word) if rank == RankBy::Wins && format.ranks_itself() => {
            let why = format!("a {} ranks by its own rules, so rank cannot be wins", format.name());
            Err(lines.wrong(word.span().start, why))
        }
        _ => Ok(rank),
    }
}
