//! Choosing what a program does.

use super::{Concurrent, Place, Statement, Value};
use crate::splitmix::Random;

/// What programs may look like.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    /// Most threads besides `main`; at least two are made.
    pub threads: u64,
    /// Most statements of a thread.
    pub statements: u64,
    /// Unguarded variables are plain, so that using them is a data race; otherwise they are atomic
    /// and each access is a step of its own.
    pub races: bool,
}

pub(super) const LOCALS: u32 = 2;
pub(super) const SHARED: u32 = 2;
pub(super) const ATOMICS: u32 = 1;
pub(super) const MUTEXES: u32 = 2;

/// How deep statements nest.
const DEPTH: u32 = 2;

pub(super) fn program(seed: u64, style: Style) -> Concurrent {
    let mut maker = Maker { random: Random::new(seed), first: true, held: None };
    let count = 2 + maker.random.below(style.threads - 1);
    let waits = maker.random.once_in(3);
    let threads = (0..count)
        .map(|thread| {
            maker.first = thread == 0;
            let statements = 1 + maker.random.below(style.statements);
            let mut body = maker.body(statements, DEPTH);
            if waits {
                let place = maker.random.below(body.len() as u64 + 1) as usize;
                let everybody = maker.random.once_in(2) || count > 2;
                let signal = Statement::Signal { everybody };
                let statement = if maker.first { signal } else { Statement::Wait };
                body.insert(place, statement);
            }
            body
        })
        .collect();
    Concurrent { threads, style }
}

struct Maker {
    random: Random,
    /// Making the first thread, which alone publishes.
    first: bool,
    /// The mutex that is held here: a second one is never taken.
    held: Option<u32>,
}

impl Maker {
    fn number(&mut self, below: u32) -> u32 {
        self.random.below(below.into()) as u32
    }

    fn body(&mut self, statements: u64, depth: u32) -> Vec<Statement> {
        (0..statements).map(|_| self.statement(depth)).collect()
    }

    fn block(&mut self, depth: u32) -> Vec<Statement> {
        let statements = 1 + self.random.below(2);
        self.body(statements, depth - 1)
    }

    fn under(&mut self, mutex: u32, depth: u32) -> Vec<Statement> {
        self.held = Some(mutex);
        let body = self.block(depth);
        self.held = None;
        body
    }

    fn statement(&mut self, depth: u32) -> Statement {
        let nested = depth > 0 && self.random.once_in(3);
        if nested { self.nested(depth) } else { self.simple() }
    }

    fn simple(&mut self) -> Statement {
        match self.random.below(12) {
            0 => Statement::FetchAdd {
                atomic: self.number(ATOMICS),
                add: 1 + self.number(2),
                old: self.number(LOCALS),
            },
            1 => Statement::CompareExchange {
                atomic: self.number(ATOMICS),
                expected: self.number(2),
                new: self.number(3),
                success: self.number(LOCALS),
            },
            2 => Statement::Call { local: self.number(LOCALS), add: 1 + self.number(2) },
            3 if self.first => Statement::Publish { value: self.value() },
            3 => Statement::Consume { to: self.number(LOCALS) },
            4 => Statement::Private { local: self.number(LOCALS) },
            _ => {
                let to = self.place();
                let value = self.value();
                Statement::Set { to, value }
            }
        }
    }

    fn nested(&mut self, depth: u32) -> Statement {
        let mutex = self.number(MUTEXES);
        match self.random.below(5) {
            0 | 1 if self.held.is_none() => {
                Statement::Locked { mutex, body: self.under(mutex, depth) }
            }
            2 if self.held.is_none() => {
                let body = self.under(mutex, depth);
                Statement::TryLocked { mutex, body, otherwise: self.block(depth) }
            }
            3 => Statement::Repeat { times: 2, body: self.block(depth) },
            _ => {
                Statement::If { left: self.value(), right: self.number(3), body: self.block(depth) }
            }
        }
    }

    fn value(&mut self) -> Value {
        match self.random.below(3) {
            0 => Value::Number(self.number(3)),
            1 => Value::Place(self.place()),
            _ => {
                let place = self.place();
                Value::Sum(place, 1 + self.number(2))
            }
        }
    }

    fn place(&mut self) -> Place {
        match (self.random.below(7), self.held) {
            (0, _) => Place::Local(self.number(LOCALS)),
            (1, _) => Place::Heap,
            (2, _) => Place::Atomic(self.number(ATOMICS)),
            (3..=5, Some(mutex)) => Place::Guarded(mutex),
            _ => Place::Shared(self.number(SHARED)),
        }
    }
}
