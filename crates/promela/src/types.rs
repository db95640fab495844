//! C types as far as a model needs them, and their layout.

/// The index of a struct in [`Records`].
pub type RecordId = usize;

/// A C type without `const` and `volatile`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Bool,
    Int {
        bits: u8,
        signed: bool,
    },
    Pointer(Box<Type>),
    Array(Box<Type>, u64),
    Record(RecordId),
    Function,
    Atomic(Box<Type>),
    Mutex,
    Condition,
    Semaphore,
    Thread,
    /// Something that has no translation; the text says what it is.
    Unsupported(String),
}

/// `int`
pub const INT: Type = Type::Int { bits: 32, signed: true };

impl Type {
    /// The type without a leading `_Atomic`.
    pub fn plain(&self) -> &Type {
        match self {
            Type::Atomic(inner) => inner,
            other => other,
        }
    }

    /// Whether reading, modifying and writing this in one expression is one indivisible action.
    pub fn is_atomic(&self) -> bool {
        matches!(self, Type::Atomic(_))
    }

    pub fn pointee(&self) -> Option<&Type> {
        match self.plain() {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }

    pub fn is_pointer(&self) -> bool {
        self.pointee().is_some()
    }

    pub fn is_void_pointer(&self) -> bool {
        matches!(self.pointee(), Some(Type::Void))
    }

    pub fn element(&self) -> Option<(&Type, u64)> {
        match self.plain() {
            Type::Array(of, count) => Some((of, *count)),
            _ => None,
        }
    }

    pub fn is_aggregate(&self) -> bool {
        matches!(self.plain(), Type::Array(..) | Type::Record(_))
    }

    /// Width and signedness of an integer; pointers and library objects are plain numbers in a model.
    pub fn integer(&self) -> (u8, bool) {
        match self.plain() {
            Type::Int { bits, signed } => (*bits, *signed),
            Type::Bool => (1, false),
            _ => (32, true),
        }
    }

    /// The smallest and largest value a variable of this type holds in a model. Unsigned 32-bit numbers are kept as
    /// bit patterns in Promela's `int`; 64-bit ones must stay within 32 bits, which the model asserts.
    pub fn range(&self) -> (i64, i64) {
        match self.integer() {
            (1, _) => (0, 1),
            (bits, false) if bits < 32 => (0, (1 << bits) - 1),
            (bits, true) if bits < 32 => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (64, false) => (0, i64::from(i32::MAX)),
            _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
        }
    }

    /// The type that cells are kept by: what two pointers may share.
    pub fn cell(&self) -> Type {
        match self {
            Type::Atomic(inner) => inner.cell(),
            Type::Pointer(to) => Type::Pointer(Box::new(to.cell())),
            Type::Array(of, count) => Type::Array(Box::new(of.cell()), *count),
            other => other.clone(),
        }
    }
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Type,
}

/// A struct.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag, or the name a `typedef` gave it, or one made up.
    pub name: String,
    pub fields: Vec<Field>,
}

/// All structs of a program.
#[derive(Clone, Debug, Default)]
pub struct Records(pub Vec<Record>);

impl Records {
    pub fn get(&self, id: RecordId) -> &Record {
        &self.0[id]
    }

    /// Size and alignment on x86-64, or `None` for what has no size here.
    pub fn layout(&self, ty: &Type) -> Option<(u64, u64)> {
        Some(match ty {
            Type::Bool => (1, 1),
            Type::Int { bits, .. } => (u64::from(*bits) / 8, u64::from(*bits) / 8),
            Type::Pointer(_) | Type::Thread => (8, 8),
            Type::Array(of, count) => {
                let (size, align) = self.layout(of)?;
                (size * count, align)
            }
            Type::Record(id) => self.struct_layout(*id)?,
            Type::Atomic(inner) => self.layout(inner)?,
            Type::Mutex => (40, 8),
            Type::Condition => (48, 8),
            Type::Semaphore => (32, 8),
            Type::Void | Type::Function | Type::Unsupported(_) => return None,
        })
    }

    fn struct_layout(&self, id: RecordId) -> Option<(u64, u64)> {
        let (mut end, mut widest) = (0, 1);
        for field in &self.get(id).fields {
            let (size, align) = self.layout(&field.ty)?;
            end = u64::next_multiple_of(end, align) + size;
            widest = widest.max(align);
        }
        Some((end.next_multiple_of(widest), widest))
    }

    /// A short name for a type, used in names of cells and helpers.
    pub fn label(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Bool => "bool".into(),
            Type::Int { bits, signed } => {
                let name = match bits {
                    8 => "char",
                    16 => "short",
                    32 => "int",
                    _ => "long",
                };
                format!("{}{name}", if *signed { "" } else { "u" })
            }
            Type::Pointer(to) => format!("{}_ptr", self.label(to)),
            Type::Array(of, count) => format!("{}_{count}", self.label(of)),
            Type::Record(id) => self.get(*id).name.clone(),
            Type::Atomic(inner) => self.label(inner),
            Type::Function => "function".into(),
            Type::Mutex => "mutex".into(),
            Type::Condition => "cond".into(),
            Type::Semaphore => "sem".into(),
            Type::Thread => "thread".into(),
            Type::Unsupported(_) => "other".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_are_laid_out_with_padding() {
        let char_type = Type::Int { bits: 8, signed: true };
        let field = |ty: Type| Field { name: "f".into(), ty };
        let inner = Record { name: "a".into(), fields: vec![field(char_type.clone()), field(INT)] };
        let outer = Record {
            name: "b".into(),
            fields: vec![
                field(Type::Record(0)),
                field(Type::Array(Box::new(char_type), 3)),
                field(Type::Pointer(Box::new(INT))),
            ],
        };
        let records = Records(vec![inner, outer]);
        assert_eq!(records.layout(&Type::Record(0)), Some((8, 4)));
        assert_eq!(records.layout(&Type::Record(1)), Some((24, 8)));
        assert_eq!(records.layout(&Type::Void), None);
    }
}
