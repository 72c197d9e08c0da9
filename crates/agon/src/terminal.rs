//! What the terminal can show.

use crate::cli::ColorChoice;
use agon_board::TextStyle;
use std::io::IsTerminal;

/// Colours only where a person sees them, and never against NO_COLOR; Unicode where the locale has it.
pub(crate) fn style(color: ColorChoice, ascii: bool) -> TextStyle {
    let variable = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let color = match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            std::io::stdout().is_terminal()
                && variable("NO_COLOR").is_none()
                && variable("TERM").is_none_or(|t| t != "dumb")
        }
    };
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name)).unwrap_or_default();
    let unicode = !ascii && locale.to_ascii_lowercase().replace('-', "").contains("utf8");
    TextStyle { color, unicode, hide_moves: false }
}
