//! Many independent checks, several at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `check` says of every item, in order, two at a time.
pub fn for_each<T: Sync, R: Send>(items: &[T], check: impl Fn(&T) -> R + Sync) -> Vec<R> {
    for_each_by(2, items, check)
}

/// What `check` says of every item, in order, so many at a time.
pub fn for_each_by<T: Sync, R: Send>(
    jobs: u64,
    items: &[T],
    check: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = check(item);
                    results.lock().expect("no check panicked").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no check panicked");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A number from the environment, for runs longer than those of every day.
pub fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => otherwise,
    }
}
