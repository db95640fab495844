//! A program that does not hold together is refused, and never makes the checker panic.

use allways_program::code::{Binary, Inst, Operand, Rmw, SwitchTable};
use allways_program::debug::{Assign, Debug, Field, Location, Type, Variable};
use allways_program::{
    Access, AllocSite, Arg, ArgClass, Bytes, CallSite, Constant, Function, Global, Layout, Order,
    Param, Part, Program,
};
use proptest::prelude::*;

/// A program with something in every table.
fn sample() -> Program {
    let function = |name: &str, code, words, returns| Function {
        name: name.into(),
        display: name.into(),
        code,
        words,
        params: Vec::new(),
        variadic: false,
        returns,
        weak: false,
        nounwind: false,
        allocates: false,
    };
    let s = Operand::slot;
    let code = vec![
        Inst::StackAlloc { dst: 1, site: 0, count: Operand::constant(0), bits: 32 },
        Inst::Store { src: s(0), ptr: s(1), access: 0 },
        Inst::Rmw { op: Rmw::Add, dst: 2, ptr: s(1), value: s(0), access: 0 },
        Inst::ThreadLocal { dst: 3, global: 0 },
        Inst::Binary { op: Binary::Add, bits: 32, nsw: true, dst: 2, a: s(2), b: s(0) },
        Inst::Copies { first: 0, count: 2 },
        Inst::Call { function: 1, site: 0 },
        Inst::Switch { value: s(2), bits: 32, table: 0 },
        Inst::Branch { cond: s(2), yes: 9, no: 10 },
        Inst::Unsupported { what: 0 },
        Inst::JumpIndirect { target: s(3) },
        Inst::Return { src: s(2), words: 1 },
    ];
    let mut main = function("main", 0..code.len() as u32, 5, 1);
    main.params = vec![Param { slot: 0, words: 1, class: ArgClass::Int(32) }];
    let arg = Arg { value: s(2), words: 1, class: ArgClass::Int(32) };
    let mut program = Program {
        pointer_bits: 64,
        constants: vec![Constant { value: 1, defined: !0 }],
        copies: vec![(3, s(2)), (2, s(3))],
        accesses: vec![Access {
            size: 4,
            align: 4,
            layout: 0,
            scalar: 32,
            order: Some(Order::SeqCst),
            failure: None,
            volatile: false,
            repeats: false,
        }],
        layouts: vec![Layout {
            size: 4,
            words: 1,
            parts: vec![Part { bit: 0, bits: 32, word: 0 }],
        }],
        switches: vec![SwitchTable { cases: vec![(1, 8), (2, 11)], default: 10 }],
        calls: vec![CallSite {
            dst: 4,
            words: 1,
            bits: 64,
            args: vec![arg],
            unwind: None,
            site: 1,
            tail: false,
        }],
        functions: vec![main, function("malloc", 0..0, 0, 1)],
        globals: vec![global("own", 0, Some(2)), global("shared", 0x100_0001_0000, None)],
        sites: (0..3).map(|pc| AllocSite { size: 4, align: 4, pc, variable: Some(0) }).collect(),
        constructors: vec![0],
        unsupported: vec!["a thing".into()],
        labels: vec![8, 11],
        debug: debug(code.len()),
        code,
        ..Program::default()
    };
    program.fill_liveness();
    program
}

fn global(name: &str, address: u64, thread_local: Option<u32>) -> Global {
    Global {
        name: name.into(),
        address,
        size: 4,
        align: 4,
        constant: false,
        thread_local,
        init: Bytes { value: vec![1, 2], defined: vec![255, 1] },
        variable: Some(0),
        external: false,
    }
}

fn debug(length: usize) -> Debug {
    Debug {
        files: vec!["a.c".into()],
        locations: vec![Location::default(), Location { file: 0, line: 3, column: 1 }],
        at: vec![1; length],
        types: vec![
            Type::Int { bits: 32, signed: true, char: false },
            Type::Struct {
                name: "s".into(),
                size: 4,
                union: false,
                fields: vec![Field { name: "x".into(), ty: 0, bit: 0, bits: 0 }],
            },
        ],
        type_names: vec![("S".into(), 1)],
        variables: vec![Variable {
            name: "v".into(),
            ty: 1,
            declared: 0,
            scope: String::new(),
            global: true,
        }],
        assigns: vec![Assign { pc: 3, variable: 0, value: Operand::slot(2), words: 1 }],
        assertions: vec![6],
        optimised: false,
        thrown: Vec::new(),
    }
}

#[test]
fn a_sound_program_passes_and_survives_a_file() {
    let program = sample();
    assert_eq!(program.check(), Ok(()));
    let again = Program::from_bytes(&program.to_bytes()).expect("it was just written");
    assert_eq!(again.digest(), program.digest());
}

/// Each change breaks one rule; the message must say which.
#[test]
fn each_broken_rule_is_noticed() {
    type Break = fn(&mut Program);
    let breaks: [(&str, Break); 20] = [
        ("pointers of 16 bits", |p| p.pointer_bits = 16),
        ("goes to 99", |p| p.code[8] = Inst::Branch { cond: Operand::slot(2), yes: 99, no: 9 }),
        ("goes to 12", |p| p.code[11] = Inst::ThreadLocal { dst: 3, global: 0 }),
        ("words 4 to 2 more", |p| {
            p.code[4] = Inst::Copy { dst: 4, src: Operand::slot(0), words: 2 }
        }),
        ("words 9 to 1 more", |p| {
            p.code[4] = Inst::Copy { dst: 4, src: Operand::constant(9), words: 1 }
        }),
        ("copies up to 7", |p| p.code[5] = Inst::Copies { first: 5, count: 2 }),
        ("access 3 of 1", |p| {
            p.code[1] = Inst::Store { src: Operand::slot(0), ptr: Operand::slot(1), access: 3 }
        }),
        ("function 7 of 2", |p| p.code[6] = Inst::Call { function: 7, site: 0 }),
        ("call 7 of 1", |p| p.code[6] = Inst::Call { function: 1, site: 7 }),
        ("site 9 of 3", |p| p.calls[0].site = 9),
        ("cases out of order", |p| p.switches[0].cases.reverse()),
        ("returns 2 words", |p| p.code[11] = Inst::Return { src: Operand::slot(2), words: 2 }),
        ("an integer of 0 bits", |p| {
            let (a, b) = (Operand::slot(0), Operand::slot(0));
            p.code[4] = Inst::Binary { op: Binary::Add, bits: 0, nsw: false, dst: 2, a, b }
        }),
        ("functions overlap", |p| p.functions[1].code = 3..5),
        ("a part outside its layout", |p| p.layouts[0].parts[0].word = 1),
        ("global `shared`: at 0x1000", |p| p.globals[1].address = 0x1000),
        ("a live slot outside the frame", |p| p.live_sets.iter_mut().for_each(|s| s.push(77))),
        ("live set 99", |p| p.live_before[2] = 99),
        ("type 5 of 2", |p| p.debug.variables[0].ty = 5),
        ("location 5 of 2", |p| p.debug.at[2] = 5),
    ];
    for (message, change) in breaks {
        let mut program = sample();
        change(&mut program);
        let why = program.check().expect_err(message);
        assert!(why.contains(message), "`{why}` instead of `{message}`");
    }
}

proptest! {
    /// Damaged files give an error or another sound program.
    #[test]
    fn damaged_files_never_panic(changes in prop::collection::vec((any::<u16>(), any::<u8>()), 1..8), cut in any::<u16>()) {
        let mut bytes = sample().to_bytes();
        let length = bytes.len();
        for (at, value) in changes {
            bytes[8 + at as usize % (length - 8)] = value;
        }
        if cut % 4 == 0 {
            bytes.truncate(cut as usize % length);
        }
        if let Ok(mut program) = Program::from_bytes(&bytes) {
            program.fill_liveness();
            let _ = program.to_string();
        }
    }
}
