//! Going through a small recording made by hand: `int x` at 0x1000 and a heap object at 0x2000, two threads.

use allways_program::debug::{Field, Type};
use allways_trace::*;

const INT: u32 = 0;
const NODE: u32 = 1;
const POINTER: u32 = 2;

fn types() -> Vec<Type> {
    let field = |name: &str, ty, bit| Field { name: name.to_string(), ty, bit, bits: 0 };
    vec![
        Type::Int { bits: 32, signed: true, char: false },
        Type::Struct {
            name: "node".to_string(),
            size: 16,
            union: false,
            fields: vec![field("value", INT, 0), field("next", POINTER, 64)],
        },
        Type::Pointer(NODE),
    ]
}

fn number(value: u64, size: usize) -> Bytes {
    Bytes { value: value.to_le_bytes()[..size].to_vec(), defined: vec![0xff; size] }
}

fn object(address: u64, size: u64, kind: Kind, name: &str, ty: u32) -> Object {
    Object {
        address,
        size,
        kind,
        name: name.to_string(),
        ty: Some(ty),
        symbol: None,
        frame: None,
        thread: None,
        from: 0,
        until: None,
        made: None,
        freed: None,
        first: Bytes::default(),
        zeroed: true,
    }
}

fn frame(function: u32) -> Frame {
    Frame { function: Some(function), place: function, registers: Vec::new() }
}

fn recording() -> Recording {
    let symbol =
        |name: &str, ty| Symbol { name: name.to_string(), ty, scope: String::new(), declared: 0 };
    let place = |line| Place { line, ..Place::default() };
    let lock = Name { text: "m".to_string(), address: 0x1000 };
    let waiting = Status::Waiting(Wait::Lock { lock, holder: 0, own: false });
    let status = |thread, status| Change::Status { thread, status: Some(status) };
    let steps = vec![
        vec![
            Change::Write { object: 0, offset: 0, bytes: number(7, 4) },
            Change::Move { thread: 0, place: 2 },
        ],
        vec![
            Change::Push { thread: 0, frame: frame(1) },
            Change::Register { thread: 0, frame: 1, symbol: 1, value: Some(number(0x2000, 8)) },
            Change::Held { lock: 0x1000, by: vec![0] },
            status(1, waiting),
        ],
        vec![
            Change::Write { object: 1, offset: 8, bytes: number(0x2000, 8) },
            Change::Register { thread: 0, frame: 1, symbol: 1, value: Some(number(0, 8)) },
        ],
        vec![
            Change::Pop { thread: 0 },
            Change::Held { lock: 0x1000, by: Vec::new() },
            status(1, Status::Ready),
        ],
    ];
    let delta = |changes| Delta { changes, accesses: Vec::new() };
    Recording {
        pointer_bits: 64,
        sites: 1,
        types: types(),
        functions: vec!["main".to_string(), "push".to_string()],
        places: vec![place(1), place(10), place(2)],
        symbols: vec![symbol("x", INT), symbol("n", POINTER)],
        objects: vec![
            Object { symbol: Some(0), ..object(0x1000, 4, Kind::Global, "x", INT) },
            Object { from: 2, until: Some(4), ..object(0x2000, 16, Kind::Heap, "node#1", NODE) },
            Object { from: 4, ..object(0x2000, 32, Kind::Heap, "node#2", NODE) },
        ],
        start: vec![
            Change::Push { thread: 0, frame: frame(0) },
            status(0, Status::Ready),
            status(1, Status::Ready),
        ],
        deltas: steps.into_iter().map(delta).collect(),
    }
}

fn texts(variables: &[Variable]) -> Vec<String> {
    variables.iter().map(|v| format!("{} {} = {}", v.ty, v.name, v.value)).collect()
}

/// All that can be seen, in a text.
fn picture(moment: &Moment<'_>) -> String {
    let threads: Vec<_> =
        moment.threads().map(|(thread, status)| (thread, status.clone())).collect();
    let locals = moment.locals(0, 1);
    let heap: Vec<_> =
        moment.heap().map(|o| (&o.name, moment.is_alive(o), moment.content(o))).collect();
    let all = (moment.globals(), locals, moment.stack(0), moment.locks());
    format!("{threads:?} {heap:?} {all:?}")
}

#[test]
fn one_can_go_anywhere_and_back() {
    let recording = recording();
    let at = |step: usize| {
        let mut moment = Moment::new(&recording);
        moment.go(step);
        picture(&moment)
    };
    let straight: Vec<String> = (0..=4).map(at).collect();
    let mut moment = Moment::new(&recording);
    for step in [4, 0, 3, 1, 2, 4, 3, 2, 1, 0, 0, 4] {
        moment.go(step);
        assert_eq!((moment.at(), &picture(&moment)), (step, &straight[step]));
    }
    moment.go(99);
    assert_eq!((moment.at(), &picture(&moment)), (4, &straight[4]));
}

#[test]
fn frames_come_with_their_variables_and_go() {
    let recording = recording();
    let mut moment = Moment::new(&recording);
    let stack = |moment: &Moment<'_>| {
        let calls = moment.stack(0).into_iter();
        calls.map(|c| (c.frame, c.function.to_string(), c.place.line)).collect::<Vec<_>>()
    };
    assert_eq!(stack(&moment), [(0, "main".into(), 1)]);
    moment.go(2);
    assert_eq!(stack(&moment), [(1, "push".into(), 10), (0, "main".into(), 2)]);
    assert_eq!(texts(&moment.locals(0, 1)), ["node * n = node#1"]);
    moment.go(3);
    assert_eq!(texts(&moment.locals(0, 1)), ["node * n = NULL"]);
    moment.go(4);
    assert!(moment.locals(0, 1).is_empty());
    moment.go(2);
    assert_eq!(texts(&moment.locals(0, 1)), ["node * n = node#1"]);
}

#[test]
fn pointers_are_followed_as_far_as_one_asks() {
    let recording = recording();
    let mut moment = Moment::new(&recording);
    moment.go(2);
    let mut at = moment.locals(0, 1).remove(0);
    let before = moment.parts(&at, 0..9);
    assert_eq!(texts(&before), ["node *n = {value = 0, next = NULL}"]);
    assert_eq!(before[0].address, Some(0x2000));
    moment.go(3);
    // A list that ends in itself.
    at = moment.parts(&at, 0..1).remove(0);
    for _ in 0..100 {
        let next = moment.parts(&at, 1..2).remove(0);
        assert_eq!(texts(std::slice::from_ref(&next)), ["node * next = node#1"]);
        at = moment.parts(&next, 0..1).remove(0);
    }
}

#[test]
fn an_address_means_what_is_there_now() {
    let recording = recording();
    let mut moment = Moment::new(&recording);
    let name = |moment: &Moment<'_>| moment.object_at(0x2008).map(|(_, o)| o.name.clone());
    assert_eq!((name(&moment), moment.read(0x2008, 8)), (None, None));
    moment.go(3);
    assert_eq!(name(&moment).as_deref(), Some("node#1"));
    assert_eq!(moment.read(0x2008, 99).map(|bytes| bytes.len()), Some(8));
    assert_eq!(moment.name_of(0x2008, 8).text, "node#1.next");
    moment.go(4);
    assert_eq!(name(&moment).as_deref(), Some("node#2"));
    assert_eq!(moment.name_of(0x2010, 4).text, "node#2+16");
    assert_eq!(moment.read(0x2008, 8), Some(number(0, 8)), "another object, other bytes");
    assert_eq!(moment.name_of(0x9000, 1).text, "0x9000");
}

#[test]
fn waits_and_locks_change_with_the_steps() {
    let recording = recording();
    let mut moment = Moment::new(&recording);
    moment.go(2);
    let Some(Status::Waiting(wait)) = moment.status(1) else { panic!("it waits") };
    let Wait::Lock { lock, holder: 0, own: false } = wait else { panic!("{wait:?}") };
    assert_eq!(lock.text, "m");
    assert_eq!(moment.locks()[0].holders, [0]);
    moment.go(4);
    assert_eq!(moment.status(1), Some(&Status::Ready));
    assert!(moment.locks().is_empty());
    assert_eq!(moment.status(5), None);
}

#[test]
fn a_recording_travels() {
    let recording = recording();
    let text = serde_json::to_string(&recording).expect("it is data");
    assert_eq!(serde_json::from_str::<Recording>(&text).expect("it comes back"), recording);
}

/// A file from elsewhere may say anything.
#[test]
fn a_recording_that_contradicts_itself_does_no_harm() {
    let mut recording = recording();
    recording.deltas.push(Delta {
        changes: vec![
            Change::Write { object: 99, offset: 3, bytes: number(1, 8) },
            Change::Scope { object: 99, ended: true },
            Change::Pop { thread: 7 },
            Change::Move { thread: 7, place: 99 },
            Change::Register { thread: 0, frame: 9, symbol: 99, value: Some(number(1, 8)) },
            Change::Push { thread: 0, frame: frame(77) },
        ],
        accesses: Vec::new(),
    });
    recording.objects[0].symbol = Some(99);
    recording.types[2] = Type::Pointer(99);
    let mut moment = Moment::new(&recording);
    moment.go(5);
    picture(&moment);
    moment.go(0);
    assert_eq!(moment.stack(0).len(), 1);
}
