//! Objects come and go.

use super::object::{Content, Home, Object};
use super::{Event, ExtraSite, Machine, Mode};
use crate::fault::{FaultKind, Gap, Halt};
use crate::rules::Rule;
use crate::state::Frame;
use allways_program::Bytes;
use allways_program::address::ObjectName;
use allways_store::{Id, trie};
use allways_trace::Family;

/// What an object is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A global variable.
    Global,
    /// From `malloc` and its kin.
    Heap,
    /// A local variable whose address is taken.
    Stack,
    /// A thread's copy of a thread-local variable.
    ThreadLocal,
}

impl Kind {
    pub(super) fn code(self) -> u8 {
        self as u8
    }

    pub(super) fn from_code(code: u8) -> Kind {
        match code {
            0 => Kind::Global,
            1 => Kind::Heap,
            2 => Kind::Stack,
            _ => Kind::ThreadLocal,
        }
    }
}

/// Who makes an object.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Maker {
    /// The thread.
    pub owner: u32,
    /// The site.
    pub site: u32,
    /// The address was freed, and somebody still knows it.
    pub reused: bool,
}

/// Stack that a thread has, as Linux gives it.
const STACK_BYTES: u64 = 8 << 20;

/// Bookkeeping that a call costs on a real machine: return address and saved registers.
const CALL_BYTES: u64 = 48;

impl Machine<'_> {
    /// A new object of the running thread. Its index is the smallest that no live object has and
    /// that no word of the state still points to.
    pub fn allocate(
        &mut self,
        site: u32,
        size: u64,
        align: u64,
        kind: Kind,
        zeroed: bool,
    ) -> Result<u64, Halt> {
        let gap = Halt::Unsupported(Gap::Objects);
        let class = self.vm.space.class_for(size, align).ok_or(gap)?;
        let thread = self.thread_id();
        let named_site = self.vm.space.site_for(site, class);
        let private = kind == Kind::Stack && self.vm.is_private(site);
        if !private {
            self.show_identity();
        }
        self.pass_name(named_site, class, private)?;
        let index = self.free_index(thread, named_site, private);
        let name = ObjectName { thread, site: named_site, index, class };
        let base = self.vm.space.base(name).ok_or(gap)?;
        let maker = Maker { owner: thread, site: named_site, reused: false };
        self.place_object(name, base, maker, size, kind, zeroed)
    }

    /// Puts a new object where its name says.
    pub(super) fn place_object(
        &mut self,
        name: ObjectName,
        base: u64,
        maker: Maker,
        size: u64,
        kind: Kind,
        zeroed: bool,
    ) -> Result<u64, Halt> {
        let Maker { owner, site, reused } = maker;
        self.vm.given.add(name);
        self.check_given(name);
        let content = self.fresh_content(size, zeroed)?;
        let family = if kind == Kind::Heap { self.family() } else { Family::Malloc };
        self.objects.retain(|o| o.base != base);
        self.objects.push(Object {
            home: Home::Thread { thread: name.thread, key: self.vm.space.key(name) },
            base,
            size,
            kind,
            family,
            dead: false,
            escaped: reused && self.vm.tracks_discipline() && !self.vm.breaks(Rule::ReusedIsOut),
            owner,
            site,
            class: name.class,
            content,
            dirty: true,
            written: 0,
            gone: false,
            reborn: reused,
        });
        self.note(|| Event::Allocated { address: base, size, kind, reused });
        Ok(base)
    }

    fn free_index(&mut self, thread: u32, site: u32, private: bool) -> u64 {
        if private {
            return self.next_private_index(thread, site);
        }
        let mentioned = self.indices_depended_on(thread, site);
        (self.vm.first_index(site)..)
            .find(|&index| !self.is_taken(thread, site, index) && !mentioned.contains(&index))
            .expect("there are more indices than objects")
    }

    /// Stack objects that only their own frame knows come and go in order, so those that live have
    /// the first indices: deep recursions are not searched from their beginning.
    fn next_private_index(&mut self, thread: u32, site: u32) -> u64 {
        let mut free = 1;
        while self.is_taken(thread, site, free - 1) {
            free *= 2;
        }
        let (mut low, mut high) = (free / 2, free - 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.is_taken(thread, site, middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    pub(super) fn is_taken(&mut self, thread: u32, site: u32, index: u64) -> bool {
        let key = index * self.vm.space.sites() + u64::from(site);
        let home = Home::Thread { thread, key };
        match self.objects.iter().rev().find(|o| o.home == home) {
            Some(object) => !object.gone,
            None => {
                let in_tree = self.objects_of(thread).unwrap_or(Id::EMPTY);
                trie::get(&self.vm.interner, in_tree, key) != Id::EMPTY
            }
        }
    }

    /// Ends an object: a write to every byte.
    fn release(&mut self, position: usize) -> Result<(), Halt> {
        let (base, size) = (self.objects[position].base, self.objects[position].size);
        let local = matches!(self.objects[position].kind, Kind::Stack | Kind::ThreadLocal);
        self.pass(position, base, size.max(1), if local { Mode::Scope } else { Mode::Free })?;
        self.check_end_of_name(position);
        self.forget_written(position);
        self.objects[position].gone = true;
        self.objects[position].dirty = true;
        self.note(|| Event::Freed { address: base });
        Ok(())
    }

    /// `free(address)`.
    pub fn free(&mut self, address: u64) -> Result<(), Halt> {
        let missing = |halt: Halt| match halt {
            Halt::Fault(FaultKind::NoObject { address, .. }) => {
                FaultKind::DoubleFree { address }.into()
            }
            Halt::Fault(_) => FaultKind::InvalidFree { address }.into(),
            other => other,
        };
        let found = self.object_at(address, true);
        let (position, offset) =
            found.inspect_err(|_| self.check_missing(address, 1, Mode::Free)).map_err(missing)?;
        if offset != 0 || self.objects[position].kind != Kind::Heap {
            return Err(FaultKind::InvalidFree { address }.into());
        }
        self.check_family(position)?;
        self.release(position)
    }

    /// The size of the heap object that begins at `address`, asked by an operation that touches it so. That it is
    /// gone already is something to notice.
    pub fn heap_size(&mut self, address: u64, mode: Mode) -> Result<u64, Halt> {
        let found = self.object_at(address, mode.writes());
        let (position, offset) = found.inspect_err(|_| self.check_missing(address, 1, mode))?;
        let object = &self.objects[position];
        if offset != 0 || object.kind != Kind::Heap {
            return Err(FaultKind::InvalidFree { address }.into());
        }
        Ok(object.size)
    }

    /// A stack object of the running frame.
    pub(super) fn allocate_stack(&mut self, site: u32, size: u64, align: u64) -> Result<u64, Halt> {
        let used = self.frame().stack_bytes.saturating_add(size);
        if used > STACK_BYTES {
            return Err(FaultKind::StackTooLarge { size }.into());
        }
        let address = self.allocate(site, size, align, Kind::Stack, false)?;
        let frame = self.frame();
        frame.stack_bytes = used;
        frame.objects.push(address);
        Ok(address)
    }

    /// Frees the stack objects of the running frame from the `from`th on.
    pub(super) fn release_stack(&mut self, from: usize) -> Result<(), Halt> {
        while self.frame().objects.len() > from {
            let Some(&address) = self.frame().objects.last() else { break };
            let (position, _) = self.object_at(address, true)?;
            let size = self.objects[position].size;
            self.release(position)?;
            let frame = self.frame();
            frame.objects.pop();
            frame.stack_bytes -= size;
        }
        Ok(())
    }

    /// A scope begins: the object lives, its content undefined.
    pub(super) fn begin_scope(&mut self, address: u64) -> Result<(), Halt> {
        let (position, _) = self.object_at(address, true)?;
        let size = self.objects[position].size;
        self.pass(position, address, size.max(1), Mode::Scope)?;
        let content = self.fresh_content(size, false)?;
        let mine = matches!(self.objects[position].home,
            Home::Thread { thread, .. } if thread == self.thread_id());
        // New content of another thread's object is not told by the chunks that were written.
        self.noted.whole |= !mine;
        let object = &mut self.objects[position];
        object.content = content;
        object.dead = false;
        object.dirty = true;
        Ok(())
    }

    /// A scope ends: touching the object is a fault from now on.
    pub(super) fn end_scope(&mut self, address: u64) -> Result<(), Halt> {
        self.begin_scope(address)?;
        let (position, _) = self.object_at(address, true)?;
        self.objects[position].dead = true;
        Ok(())
    }

    /// Stack in use when a function with `words` words is called.
    pub(super) fn deeper(&mut self, words: u32) -> Result<u64, Halt> {
        let used = self.frame().stack_bytes + CALL_BYTES + 8 * u64::from(words);
        if used > STACK_BYTES {
            return Err(FaultKind::StackExhausted.into());
        }
        Ok(used)
    }

    /// The running thread's copy of a thread-local variable, made when it is first asked for.
    pub fn thread_local(&mut self, global: u32) -> Result<u64, Halt> {
        let vm = self.vm;
        let variable = &vm.program.globals[global as usize];
        let Some(site) = variable.thread_local else { return Ok(variable.address) };
        self.needs_thread()?;
        let index = vm.index_of_thread_local(site);
        self.thread_object((site, index), variable.size, variable.align.into(), |machine| {
            machine.initial_content(&variable.init, variable.size)
        })
    }

    /// Where the running thread's `errno` lies.
    pub fn errno_address(&mut self) -> Result<u64, Halt> {
        self.needs_thread()?;
        let site = self.vm.extra_site(ExtraSite::Errno);
        self.thread_object((site, 0), 4, 4, |machine| machine.initial_content(&Bytes::default(), 4))
    }

    /// Room for a message that a library function makes for the running thread.
    pub fn own_text(&mut self) -> Result<u64, Halt> {
        const SIZE: u64 = 64;
        let site = self.vm.extra_site(ExtraSite::Message);
        self.thread_object((site, 0), SIZE, 1, |machine| {
            machine.initial_content(&Bytes::default(), SIZE)
        })
    }

    /// The running thread's object of a site and index, made by `initial` when it is first asked
    /// for.
    pub(super) fn thread_object(
        &mut self,
        (site, index): (u32, u64),
        size: u64,
        align: u64,
        initial: impl FnOnce(&mut Self) -> Result<Id, allways_store::Full>,
    ) -> Result<u64, Halt> {
        let class = self.vm.space.class_for(size, align).ok_or(Halt::Unsupported(Gap::Objects))?;
        let thread = self.thread_id();
        let name = ObjectName { thread, site: self.vm.space.site_for(site, class), index, class };
        let base = self.vm.space.base(name).ok_or(Halt::Unsupported(Gap::Objects))?;
        if self.object_at(base, false).is_ok() {
            return Ok(base);
        }
        let id = initial(self)?;
        let content = if size <= crate::state::WHOLE {
            let bytes = self.vm.interner.bytes_of(id);
            Content::Whole(crate::state::Chunk::decode(bytes, size as usize))
        } else {
            Content::Split { root: id, loaded: Vec::new(), last: 0 }
        };
        // The operation that asks for it has done something: if others notice what follows, that is undone too.
        self.merge.passed += 1;
        self.objects.retain(|o| o.base != base);
        self.objects.push(Object {
            home: Home::Thread { thread, key: self.vm.space.key(name) },
            base,
            size,
            kind: Kind::ThreadLocal,
            family: Family::Malloc,
            dead: false,
            escaped: false,
            owner: thread,
            site: name.site,
            class,
            content,
            dirty: true,
            written: 0,
            gone: false,
            reborn: false,
        });
        Ok(base)
    }

    /// Ends every stack and thread-local object of the running thread.
    pub fn release_thread_objects(&mut self) -> Result<(), Halt> {
        let thread = self.thread_id();
        let objects = self.objects_of(thread).unwrap_or(Id::EMPTY);
        let mut keys = Vec::new();
        trie::for_each(&self.vm.interner, objects, &mut |key, id| keys.push((key, id)));
        for (key, id) in keys {
            let home = Home::Thread { thread, key };
            if !self.objects.iter().any(|o| o.home == home)
                && let Some(object) = self.open_object(thread, key, id)
            {
                self.objects.push(object);
            }
        }
        for position in 0..self.objects.len() {
            let object = &self.objects[position];
            let mine = matches!(object.home, Home::Thread { thread: t, .. } if t == thread);
            if mine && !object.gone && matches!(object.kind, Kind::Stack | Kind::ThreadLocal) {
                self.release(position)?;
            }
        }
        Ok(())
    }

    /// Whether a thread still owns heap objects, which outlive it.
    pub fn owns_heap(&mut self, thread: u32) -> bool {
        let in_tree = self.objects_of(thread).unwrap_or(Id::EMPTY);
        let mut owns = false;
        let freed = |key: u64| {
            let home = Home::Thread { thread, key };
            self.objects.iter().any(|o| o.home == home && o.gone)
        };
        trie::for_each(&self.vm.interner, in_tree, &mut |key, _| owns |= !freed(key));
        owns || self
            .objects
            .iter()
            .any(|o| matches!(o.home, Home::Thread { thread: t, .. } if t == thread) && !o.gone)
    }

    /// A frame for a call of the function, on top of the running frame.
    pub(super) fn frame_for(&mut self, words: u32, entry: u32) -> Result<Frame, Halt> {
        let stack_bytes = self.deeper(words)?;
        let mut frame = Frame::native(entry);
        frame.slots = vec![crate::value::word::Word::ZERO; words as usize];
        frame.stack_bytes = stack_bytes;
        Ok(frame)
    }
}
