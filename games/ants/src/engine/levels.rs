//! The levels of TUC-ANTS. An ant is worth some 250 hundredths of a point early in the game: that is the measure
//! for the noise. Small searches get small tables, which are emptied before every move.

use agon_engine::level::Level;

const TINY: &[(&str, &str)] = &[("hash", "1")];
const SMALL: &[(&str, &str)] = &[("hash", "4")];
const LARGE: &[(&str, &str)] = &[("hash", "32")];

/// Weakest first.
pub(super) const LEVELS: &[Level] = &[
    Level::by_depth("1", "a beginner who overlooks captures", 1).careless(700, 200).with_settings(TINY),
    Level::by_depth("2", "looks one step ahead, carelessly", 1).careless(350, 100).with_settings(TINY),
    Level::by_depth("3", "sees the reply", 2).careless(200, 50).with_settings(TINY),
    Level::by_depth("4", "sees simple exchanges", 3).careless(100, 20).with_settings(TINY),
    Level::by_depth("5", "counts exchanges", 4).careless(40, 0).with_settings(TINY),
    Level::by_nodes("6", "a good casual player", 1_500).with_settings(TINY),
    Level::by_nodes("7", "a club player", 8_000).with_settings(TINY),
    Level::by_nodes("8", "a strong club player", 40_000).with_settings(SMALL),
    Level::by_nodes("9", "an expert", 250_000).with_settings(LARGE),
    Level::by_nodes("10", "full strength", 2_000_000).with_settings(LARGE),
];
