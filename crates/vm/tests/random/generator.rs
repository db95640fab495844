//! What random programs do.

use crate::builder::Builder;
use crate::sharing;
use allways_program::Program;
use allways_program::code::Compare;

/// A small generator: programs depend on the seed alone.
pub struct Random(u64);

impl Random {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// Functions of the library and addresses of globals.
pub struct World {
    pub data: Vec<u64>,
    mutexes: Vec<u64>,
    condition: u64,
    semaphore: u64,
    rwlock: u64,
    barrier: u64,
    handles: Vec<u64>,
    /// Holds pointers to objects.
    pub published: u64,
    /// Holds pointers to objects, in disguise.
    pub disguised: u64,
    create: u32,
    join: u32,
    lock: u32,
    unlock: u32,
    try_lock: u32,
    wait: u32,
    signal: u32,
    broadcast: u32,
    post: u32,
    await_post: u32,
    read_lock: u32,
    write_lock: u32,
    unlock_either: u32,
    make_barrier: u32,
    meet: u32,
    assert: u32,
    pub malloc: u32,
    pub free: u32,
    choose: u32,
    begin_section: u32,
    end_section: u32,
    /// A function of the program that adds one to what its argument points to.
    pub helper: u32,
    /// The same as one atomic section.
    indivisible: u32,
    text: u64,
    /// Workers have an argument: an object that `main` hands to the first of them.
    pub hands_off: bool,
}

/// The function that is checked as an invariant.
pub const INVARIANT: &str = "invariant";

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut builder = Builder::new();
    let mut world = world(&mut builder);
    world.hands_off = random.below(3) == 0;
    let mut threads = match random.below(16) {
        0 => 4,
        1..=3 => 3,
        _ => 2,
    };
    // Half of the programs start one function several times.
    let alike = Random(!seed).below(4);
    if alike == 0 {
        threads = 3;
    }
    let main = builder.function("main", false);
    let functions = if alike < 2 { 1 } else { threads };
    let mut workers: Vec<u32> =
        (0..functions).map(|i| builder.function(&format!("worker{i}"), false)).collect();
    define_helpers(&mut builder, &world, &mut random);
    for &worker in &workers {
        builder.begin(worker, true);
        let count = 1 + random.below(if threads > 2 { 2 } else { 4 });
        operations(&mut builder, &world, &mut random, count);
        if world.hands_off && random.below(2) == 0 {
            sharing::use_argument(&mut builder, &world, &mut random);
        }
        builder.end(worker);
    }
    workers.resize(threads, workers[0]);
    builder.begin(main, false);
    run_main(&mut builder, &world, &mut random, &workers);
    builder.end(main);
    builder.finish()
}

fn world(builder: &mut Builder) -> World {
    let data = (0..3).map(|i| builder.global(&format!("data{i}"), 8)).collect();
    let mutexes = (0..2).map(|i| builder.global(&format!("mutex{i}"), 40)).collect();
    let handles = (0..4).map(|i| builder.global(&format!("handle{i}"), 8)).collect();
    let mut global = |name: &str, size: u64| builder.global(name, size);
    let (published, disguised) = (global("published", 8), global("disguised", 8));
    let (condition, semaphore) = (global("condition", 48), global("semaphore", 32));
    let (rwlock, barrier) = (global("rwlock", 56), global("barrier", 32));
    let text = global("text", 8);
    let mut external = |name: &str| builder.function(name, true);
    World {
        data,
        mutexes,
        condition,
        semaphore,
        rwlock,
        barrier,
        handles,
        published,
        disguised,
        create: external("pthread_create"),
        join: external("pthread_join"),
        lock: external("pthread_mutex_lock"),
        unlock: external("pthread_mutex_unlock"),
        try_lock: external("pthread_mutex_trylock"),
        wait: external("pthread_cond_wait"),
        signal: external("pthread_cond_signal"),
        broadcast: external("pthread_cond_broadcast"),
        post: external("sem_post"),
        await_post: external("sem_wait"),
        read_lock: external("pthread_rwlock_rdlock"),
        write_lock: external("pthread_rwlock_wrlock"),
        unlock_either: external("pthread_rwlock_unlock"),
        make_barrier: external("pthread_barrier_init"),
        meet: external("pthread_barrier_wait"),
        assert: external("__allways_assert"),
        malloc: external("malloc"),
        free: external("free"),
        choose: external("__allways_choose"),
        begin_section: external("__allways_atomic_begin"),
        end_section: external("__allways_atomic_end"),
        helper: builder.function("helper", false),
        indivisible: builder.function("__VERIFIER_atomic_add", false),
        text,
        hands_off: false,
    }
}

fn define_helpers(builder: &mut Builder, world: &World, random: &mut Random) {
    for function in [world.helper, world.indivisible] {
        builder.begin(function, true);
        let place = builder.parameter();
        let old = builder.load(place, false);
        let new = builder.plus(old, 1);
        builder.store(place, new, false);
        builder.end(function);
    }
    let invariant = builder.function(INVARIANT, false);
    builder.begin(invariant, false);
    let address = builder.constant(pick(&world.data, random));
    let value = builder.load(address, false);
    let (op, limit) = ([Compare::Ne, Compare::ULt][random.below(2) as usize], 1 + random.below(3));
    let holds = builder.compare(op, value, limit);
    builder.end_with(invariant, holds);
}

fn run_main(builder: &mut Builder, world: &World, random: &mut Random, workers: &[u32]) {
    let barrier = [world.barrier, 0, 2].map(|value| builder.constant(value));
    builder.call(world.make_barrier, &barrier);
    let count = random.below(2);
    operations(builder, world, random, count);
    let kept = (random.below(6) == 0).then(|| builder.constant(pick(&world.mutexes, random)));
    if let Some(mutex) = kept {
        builder.call(world.lock, &[mutex]);
    }
    let handed = world.hands_off.then(|| sharing::make(builder, world, random));
    for (number, &worker) in workers.iter().enumerate() {
        let zero = builder.constant(0);
        let argument = handed.filter(|_| number == 0).unwrap_or(zero);
        let handle = builder.constant(world.handles[number]);
        let start = builder.constant(allways_program::address::FUNCTIONS + 16 * u64::from(worker));
        builder.call(world.create, &[handle, zero, start, argument]);
    }
    let count = random.below(3);
    operations(builder, world, random, count);
    let joined = if random.below(6) == 0 { 1 } else { workers.len() };
    for number in 0..joined {
        if number > 0 && random.below(4) == 0 {
            operation(builder, world, random);
        }
        if let Some(mutex) = kept.filter(|_| number == 1) {
            builder.call(world.unlock, &[mutex]);
        }
        let handle = builder.constant(world.handles[number]);
        let (handle, zero) = (builder.load(handle, false), builder.constant(0));
        builder.call(world.join, &[handle, zero]);
    }
    let count = random.below(2);
    operations(builder, world, random, count);
    assertion(builder, world, random);
}

pub fn pick(values: &[u64], random: &mut Random) -> u64 {
    values[random.below(values.len() as u64) as usize]
}

fn operations(builder: &mut Builder, world: &World, random: &mut Random, count: u64) {
    for _ in 0..count {
        operation(builder, world, random);
    }
}

fn operation(builder: &mut Builder, world: &World, random: &mut Random) {
    match random.below(24) {
        0 | 1 => increment(builder, world, random),
        2 => {
            let address = builder.constant(pick(&world.data, random));
            builder.add(address, 1);
        }
        3..=5 => guarded(builder, world, random),
        6 => conditional(builder, world, random),
        7 => sharing::publish(builder, world, random),
        8 => sharing::look(builder, world, random),
        9 => assertion(builder, world, random),
        10 => try_guarded(builder, world, random),
        11 => {
            let two = builder.constant(2);
            let chosen = builder.call(world.choose, &[two]);
            let address = builder.constant(pick(&world.data, random));
            builder.store(address, chosen, random.below(2) == 0);
        }
        12 => sharing::disguise(builder, world, random),
        13 => sharing::undisguise(builder, world, random),
        14 => sharing::lend(builder, world, random),
        15 => {
            let place = builder.constant(pick(&world.data, random));
            builder.call(world.helper, &[place]);
        }
        16 => builder.twice(|builder| simple(builder, world, random)),
        17 => announce(builder, world, random),
        18 => wait(builder, world, random),
        20 => section(builder, world, random),
        21 => shared_lock(builder, world, random),
        23 => spin(builder, world, random),
        22 if random.below(2) == 0 => {
            let barrier = builder.constant(world.barrier);
            builder.call(world.meet, &[barrier]);
        }
        19 if random.below(2) == 0 => {
            let semaphore = builder.constant(world.semaphore);
            let function = if random.below(3) == 0 { world.await_post } else { world.post };
            builder.call(function, &[semaphore]);
        }
        _ => {
            let mutex = builder.constant(pick(&world.mutexes, random));
            builder.call(world.lock, &[mutex]);
            if random.below(8) > 0 {
                builder.call(world.unlock, &[mutex]);
            }
        }
    }
}

/// Something that fits into a loop.
fn simple(builder: &mut Builder, world: &World, random: &mut Random) {
    match random.below(3) {
        0 => increment(builder, world, random),
        1 => guarded(builder, world, random),
        _ => sharing::look(builder, world, random),
    }
}

/// Sets a global under its mutex and signals, before or after the mutex is released.
fn announce(builder: &mut Builder, world: &World, random: &mut Random) {
    let (mutex, condition) =
        (builder.constant(world.mutexes[0]), builder.constant(world.condition));
    let (ready, one) = (builder.constant(world.data[0]), builder.constant(1));
    let function = if random.below(2) == 0 { world.signal } else { world.broadcast };
    let inside = random.below(2) == 0;
    builder.call(world.lock, &[mutex]);
    builder.store(ready, one, false);
    if inside {
        builder.call(function, &[condition]);
    }
    builder.call(world.unlock, &[mutex]);
    if !inside {
        builder.call(function, &[condition]);
    }
}

/// Waits for it: once, so that a signal that comes too early is missed.
fn wait(builder: &mut Builder, world: &World, random: &mut Random) {
    let (mutex, condition) =
        (builder.constant(world.mutexes[0]), builder.constant(world.condition));
    let ready = builder.constant(world.data[0]);
    builder.call(world.lock, &[mutex]);
    let value = builder.load(ready, false);
    let cond = builder.compare(Compare::Eq, value, random.below(2));
    builder.when(cond, |builder| {
        builder.call(world.wait, &[condition, mutex]);
    });
    builder.call(world.unlock, &[mutex]);
}

/// Adds one to a global, in a load and a store.
fn increment(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = pick(&world.data, random);
    let atomic = random.below(3) == 0;
    let address = builder.constant(address);
    let old = builder.load(address, atomic);
    let new = builder.plus(old, 1);
    builder.store(address, new, atomic);
}

/// Something during which nobody else moves, unless it must wait itself.
fn section(builder: &mut Builder, world: &World, random: &mut Random) {
    if random.below(3) == 0 {
        let place = builder.constant(pick(&world.data, random));
        builder.call(world.indivisible, &[place]);
        return;
    }
    builder.call(world.begin_section, &[]);
    match random.below(8) {
        0 => operation(builder, world, random),
        1 => {
            increment(builder, world, random);
            guarded(builder, world, random);
        }
        2 => assertion(builder, world, random),
        _ => increment(builder, world, random),
    }
    builder.call(world.end_section, &[]);
}

/// Reads or writes a global under a lock that readers share.
fn shared_lock(builder: &mut Builder, world: &World, random: &mut Random) {
    let lock = builder.constant(world.rwlock);
    let address = builder.constant(pick(&world.data, random));
    if random.below(2) == 0 {
        builder.call(world.read_lock, &[lock]);
        builder.load(address, false);
    } else {
        builder.call(world.write_lock, &[lock]);
        let old = builder.load(address, false);
        let new = builder.plus(old, 1);
        builder.store(address, new, false);
    }
    builder.call(world.unlock_either, &[lock]);
}

/// Something under a lock: mostly the lock that belongs to the global.
fn guarded(builder: &mut Builder, world: &World, random: &mut Random) {
    let which = random.below(2) as usize;
    let mutex = builder.constant(world.mutexes[which]);
    builder.call(world.lock, &[mutex]);
    let data = if random.below(6) == 0 { 2 } else { which };
    let address = builder.constant(world.data[data]);
    let old = builder.load(address, false);
    let new = builder.plus(old, 1 + random.below(2));
    builder.store(address, new, false);
    if random.below(6) == 0 {
        operation(builder, world, random);
    }
    builder.call(world.unlock, &[mutex]);
}

fn try_guarded(builder: &mut Builder, world: &World, random: &mut Random) {
    let mutex = builder.constant(pick(&world.mutexes, random));
    let failed = builder.call(world.try_lock, &[mutex]);
    let taken = builder.compare(Compare::Eq, failed, 0);
    let address = builder.constant(pick(&world.data, random));
    builder.when(taken, |builder| {
        let old = builder.load(address, false);
        let new = builder.plus(old, 1);
        builder.store(address, new, false);
        builder.call(world.unlock, &[mutex]);
    });
}

/// Waits in a loop: until a global has another value, or until a mutex is free; sometimes with a pause in
/// which a local variable or the global itself may change.
fn spin(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(pick(&world.data, random));
    let mutex = builder.constant(pick(&world.mutexes, random));
    let (value, kind) = (random.below(2), random.below(8));
    let own = if kind == 5 { builder.local() } else { address };
    builder.again_while(|builder| {
        if kind >= 6 {
            let failed = builder.call(world.try_lock, &[mutex]);
            return builder.compare(Compare::Ne, failed, 0);
        }
        let seen = builder.load(address, true);
        match kind {
            4 => builder.add(own, 1),
            5 => builder.store(own, seen, false),
            _ => {}
        }
        builder.compare(Compare::Eq, seen, value)
    });
    if kind >= 6 && random.below(8) > 0 {
        builder.call(world.unlock, &[mutex]);
    }
}

fn conditional(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(pick(&world.data, random));
    let value = builder.load(address, random.below(2) == 0);
    let cond = builder.compare(Compare::Eq, value, random.below(3));
    let target = builder.constant(pick(&world.data, random));
    let new = builder.constant(random.below(4));
    builder.when(cond, |builder| builder.store(target, new, false));
}

fn assertion(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(pick(&world.data, random));
    let value = builder.load(address, random.below(2) == 0);
    let cond = builder.compare(Compare::Ne, value, 1 + random.below(3));
    let (text, zero) = (builder.constant(world.text), builder.constant(0));
    builder.call(world.assert, &[cond, text, text, zero, text]);
}
