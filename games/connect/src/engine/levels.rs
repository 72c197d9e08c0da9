//! The levels 1 to 10 of the connect-four games, and the frozen opponents of the course.

use agon_engine::level::Level;

/// Weak levels do without the table's memory: it would be emptied before every move.
const SMALL: &[(&str, &str)] = &[("hash", "1"), KILLERS, COUNTERS];
const MEDIUM: &[(&str, &str)] = &[("hash", "16"), KILLERS, COUNTERS];

/// The strength of levels was measured with these, and a level stays what it is.
const KILLERS: (&str, &str) = ("killers", "on");
const COUNTERS: (&str, &str) = ("counters", "on");

/// The levels of Connect4 9×9.
pub(super) const CONNECT9X9: &[Level] = &[
    Level::by_depth("1", "a beginner who sees little", 1)
        .with_eval("simple")
        .with_settings(SMALL)
        .careless(120, 150),
    Level::by_depth("2", "blocks what is plain, when awake", 2)
        .with_eval("simple")
        .with_settings(SMALL)
        .careless(80, 100),
    Level::by_depth("3", "looks two moves ahead", 2)
        .with_eval("simple")
        .with_settings(SMALL)
        .careless(40, 30),
    Level::by_depth("4", "sees simple tactics", 4).with_eval("simple").with_settings(SMALL).careless(20, 0),
    by_search("5", "sees tactics and plans threats", 300, SMALL),
    by_search("6", "a good casual player", 1_500, SMALL),
    by_search("7", "a club player", 8_000, SMALL),
    by_search("8", "a strong club player", 50_000, MEDIUM),
    by_search("9", "an expert", 300_000, MEDIUM),
    Level::by_nodes("10", "full strength", 3_000_000),
];

/// The levels of Four in a Row.
pub(super) const FOUR_IN_A_ROW: &[Level] = &[
    CONNECT9X9[0],
    CONNECT9X9[1],
    CONNECT9X9[2],
    CONNECT9X9[3],
    by_search("5", "sees tactics and plans threats", 200, SMALL),
    by_search("6", "a good casual player", 800, SMALL),
    by_search("7", "a club player", 4_000, SMALL),
    by_search("8", "a strong club player", 20_000, SMALL),
    by_search("9", "an expert", 150_000, MEDIUM),
    // The first moves are in the book; after them the solver needs far less than its share of this.
    Level::by_nodes("10", "perfect", 24_000_000),
];

/// A level of the search alone.
const fn by_search(
    name: &'static str,
    about: &'static str,
    nodes: u64,
    settings: &'static [(&'static str, &'static str)],
) -> Level {
    Level::by_nodes(name, about, nodes).with_eval("threats").with_settings(settings)
}
/// The frozen opponents of the course: full width to a fixed depth, the simple evaluation, and among equal
/// moves the leftmost, or with a seed any of them. Every technique that is on in exact mode leaves value and
/// move as plain minimax has them, so these play the same for ever.
pub(super) const COURSE: &[Level] = &[
    frozen("course-0", "the course's opponent, three plies", 3),
    frozen("course-1", "the course's opponent, five plies", 5),
    frozen("course-2", "the course's opponent, seven plies", 7),
];

const fn frozen(name: &'static str, about: &'static str, depth: u32) -> Level {
    Level::by_depth(name, about, depth)
        .with_eval("simple")
        .with_settings(&[("exact", "on"), ("hash", "4")])
        .seeded_ties()
}
