//! An LLVM module becomes a [`Program`].
//!
//! Values are taken apart into scalar leaves ([`shape`]), constants are numbers because addresses
//! are ([`constant`], [`address`]), and each instruction family has a file of its own. What cannot
//! be lowered becomes [`allways_program::Inst::Unsupported`] at its place.

mod address;
mod aggregate;
mod allocators;
mod assembly;
mod atomic;
mod atomic_library;
mod body;
mod call;
mod cast;
mod constant;
mod control;
mod debug;
mod debug_type;
mod dispatch;
mod edge;
mod float;
mod image;
mod integer;
mod intrinsic;
mod memory;
mod path;
mod pool;
mod shape;
mod structors;
mod unasked;
mod vector;
mod wide;
mod wide_bits;
mod wide_divide;

use crate::Error;
use crate::ir::{Block, Module, Target, Value};
use address::Place;
use allways_program::address::AddressSpace;
use allways_program::{FunctionId, Operand, Pc, Program};
use body::Body;
use debug::DebugTables;
use pool::Pool;
use shape::Shapes;
use std::collections::{HashMap, HashSet};

/// What decides where exceptions land on a real machine; the virtual machine does that itself.
pub(crate) const PERSONALITY: &str = "__gxx_personality_v0";

/// The library function that shows the processor's counter.
const TICKS: &str = "__allways_ticks";

/// Something that cannot be lowered, in words.
#[derive(Clone, Debug)]
pub(crate) struct Gap(pub(crate) String);

/// What lowering must know beside the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// External functions and variables that exist although no module defines them.
    pub(crate) modelled: HashSet<String>,
    /// LLVM's optimiser ran over the code.
    pub(crate) optimised: bool,
    /// How many of the constructors are the program's own; those behind them are of the C++ library
    /// and run first.
    pub(crate) own_constructors: Option<u64>,
}

/// A module on its way to a program.
pub(crate) struct Lowering<'m> {
    module: &'m Module,
    options: Options,
    target: Target,
    space: AddressSpace,
    program: Program,
    shapes: Shapes,
    pool: Pool,
    debug: DebugTables,
    functions: HashMap<Value, FunctionId>,
    externals: HashMap<String, FunctionId>,
    places: HashMap<Value, Place>,
    /// For each global of the program, its initial value.
    initializers: Vec<Option<Value>>,
    constants: HashMap<Value, Operand>,
    /// Constants that name labels, and where they go.
    waiting: Vec<(u32, Value)>,
    /// Where the blocks lie whose address is taken.
    labels: HashMap<Block, Pc>,
    /// Numbers of the types that landing pads ask for, by the address of their description.
    selectors: HashMap<u64, u32>,
    /// Functions of the program that may return an object that they allocated.
    allocators: HashSet<Value>,
}

/// Lowers a module.
pub(crate) fn lower(module: &Module, options: Options) -> Result<Program, Error> {
    let target = module.target();
    let pointer_bits = target.pointer_bytes() * 8;
    if !target.is_little_endian() || !matches!(pointer_bits, 32 | 64) {
        return Err(Error::Unsupported {
            what: format!("the target `{}`", module.triple()),
            why: "only little-endian targets with pointers of 32 or 64 bits are checked".into(),
        });
    }
    let mut lowering = Lowering {
        module,
        target,
        space: AddressSpace::new(pointer_bits as u8, 0),
        program: Program { pointer_bits: pointer_bits as u8, ..Program::default() },
        shapes: Shapes::new(target),
        pool: Pool::default(),
        debug: DebugTables::default(),
        functions: HashMap::new(),
        externals: HashMap::new(),
        places: HashMap::new(),
        initializers: Vec::new(),
        constants: HashMap::new(),
        waiting: Vec::new(),
        labels: HashMap::new(),
        selectors: HashMap::new(),
        allocators: allocators::find(module),
        options,
    };
    lowering.run()?;
    Ok(lowering.program)
}

impl Lowering<'_> {
    fn run(&mut self) -> Result<(), Error> {
        self.program.debug = debug::empty();
        self.program.debug.optimised = self.options.optimised;
        self.number_functions()?;
        self.place_globals()?;
        for function in self.module.functions() {
            if !address::is_intrinsic(function) && self.has_body(function) {
                Body::lower(self, function)?;
            }
        }
        for ifunc in self.module.ifuncs() {
            self.lower_ifunc(ifunc)?;
        }
        self.fill_waiting().map_err(|Gap(why)| Error::Unsupported {
            what: "the address of a label".into(),
            why,
        })?;
        self.fill_globals()?;
        self.add_structors()?;
        self.name_thrown_types();
        for global in self.module.source_globals() {
            self.debug.source_global(&mut self.program.debug, global);
        }
        self.program.debug.assertions.sort_unstable();
        self.program.debug.assertions.dedup();
        self.program.fill_liveness();
        self.program.check().map_err(|why| Error::Internal { why })
    }
}
