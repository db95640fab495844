//! Small programs that go on: loops, locks, spinning, and propositions that change on the way.

use crate::builder::Builder;
use allways_program::code::{Binary, Compare, Inst};
use allways_program::{Operand, Program};
use allways_testkit::Random;

/// The propositions: set by the program, true for a moment, a function of variables.
pub const PROPOSITIONS: [&str; 3] = ["Set", "Now", "Both"];

struct World {
    data: [u64; 2],
    mutexes: [u64; 2],
    handles: [u64; 2],
    names: [u64; 3],
    both: u32,
    create: u32,
    join: u32,
    lock: u32,
    unlock: u32,
    try_lock: u32,
    choose: u32,
    pulse: u32,
    set: u32,
    bind: u32,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut builder = Builder::new();
    let world = world(&mut builder);
    both_are_one(&mut builder, &world);
    let main = builder.function("main", false);
    let workers = [builder.function("one", false), builder.function("other", false)];
    for &worker in &workers {
        builder.begin(worker, true);
        thread(&mut builder, &world, &mut random);
        builder.end(worker);
    }
    builder.begin(main, false);
    run_main(&mut builder, &world, &mut random, workers);
    builder.end(main);
    builder.finish()
}

fn world(builder: &mut Builder) -> World {
    let data = [0, 1].map(|i| builder.global(&format!("data{i}"), 8));
    let mutexes = [0, 1].map(|i| builder.global(&format!("mutex{i}"), 40));
    let handles = [0, 1].map(|i| builder.global(&format!("handle{i}"), 8));
    let names = PROPOSITIONS.map(|name| builder.text(name));
    let both = builder.function("both", false);
    let mut external = |name: &str| builder.function(name, true);
    World {
        data,
        mutexes,
        handles,
        names,
        both,
        create: external("pthread_create"),
        join: external("pthread_join"),
        lock: external("pthread_mutex_lock"),
        unlock: external("pthread_mutex_unlock"),
        try_lock: external("pthread_mutex_trylock"),
        choose: external("__allways_choose"),
        pulse: external("__allways_ap"),
        set: external("__allways_ap_set"),
        bind: external("__allways_ap_global"),
    }
}

/// A function of two variables: what one thread writes may matter only while another has written.
fn both_are_one(builder: &mut Builder, world: &World) {
    builder.begin(world.both, false);
    let [a, b] = world.data.map(|address| {
        let address = builder.constant(address);
        let value = builder.load(address, false);
        builder.compare(Compare::Eq, value, 1)
    });
    let dst = builder.slot();
    builder.push(Inst::Binary { op: Binary::And, bits: 64, nsw: false, dst, a, b });
    builder.push(Inst::Return { src: Operand::slot(dst), words: 1 });
    builder.end(world.both);
}

fn run_main(builder: &mut Builder, world: &World, random: &mut Random, workers: [u32; 2]) {
    let bind_late = random.below(4) == 0;
    if !bind_late {
        bind(builder, world);
    }
    for (number, worker) in workers.into_iter().enumerate() {
        let zero = builder.constant(0);
        let handle = builder.constant(world.handles[number]);
        let start = builder.constant(allways_program::address::FUNCTIONS + 16 * u64::from(worker));
        builder.call(world.create, &[handle, zero, start, zero]);
    }
    if bind_late {
        bind(builder, world);
    }
    let joined = if random.below(5) == 0 { 1 } else { 2 };
    for handle in &world.handles[..joined] {
        let handle = builder.constant(*handle);
        let (handle, zero) = (builder.load(handle, false), builder.constant(0));
        builder.call(world.join, &[handle, zero]);
    }
}

fn bind(builder: &mut Builder, world: &World) {
    let id = builder.constant(2);
    let name = builder.constant(world.names[2]);
    let function = allways_program::address::FUNCTIONS + 16 * u64::from(world.both);
    let [function, none] = [function, 0].map(|n| builder.constant(n));
    builder.call(world.bind, &[id, name, function, none]);
}

/// Some operations, once, forever, or until a variable has a value.
fn thread(builder: &mut Builder, world: &World, random: &mut Random) {
    let count = random.below(2);
    operations(builder, world, random, count);
    let start = builder.program.code.len() as u32;
    let kind = random.below(4);
    let count = 1 + random.below(3);
    operations(builder, world, random, count);
    match kind {
        0 => {}
        1 => {
            builder.push(Inst::Jump { to: start });
        }
        _ => {
            let address = builder.constant(world.data[random.below(2) as usize]);
            let value = builder.load(address, true);
            let again = builder.compare(Compare::Ne, value, random.below(2));
            builder.when(again, |builder| {
                builder.push(Inst::Jump { to: start });
            });
        }
    }
    let count = random.below(2);
    operations(builder, world, random, count);
}

fn operations(builder: &mut Builder, world: &World, random: &mut Random, count: u64) {
    for _ in 0..count {
        operation(builder, world, random);
    }
}

fn operation(builder: &mut Builder, world: &World, random: &mut Random) {
    match random.below(10) {
        0..=2 => store(builder, world, random),
        3 => proposition(builder, world, random),
        4 => {
            let address = builder.constant(world.data[random.below(2) as usize]);
            let value = builder.load(address, true);
            let cond = builder.compare(Compare::Eq, value, random.below(2));
            builder.when(cond, |builder| store(builder, world, random));
        }
        5 | 6 => {
            let mutex = builder.constant(world.mutexes[random.below(2) as usize]);
            builder.call(world.lock, &[mutex]);
            if random.below(3) > 0 {
                operation(builder, world, random);
            }
            if random.below(10) > 0 {
                builder.call(world.unlock, &[mutex]);
            }
        }
        7 => {
            let mutex = builder.constant(world.mutexes[random.below(2) as usize]);
            let failed = builder.call(world.try_lock, &[mutex]);
            let taken = builder.compare(Compare::Eq, failed, 0);
            builder.when(taken, |builder| {
                store(builder, world, random);
                builder.call(world.unlock, &[mutex]);
            });
        }
        8 => {
            let two = builder.constant(2);
            let chosen = builder.call(world.choose, &[two]);
            let address = builder.constant(world.data[random.below(2) as usize]);
            builder.store(address, chosen, true);
        }
        _ => proposition(builder, world, random),
    }
}

fn store(builder: &mut Builder, world: &World, random: &mut Random) {
    let address = builder.constant(world.data[random.below(2) as usize]);
    let value = builder.constant(random.below(2));
    builder.store(address, value, random.below(2) == 0);
}

fn proposition(builder: &mut Builder, world: &World, random: &mut Random) {
    let pulse = random.below(2) as usize;
    let [id, name] = [pulse as u64, world.names[pulse]].map(|n| builder.constant(n));
    if pulse == 1 {
        builder.call(world.pulse, &[id, name]);
    } else {
        let value = builder.constant(random.below(2));
        builder.call(world.set, &[id, name, value]);
    }
}
