//! The opponents of Reversi.

use agon_engine::level::Level;

/// The levels 1 to 10. The last one also has the exact solver.
pub(super) const LEVELS: &[Level] = &[
    Level::by_depth("1", "a beginner who blunders", 1).careless(900, 200).with_eval("explained"),
    Level::by_depth("2", "looks one move ahead, carelessly", 1).careless(500, 60).with_eval("explained"),
    Level::by_depth("3", "looks two moves ahead, carelessly", 2).careless(400, 20).with_eval("explained"),
    Level::by_depth("4", "looks three moves ahead", 3).careless(250, 0).with_eval("explained"),
    Level::by_nodes("5", "sees tactics", 500).with_eval("explained"),
    Level::by_nodes("6", "a good casual player", 2_500).with_eval("explained"),
    Level::by_nodes("7", "a club player", 12_000).with_eval("explained"),
    Level::by_nodes("8", "a strong club player", 60_000).with_eval("explained"),
    Level::by_nodes("9", "an expert", 350_000).with_eval("explained"),
    Level::by_nodes("10", "full strength", 2_500_000),
];

/// The three of the course's terminal game: its minimax of 2, 4 and 6 plies with its evaluation. They are frozen:
/// whatever else changes, they stay the same opponents.
pub(super) const OPPONENTS: &[Level] = &[
    Level::by_depth("novice", "the course's minimax, 2 plies", 2).with_eval("course"),
    Level::by_depth("medium", "the course's minimax, 4 plies", 4).with_eval("course"),
    Level::by_depth("expert", "the course's minimax, 6 plies", 6).with_eval("course"),
];
