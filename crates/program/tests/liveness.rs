//! Liveness on small programs made by hand, and on random ones against the plain definition.

use allways_program::code::{Binary, Inst, Operand, SwitchTable};
use allways_program::effect::Visitor;
use allways_program::{
    Arg, ArgClass, CallSite, Constant, Function, OperandKind, Pc, Program, Slot,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A function with this code, and an external one, `#1`.
fn program(words: u32, external: &str, code: Vec<Inst>) -> Program {
    let function = |name: &str, code| Function {
        name: name.into(),
        display: name.into(),
        code,
        words,
        params: Vec::new(),
        variadic: false,
        returns: 0,
        weak: false,
        nounwind: false,
        allocates: false,
    };
    let end = code.len() as Pc;
    Program {
        pointer_bits: 64,
        constants: vec![Constant { value: 1, defined: !0 }],
        functions: vec![function("f", 0..end), function(external, 0..0)],
        code,
        ..Program::default()
    }
}

fn call(dst: Slot, words: u16, args: &[Slot], unwind: Option<Pc>) -> CallSite {
    let args = args
        .iter()
        .map(|&slot| Arg { value: Operand::slot(slot), words: 1, class: ArgClass::Int(64) })
        .collect();
    CallSite { dst, words, bits: 0, args, unwind, site: u32::MAX, tail: false }
}

fn add(dst: Slot, a: Slot, b: Slot) -> Inst {
    let (a, b) = (Operand::slot(a), Operand::slot(b));
    Inst::Binary { op: Binary::Add, bits: 64, nsw: false, dst, a, b }
}

fn set(dst: Slot) -> Inst {
    Inst::Copy { dst, src: Operand::constant(0), words: 1 }
}

fn ret(src: Slot, words: u16) -> Inst {
    Inst::Return { src: Operand::slot(src), words }
}

fn branch(cond: Slot, yes: Pc, no: Pc) -> Inst {
    Inst::Branch { cond: Operand::slot(cond), yes, no }
}

fn live(mut program: Program) -> Program {
    program.fill_liveness();
    program
}

#[test]
fn a_value_lives_from_its_definition_to_its_last_use() {
    let p = live(program(3, "x", vec![set(0), set(1), add(2, 0, 1), ret(2, 1)]));
    assert_eq!(p.live_before(0), &[] as &[Slot]);
    assert_eq!(p.live_before(1), &[0]);
    assert_eq!(p.live_before(2), &[0, 1]);
    assert_eq!(p.live_across(2), &[] as &[Slot]);
    assert_eq!(p.live_before(3), &[2]);
}

#[test]
fn a_value_used_in_a_loop_lives_around_it() {
    let code = vec![set(0), set(1), add(1, 1, 0), branch(1, 2, 4), ret(1, 1)];
    let p = live(program(2, "x", code));
    assert_eq!(p.live_before(2), &[0, 1]);
    assert_eq!(p.live_across(2), &[0]);
    assert_eq!(p.live_before(3), &[0, 1]);
    assert_eq!(p.live_before(4), &[1]);
}

#[test]
fn a_value_of_two_words_lives_in_both() {
    let (a, b) = (Operand::slot(0), Operand::slot(2));
    let wide = Inst::Binary { op: Binary::Mul, bits: 128, nsw: false, dst: 4, a, b };
    let p = live(program(6, "x", vec![wide, ret(4, 2)]));
    assert_eq!(p.live_before(0), &[0, 1, 2, 3]);
    assert_eq!(p.live_before(1), &[4, 5]);
}

#[test]
fn parallel_copies_read_all_before_they_write() {
    let mut p = program(2, "x", vec![Inst::Copies { first: 0, count: 2 }, ret(0, 2)]);
    p.copies = vec![(0, Operand::slot(1)), (1, Operand::slot(0))];
    let p = live(p);
    assert_eq!(p.live_before(0), &[0, 1]);
    assert_eq!(p.live_across(0), &[] as &[Slot]);
}

#[test]
fn a_call_keeps_what_is_used_behind_it_but_not_its_result() {
    let mut p = program(3, "g", vec![Inst::Call { function: 1, site: 0 }, add(0, 0, 1), ret(0, 1)]);
    p.calls = vec![call(1, 1, &[2], None)];
    let p = live(p);
    assert_eq!(p.live_before(0), &[0, 2]);
    assert_eq!(p.live_across(0), &[0]);
}

#[test]
fn an_unwinding_call_keeps_what_the_landing_pad_needs() {
    let code = vec![
        Inst::Call { function: 1, site: 0 },
        ret(0, 1),
        Inst::LandingPad { dst: 2, clauses: 0 },
        ret(1, 1),
    ];
    let mut p = program(4, "g", code);
    p.calls = vec![call(0, 1, &[], Some(2))];
    p.landing_pads.push(Default::default());
    let p = live(p);
    assert_eq!(p.live_across(0), &[1]);
    assert_eq!(p.live_before(2), &[1]);
}

#[test]
fn the_result_of_a_call_that_unwinds_is_not_there_on_that_way() {
    // The old value of slot 0 is still needed when the call that would replace it unwinds.
    let code = vec![
        set(0),
        Inst::Call { function: 1, site: 0 },
        ret(0, 1),
        Inst::LandingPad { dst: 1, clauses: 0 },
        ret(0, 1),
    ];
    let mut p = program(3, "g", code);
    p.calls = vec![call(0, 1, &[], Some(3))];
    p.landing_pads.push(Default::default());
    assert_eq!(live(p).live_across(1), &[0]);
}

#[test]
fn computed_gotos_lead_to_every_label() {
    let code = vec![
        set(0),
        Inst::JumpIndirect { target: Operand::slot(3) },
        ret(0, 1),
        ret(1, 1),
        ret(2, 1),
    ];
    let mut p = program(4, "x", code);
    p.labels = vec![2, 3];
    assert_eq!(live(p).live_before(1), &[0, 1, 3]);
}

#[test]
fn a_switch_leads_to_its_cases_and_its_default() {
    let code = vec![
        Inst::Switch { value: Operand::slot(3), bits: 32, table: 0 },
        ret(0, 1),
        ret(1, 1),
        ret(2, 1),
    ];
    let mut p = program(4, "x", code);
    p.switches = vec![SwitchTable { cases: vec![(7, 1)], default: 2 }];
    assert_eq!(live(p).live_before(0), &[0, 1, 3]);
}

#[test]
fn what_setjmp_may_return_to_stays_alive_over_later_calls() {
    // r = setjmp(); if (r) return s1; g(); return s2
    let code = |callee| {
        vec![
            Inst::Call { function: callee, site: 0 },
            branch(0, 2, 3),
            ret(1, 1),
            Inst::Call { function: 1, site: 1 },
            ret(2, 1),
        ]
    };
    let calls = vec![call(0, 1, &[], None), call(3, 0, &[], None)];
    let mut plain = program(4, "g", code(1));
    plain.calls = calls.clone();
    assert_eq!(live(plain).live_across(3), &[2]);
    let mut jumping = program(4, "_setjmp", code(1));
    jumping.calls = calls;
    let jumping = live(jumping);
    assert_eq!(jumping.live_across(3), &[1, 2]);
    assert_eq!(jumping.live_across(0), &[1, 2]);
}

#[test]
fn equal_sets_are_kept_once() {
    let mut code = vec![set(0)];
    code.extend((0..5000).map(|_| set(1)));
    code.push(ret(0, 1));
    let p = live(program(2, "x", code));
    assert_eq!(p.live_before(2500), &[0]);
    assert_eq!(p.live_sets.len(), 2);
}

#[test]
fn code_that_never_leaves_a_loop_needs_nothing_behind_it() {
    let p = live(program(2, "x", vec![add(0, 0, 0), Inst::Jump { to: 0 }, ret(1, 1)]));
    assert_eq!(p.live_before(0), &[0]);
    assert_eq!(p.live_before(1), &[0]);
}

#[derive(Default)]
struct Effect {
    reads: BTreeSet<Slot>,
    writes: BTreeSet<Slot>,
}

impl Visitor for Effect {
    fn reads(&mut self, operand: Operand, words: u32) {
        if let OperandKind::Slot(slot) = operand.kind() {
            self.reads.extend(slot..slot + words);
        }
    }

    fn writes(&mut self, slot: Slot, words: u32) {
        self.writes.extend(slot..slot + words);
    }
}

fn effect(program: &Program, pc: Pc) -> Effect {
    let mut effect = Effect::default();
    program.visit(&program.code[pc as usize], &mut effect);
    effect
}

/// The definition: the least sets that satisfy the equations, instruction by instruction.
fn by_definition(program: &Program) -> (Vec<BTreeSet<Slot>>, Vec<BTreeSet<Slot>>) {
    let function = &program.functions[0];
    let again = program.returns_again(function);
    let length = program.code.len();
    let mut before = vec![BTreeSet::new(); length];
    let mut across = vec![BTreeSet::new(); length];
    let mut edges = Vec::new();
    loop {
        let mut changed = false;
        for pc in function.code.clone().rev() {
            program.edges(function, pc, &again, &mut edges);
            let mut live = BTreeSet::new();
            for edge in &edges {
                let defined = edge.defines.map(|pc| effect(program, pc).writes).unwrap_or_default();
                live.extend(before[edge.to as usize].difference(&defined).copied());
            }
            across[pc as usize].clone_from(&live);
            live.extend(effect(program, pc).reads);
            changed |= before[pc as usize] != live;
            before[pc as usize] = live;
        }
        if !changed {
            return (before, across);
        }
    }
}

const WORDS: u32 = 8;
const LENGTH: u32 = 24;

fn random_inst() -> impl Strategy<Value = Inst> {
    let slot = 0..WORDS - 1;
    let pc = 0..LENGTH;
    prop_oneof![
        slot.clone().prop_map(set),
        (slot.clone(), slot.clone(), slot.clone()).prop_map(|(d, a, b)| add(d, a, b)),
        (slot.clone(), slot.clone()).prop_map(|(d, a)| {
            let (a, b) = (Operand::slot(a), Operand::slot(a));
            Inst::Binary { op: Binary::Mul, bits: 128, nsw: false, dst: d, a, b }
        }),
        (slot.clone(), pc.clone(), pc.clone()).prop_map(|(c, yes, no)| branch(c, yes, no)),
        pc.prop_map(|to| Inst::Jump { to }),
        slot.clone().prop_map(|target| Inst::JumpIndirect { target: Operand::slot(target) }),
        slot.clone().prop_map(|v| Inst::Switch { value: Operand::slot(v), bits: 64, table: 0 }),
        (0..3u32).prop_map(|site| Inst::Call { function: 1, site }),
        Just(Inst::Copies { first: 0, count: 2 }),
        slot.prop_map(|src| ret(src, 1)),
    ]
}

proptest! {
    #[test]
    fn random_programs_agree_with_the_definition(
        code in prop::collection::vec(random_inst(), LENGTH as usize - 1),
        labels in prop::collection::btree_set(0..LENGTH, 0..4),
        targets in prop::array::uniform4(0..LENGTH),
        slots in prop::array::uniform8(0..WORDS),
        jumps in any::<bool>(),
    ) {
        let mut code = code;
        code.push(ret(0, 1));
        let mut p = program(WORDS, if jumps { "setjmp" } else { "g" }, code);
        p.labels = labels.into_iter().collect();
        p.switches = vec![SwitchTable { cases: vec![(1, targets[0])], default: targets[1] }];
        p.copies = vec![(slots[0], Operand::slot(slots[1])), (slots[2], Operand::slot(slots[3]))];
        p.calls = vec![
            call(slots[4], 1, &[slots[5]], None),
            call(slots[6], 1, &[], Some(targets[2])),
            call(0, 0, &[slots[7]], Some(targets[3])),
        ];
        let p = live(p);
        let (before, across) = by_definition(&p);
        for pc in 0..LENGTH {
            let list = |set: &BTreeSet<Slot>| set.iter().copied().collect::<Vec<_>>();
            prop_assert_eq!(p.live_before(pc), list(&before[pc as usize]));
            prop_assert_eq!(p.live_across(pc), list(&across[pc as usize]));
        }
    }
}
