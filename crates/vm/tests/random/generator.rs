//! Random programs: two to four threads, each with a few operations.

use crate::maker::{HANDLES, MUTEX, MUTEXES, Made, Maker};
use crate::themes::{self, basic};
use allways_program::code::Compare;
use allways_program::{Inst, Operand};
use allways_testkit::Random;

/// The function that is checked as an invariant.
pub const INVARIANT: &str = "invariant";

/// The feature of programs for 32-bit targets.
pub const NARROW: &str = "narrow pointers";
/// The feature of programs that start one function several times.
pub const ALIKE: &str = "threads alike";

/// Every feature that is found often enough by looking for it.
pub fn features() -> Vec<&'static str> {
    let themes = themes::all().into_iter().map(|theme| theme.name);
    themes.chain(themes::ANEW).chain([NARROW, ALIKE]).collect()
}

/// The program of a seed.
pub fn make(seed: u64) -> Made {
    let mut random = Random::new(seed);
    let bits = if random.once_in(8) { 32 } else { 64 };
    let mut m = Maker::new(random, bits);
    if bits == 32 {
        m.note(NARROW);
    }
    m.calm = m.once_in(2);
    m.spread = 1 + m.below(3) as usize;
    m.hands_off = m.once_in(3);
    choose_themes(&mut m);
    let threads = [2, 2, 2, 2, 2, 3, 3, 3, 3, 4][m.below(10) as usize];
    let alike = m.below(5) < 2;
    let main = m.b.function("main", false);
    let count = if alike { 1 } else { threads };
    let mut workers: Vec<u32> =
        (0..count).map(|n| m.b.function(&format!("worker{n}"), false)).collect();
    if alike {
        m.note(ALIKE);
    }
    define_invariant(&mut m);
    for &worker in &workers {
        define_worker(&mut m, worker, threads);
    }
    workers.resize(threads, workers[0]);
    m.b.begin(main, false);
    run_main(&mut m, &workers);
    m.b.end(main);
    m.finish()
}

/// One theme, or a few of them.
fn choose_themes(m: &mut Maker) {
    let mut all = themes::all();
    if let Ok(only) = std::env::var("ALLWAYS_THEME") {
        all.retain(|theme| theme.name == only);
        assert!(!all.is_empty(), "there is no theme `{only}`");
    }
    let count = if m.once_in(6) { 1 } else { 6 + m.below(4) };
    while m.themes.len() < all.len().min(count as usize) {
        let theme = *m.random.one_of(&all);
        if m.themes.iter().all(|known| known.name != theme.name) {
            m.themes.push(theme);
        }
    }
    m.unused = m.themes.clone();
}

fn define_invariant(m: &mut Maker) {
    let invariant = m.b.function(INVARIANT, false);
    m.b.begin(invariant, false);
    let place = m.data();
    let value = m.b.load(place, false);
    let (op, limit) = (*m.random.one_of(&[Compare::Ne, Compare::ULt]), 1 + m.below(3));
    let holds = m.b.compare(op, value, limit);
    m.b.end_with(invariant, holds);
}

fn define_worker(m: &mut Maker, worker: u32, threads: usize) {
    m.b.begin(worker, true);
    let most = [4, 2, 1][threads - 2];
    let count = 1 + m.below(most);
    operations(m, count);
    if m.hands_off {
        let object = m.b.parameter();
        m.unless_zero(object, |m| use_argument(m, object));
    }
    m.b.end(worker);
}

/// What a worker does with what it was started with.
fn use_argument(m: &mut Maker, object: Operand) {
    if m.once_in(2) {
        return basic::use_object(m, object);
    }
    let (mutex, value) = (m.global(MUTEXES[0], MUTEX), m.small());
    m.lock(mutex);
    m.b.store(object, value, false);
    m.unlock(mutex);
}

fn operations(m: &mut Maker, count: u64) {
    for _ in 0..count {
        basic::operation(m);
    }
}

fn run_main(m: &mut Maker, workers: &[u32]) {
    for theme in m.themes.clone() {
        (theme.prepare)(m);
    }
    if m.once_in(4) {
        basic::operation(m);
    }
    let kept = m.once_in(8).then(|| m.mutex());
    if let Some(mutex) = kept {
        m.lock(mutex);
    }
    let on_stack = m.once_in(2);
    let handed = if m.hands_off { handed(m, on_stack) } else { m.number(0) };
    let has_scope = m.hands_off && on_stack && m.once_in(2);
    for (number, &worker) in workers.iter().enumerate() {
        let zero = m.number(0);
        let argument = if number == workers.len() - 1 || m.once_in(4) { handed } else { zero };
        let handle = m.cell(HANDLES[number]);
        m.start(handle, worker, argument);
        if has_scope && number == 0 {
            m.b.push(Inst::LifetimeStart { ptr: handed });
        }
    }
    let count = m.below(3) / (workers.len() as u64 - 1);
    operations(m, count);
    join_all(m, workers.len(), kept);
    if m.once_in(3) {
        basic::operation(m);
    }
    if m.once_in(2) {
        basic::assertion(m);
    }
    if has_scope {
        m.b.push(Inst::LifetimeEnd { ptr: handed });
    }
}

/// What workers are started with: on the heap or on the stack of `main`.
fn handed(m: &mut Maker, on_stack: bool) -> Operand {
    let object = if on_stack { m.b.stack_object(16) } else { m.malloc(16) };
    let value = m.small();
    m.b.store(object, value, false);
    object
}

/// Joins the workers, or only the first, perhaps in another order and with something in between.
fn join_all(m: &mut Maker, workers: usize, kept: Option<Operand>) {
    let mut order: Vec<usize> = (0..workers).collect();
    if m.once_in(3) {
        order.reverse();
    }
    let few = m.below(2) as usize;
    order.truncate(if m.once_in(5) { few } else { workers });
    for (place, number) in order.into_iter().enumerate() {
        if place > 0 && m.once_in(5) {
            basic::operation(m);
        }
        if let Some(mutex) = kept.filter(|_| place == 1) {
            m.unlock(mutex);
        }
        let handle = m.cell(HANDLES[number]);
        let (handle, zero) = (m.b.load(handle, true), m.number(0));
        m.call("pthread_join", &[handle, zero]);
    }
}
