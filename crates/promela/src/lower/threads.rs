//! Threads: creation, end, join.

use super::body::{Body, Return};
use super::{Kind, Lowering};
use crate::analysis::calls;
use crate::ast::{Expr as C, FnId, constant, walk};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{Channel, Class, Expr, Item, Place, Prim, Select};

/// What a thread's slot says.
pub const RUNNING: i64 = 1;
pub const FINISHED: i64 = 2;
pub const DETACHED: i64 = 3;

impl Lowering<'_> {
    /// Whether a function is run by a process that waits for calls: not in the published form, and not where a
    /// second call can come before the first has returned.
    pub fn is_served(&self, function: FnId) -> bool {
        !self.options.plain && !self.facts.calls.recursive[function]
    }

    /// Whether a function, or one it calls, asks which thread it runs in.
    pub fn uses_thread_number(&self, function: FnId) -> bool {
        self.facts.calls.reach(function).into_iter().any(|f| {
            if f != function && self.is_served(f) {
                return true;
            }
            let mut uses = false;
            walk::expressions(self.program, &self.program.functions[f].body, &mut |expr| {
                uses |= matches!(
                    calls::builtin(expr),
                    Some((
                        Builtin::MutexLock
                            | Builtin::MutexTryLock
                            | Builtin::MutexUnlock
                            | Builtin::MutexDestroy
                            | Builtin::CondWait
                            | Builtin::CondTimedWait
                            | Builtin::ThreadSelf
                            | Builtin::AddressLock
                            | Builtin::AddressUnlock,
                        _
                    ))
                );
            });
            uses
        })
    }
}

impl Body<'_, '_> {
    fn status(&self, slot: Expr) -> Place {
        Place::global(&self.l.symbols.status, vec![Select::Index(slot)], false)
    }

    fn result(&self, slot: Expr) -> Place {
        Place::global(&self.l.symbols.value, vec![Select::Index(slot)], false)
    }

    /// `pthread_create`: takes a slot, stores its number, starts the process, in one action.
    pub fn create_thread(&mut self, args: &[C], expr: &C) -> Result<Expr> {
        let Some(Ok(entry)) = calls::started(expr) else {
            let hint = "name the thread's function in the call of pthread_create";
            return Err(Error::untranslatable(&expr.at, "this thread", hint));
        };
        if constant(&args[1]) != Some(0) {
            let hint = "give a null pointer: threads have no attributes in a model";
            return Err(Error::untranslatable(&expr.at, "thread attributes", hint));
        }
        let handle = self.target(&args[0])?;
        let handle = self.settle_place(handle);
        let arg = self.value(&args[3])?;
        let arg = self.settle(arg, 0);
        let slot = self.temp();
        let process = self.l.process(entry, Kind::Thread);
        let mut values = vec![Expr::local(&slot)];
        if !self.l.program.functions[entry].params.is_empty() {
            values.push(arg);
        }
        self.push_as(
            vec![
                Prim::TakeSlot { to: Place::local(&slot) },
                Prim::Assign(handle, Expr::local(&slot)),
                Prim::Run { process, args: values },
            ],
            Class::Visible,
        );
        Ok(Expr::Number(0))
    }

    /// `pthread_join`: waits for the thread's end and frees its slot.
    pub fn join_thread(&mut self, args: &[C]) -> Result<Expr> {
        let slot = self.value(&args[0])?;
        let slot = self.settle(slot, 0);
        let to = match constant(&args[1]) {
            Some(0) => None,
            _ => {
                let place = self.target(&args[1])?;
                Some(self.settle_place(place))
            }
        };
        let status = Expr::Read(self.status(slot.clone()));
        // Whoever is not running has finished, or cannot be joined at all.
        let ended = Expr::binary("!=", status.clone(), Expr::Number(RUNNING));
        let mut prims = vec![
            Prim::Guard(ended),
            Prim::Assert(status.equals(FINISHED)),
            Prim::Assign(self.status(slot.clone()), Expr::Number(0)),
        ];
        let class =
            if to.as_ref().is_some_and(|p| p.shared) { Class::Blocking } else { Class::Acquire };
        let collects = to.is_some();
        if let Some(to) = to {
            prims.push(Prim::Assign(to, Expr::Read(self.result(slot.clone()))));
        }
        if collects || self.l.facts.threads.results_used {
            prims.push(Prim::Assign(self.result(slot), Expr::Number(0)));
        }
        self.push_as(prims, class);
        Ok(Expr::Number(0))
    }

    /// `pthread_detach`: the slot is freed now or at the thread's end.
    pub fn detach_thread(&mut self, args: &[C]) -> Result<Expr> {
        let slot = self.value(&args[0])?;
        let slot = self.settle(slot, 0);
        let status = self.status(slot);
        let read = Expr::Read(status.clone());
        let finished = vec![Prim::Assign(status.clone(), Expr::Number(0))];
        let otherwise = vec![Prim::Assign(status, Expr::Number(DETACHED))];
        self.push_as(
            vec![
                Prim::Assert(Expr::binary("!=", read.clone(), Expr::Number(0))),
                Prim::Branch(vec![(Some(read.equals(FINISHED)), finished), (None, otherwise)]),
            ],
            Class::Visible,
        );
        Ok(Expr::Number(0))
    }

    /// The end of a thread: its result is kept for whoever joins it.
    pub fn finish_thread(&mut self, result: Expr) {
        let result = self.settle(result, 0);
        let this = self.this_thread();
        let status = self.status(this.clone());
        let mut prims = Vec::new();
        if self.l.facts.threads.results_used {
            prims.push(Prim::Assign(self.result(this), result));
        }
        let finished = Prim::Assign(status.clone(), Expr::Number(FINISHED));
        if self.l.facts.threads.detached {
            let detached = Expr::Read(status.clone()).equals(DETACHED);
            let freed = vec![Prim::Assign(status, Expr::Number(0))];
            prims.push(Prim::Branch(vec![(Some(detached), freed), (None, vec![finished])]));
        } else {
            prims.push(finished);
        }
        self.push_as(prims, Class::Release);
        self.jump(Item::Goto(self.end.clone()));
    }

    /// The end of `main` is the end of the program, whatever other threads do.
    pub fn finish_main(&mut self) {
        if self.l.exits_early {
            let exited = Place::global(&self.l.symbols.exited, Vec::new(), false);
            self.push_as(vec![Prim::Assign(exited, Expr::Number(1))], Class::Visible);
        }
        self.leave_main();
    }

    /// In the published form somebody waits for the end of `main`.
    fn leave_main(&mut self) {
        if self.l.options.plain {
            let channel = Channel::named(&self.l.symbols.main_call);
            let send = Prim::Send { channel, values: vec![Expr::Number(0)] };
            self.push_as(vec![send], Class::Release);
        }
        self.jump(Item::Goto(self.end.clone()));
    }

    /// `exit`: ends the program from anywhere.
    pub fn exit_program(&mut self) {
        self.l.exits_early = true;
        let exited = Place::global(&self.l.symbols.exited, Vec::new(), false);
        self.push_as(vec![Prim::Assign(exited, Expr::Number(1))], Class::Visible);
        self.jump(Item::Goto(self.end.clone()));
    }

    /// `pthread_exit`: ends this thread; only its own function can, since callers would still be waiting.
    pub fn exit_thread(&mut self, args: &[C], expr: &C) -> Result<Expr> {
        let value = self.value(&args[0])?;
        match self.frames[0].returns {
            Return::Thread => self.finish_thread(value),
            Return::Main => self.leave_main(),
            _ => {
                let hint = "return to the thread's function first, or use --inline";
                return Err(Error::untranslatable(
                    &expr.at,
                    "pthread_exit in a called function",
                    hint,
                ));
            }
        }
        Ok(Expr::Number(0))
    }

    /// The place that a library function gets by address.
    pub fn target(&mut self, arg: &C) -> Result<Place> {
        let stripped = crate::analysis::places::strip(arg);
        match &stripped.kind {
            crate::ast::ExprKind::AddrOf(place) => self.place(place),
            crate::ast::ExprKind::Decay(array) => {
                let mut place = self.place(array)?;
                place.path.push(Select::Index(Expr::Number(0)));
                Ok(place)
            }
            _ => self.pointee(stripped),
        }
    }
}
