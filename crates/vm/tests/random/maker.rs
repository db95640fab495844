//! A program in the making, and the words in which operations are written.

use crate::builder::Builder;
use crate::themes::{Operation, Theme};
use allways_program::code::{Binary, Compare};
use allways_program::{Operand, Program, address};
use allways_testkit::Random;
use std::collections::{BTreeSet, HashMap};

/// A random program, and what is in it.
pub struct Made {
    pub program: Program,
    /// Themes and variants of them.
    pub features: BTreeSet<&'static str>,
}

/// Makes one program. Library functions and globals are declared when they are first used: what a
/// program merely mentions may decide how it is explored.
pub struct Maker {
    pub b: Builder,
    pub random: Random,
    pub themes: Vec<&'static Theme>,
    /// Themes that nothing was taken from yet.
    pub unused: Vec<&'static Theme>,
    /// The operations of a theme that were not dealt yet.
    pub decks: HashMap<&'static str, Vec<Operation>>,
    /// So many variables are used.
    pub spread: usize,
    /// Unguarded accesses are atomic: what is wrong then is no race of them.
    pub calm: bool,
    /// How deep operations nest.
    pub depth: u32,
    /// Workers are started with an object that `main` made.
    pub hands_off: bool,
    features: BTreeSet<&'static str>,
    functions: HashMap<&'static str, u32>,
    globals: HashMap<&'static str, u64>,
    locals: HashMap<&'static str, u32>,
    /// Functions of the program whose bodies are still to be made.
    later: Vec<(u32, Operation)>,
}

/// Numbers of globals of a kind.
pub const DATA: [&str; 3] = ["data0", "data1", "data2"];
pub const MUTEXES: [&str; 2] = ["mutex0", "mutex1"];
pub const HANDLES: [&str; 6] = ["handle0", "handle1", "handle2", "handle3", "child0", "child1"];
/// Room for the largest mutex.
pub const MUTEX: u64 = 40;

impl Maker {
    pub fn new(random: Random, bits: u8) -> Maker {
        let mut maker = Maker {
            b: Builder::with_words(bits),
            random,
            themes: Vec::new(),
            unused: Vec::new(),
            decks: HashMap::new(),
            spread: DATA.len(),
            calm: false,
            depth: 0,
            hands_off: false,
            features: BTreeSet::new(),
            functions: HashMap::new(),
            globals: HashMap::new(),
            locals: HashMap::new(),
            later: Vec::new(),
        };
        // The order in which globals are declared does not depend on what is done with them first.
        for name in DATA {
            maker.global(name, 8);
        }
        for name in MUTEXES {
            maker.global(name, MUTEX);
        }
        maker
    }

    pub fn finish(mut self) -> Made {
        while let Some((function, body)) = self.later.pop() {
            self.b.begin(function, true);
            body(&mut self);
            self.b.end(function);
        }
        Made { program: self.b.finish(), features: self.features }
    }

    pub fn note(&mut self, feature: &'static str) {
        self.features.insert(feature);
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    pub fn once_in(&mut self, times: u64) -> bool {
        self.random.once_in(times)
    }

    /// Whether an unguarded access is atomic.
    pub fn atomic(&mut self) -> bool {
        let atomic = self.once_in(2);
        self.calm || atomic
    }

    pub fn number(&mut self, value: u64) -> Operand {
        self.b.constant(value)
    }

    /// A number that some value may equal.
    pub fn small(&mut self) -> Operand {
        let value = self.below(3);
        self.number(value)
    }

    /// The address of a global.
    pub fn global(&mut self, name: &'static str, size: u64) -> Operand {
        let address = match self.globals.get(name) {
            Some(&address) => address,
            None => self.b.global(name, size),
        };
        self.globals.insert(name, address);
        self.number(address)
    }

    /// A pointer-sized global.
    pub fn cell(&mut self, name: &'static str) -> Operand {
        self.global(name, 8)
    }

    /// The number of a thread-local variable.
    pub fn thread_local(&mut self, name: &'static str) -> u32 {
        if let Some(&number) = self.locals.get(name) {
            return number;
        }
        let number = self.b.thread_local(name, 8);
        self.locals.insert(name, number);
        number
    }

    pub fn data(&mut self) -> Operand {
        let name = *self.random.one_of(&DATA[..self.spread]);
        self.cell(name)
    }

    pub fn mutex(&mut self) -> Operand {
        let name = *self.random.one_of(&MUTEXES);
        self.global(name, MUTEX)
    }

    pub fn handle(&mut self) -> Operand {
        let name = HANDLES[self.below(3) as usize];
        self.cell(name)
    }

    /// Calls a library function.
    pub fn call(&mut self, name: &'static str, args: &[Operand]) -> Operand {
        let function = self.library(name);
        self.b.call(function, args)
    }

    /// A library function.
    pub fn library(&mut self, name: &'static str) -> u32 {
        let function = match self.functions.get(name) {
            Some(&function) => function,
            None => self.b.function(name, true),
        };
        self.functions.insert(name, function);
        function
    }

    /// A function of the program; its body is made in the end.
    pub fn function(&mut self, name: &'static str, body: Operation) -> u32 {
        if let Some(&function) = self.functions.get(name) {
            return function;
        }
        let function = self.b.function(name, false);
        self.functions.insert(name, function);
        self.later.push((function, body));
        function
    }

    /// The address of a function.
    pub fn address_of(&mut self, function: u32) -> Operand {
        self.number(address::FUNCTIONS + 16 * u64::from(function))
    }

    /// What `body` makes, if a value equals a number.
    pub fn if_equal(&mut self, value: Operand, number: u64, body: impl FnOnce(&mut Maker)) {
        let cond = self.b.compare(Compare::Eq, value, number);
        self.when(cond, body);
    }

    pub fn unless_zero(&mut self, value: Operand, body: impl FnOnce(&mut Maker)) {
        let cond = self.b.compare(Compare::Ne, value, 0);
        self.when(cond, body);
    }

    pub fn when(&mut self, cond: Operand, body: impl FnOnce(&mut Maker)) {
        let branch = self.b.branch();
        body(self);
        self.b.join(branch, cond);
    }

    /// What `body` makes, twice.
    pub fn twice(&mut self, body: impl FnOnce(&mut Maker)) {
        let top = self.b.repeat();
        body(self);
        self.b.again(top);
    }

    /// What `body` makes, if an unguarded variable has a value that it can have.
    pub fn sometimes(&mut self, body: impl FnOnce(&mut Maker)) {
        let data = self.data();
        let atomic = self.atomic();
        let value = self.b.load(data, atomic);
        let wanted = self.below(2);
        self.if_equal(value, wanted, body);
    }

    /// Adds one to a place, in a load and a store.
    pub fn increment(&mut self, place: Operand, atomic: bool) {
        let old = self.b.load(place, atomic);
        let new = self.b.plus(old, 1);
        self.b.store(place, new, atomic);
    }

    pub fn complement(&mut self, value: Operand) -> Operand {
        let ones = self.number(!0);
        self.b.binary(Binary::Xor, value, ones)
    }

    pub fn assert(&mut self, cond: Operand) {
        let (text, zero) = (self.cell("text"), self.number(0));
        self.call("__allways_assert", &[cond, text, text, zero, text]);
    }

    pub fn assert_not(&mut self, value: Operand, number: u64) {
        let cond = self.b.compare(Compare::Ne, value, number);
        self.assert(cond);
    }

    /// The next operation of a theme: all are dealt before one comes again.
    pub fn deal(&mut self, theme: &'static Theme) -> Operation {
        let deck = self.decks.entry(theme.name).or_default();
        if deck.is_empty() {
            deck.extend(theme.operations);
        }
        let place = self.random.below(deck.len() as u64) as usize;
        deck.swap_remove(place)
    }

    pub fn lock(&mut self, mutex: Operand) {
        self.call("pthread_mutex_lock", &[mutex]);
    }

    pub fn unlock(&mut self, mutex: Operand) {
        self.call("pthread_mutex_unlock", &[mutex]);
    }

    pub fn malloc(&mut self, size: u64) -> Operand {
        let size = self.number(size);
        self.call("malloc", &[size])
    }

    pub fn free(&mut self, object: Operand) {
        self.call("free", &[object]);
    }

    /// Starts a thread that runs a function.
    pub fn start(&mut self, handle: Operand, function: u32, argument: Operand) {
        let (start, zero) = (self.address_of(function), self.number(0));
        self.call("pthread_create", &[handle, zero, start, argument]);
    }
}
