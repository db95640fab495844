//! Mutexes, condition variables, semaphores.
//!
//! A mutex holds the number of its owner, 0 when it is free. A condition variable holds one bit per waiting thread,
//! so that a wake-up cannot go to a thread that began to wait later. A semaphore is its count.

use super::body::Body;
use crate::ast::{Expr as C, ExprKind, constant};
use crate::error::{Error, Result};
use crate::ir::{Class, Decl, Expr, Place, Prim, Root, Select};
use crate::memory::Home;
use crate::types::Type;

/// `EBUSY` and `ETIMEDOUT`, as Linux has them.
const BUSY: i64 = 16;
const TIMED_OUT: i64 = 110;

impl Body<'_, '_> {
    fn object(&mut self, arg: &C) -> Result<Place> {
        let place = self.target(arg)?;
        Ok(self.settle_place(place))
    }

    /// Whether taking and giving back an object commutes with what others do: nobody looks at it without waiting,
    /// and it is not freed together with what it is part of.
    fn commutes(&self, place: &Place, polled: bool) -> bool {
        let Root::Cell { space, .. } = &place.root else { return !polled };
        let spaces = &self.l.memory.spaces;
        let freed = |home: &Home| match home {
            Home::Heap(id) => self.l.facts.places.freed.contains(&spaces[*id].ty),
            Home::Var(_) => false,
        };
        !polled && !spaces[*space].regions.iter().any(|region| freed(&region.home))
    }

    fn taking(&self, place: &Place, polled: bool) -> Class {
        if self.commutes(place, polled) { Class::Acquire } else { Class::Blocking }
    }

    fn giving(&self, place: &Place, polled: bool) -> Class {
        if self.commutes(place, polled) { Class::Release } else { Class::Visible }
    }

    /// Initialising with attributes has no translation; without, the object gets its first value.
    pub fn init_object(&mut self, args: &[C], value: Expr) -> Result<Expr> {
        let place = self.object(&args[0])?;
        let value = self.settle(value, 0);
        self.push_as(vec![Prim::Assign(place, value)], Class::Visible);
        Ok(Expr::Number(0))
    }

    pub fn no_attributes(&self, attributes: &C) -> Result<()> {
        if constant(attributes) == Some(0) {
            return Ok(());
        }
        let hint =
            "give a null pointer: only normal mutexes and plain condition variables are modelled";
        Err(Error::untranslatable(&attributes.at, "attributes of a library object", hint))
    }

    /// `pthread_mutex_lock`. Locking again what one holds never ends, so that is asserted not to happen.
    pub fn lock(&mut self, args: &[C]) -> Result<Expr> {
        let mutex = self.object(&args[0])?;
        self.lock_place(mutex);
        Ok(Expr::Number(0))
    }

    fn lock_place(&mut self, mutex: Place) {
        let class = self.taking(&mutex, self.l.polls.mutexes);
        let this = self.this_thread();
        let owner = Expr::Read(mutex.clone());
        let free = owner.clone().equals(0);
        let mine = Expr::binary("==", owner, this.clone());
        let go = Expr::binary("||", free.clone(), mine);
        let prims = vec![Prim::Guard(go), Prim::Assert(free), Prim::Assign(mutex, this)];
        self.push_as(prims, class);
    }

    pub fn try_lock(&mut self, args: &[C]) -> Result<Expr> {
        let mutex = self.object(&args[0])?;
        let this = self.this_thread();
        let result = self.temp();
        let free = Expr::Read(mutex.clone()).equals(0);
        let set = |value| Prim::Assign(Place::local(&result), Expr::Number(value));
        let branch = Prim::Branch(vec![
            (Some(free), vec![Prim::Assign(mutex, this), set(0)]),
            (None, vec![set(BUSY)]),
        ]);
        self.push_as(vec![branch], Class::Visible);
        Ok(Expr::local(&result))
    }

    /// `pthread_mutex_unlock`, by the owner.
    pub fn unlock(&mut self, args: &[C]) -> Result<Expr> {
        let mutex = self.object(&args[0])?;
        self.unlock_place(mutex);
        Ok(Expr::Number(0))
    }

    fn unlock_place(&mut self, mutex: Place) {
        let class = self.giving(&mutex, self.l.polls.mutexes);
        let prims = self.release_prims(mutex);
        self.push_as(prims, class);
    }

    fn release_prims(&mut self, mutex: Place) -> Vec<Prim> {
        let owned = Expr::binary("==", Expr::Read(mutex.clone()), self.this_thread());
        vec![Prim::Assert(owned), Prim::Assign(mutex, Expr::Number(0))]
    }

    /// Destroying a mutex that is held is a mistake.
    pub fn destroy_mutex(&mut self, args: &[C]) -> Result<Expr> {
        let mutex = self.object(&args[0])?;
        self.push_as(vec![Prim::Assert(Expr::Read(mutex).equals(0))], Class::Visible);
        Ok(Expr::Number(0))
    }

    /// `pthread_cond_wait`: begins to wait and releases the mutex in one action; goes on once it has been woken and
    /// the mutex is free again.
    pub fn wait(&mut self, args: &[C], timed: bool) -> Result<Expr> {
        let condition = self.object(&args[0])?;
        let mutex = self.object(&args[1])?;
        let this = self.this_thread();
        let bit = Expr::binary("<<", Expr::Number(1), this.clone());
        let waiting = Expr::Read(condition.clone());
        let mut begin = self.release_prims(mutex.clone());
        begin
            .push(Prim::Assign(condition.clone(), Expr::binary("|", waiting.clone(), bit.clone())));
        self.push_as(begin, Class::Visible);
        let free = Expr::Read(mutex.clone()).equals(0);
        if !timed {
            let woken = Expr::binary("&", waiting, bit).equals(0);
            let go = Expr::binary("&&", woken, free);
            self.push_as(vec![Prim::Guard(go), Prim::Assign(mutex, this)], Class::Blocking);
            return Ok(Expr::Number(0));
        }
        // Time may run out at any moment, also when nobody signals: the wait ends whenever the mutex is free.
        let result = self.temp();
        let set = |value| Prim::Assign(Place::local(&result), Expr::Number(value));
        let still = Expr::binary("&", waiting.clone(), bit.clone());
        let gone =
            Prim::Assign(condition, Expr::binary("&", waiting, Expr::Unary("~", Box::new(bit))));
        let branch =
            Prim::Branch(vec![(Some(still), vec![gone, set(TIMED_OUT)]), (None, vec![set(0)])]);
        self.push_as(vec![Prim::Guard(free), Prim::Assign(mutex, this), branch], Class::Blocking);
        Ok(Expr::local(&result))
    }

    /// `pthread_cond_signal` wakes any one of those who wait, if there are any.
    pub fn signal(&mut self, args: &[C]) -> Result<Expr> {
        let condition = self.object(&args[0])?;
        let bits = u32::try_from(self.l.slots).unwrap_or(30);
        if !matches!(condition.root, Root::Cell { .. }) {
            self.push_as(vec![Prim::ClearAnyBit { place: condition, bits }], Class::Visible);
            return Ok(Expr::Number(0));
        }
        // What a pointer points to is read and written back within the same action.
        let copy = Place::local(self.temp());
        self.push_as(
            vec![
                Prim::Assign(copy.clone(), Expr::Read(condition.clone())),
                Prim::ClearAnyBit { place: copy.clone(), bits },
                Prim::Assign(condition, Expr::Read(copy)),
            ],
            Class::Visible,
        );
        Ok(Expr::Number(0))
    }

    pub fn broadcast(&mut self, args: &[C]) -> Result<Expr> {
        let condition = self.object(&args[0])?;
        self.push_as(vec![Prim::Assign(condition, Expr::Number(0))], Class::Visible);
        Ok(Expr::Number(0))
    }

    pub fn sem_wait(&mut self, args: &[C]) -> Result<Expr> {
        let semaphore = self.object(&args[0])?;
        let class = self.taking(&semaphore, self.l.polls.semaphores);
        let count = Expr::Read(semaphore.clone());
        let prims = vec![
            Prim::Guard(Expr::binary(">", count.clone(), Expr::Number(0))),
            Prim::Assign(semaphore, Expr::binary("-", count, Expr::Number(1))),
        ];
        self.push_as(prims, class);
        Ok(Expr::Number(0))
    }

    /// `sem_trywait`: -1 when the count is zero (`errno` is not modelled).
    pub fn sem_try_wait(&mut self, args: &[C]) -> Result<Expr> {
        let semaphore = self.object(&args[0])?;
        let count = Expr::Read(semaphore.clone());
        let result = self.temp();
        let set = |value| Prim::Assign(Place::local(&result), Expr::Number(value));
        let take = Prim::Assign(semaphore, Expr::binary("-", count.clone(), Expr::Number(1)));
        let some = Expr::binary(">", count, Expr::Number(0));
        let branch = Prim::Branch(vec![(Some(some), vec![take, set(0)]), (None, vec![set(-1)])]);
        self.push_as(vec![branch], Class::Visible);
        Ok(Expr::local(&result))
    }

    pub fn sem_post(&mut self, args: &[C]) -> Result<Expr> {
        let semaphore = self.object(&args[0])?;
        let class = self.giving(&semaphore, self.l.polls.semaphores);
        let more = Expr::binary("+", Expr::Read(semaphore.clone()), Expr::Number(1));
        self.push_as(vec![Prim::Assign(semaphore, more)], class);
        Ok(Expr::Number(0))
    }

    pub fn sem_value(&mut self, args: &[C]) -> Result<Expr> {
        let semaphore = self.object(&args[0])?;
        let to = self.object(&args[1])?;
        let count = self.keep(Expr::Read(semaphore));
        self.assign(to, count);
        Ok(Expr::Number(0))
    }

    /// `vlock` and `vunlock`: a lock that belongs to a variable of the program.
    pub fn address_lock(&mut self, args: &[C], take: bool) -> Result<Expr> {
        let place = self.lock_of(&args[0])?;
        if take {
            self.lock_place(place)
        } else {
            self.unlock_place(place)
        }
        Ok(Expr::Number(0))
    }

    fn lock_of(&mut self, arg: &C) -> Result<Place> {
        let stripped = crate::analysis::places::strip(arg);
        let place = match &stripped.kind {
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => &**place,
            _ => stripped,
        };
        let (var, index) = match &place.kind {
            ExprKind::Var(var) => (*var, None),
            ExprKind::Element(array, index) => match array.kind {
                ExprKind::Var(var) => (var, Some(index)),
                _ => return Err(unlockable(arg)),
            },
            _ => return Err(unlockable(arg)),
        };
        if !self.l.symbols.globals.contains_key(&var) {
            return Err(unlockable(arg));
        }
        let size = match (index, self.l.program.var(var).ty.element()) {
            (Some(_), Some((_, count))) => Some(count),
            _ => None,
        };
        let known = self.l.address_locks.get(&var).cloned();
        let decl = match known {
            Some(decl) if decl.size == size => decl,
            Some(_) => return Err(unlockable(arg)),
            None => {
                let Some(name) = self.l.symbols.locks.get(&var).cloned() else {
                    return Err(unlockable(arg));
                };
                let decl = Decl { ty: "byte".into(), name, size, values: Vec::new() };
                self.l.address_locks.insert(var, decl.clone());
                decl
            }
        };
        let path = match index {
            Some(index) => {
                let index = self.value(index)?;
                vec![Select::Index(self.settle(index, 0))]
            }
            None => Vec::new(),
        };
        Ok(Place::global(decl.name, path, true))
    }
}

fn unlockable(arg: &C) -> Error {
    let hint = "lock a variable of the program or an element of an array, always in the same way, or use a mutex";
    Error::untranslatable(&arg.at, "a lock on this address", hint)
}

/// Whether an object of this type is one of the library's.
pub fn is_library_object(ty: &Type) -> bool {
    matches!(ty, Type::Mutex | Type::Condition | Type::Semaphore)
}
