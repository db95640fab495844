//! What is made of nodes: lists, trees, hash tables.

use super::layout::{Object, find};
use super::{Found, Odd, Part, Place, Shape, WRONG};
use allways_program::debug::{Field, Type, TypeId};
use allways_program::readable::template;

/// Elements that are looked for where no number tells how many there are.
const UNCOUNTED: u64 = 100;

/// Levels of a tree: red-black trees of 2^64 nodes have fewer than 128.
const HIGHEST: usize = 128;

impl Object<'_> {
    pub(super) fn list(&mut self) -> Found {
        let end = self.find(&["__end_"])?;
        let first = self.number(&["__end_", "__next_"])?;
        let size = self.number(&["__size_"])?;
        let node = self.sibling(end.ty, "std::__list_node_base", "std::__list_node")?;
        self.chain(first, node, size)
    }

    pub(super) fn forward_list(&mut self) -> Found {
        let (first, node) = self.pointer(&["__before_begin_", "__next_"])?;
        let (next, value) = (find(self.types, node, &["__next_"])?, self.value_in(node)?);
        let (mut at, mut parts) = (first, Vec::new());
        let most = self.most.max(UNCOUNTED);
        while at != 0 && (parts.len() as u64) < most {
            parts.push(self.entry(at, &value)?);
            at = self.number_at(at, &next)?;
        }
        // The list does not know how long it is.
        let size = parts.len() as u64 + u64::from(at != 0);
        Ok((Shape::Many, parts, size))
    }

    pub(super) fn hash_table(&mut self) -> Found {
        let table = self.find(&["__table_"])?;
        let first = self.number(&["__table_", "__first_node_", "__next_"])?;
        let size = self.number(&["__table_", "__size_"])?;
        let node = self.node_of(table.ty, "std::__hash_node")?;
        self.chain(first, node, size)
    }

    pub(super) fn tree(&mut self) -> Found {
        let tree = self.find(&["__tree_"])?;
        let root = self.number(&["__tree_", "__end_node_", "__left_"])?;
        let size = self.number(&["__tree_", "__size_"])?;
        let node = self.node_of(tree.ty, "std::__tree_node")?;
        let left = find(self.types, node, &["__left_"])?;
        let right = find(self.types, node, &["__right_"])?;
        let value = self.value_in(node)?;
        let (mut above, mut at, mut parts) = (Vec::new(), root, Vec::new());
        while (parts.len() as u64) < size.min(self.most) {
            while at != 0 {
                above.push(at);
                if above.len() > HIGHEST {
                    return Err(WRONG);
                }
                at = self.number_at(at, &left)?;
            }
            let Some(next) = above.pop() else { return Err(WRONG) };
            parts.push(self.entry(next, &value)?);
            at = self.number_at(next, &right)?;
        }
        Ok((Shape::Many, parts, size))
    }

    /// Nodes of which each has the address of the next.
    fn chain(&mut self, first: u64, node: TypeId, size: u64) -> Found {
        let (next, value) = (find(self.types, node, &["__next_"])?, self.value_in(node)?);
        let (mut at, mut parts) = (first, Vec::new());
        for _ in 0..size.min(self.most) {
            if at == 0 {
                return Err(WRONG);
            }
            parts.push(self.entry(at, &value)?);
            at = self.number_at(at, &next)?;
        }
        Ok((Shape::Many, parts, size))
    }

    /// The value in a class of nodes.
    fn value_in(&self, node: TypeId) -> Result<Field, Odd> {
        find(self.types, node, &["__value_"])
    }

    /// The entry in a node: of a map a key and a value.
    fn entry(&mut self, node: u64, value: &Field) -> Result<Part, Odd> {
        let address = node.wrapping_add(value.bit / 8);
        if !self.is_there(address, self.types.size_of(value.ty)) {
            return Err(super::GONE);
        }
        if !self.is_map() {
            return Ok(Part::new(value.ty, Place::At(address)));
        }
        let [first, second] = ["first", "second"].map(|name| find(self.types, value.ty, &[name]));
        let (first, second) = (first?, second?);
        let at = |field: &Field| Place::At(address + field.bit / 8);
        let key = Some((first.ty, at(&first)));
        Ok(Part { ty: second.ty, place: at(&second), key })
    }

    fn is_map(&self) -> bool {
        self.types.standard_kind(self.ty).is_some_and(|kind| kind.ends_with("map"))
    }

    /// The class of the nodes of a tree or table.
    fn node_of(&self, table: TypeId, class: &str) -> Result<TypeId, Odd> {
        let Type::Struct { name, .. } = self.types.get(table) else { return Err(Odd::Unknown) };
        let (_, arguments) = template(name);
        let value = arguments.first().ok_or(Odd::Unknown)?;
        self.class(&format!("{class}<{value}, void *>"))
    }

    /// The class with the same arguments as another.
    fn sibling(&self, of: TypeId, own: &str, class: &str) -> Result<TypeId, Odd> {
        let Type::Struct { name, .. } = self.types.get(of) else { return Err(Odd::Unknown) };
        let arguments = name.strip_prefix(own).ok_or(Odd::Unknown)?;
        self.class(&format!("{class}{arguments}"))
    }
}
