//! What workers meet at, under shuttle: many interleavings of little work.
//!
//! The sources are compiled once more, with shuttle's locks and atomics.

#[path = "../src/crew/gate.rs"]
#[allow(dead_code)]
mod gate;
#[path = "../src/crew/pool.rs"]
#[allow(dead_code)]
mod pool;
#[path = "../src/crew/ring.rs"]
#[allow(dead_code)]
mod ring;
mod sync;
#[path = "../src/liveness/union.rs"]
#[allow(dead_code)]
mod union;

use gate::Gate;
use pool::Pool;
use ring::Ring;
use shuttle::sync::atomic::{AtomicU64, Ordering};
use shuttle::thread;
use std::sync::Arc;
use union::{Claim, Union};

const SCHEDULES: u64 = 1_000;

/// Tries it in many interleavings, evenly chosen and with few changes of thread.
fn tried(it: fn()) {
    let schedules = allways_testkit::more(SCHEDULES) as usize;
    shuttle::check_random(it, schedules);
    shuttle::check_pct(it, schedules, 3);
}

fn on_threads(count: usize, work: impl Fn(usize) + Clone + Send + 'static) {
    let threads: Vec<_> = (0..count)
        .map(|number| {
            let work = work.clone();
            thread::spawn(move || work(number))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("nobody panics"));
}

/// A worker of a search whose work is a number: it is that many pieces, halved for whoever wants some.
fn work_off(pool: &Pool<u64>, mut work: u64, done: &AtomicU64) {
    loop {
        while work > 0 {
            if work > 1 && pool.is_wanted() {
                pool.give(work / 2);
                work -= work / 2;
            }
            work -= 1;
            done.fetch_add(1, Ordering::SeqCst);
        }
        match pool.take() {
            Some(more) => work = more,
            None => return,
        }
    }
}

#[test]
fn a_pool_ends_when_all_is_done() {
    tried(|| {
        let pool = Arc::new(Pool::new(3));
        let done = Arc::new(AtomicU64::new(0));
        on_threads(3, move |number| {
            work_off(&pool, if number == 0 { 9 } else { 0 }, &done);
            // Whoever goes home knows that nothing is left.
            assert_eq!(done.load(Ordering::SeqCst), 9);
        });
    });
}

#[test]
fn a_pool_that_is_closed_lets_everybody_go() {
    tried(|| {
        let pool = Arc::new(Pool::new(3));
        on_threads(3, move |number| {
            if number == 0 {
                pool.give(7);
                pool.close();
            } else {
                while pool.take().is_some() {}
            }
        });
    });
}

#[test]
fn nobody_passes_a_gate_alone() {
    tried(|| {
        let gate = Arc::new(Gate::new(3));
        let (arrived, levels) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        on_threads(3, move |_| {
            for level in 1..=2 {
                arrived.fetch_add(1, Ordering::SeqCst);
                let prepare = || {
                    assert_eq!(arrived.load(Ordering::SeqCst), 3 * level);
                    levels.fetch_add(1, Ordering::SeqCst);
                };
                assert!(gate.arrive(prepare));
                assert_eq!(levels.load(Ordering::SeqCst), level);
                // Nobody may be at the next level before all have seen this one.
                assert!(gate.arrive(|| {}));
            }
        });
    });
}

#[test]
fn a_gate_that_is_closed_holds_nobody() {
    tried(|| {
        let gate = Arc::new(Gate::new(3));
        on_threads(3, move |number| {
            if number == 0 {
                gate.close();
            } else {
                assert!(!gate.arrive(|| panic!("one is missing")));
            }
        });
    });
}

#[test]
fn a_ring_keeps_order_and_loses_nothing() {
    tried(|| {
        let ring = Arc::new(Ring::new(2));
        on_threads(2, move |number| {
            for n in 1..=6 {
                if number == 0 {
                    while !ring.push(n) {
                        sync::pause();
                    }
                } else {
                    let got = loop {
                        match ring.pop() {
                            Some(got) => break got,
                            None => sync::pause(),
                        }
                    };
                    assert_eq!(got, n);
                }
            }
        });
    });
}

/// Edges of a graph with the components {0, 1, 2, 3}, {4} and {5, 6}; an edge has its own mark.
const EDGES: [(u32, u32); 9] =
    [(0, 1), (1, 2), (2, 0), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 5)];

/// The recursive algorithm of the engine.
fn components(union: &Union, path: &mut Vec<(u32, u128)>, state: u32, worker: usize) {
    while let Some(member) = union.pick(state) {
        for (number, &(_, to)) in EDGES.iter().enumerate().filter(|(_, edge)| edge.0 == member) {
            let mark = 1 << number;
            match union.claim(to, worker) {
                Claim::Dead => {}
                Claim::New => {
                    path.push((to, mark));
                    components(union, path, to, worker);
                }
                Claim::Found => {
                    let mut marks = mark;
                    let uniting = union.uniting();
                    while !union.same(to, state) {
                        let (above, entered) = path.pop().expect("it is on the path");
                        uniting.unite(above, path.last().expect("and below").0);
                        marks |= entered;
                    }
                    drop(uniting);
                    union.add_marks(state, marks);
                }
            }
        }
        union.remove(member);
    }
    path.pop_if(|(top, _)| *top == state);
}

#[test]
fn components_are_found_together() {
    tried(|| {
        let union = Arc::new(Union::default());
        on_threads(3, move |worker| {
            if union.claim(0, worker) == Claim::New {
                components(&union, &mut vec![(0, 0)], 0, worker);
            }
            for (a, b, same) in
                [(0, 3, true), (1, 2, true), (5, 6, true), (3, 4, false), (4, 5, false)]
            {
                assert_eq!(union.same(a, b), same, "{a} and {b}");
            }
            assert!((0..7).all(|state| union.claim(state, worker) == Claim::Dead));
            let marks = |edges: &[usize]| edges.iter().fold(0u128, |set, edge| set | 1 << edge);
            assert_eq!(union.add_marks(0, 0), marks(&[0, 1, 2, 3, 4]));
            assert_eq!(union.add_marks(5, 0), marks(&[7, 8]));
        });
    });
}

#[test]
fn marks_and_workers_of_united_sets_are_not_lost() {
    tried(|| {
        let union = Arc::new(Union::default());
        let shared = Arc::clone(&union);
        on_threads(3, move |number| match number {
            0 => {
                let uniting = shared.uniting();
                uniting.unite(2, 1);
                uniting.unite(1, 0);
            }
            1 => {
                shared.add_marks(2, 1);
            }
            _ => {
                shared.add_marks(1, 2);
                assert_ne!(shared.claim(2, 5), Claim::Dead);
            }
        });
        for member in 0..3 {
            assert_eq!(union.add_marks(member, 0), 3);
            assert_eq!(union.claim(member, 5), Claim::Found);
        }
    });
}
