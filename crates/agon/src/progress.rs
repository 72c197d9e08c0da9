//! How far long work has come, shown on standard error where a person sees it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// How often what is shown is brought up to date, also while one piece of work takes long.
const TICK: Duration = Duration::from_millis(250);

/// A bar for so many pieces of work, called `what`, with rate and time left.
pub(crate) fn progress(all: usize, what: &str) -> ProgressBar {
    // The message is last and takes what room there is, so that it all stays on one line.
    let template = format!("{{bar:20}} {{pos}}/{{len}} {what}  {{rate}}{{left}}  {{wide_msg}}");
    shown(ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::stderr()), &template)
}

/// Something that turns, with the time it has taken, for work of unknown length; `counted` are the pieces that are done,
/// if they can be counted.
pub(crate) fn spinner(counted: Option<&str>) -> ProgressBar {
    let template = match counted {
        Some(what) => format!("{{spinner}} {{pos}} {what}  {{rate}}{{elapsed}}  {{wide_msg}}"),
        None => "{spinner} {elapsed}  {wide_msg}".to_owned(),
    };
    shown(ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()), &template)
}

fn shown(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    bar.enable_steady_tick(TICK);
    bar
}

/// Pieces a second, or a minute where they take long.
fn rate(state: &ProgressState, text: &mut dyn Write) {
    let a_second = state.per_sec();
    // A line that cannot be written is not shown; nor is a rate before something is done.
    let _ = match a_second {
        _ if state.pos() == 0 => Ok(()),
        10.0.. => write!(text, "{a_second:.0}/s  "),
        0.5.. => write!(text, "{a_second:.1}/s  "),
        _ => write!(text, "{:.1}/min  ", 60.0 * a_second),
    };
}

/// Nobody knows how long it takes before something is done.
fn left(state: &ProgressState, text: &mut dyn Write) {
    if state.pos() > 0 {
        let seconds = Duration::from_secs(state.eta().as_secs());
        let _ = write!(text, "{} left", indicatif::HumanDuration(seconds));
    }
}
