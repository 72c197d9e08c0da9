//! The opponents of HexThello.

use agon_engine::level::Level;

/// The levels 1 to 10.
pub(super) const LEVELS: &[Level] = &[
    Level::by_depth("1", "a beginner who blunders", 1).careless(2_000, 200),
    Level::by_depth("2", "looks one move ahead, carelessly", 1).careless(1_000, 60),
    Level::by_depth("3", "looks two moves ahead, carelessly", 2).careless(800, 20),
    Level::by_depth("4", "looks three moves ahead", 3).careless(500, 0),
    Level::by_nodes("5", "sees tactics", 500),
    Level::by_nodes("6", "a good casual player", 2_500),
    Level::by_nodes("7", "a club player", 12_000),
    Level::by_nodes("8", "a strong club player", 50_000),
    Level::by_nodes("9", "an expert", 300_000),
    Level::by_nodes("10", "full strength", 2_000_000),
];
