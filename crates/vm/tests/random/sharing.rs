//! Objects that one thread makes and others see.

use crate::builder::Builder;
use crate::generator::{Random, World, pick};
use allways_program::Operand;
use allways_program::code::Compare;

/// Added to pointers that nobody should recognise: above every address.
const DISGUISE: u64 = 1 << 52;

/// A filled heap object.
pub fn make(builder: &mut Builder, world: &World, random: &mut Random) -> Operand {
    let size = builder.constant(16);
    let object = builder.call(world.malloc, &[size]);
    let value = builder.constant(random.below(3));
    builder.store(object, value, false);
    object
}

/// Makes an object, fills it, lets its address out, and perhaps changes it afterwards.
pub fn publish(builder: &mut Builder, world: &World, random: &mut Random) {
    let object = make(builder, world, random);
    let inside = random.below(5) == 0;
    let out = if inside { builder.plus(object, 8) } else { object };
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
pub fn look(builder: &mut Builder, world: &World, random: &mut Random) {
    let place = builder.constant(world.published);
    let object = builder.load(place, random.below(2) == 0);
    let there = builder.compare(Compare::Ne, object, 0);
    builder.when(there, |builder| use_object(builder, world, random, object));
}

fn use_object(builder: &mut Builder, world: &World, random: &mut Random, object: Operand) {
    let target = builder.constant(pick(&world.data, random));
    match random.below(5) {
        0 => {
            builder.call(world.free, &[object]);
        }
        1 => builder.store(object, target, false),
        2 => {
            builder.call(world.helper, &[object]);
        }
        _ => {
            let value = builder.load(object, false);
            builder.store(target, value, false);
        }
    }
}

/// Lets the address of an object out in disguise, and goes on using the object.
pub fn disguise(builder: &mut Builder, world: &World, random: &mut Random) {
    let object = make(builder, world, random);
    let hidden = builder.plus(object, DISGUISE);
    let place = builder.constant(world.disguised);
    builder.store(place, hidden, random.below(2) == 0);
    if random.below(2) == 0 {
        let value = builder.constant(7);
        builder.store(object, value, false);
    }
}

/// Uses an object that was let out in disguise, if there is one.
pub fn undisguise(builder: &mut Builder, world: &World, random: &mut Random) {
    let place = builder.constant(world.disguised);
    let hidden = builder.load(place, random.below(2) == 0);
    let there = builder.compare(Compare::Ne, hidden, 0);
    builder.when(there, |builder| {
        let object = builder.plus(hidden, DISGUISE.wrapping_neg());
        use_object(builder, world, random, object);
    });
}

/// Lets out the address of a local variable, which ends with the function.
pub fn lend(builder: &mut Builder, world: &World, random: &mut Random) {
    let (local, value) = (builder.local(), builder.constant(random.below(3)));
    builder.store(local, value, false);
    let place = builder.constant(world.published);
    if random.below(3) > 0 {
        builder.store(place, local, random.below(2) == 0);
    }
    let old = builder.load(local, false);
    let new = builder.plus(old, 1);
    builder.store(local, new, false);
}

/// What a worker does with the object that it was started with.
pub fn use_argument(builder: &mut Builder, world: &World, random: &mut Random) {
    let object = builder.parameter();
    let there = builder.compare(Compare::Ne, object, 0);
    let kind = random.below(3);
    builder.when(there, |builder| {
        if kind == 0 {
            let place = builder.constant(world.published);
            builder.store(place, object, true);
        }
        use_object(builder, world, random, object);
    });
}
