//! What random programs do.

use crate::builder::Builder;
use allways_program::Program;
use allways_program::code::Compare;

/// A small generator: programs depend on the seed alone.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// Functions of the library and addresses of globals.
struct World {
    data: Vec<u64>,
    mutexes: Vec<u64>,
    handles: Vec<u64>,
    /// Holds pointers to heap objects.
    published: u64,
    create: u32,
    join: u32,
    lock: u32,
    unlock: u32,
    try_lock: u32,
    assert: u32,
    malloc: u32,
    free: u32,
    choose: u32,
    text: u64,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut builder = Builder::new();
    let world = world(&mut builder);
    let threads = 2 + usize::from(random.below(4) == 0);
    let main = builder.function("main", false);
    let workers: Vec<u32> =
        (0..threads).map(|i| builder.function(&format!("worker{i}"), false)).collect();
    for &worker in &workers {
        builder.begin(worker);
        let count = 1 + random.below(if threads > 2 { 2 } else { 4 });
        operations(&mut builder, &world, &mut random, count);
        builder.end(worker);
    }
    builder.begin(main);
    run_main(&mut builder, &world, &mut random, &workers);
    builder.end(main);
    builder.finish()
}

fn world(builder: &mut Builder) -> World {
    let data = (0..3).map(|i| builder.global(&format!("data{i}"), 8)).collect();
    let mutexes = (0..2).map(|i| builder.global(&format!("mutex{i}"), 40)).collect();
    let handles = (0..3).map(|i| builder.global(&format!("handle{i}"), 8)).collect();
    let published = builder.global("published", 8);
    let text = builder.global("text", 8);
    let mut external = |name: &str| builder.function(name, true);
    World {
        data,
        mutexes,
        handles,
        published,
        create: external("pthread_create"),
        join: external("pthread_join"),
        lock: external("pthread_mutex_lock"),
        unlock: external("pthread_mutex_unlock"),
        try_lock: external("pthread_mutex_trylock"),
        assert: external("__allways_assert"),
        malloc: external("malloc"),
        free: external("free"),
        choose: external("__allways_choose"),
        text,
    }
}

fn run_main(builder: &mut Builder, world: &World, random: &mut Random, workers: &[u32]) {
    let count = random.below(2);
    operations(builder, world, random, count);
    for (number, &worker) in workers.iter().enumerate() {
        let zero = builder.constant(0);
        let handle = builder.constant(world.handles[number]);
        let start = builder.constant(allways_program::address::FUNCTIONS + 16 * u64::from(worker));
        builder.call(world.create, &[handle, zero, start, zero]);
    }
    let count = random.below(3);
    operations(builder, world, random, count);
    let joined = if random.below(6) == 0 { 1 } else { workers.len() };
    for number in 0..joined {
        let handle = builder.constant(world.handles[number]);
        let (handle, zero) = (builder.load(handle, false), builder.constant(0));
        builder.call(world.join, &[handle, zero]);
    }
    let count = random.below(2);
    operations(builder, world, random, count);
    assertion(builder, world, random);
}

fn pick(values: &[u64], random: &mut Random) -> u64 {
    values[random.below(values.len() as u64) as usize]
}

fn operations(builder: &mut Builder, world: &World, random: &mut Random, count: u64) {
    for _ in 0..count {
        operation(builder, world, random);
    }
}

fn operation(builder: &mut Builder, world: &World, random: &mut Random) {
    match random.below(13) {
        0 | 1 => increment(builder, world, random),
        2 => {
            let address = builder.constant(pick(&world.data, random));
            builder.add(address, 1);
        }
        3..=5 => guarded(builder, world, random),
        6 => conditional(builder, world, random),
        7 => publish(builder, world, random),
        8 => look(builder, world, random),
        9 => assertion(builder, world, random),
        10 => try_guarded(builder, world, random),
        11 => {
            let two = builder.constant(2);
            let chosen = builder.call(world.choose, &[two]);
            let address = builder.constant(pick(&world.data, random));
            builder.store(address, chosen, random.below(2) == 0);
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

/// Adds one to a global, in a load and a store.
fn increment(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = pick(&world.data, random);
    let atomic = random.below(3) == 0;
    let address = builder.constant(address);
    let old = builder.load(address, atomic);
    let new = builder.plus(old, 1);
    builder.store(address, new, atomic);
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

fn conditional(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(pick(&world.data, random));
    let value = builder.load(address, random.below(2) == 0);
    let cond = builder.compare(Compare::Eq, value, random.below(3));
    let target = builder.constant(pick(&world.data, random));
    let new = builder.constant(random.below(4));
    builder.when(cond, |builder| builder.store(target, new, false));
}

/// Makes an object, fills it, lets its address out, and perhaps changes it afterwards.
fn publish(builder: &mut Builder, world: &World, random: &mut Random) {
    let size = builder.constant(16);
    let object = builder.call(world.malloc, &[size]);
    let value = builder.constant(random.below(3));
    builder.store(object, value, false);
    let disguised = random.below(5) == 0;
    let out = if disguised { builder.plus(object, 8) } else { object };
    let place = builder.constant(world.published);
    builder.store(place, out, random.below(2) == 0);
    match random.below(5) {
        0 => builder.store(object, place, false),
        1 => {
            builder.call(world.free, &[object]);
        }
        _ => {}
    }
}

/// Reads, writes or frees what was published, if anything was.
fn look(builder: &mut Builder, world: &World, random: &mut Random) {
    let place = builder.constant(world.published);
    let object = builder.load(place, random.below(2) == 0);
    let there = builder.compare(Compare::Ne, object, 0);
    let kind = random.below(4);
    let target = builder.constant(pick(&world.data, random));
    builder.when(there, |builder| match kind {
        0 => {
            builder.call(world.free, &[object]);
        }
        1 => builder.store(object, target, false),
        _ => {
            let value = builder.load(object, false);
            builder.store(target, value, false);
        }
    });
}

fn assertion(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(pick(&world.data, random));
    let value = builder.load(address, random.below(2) == 0);
    let cond = builder.compare(Compare::Ne, value, 1 + random.below(3));
    let (text, zero) = (builder.constant(world.text), builder.constant(0));
    builder.call(world.assert, &[cond, text, text, zero, text]);
}
