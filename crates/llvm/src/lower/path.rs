//! Address computations: a constant distance and steps of variable length.

use crate::ir::Value;
use crate::lower::{Gap, Lowering};

/// What an address computation adds to its base.
pub(crate) struct Path {
    pub(crate) constant: i64,
    pub(crate) steps: Vec<Step>,
}

/// `index` times `scale`.
pub(crate) struct Step {
    pub(crate) index: Value,
    /// Width of the index.
    pub(crate) bits: u32,
    pub(crate) scale: i64,
}

impl Lowering<'_> {
    /// The path of a `getelementptr` instruction or constant expression.
    pub(crate) fn path(&mut self, gep: Value) -> Result<Path, Gap> {
        let mut path = Path { constant: 0, steps: Vec::new() };
        let mut ty = gep.source_element_type();
        for operand in 1..gep.operand_count() {
            let index = gep.operand(operand);
            if operand > 1 && ty.is_struct() {
                let field = self.field_index(index)?;
                path.constant = path.constant.wrapping_add(self.field(ty, field));
                ty = ty.element(field);
                continue;
            }
            if operand > 1 {
                ty = ty.element(0);
            }
            self.add_step(&mut path, index, self.target.alloc_size(ty) as i64)?;
        }
        Ok(path)
    }

    fn field(&self, ty: crate::ir::Type, index: u64) -> i64 {
        self.target.field_offset(ty, index) as i64
    }

    /// The number of a field; a vector of pointers has it once per lane, all the same.
    fn field_index(&self, index: Value) -> Result<u64, Gap> {
        let scalar = if index.ty().is_vector() { index.element(0) } else { Some(index) };
        scalar
            .and_then(Value::as_u64)
            .ok_or_else(|| Gap("a field number that is no constant".into()))
    }

    fn add_step(&mut self, path: &mut Path, index: Value, scale: i64) -> Result<(), Gap> {
        if let Some(constant) = index.as_i64() {
            path.constant = path.constant.wrapping_add(constant.wrapping_mul(scale));
            return Ok(());
        }
        let ty = if index.ty().is_vector() { index.ty().element(0) } else { index.ty() };
        if !matches!(ty.kind(), crate::ir::TypeKind::LLVMIntegerTypeKind) {
            return Err(Gap("an index that is no integer".into()));
        }
        // The index wraps to the width of an address, so that the low word decides.
        path.steps.push(Step { index, bits: ty.width().min(64), scale });
        Ok(())
    }
}
