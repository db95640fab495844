//! Signals: a search that is interrupted says what it covered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that SIGINT or SIGTERM raises. A second one ends the process at once.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Registered in this order, the second signal finds the flag raised and ends the process.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
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
