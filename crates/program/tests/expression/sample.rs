//! A program made by hand, and a memory for it.
//!
//! ```c
//! int count; unsigned limit; unsigned char small; signed char tiny; long big; unsigned long size;
//! _Bool flag; double ratio; float part; long double wide;
//! enum state { IDLE, READY = 5, BROKEN = -1 } state; enum { HUGE = 0x80000000 };
//! struct node { int key; struct node *next; unsigned a : 3; int b : 4; _Bool c : 1;
//!               union { int x; char bytes[4]; }; enum state state; } node, ring[3], *box;
//! int matrix[2][3]; char *text; void *nothing; void (*handler)(void);
//! void f(void) { static int hits; int local; } void g(void) { static int hits; }
//! a.c: static int twice; b.c: static int twice;
//! ```

use allways_program::debug::{Debug, Field, Location, Type, TypeId, Variable};
use allways_program::expression::{Bits, Memory};
use allways_program::{Function, Global, GlobalId, Program};

/// Numbers of types in the table.
pub mod ty {
    use super::TypeId;
    pub const INT: TypeId = 0;
    pub const UNSIGNED: TypeId = 1;
    pub const UCHAR: TypeId = 2;
    pub const CHAR: TypeId = 3;
    pub const LONG: TypeId = 4;
    pub const ULONG: TypeId = 5;
    pub const BOOL: TypeId = 6;
    pub const DOUBLE: TypeId = 7;
    pub const FLOAT: TypeId = 8;
    pub const EXTENDED: TypeId = 9;
    pub const STATE: TypeId = 10;
    pub const NODE: TypeId = 12;
    pub const NODE_POINTER: TypeId = 13;
    pub const INNER: TypeId = 14;
    pub const BYTES: TypeId = 15;
    pub const RING: TypeId = 16;
    pub const ROW: TypeId = 17;
    pub const MATRIX: TypeId = 18;
    pub const TEXT: TypeId = 19;
    pub const VOID: TypeId = 20;
    pub const NOTHING: TypeId = 21;
    pub const FUNCTION: TypeId = 22;
    pub const HANDLER: TypeId = 23;
    pub const ATOMIC_BASE: TypeId = 24;
    pub const ATOMIC: TypeId = 25;
}

fn field(name: &str, ty: TypeId, bit: u64, bits: u16) -> Field {
    Field { name: name.into(), ty, bit, bits }
}

fn record(name: &str, size: u64, union: bool, fields: Vec<Field>) -> Type {
    Type::Struct { name: name.into(), size, union, fields }
}

fn enumeration(name: &str, signed: bool, values: &[(i64, &str)]) -> Type {
    let values = values.iter().map(|(value, name)| (*value, (*name).into())).collect();
    Type::Enum { name: name.into(), bits: 32, signed, values }
}

fn types() -> Vec<Type> {
    let int = |bits, signed, char| Type::Int { bits, signed, char };
    let node = vec![
        field("key", ty::INT, 0, 0),
        field("next", ty::NODE_POINTER, 64, 0),
        field("a", ty::UNSIGNED, 128, 3),
        field("b", ty::INT, 131, 4),
        field("c", ty::BOOL, 135, 1),
        field("", ty::INNER, 160, 0),
        field("state", ty::STATE, 192, 0),
    ];
    vec![
        int(32, true, false),
        int(32, false, false),
        int(8, false, true),
        int(8, true, true),
        int(64, true, false),
        int(64, false, false),
        Type::Bool,
        Type::Float(64),
        Type::Float(32),
        Type::Float(80),
        enumeration("state", true, &[(0, "IDLE"), (5, "READY"), (-1, "BROKEN")]),
        enumeration("", false, &[(0x8000_0000, "HUGE")]),
        record("node", 32, false, node),
        Type::Pointer(ty::NODE),
        record("", 4, true, vec![field("x", ty::INT, 0, 0), field("bytes", ty::BYTES, 0, 0)]),
        Type::Array { element: ty::CHAR, count: 4 },
        Type::Array { element: ty::NODE, count: 3 },
        Type::Array { element: ty::INT, count: 3 },
        Type::Array { element: ty::ROW, count: 2 },
        Type::Pointer(ty::CHAR),
        Type::Void,
        Type::Pointer(ty::VOID),
        Type::Function,
        Type::Pointer(ty::FUNCTION),
        record("__atomic_base<int>", 4, false, vec![field("_M_i", ty::INT, 0, 0)]),
        record("atomic<int>", 4, false, vec![field("", ty::ATOMIC_BASE, 0, 0)]),
    ]
}

/// Name, type, scope, and the line of the table of places it is declared at.
const GLOBALS: [(&str, TypeId, &str, u32); 24] = [
    ("own", ty::INT, "", 1),
    ("count", ty::INT, "", 1),
    ("limit", ty::UNSIGNED, "", 1),
    ("small", ty::UCHAR, "", 1),
    ("tiny", ty::CHAR, "", 1),
    ("big", ty::LONG, "", 1),
    ("size", ty::ULONG, "", 1),
    ("flag", ty::BOOL, "", 1),
    ("ratio", ty::DOUBLE, "", 1),
    ("part", ty::FLOAT, "", 1),
    ("wide", ty::EXTENDED, "", 1),
    ("state", ty::STATE, "", 1),
    ("node", ty::NODE, "", 1),
    ("ring", ty::RING, "", 1),
    ("box", ty::NODE_POINTER, "", 1),
    ("matrix", ty::MATRIX, "", 1),
    ("text", ty::TEXT, "", 1),
    ("nothing", ty::NOTHING, "", 1),
    ("handler", ty::HANDLER, "", 1),
    ("hits", ty::INT, "f", 1),
    ("hits", ty::INT, "g", 1),
    ("twice", ty::INT, "", 1),
    ("twice", ty::INT, "", 2),
    ("shared", ty::ATOMIC, "space", 2),
];

/// Variables that are no globals of the lowered program.
fn others() -> Vec<Variable> {
    let variable = |name: &str, scope: &str, global| Variable {
        name: name.into(),
        ty: ty::INT,
        declared: 1,
        scope: scope.into(),
        global,
    };
    vec![variable("local", "f", false), variable("removed", "", true)]
}

/// The program; `own` is thread-local, `elsewhere` is defined nowhere, `bare` has no type.
pub fn program() -> Program {
    let mut program = Program { pointer_bits: 64, ..Program::default() };
    let mut variables = Vec::new();
    for (number, (name, ty, scope, declared)) in GLOBALS.into_iter().enumerate() {
        let (name, scope) = (name.to_owned(), scope.to_owned());
        program.globals.push(global(&name, number, Some(number as u32)));
        variables.push(Variable { name, ty, declared, scope, global: true });
    }
    program.globals[0].thread_local = Some(0);
    let mut elsewhere = global("elsewhere", GLOBALS.len(), Some(GLOBALS.len() as u32));
    elsewhere.external = true;
    program.globals.push(elsewhere);
    variables.push(Variable { name: "elsewhere".into(), ..variables[1].clone() });
    program.globals.push(global("bare", GLOBALS.len() + 1, None));
    variables.extend(others());
    program.functions.push(function("f"));
    program.functions.push(function("space::g"));
    program.debug = Debug {
        files: vec!["src/a.c".into(), "src/b-side.c".into()],
        locations: [0, 0, 1].map(|file| Location { file, line: 1, column: 0 }).into(),
        types: types(),
        type_names: vec![("char".into(), ty::CHAR), ("Node".into(), ty::NODE)],
        variables,
        ..Debug::default()
    };
    program
}

fn function(name: &str) -> Function {
    Function {
        name: name.into(),
        display: name.into(),
        code: 0..0,
        words: 0,
        params: Vec::new(),
        variadic: false,
        returns: 0,
        weak: false,
        nounwind: false,
        allocates: false,
    }
}

fn global(name: &str, number: usize, variable: Option<u32>) -> Global {
    Global {
        name: name.into(),
        address: 0x1000 + 0x100 * number as u64,
        size: 0x80,
        align: 8,
        constant: false,
        thread_local: None,
        init: Default::default(),
        variable,
        external: false,
    }
}

/// All bytes of all globals, and what was read.
pub struct Image<'p> {
    program: &'p Program,
    value: Vec<u8>,
    defined: Vec<u8>,
    /// Addresses and sizes, in order.
    pub reads: Vec<(u64, u32)>,
}

/// Nothing lies there.
#[derive(Debug, PartialEq, Eq)]
pub struct Nowhere(pub u64);

const START: u64 = 0x1000;

impl<'p> Image<'p> {
    /// Everything is zero and defined.
    pub fn new(program: &'p Program) -> Image<'p> {
        let length = 0x100 * program.globals.len();
        Image { program, value: vec![0; length], defined: vec![0xff; length], reads: vec![] }
    }

    /// The address of the first global with that name.
    pub fn address(&self, name: &str) -> u64 {
        let global = self.program.globals.iter().find(|g| g.name == name);
        global.expect("the global exists").address
    }

    /// Puts bytes behind the start of a global.
    pub fn put(&mut self, name: &str, offset: u64, bytes: &[u8]) {
        let at = (self.address(name) + offset - START) as usize;
        self.value[at..at + bytes.len()].copy_from_slice(bytes);
    }

    /// Makes bits of a byte undefined.
    pub fn undefine(&mut self, name: &str, offset: u64, bits: u8) {
        let at = (self.address(name) + offset - START) as usize;
        self.defined[at] &= !bits;
    }
}

impl Memory for Image<'_> {
    type Error = Nowhere;

    fn read(&mut self, address: u64, size: u32) -> Result<Bits, Nowhere> {
        self.reads.push((address, size));
        let at = address.checked_sub(START).ok_or(Nowhere(address))? as usize;
        let range = at..at + size as usize;
        let word = |bytes: Option<&[u8]>| {
            let mut all = [0; 16];
            let bytes = bytes.ok_or(Nowhere(address))?;
            all[..bytes.len()].copy_from_slice(bytes);
            Ok(u128::from_le_bytes(all))
        };
        let value = word(self.value.get(range.clone()))?;
        Ok(Bits { value, defined: word(self.defined.get(range))? })
    }

    fn global(&self, id: GlobalId) -> u64 {
        self.program.globals[id as usize].address
    }
}
