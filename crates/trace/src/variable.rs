//! Variables at a moment, with the parts they are made of.

use crate::bytes::Bytes;
use crate::decode::value_of;
use crate::moment::Moment;
use crate::recording::{Kind, Object};
use crate::standard::{Part, Place, Shape, View, view};
use crate::value::Value;
use allways_program::debug::{Field, Type, TypeId};
use std::ops::Range;

/// Bytes that are read for a value: enough for what is shown of an aggregate.
const READ: u64 = 4096;

/// Parts of a value of the C++ library that are found: a damaged list may lead round in a circle.
const MOST_PARTS: u64 = 10_000;

/// A variable, or a part of one. The parts are found when they are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// As the source names it; of a part only what it adds: `next`, `[3]`, `*p`.
    pub name: String,
    /// Its type, as C writes it; empty when unknown.
    pub ty: String,
    /// What it is, of aggregates the beginning.
    pub value: Value,
    /// Where it lies, unless in registers.
    pub address: Option<u64>,
    /// How many parts it has: fields, elements, what it points to.
    pub parts: u64,
    type_id: Option<TypeId>,
    /// The address that it holds, if it is a pointer.
    pointee: Option<u64>,
    /// The bytes of what lies in registers, or is a bit-field.
    bytes: Option<Bytes>,
}

impl Moment<'_> {
    /// The local variables of a frame that have a value or lie in memory, in the order of their declarations.
    pub fn locals(&self, thread: u32, frame: u32) -> Vec<Variable> {
        let mut found: Vec<(u32, Variable)> = Vec::new();
        for (number, object) in self.recording.objects.iter().enumerate() {
            let mine = object.thread == Some(thread) && object.frame == Some(frame);
            if mine && self.is_alive(object) && !self.image.is_ended(number as u32) {
                found.extend(object.symbol.zip(self.variable_of(object)));
            }
        }
        let frames = self.image.frames(thread);
        for (symbol, bytes) in frames.get(frame as usize).map_or(&[][..], |f| &f.registers) {
            if let Some(known) = self.recording.symbols.get(*symbol as usize) {
                let variable = self.in_registers(known.name.clone(), known.ty, bytes.clone());
                found.push((*symbol, variable));
            }
        }
        found.sort_by_key(|(symbol, _)| self.declared(*symbol));
        found.into_iter().map(|(_, variable)| variable).collect()
    }

    /// Where a variable is declared.
    fn declared(&self, symbol: u32) -> (u32, u32, u32) {
        let symbol_place = self.recording.symbols.get(symbol as usize).map(|s| s.declared);
        let place = symbol_place.and_then(|number| self.place(number));
        place.map_or((0, 0, symbol), |place| (place.line, place.column, symbol))
    }

    /// The global variables, those of functions included.
    pub fn globals(&self) -> Vec<Variable> {
        let global = |o: &&Object| matches!(o.kind, Kind::Global | Kind::Constant);
        let objects = self.recording.objects.iter().filter(global);
        let mut globals: Vec<Variable> = objects.filter_map(|o| self.variable_of(o)).collect();
        // Texts have a type, but no name.
        globals.retain(|variable| !variable.name.is_empty());
        globals
    }

    /// A thread's copies of thread-local variables, as far as it has used them.
    pub fn thread_locals(&self, thread: u32) -> Vec<Variable> {
        let mine = |o: &&Object| o.kind == Kind::ThreadLocal && o.thread == Some(thread);
        let objects = self.recording.objects.iter().filter(mine).filter(|o| self.is_alive(o));
        objects.filter_map(|object| self.variable_of(object)).collect()
    }

    /// What an object of the heap holds.
    pub fn content(&self, object: &Object) -> Variable {
        self.in_memory(object.name.clone(), object.ty, object.address)
    }

    fn variable_of(&self, object: &Object) -> Option<Variable> {
        let symbol = self.recording.symbols.get(object.symbol? as usize)?;
        Some(self.in_memory(symbol.name.clone(), Some(symbol.ty), object.address))
    }

    fn in_memory(&self, name: String, type_id: Option<TypeId>, address: u64) -> Variable {
        let size = type_id.map_or(READ, |ty| self.recording.types().size_of(ty).min(READ));
        let bytes = self.read(address, size).unwrap_or_default();
        self.variable(name, type_id, &bytes, Some(address), None)
    }

    fn in_registers(&self, name: String, ty: TypeId, bytes: Bytes) -> Variable {
        self.variable(name, Some(ty), &bytes.clone(), None, Some(bytes))
    }

    fn variable(
        &self,
        name: String,
        type_id: Option<TypeId>,
        bytes: &Bytes,
        address: Option<u64>,
        own: Option<Bytes>,
    ) -> Variable {
        let types = self.recording.types();
        let value = value_of(types, type_id, bytes, &mut &*self);
        let ty = type_id.map_or(String::new(), |ty| types.name(ty));
        let pointer = matches!(type_id.map(|ty| types.get(ty)), Some(Type::Pointer(_)));
        let pointee = pointer.then(|| bytes.bits(0, types.pointer_size() as usize).0 as u64);
        let at = if pointer { pointee } else { address };
        let parts = type_id.map_or(0, |ty| match self.view(ty, bytes, 0) {
            Some(view) => view.size,
            None => self.parts_of(ty, at),
        });
        Variable { name, ty, value, address, parts, type_id, pointee, bytes: own }
    }

    /// How many parts something of a type has that lies at an address, or points there.
    fn parts_of(&self, ty: TypeId, at: Option<u64>) -> u64 {
        match self.recording.types().get(ty) {
            Type::Struct { fields, .. } => fields.len() as u64,
            Type::Array { element, count: 0 } => at.map_or(0, |at| self.room(at, *element)),
            Type::Array { count, .. } => *count,
            Type::Pointer(to) => at.map_or(0, |at| self.room(at, *to)),
            _ => 0,
        }
    }

    /// How many bytes there are from an address to the end of its object.
    pub(crate) fn room_at(&self, address: u64) -> u64 {
        let object = self.object_at(address).filter(|(_, object)| self.is_alive(object));
        object.map_or(0, |(_, object)| object.address + object.size - address)
    }

    /// How many values of a type there are from an address to the end of its object.
    fn room(&self, address: u64, ty: TypeId) -> u64 {
        self.room_at(address).checked_div(self.recording.types().size_of(ty)).unwrap_or(0)
    }

    /// Some of the parts of a variable: its fields, its elements, or what it points to.
    pub fn parts(&self, of: &Variable, range: Range<u64>) -> Vec<Variable> {
        let Some(ty) = of.type_id else { return Vec::new() };
        let numbers = range.start..range.end.min(of.parts);
        if self.recording.types().standard_kind(ty).is_some() {
            let bytes = of.bytes.clone().or_else(|| self.whole(ty, of.address?));
            if let Some(view) = self.view(ty, &bytes.unwrap_or_default(), numbers.end) {
                return self.parts_seen(of, view, numbers);
            }
        }
        let part = |number: u64| match self.recording.types().get(ty) {
            Type::Struct { fields, .. } => self.field(of, fields.get(number as usize)?),
            Type::Array { element, .. } => self.element(of, *element, number),
            Type::Pointer(to) => self.pointed(of, *to, number),
            _ => None,
        };
        numbers.filter_map(part).collect()
    }

    /// What a value of the C++ library looks like, with that many parts.
    fn view(&self, ty: TypeId, bytes: &Bytes, most: u64) -> Option<View> {
        let most = most.min(MOST_PARTS);
        view(self.recording.types(), ty, bytes, &mut &*self, most)?.ok()
    }

    fn whole(&self, ty: TypeId, address: u64) -> Option<Bytes> {
        self.read(address, self.recording.types().size_of(ty))
    }

    /// The parts of a value of the C++ library, as its user sees them.
    fn parts_seen(&self, of: &Variable, view: View, numbers: Range<u64>) -> Vec<Variable> {
        let numbered = view.parts.into_iter().enumerate().skip(numbers.start as usize);
        numbered.map(|(number, part)| self.part_seen(of, &view.shape, number, &part)).collect()
    }

    fn part_seen(&self, of: &Variable, shape: &Shape, number: usize, part: &Part) -> Variable {
        let name = match (shape, part.key) {
            (Shape::Owner { .. }, _) => format!("*{}", of.name),
            (Shape::Plain | Shape::Maybe, _) => "value".to_string(),
            (_, Some((ty, place))) => {
                format!("[{}]", self.variable_at(of, String::new(), ty, place).value.nested())
            }
            (_, None) => format!("[{number}]"),
        };
        self.variable_at(of, name, part.ty, part.place)
    }

    fn variable_at(&self, of: &Variable, name: String, ty: TypeId, place: Place) -> Variable {
        match (place, of.address) {
            (Place::At(address), _) => self.in_memory(name, Some(ty), address),
            (Place::Inside(offset), Some(address)) => {
                self.in_memory(name, Some(ty), address + offset)
            }
            (Place::Inside(offset), None) => {
                let size = self.recording.types().size_of(ty) as usize;
                let whole = of.bytes.as_ref().map(|bytes| bytes.slice(offset as usize, size));
                self.in_registers(name, ty, whole.unwrap_or_default())
            }
        }
    }

    fn field(&self, of: &Variable, field: &Field) -> Option<Variable> {
        let types = self.recording.types();
        let name = field.name.clone();
        match of.address {
            Some(address) if field.bits == 0 => {
                Some(self.in_memory(name, Some(field.ty), address + field.bit / 8))
            }
            Some(address) => {
                // A bit-field lies in at most 16 bytes from the one it begins in.
                let bytes = self.read(address + field.bit / 8, 16)?;
                let inside = Field { bit: field.bit % 8, ..field.clone() };
                Some(self.in_registers(name, field.ty, types.field_of(&inside, &bytes)?))
            }
            None => {
                let bytes = types.field_of(field, of.bytes.as_ref()?)?;
                Some(self.in_registers(name, field.ty, bytes))
            }
        }
    }

    fn element(&self, of: &Variable, ty: TypeId, number: u64) -> Option<Variable> {
        let each = self.recording.types().size_of(ty);
        let name = format!("[{number}]");
        match of.address {
            Some(address) => Some(self.in_memory(name, Some(ty), address + number * each)),
            None => {
                let bytes = of.bytes.as_ref()?.slice((number * each) as usize, each as usize);
                Some(self.in_registers(name, ty, bytes))
            }
        }
    }

    fn pointed(&self, of: &Variable, to: TypeId, number: u64) -> Option<Variable> {
        let address = of.pointee?;
        let each = self.recording.types().size_of(to);
        let name = match of.parts {
            1 => format!("*{}", of.name),
            _ => format!("[{number}]"),
        };
        Some(self.in_memory(name, Some(to), address + number * each))
    }
}
