//! Objects: they come, are written to, and go.

use super::Recorder;
use crate::explain::heap::Spot;
use crate::explain::names::Names;
use crate::machine::{Difference, Home, Kind as Made, Object, Written};
use allways_program::GlobalId;
use allways_program::debug::Location;
use allways_trace::{Bytes, Change, Kind, Object as Seen, Place, Spot as Where, Symbol};
use std::collections::HashMap;

impl<'v> Recorder<'v> {
    pub(super) fn record_symbols(&mut self) {
        let debug = &self.vm.program.debug;
        for variable in &debug.variables {
            let location = debug.locations.get(variable.declared as usize);
            let place = |at: &Location| Place {
                file: debug.file(at).to_string(),
                line: at.line,
                column: at.column,
                function: variable.scope.clone(),
                by: String::new(),
            };
            self.recording.places.push(location.map(place).unwrap_or_default());
            self.recording.symbols.push(Symbol {
                name: variable.name.clone(),
                ty: variable.ty,
                scope: variable.scope.clone(),
                declared: self.recording.places.len() as u32 - 1,
            });
        }
    }

    pub(super) fn record_globals(&mut self) {
        let globals = self.vm.program.globals.iter().enumerate();
        for (number, global) in globals.filter(|(_, g)| !g.external && g.thread_local.is_none()) {
            let defined = match &global.init.defined[..] {
                [] => vec![0xff; global.init.value.len()],
                defined => defined.to_vec(),
            };
            let seen = Seen {
                address: global.address,
                size: global.size,
                kind: if global.constant { Kind::Constant } else { Kind::Global },
                name: global.name.clone(),
                ty: None,
                symbol: global.variable,
                frame: None,
                thread: None,
                from: 0,
                until: None,
                made: None,
                freed: None,
                first: Bytes { value: global.init.value.clone(), defined },
                zeroed: true,
            };
            self.globals.insert(number as GlobalId, self.recording.objects.len() as u32);
            self.add(seen);
        }
    }

    fn add(&mut self, mut object: Seen) -> u32 {
        let number = self.recording.objects.len() as u32;
        if let Some(symbol) = object.symbol.and_then(|s| self.recording.symbols.get(s as usize)) {
            if !symbol.name.is_empty() {
                object.name.clone_from(&symbol.name);
            }
            object.ty = Some(symbol.ty);
        }
        self.alive.insert(object.address, number);
        self.recording.objects.push(object);
        number
    }

    /// Notes how objects changed.
    pub(super) fn compare_objects(
        &mut self,
        difference: Difference,
        spot: Spot,
        names: &Names<'v>,
    ) {
        for object in difference.gone {
            self.end(object.base, spot, names);
        }
        for (object, written) in difference.new {
            self.begin(&object, written, spot);
        }
        for (object, written) in difference.changed {
            if let Some(&number) = self.alive.get(&object.base) {
                if self.image.is_ended(number) != object.dead {
                    self.change(Change::Scope { object: number, ended: object.dead });
                }
                self.write(number, written);
            }
        }
        for (global, written) in difference.globals {
            if let Some(&number) = self.globals.get(&global) {
                self.write(number, written);
            }
        }
    }

    fn spot(&mut self, spot: Spot) -> Option<Where> {
        let known = self.vm.is_code(spot.at.pc);
        known.then(|| Where { thread: spot.thread, place: self.place(spot.at) })
    }

    fn begin(&mut self, object: &Object, written: Written, spot: Spot) {
        let made = self.spot(spot);
        let seen = Seen {
            address: object.base,
            size: object.size,
            kind: match object.kind {
                Made::Global => Kind::Global,
                Made::Heap => Kind::Heap,
                Made::Stack => Kind::Stack,
                Made::ThreadLocal => Kind::ThreadLocal,
            },
            name: String::new(),
            ty: None,
            symbol: self.symbol(object),
            frame: self.frame_of.remove(&object.base).map(|(_, frame)| frame),
            thread: Some(object.owner),
            from: self.moment(),
            until: None,
            made,
            freed: None,
            first: Bytes::default(),
            zeroed: written.zeroed,
        };
        let number = self.add(seen);
        self.write(number, written);
        if object.dead {
            self.change(Change::Scope { object: number, ended: true });
        }
    }

    /// The variable that an object is.
    fn symbol(&self, object: &Object) -> Option<u32> {
        let Home::Thread { .. } = object.home else { return None };
        let program = &self.vm.program;
        let local = |global: &&allways_program::Global| global.thread_local == Some(object.site);
        let own = program.sites.get(object.site as usize).and_then(|site| site.variable);
        own.or_else(|| program.globals.iter().find(local).and_then(|global| global.variable))
    }

    fn end(&mut self, base: u64, spot: Spot, names: &Names<'v>) {
        let freed = self.spot(spot);
        let moment = self.moment();
        let Some(number) = self.alive.remove(&base) else { return };
        self.name(number, names);
        let object = &mut self.recording.objects[number as usize];
        object.until = Some(moment);
        object.freed = freed;
    }

    /// Notes bytes, as far as they are new.
    fn write(&mut self, number: u32, written: Written) {
        let size = self.recording.objects[number as usize].size;
        for (offset, chunk) in written.pieces {
            let room = size.saturating_sub(offset) as usize;
            let bytes = Bytes::from(chunk).slice(0, room);
            let old = self.image.read(&self.recording.objects, number, offset, bytes.len() as u64);
            let differs = |i: &usize| {
                (old.value[*i], old.defined[*i]) != (bytes.value[*i], bytes.defined[*i])
            };
            let (first, last) = ((0..bytes.len()).find(differs), (0..bytes.len()).rfind(differs));
            if let (Some(first), Some(last)) = (first, last) {
                let bytes = bytes.slice(first, last + 1 - first);
                self.change(Change::Write { object: number, offset: offset + first as u64, bytes });
            }
        }
    }

    /// Gives an object the name and type that it is known by.
    fn name(&mut self, number: u32, names: &Names<'v>) {
        let object = &mut self.recording.objects[number as usize];
        if object.symbol.is_some() || matches!(object.kind, Kind::Global | Kind::Constant) {
            return;
        }
        if let Some((name, ty)) = names.known_object(object.address) {
            object.ty = ty;
            object.name = name;
        }
    }

    /// Gives every object a name. What was never told gets its number only now: telling an execution must
    /// not depend on whether it is recorded.
    pub(super) fn name_objects(&mut self, names: &mut Names<'v>) {
        for number in self.alive.clone().into_values() {
            self.name(number, names);
        }
        let mut counts: HashMap<&str, u32> = HashMap::new();
        for object in self.recording.objects.iter_mut().filter(|object| object.name.is_empty()) {
            let base = if object.kind == Kind::Heap { "heap" } else { "local" };
            let count = counts.entry(base).or_insert_with(|| names.objects.count(base));
            *count += 1;
            object.name = format!("{base}#{count}");
        }
    }
}
