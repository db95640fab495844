//! C types as Promela types.

use crate::analysis::voids::Held;
use crate::ir::Decl;
use crate::memory::Memory;
use crate::names::Names;
use crate::types::{RecordId, Records, Type};

/// Names of the structs and rows of a model.
pub struct Shapes {
    /// Whether numbers get the smallest type that holds them.
    pub compact: bool,
    records: Vec<String>,
    /// The types that wrap one row of an array of arrays, with the array each one wraps.
    rows: Vec<(String, Type)>,
    /// The member of each of them.
    row: String,
}

impl Shapes {
    /// Names every struct.
    pub fn new(records: &Records, names: &mut Names, compact: bool) -> Shapes {
        let named = records.0.iter().map(|record| names.type_name(&record.name)).collect();
        Shapes { compact, records: named, rows: Vec::new(), row: names.row().to_string() }
    }

    pub fn record(&self, id: RecordId) -> &str {
        &self.records[id]
    }

    /// The rows that arrays of arrays need, by name, with the array each one wraps.
    pub fn rows(&self) -> &[(String, Type)] {
        &self.rows
    }

    /// The step from a row to the array in it.
    pub fn row_step(&self) -> String {
        format!(".{}", self.row)
    }

    /// The declaration of the array that a row wraps.
    pub fn row_member(&self, memory: &Memory, array: &Type) -> Decl {
        self.declare(memory, array, &self.row, None)
    }

    fn row_of(&self, array: &Type) -> Option<&str> {
        let row = self.rows.iter().find(|(_, wrapped)| wrapped == array);
        row.map(|(name, _)| name.as_str())
    }

    /// Makes sure that every array of arrays in a type has its row types.
    pub fn prepare(&mut self, records: &Records, names: &mut Names, ty: &Type) {
        if let Type::Array(of, _) = ty {
            self.prepare(records, names, of);
            if matches!(**of, Type::Array(..)) && self.row_of(of).is_none() {
                let name = names.helper(&format!("row_{}", records.label(of)));
                self.rows.push((name, (**of).clone()));
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
    pub fn declare(&self, memory: &Memory, ty: &Type, name: &str, held: Option<&Held>) -> Decl {
        let (text, size) = match ty.plain() {
            Type::Array(of, count) => match of.plain() {
                Type::Array(..) => (self.row_of(of).unwrap_or_default().to_string(), Some(*count)),
                element => (self.scalar(memory, element, held), Some(*count)),
            },
            other => (self.scalar(memory, other, held), None),
        };
        Decl { ty: text, name: name.to_string(), size, values: Vec::new() }
    }
}
