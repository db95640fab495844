//! What holds one value, or one of several, or a fixed number: `pair`, `tuple`, `optional`, `variant`, `atomic`.

use super::layout::{Object, find};
use super::{Found, Odd, Part, Place, Shape, View, WRONG, view};
use allways_program::debug::{Field, Type, TypeId};

fn inside(field: &Field) -> Part {
    Part::new(field.ty, Place::Inside(field.bit / 8))
}

fn one(shape: Shape, field: &Field) -> Found {
    Ok((shape, vec![inside(field)], 1))
}

impl Object<'_> {
    /// Nothing but a field.
    pub(super) fn only(&mut self, name: &str) -> Found {
        one(Shape::Plain, &self.find(&[name])?)
    }

    pub(super) fn atomic(&mut self) -> Found {
        one(Shape::Plain, &self.find(&["__a_", "__a_value"])?)
    }

    pub(super) fn pair(&mut self) -> Found {
        let parts = vec![inside(&self.find(&["first"])?), inside(&self.find(&["second"])?)];
        Ok((Shape::Fixed, parts, 2))
    }

    pub(super) fn tuple(&mut self) -> Found {
        let base = self.find(&["__base_"])?;
        let Type::Struct { fields, .. } = self.types.get(base.ty) else { return Err(Odd::Unknown) };
        let mut parts = Vec::new();
        for leaf in fields {
            // A leaf of an empty class inherits from it and has no field.
            let value = match find(self.types, leaf.ty, &["__value_"]) {
                Ok(value) => value,
                Err(_) => self.only_base(leaf.ty)?,
            };
            let offset = (base.bit + leaf.bit + value.bit) / 8;
            parts.push(Part::new(value.ty, Place::Inside(offset)));
        }
        let size = parts.len() as u64;
        Ok((Shape::Fixed, parts, size))
    }

    fn only_base(&self, ty: TypeId) -> Result<Field, Odd> {
        match self.types.get(ty) {
            Type::Struct { fields, .. } if fields.len() == 1 => Ok(fields[0].clone()),
            _ => Err(Odd::Unknown),
        }
    }

    pub(super) fn optional(&mut self) -> Found {
        let value = self.find(&["__val_"])?;
        match self.number(&["__engaged_"])? {
            0 => Ok((Shape::Maybe, Vec::new(), 0)),
            1 => one(Shape::Maybe, &value),
            _ => Err(WRONG),
        }
    }

    /// A lock of a scope: the mutex, if it is held.
    pub(super) fn lock(&mut self) -> Found {
        let mutex = self.find(&["__m_"])?;
        match self.number(&["__owns_"])? {
            0 => Ok((Shape::Maybe, Vec::new(), 0)),
            _ => one(Shape::Maybe, &mutex),
        }
    }

    pub(super) fn variant(&mut self) -> Found {
        let index = self.find(&["__impl_", "__index"])?;
        let number = self.number(&["__impl_", "__index"])?;
        let nothing = u64::MAX >> (64 - 8 * self.types.size_of(index.ty).clamp(1, 8));
        if number == nothing {
            return Ok((Shape::Maybe, Vec::new(), 0));
        }
        if number > 1000 {
            return Err(WRONG);
        }
        let mut path = vec!["__impl_", "__data"];
        path.extend((0..number).map(|_| "__tail"));
        path.extend(["__head", "__value"]);
        match self.find(&path) {
            Ok(value) => one(Shape::Maybe, &value),
            // There are not so many alternatives.
            Err(_) => Err(WRONG),
        }
    }

    /// Containers that show another one: what is seen is the other.
    pub(super) fn adapter(&mut self) -> Found {
        let field = self.find(&["c"])?;
        let start = field.bit / 8;
        let bytes = self.bytes.slice(start as usize, self.types.size_of(field.ty) as usize);
        let inner = view(self.types, field.ty, &bytes, self.around, self.most);
        let View { shape, mut parts, size, .. } = inner.ok_or(Odd::Unknown)??;
        for part in &mut parts {
            if let Place::Inside(offset) = &mut part.place {
                *offset += start;
            }
        }
        Ok((shape, parts, size))
    }
}
