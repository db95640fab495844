//! C types as Promela types.

use crate::analysis::voids::Held;
use crate::ir::Decl;
use crate::memory::Memory;
use crate::names::Names;
use crate::types::{RecordId, Records, Type};
use std::collections::BTreeMap;

/// Names of the structs and rows of a model.
pub struct Shapes {
    /// Whether numbers get the smallest type that holds them.
    pub compact: bool,
    records: Vec<String>,
    /// The type that wraps one row of an array of arrays.
    rows: BTreeMap<String, (String, Type)>,
}

impl Shapes {
    /// Names every struct; `taken` are identifiers of the program that a type name must not be equal to.
    pub fn new(records: &Records, names: &mut Names, taken: &[&str], compact: bool) -> Shapes {
        let named = records.0.iter().map(|record| {
            let clash = taken.contains(&record.name.as_str());
            names.type_name(&if clash { format!("{}_t", record.name) } else { record.name.clone() })
        });
        Shapes { compact, records: named.collect(), rows: BTreeMap::new() }
    }

    pub fn record(&self, id: RecordId) -> &str {
        &self.records[id]
    }

    /// The rows that arrays of arrays need, by name, with the array each one wraps.
    pub fn rows(&self) -> impl Iterator<Item = &(String, Type)> {
        self.rows.values()
    }

    /// Makes sure that every array of arrays in a type has its row types.
    pub fn prepare(&mut self, records: &Records, names: &mut Names, ty: &Type) {
        if let Type::Array(of, _) = ty {
            self.prepare(records, names, of);
            if matches!(**of, Type::Array(..)) {
                let key = records.label(of);
                self.rows.entry(key).or_insert_with_key(|key| {
                    (names.type_name(&format!("row_{key}")), (**of).clone())
                });
            }
        }
    }

    /// The Promela type of one object that is not an array.
    pub fn scalar(&self, memory: &Memory, ty: &Type, held: Option<&Held>) -> String {
        let size = match ty {
            Type::Record(id) => return self.records[*id].clone(),
            Type::Atomic(inner) => return self.scalar(memory, inner, held),
            Type::Bool => return "bool".into(),
            Type::Int { bits: 8, signed: false } => return "byte".into(),
            Type::Int { bits: 8 | 16, signed: true } => return "short".into(),
            Type::Mutex | Type::Thread => return "byte".into(),
            Type::Pointer(to) => match (&**to, held) {
                (Type::Void, Some(Held::Pointer(to))) => {
                    memory.space(to).map(|id| memory.spaces[id].size())
                }
                (Type::Void, Some(Held::Number)) => None,
                (Type::Void, None) => Some(1),
                (to, _) => Some(memory.space(&to.cell()).map_or(1, |id| memory.spaces[id].size())),
            },
            _ => None,
        };
        match size {
            Some(size) if self.compact && size <= 256 => "byte".into(),
            Some(size) if self.compact && size <= 32768 => "short".into(),
            _ => "int".into(),
        }
    }

    /// A declaration of a variable or member.
    pub fn declare(
        &self,
        records: &Records,
        memory: &Memory,
        ty: &Type,
        name: &str,
        held: Option<&Held>,
    ) -> Decl {
        let (text, size) = match ty.plain() {
            Type::Array(of, count) => match of.plain() {
                Type::Array(..) => (self.rows[&records.label(of)].0.clone(), Some(*count)),
                element => (self.scalar(memory, element, held), Some(*count)),
            },
            other => (self.scalar(memory, other, held), None),
        };
        Decl { ty: text, name: name.to_string(), size, values: Vec::new() }
    }
}
