//! Signals: a check that is interrupted says what it covered.

use allways_check::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level;
use std::sync::Arc;

/// What SIGINT and SIGTERM ask to end. A second one does not wait for the present step, a third one ends
/// the process without a report.
pub fn stop() -> Arc<Stop> {
    let stop = Arc::new(Stop::default());
    for signal in [SIGINT, SIGTERM] {
        let asked = Arc::clone(&stop);
        let ask = move || {
            if asked.is_urgent() {
                let _ = low_level::emulate_default_handler(signal);
            }
            asked.ask();
        };
        // SAFETY: it changes atomic flags only, and the emulation may be called from a handler.
        let _ = unsafe { low_level::register(signal, ask) };
    }
    stop
}

/// Ends without a message when the reader of our output goes away, as other tools do.
pub fn die_quietly_on_closed_pipe() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        if text.contains("Broken pipe") {
            std::process::exit(141);
        }
        eprintln!("{text}");
        eprintln!("This is a bug in Allways. Please report it with the program that shows it.");
    }));
}
