//! clang's JSON as it comes: one kind of node for everything, with its place filled in.
//!
//! clang leaves out a file or line that is the same as in the location it printed before, so places can only be
//! found by walking all locations in the order of the document.

use crate::error::{Error, Location, Result};
use serde::Deserialize;
use std::borrow::Cow;
use std::sync::Arc;

/// A type as clang spells it.
#[derive(Deserialize, Default, Debug)]
pub struct TypeName<'a> {
    #[serde(borrow, default, rename = "qualType")]
    pub spelling: Cow<'a, str>,
}

/// A reference to a declaration.
#[derive(Deserialize, Default, Debug)]
pub struct DeclRef<'a> {
    #[serde(borrow, default)]
    pub id: Cow<'a, str>,
    #[serde(borrow, default)]
    pub kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub name: Cow<'a, str>,
}

#[derive(Deserialize, Default, Debug)]
#[serde(rename_all = "camelCase", default)]
struct Point<'a> {
    #[serde(borrow)]
    file: Option<Cow<'a, str>>,
    line: Option<u32>,
    col: u32,
    #[serde(borrow)]
    spelling_loc: Option<Box<Point<'a>>>,
    #[serde(borrow)]
    expansion_loc: Option<Box<Point<'a>>>,
}

#[derive(Deserialize, Default, Debug)]
struct Range<'a> {
    #[serde(borrow, default)]
    begin: Point<'a>,
    #[serde(borrow, default)]
    end: Point<'a>,
}

/// A literal's value: clang prints characters as numbers and everything else as text.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum Value<'a> {
    Number(i64),
    Text(#[serde(borrow)] Cow<'a, str>),
}

/// One node of the tree. A missing child is a node without a kind.
#[derive(Deserialize, Default, Debug)]
#[serde(rename_all = "camelCase", default)]
pub struct Node<'a> {
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    #[serde(borrow)]
    loc: Option<Point<'a>>,
    #[serde(borrow)]
    range: Option<Range<'a>>,
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    #[serde(borrow)]
    pub mangled_name: Cow<'a, str>,
    #[serde(borrow, rename = "type")]
    pub ty: TypeName<'a>,
    #[serde(borrow)]
    pub arg_type: Option<TypeName<'a>>,
    #[serde(borrow, rename = "computeResultType")]
    pub compute_type: Option<TypeName<'a>>,
    #[serde(borrow)]
    pub value: Option<Value<'a>>,
    #[serde(borrow)]
    pub opcode: Cow<'a, str>,
    #[serde(borrow)]
    pub cast_kind: Cow<'a, str>,
    #[serde(borrow)]
    pub storage_class: Cow<'a, str>,
    #[serde(borrow)]
    pub tag_used: Cow<'a, str>,
    #[serde(borrow)]
    pub tls: Cow<'a, str>,
    #[serde(borrow)]
    pub decl: DeclRef<'a>,
    #[serde(borrow)]
    pub referenced_decl: Option<DeclRef<'a>>,
    #[serde(borrow)]
    pub referenced_member_decl: Cow<'a, str>,
    #[serde(borrow)]
    pub decl_id: Cow<'a, str>,
    #[serde(borrow)]
    pub target_label_decl_id: Cow<'a, str>,
    pub is_postfix: bool,
    pub is_arrow: bool,
    pub is_bitfield: bool,
    #[serde(rename = "isGNURange")]
    pub is_gnu_range: bool,
    pub complete_definition: bool,
    pub has_else: bool,
    pub has_init: bool,
    pub has_var: bool,
    pub variadic: bool,
    pub selected: bool,
    pub inner: Vec<Node<'a>>,
    #[serde(rename = "array_filler")]
    pub array_filler: Vec<Node<'a>>,
    /// Where the node stands; filled in by [`parse`].
    #[serde(skip)]
    pub at: Option<Location>,
    /// The column, which unnamed types are known by.
    #[serde(skip)]
    pub column: u32,
}

impl Node<'_> {
    /// Whether this stands for a child that is not there.
    pub fn is_missing(&self) -> bool {
        self.kind.is_empty() && self.inner.is_empty()
    }
}

/// Parses clang's output and finds the place of every node.
pub fn parse(text: &[u8]) -> Result<Node<'_>> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    reader.disable_recursion_limit();
    let mut root = Node::deserialize(&mut reader).map_err(|problem| Error::Tool {
        name: "clang-22".into(),
        problem: format!("its syntax tree cannot be read: {problem}"),
        hint: "use the clang 22 that the project is built for".into(),
    })?;
    Places { file: "".into(), line: 0 }.fill(&mut root);
    Ok(root)
}

/// The last place printed, which the next one may leave out.
struct Places {
    file: Arc<str>,
    line: u32,
}

impl Places {
    fn fill(&mut self, node: &mut Node<'_>) {
        let own = node.loc.take().and_then(|loc| self.point(&loc));
        let range = node.range.take().and_then(|range| {
            let begin = self.point(&range.begin);
            self.point(&range.end);
            begin
        });
        if let Some((at, column)) = own.or(range) {
            node.at = Some(at);
            node.column = column;
        }
        for child in node.array_filler.iter_mut().chain(&mut node.inner) {
            self.fill(child);
        }
    }

    /// Macro locations come in pairs; the place where the macro is used is the one a reader knows.
    fn point(&mut self, point: &Point<'_>) -> Option<(Location, u32)> {
        if let (Some(spelling), Some(expansion)) = (&point.spelling_loc, &point.expansion_loc) {
            self.point(spelling);
            return self.point(expansion);
        }
        if let Some(file) = &point.file {
            self.file = Arc::from(&**file);
        }
        if let Some(line) = point.line {
            self.line = line;
        }
        (point.col > 0).then(|| (Location { file: self.file.clone(), line: self.line }, point.col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omitted_lines_come_from_the_location_before() {
        let text = br#"{"id":"0x1","kind":"T","inner":[
            {"id":"0x2","kind":"A","loc":{"offset":1,"file":"a.c","line":3,"col":1,"tokLen":1},
             "range":{"begin":{"offset":1,"col":1,"tokLen":1},"end":{"offset":9,"line":5,"col":2,"tokLen":1}}},
            {"id":"0x3","kind":"B","range":{"begin":{"spellingLoc":{"offset":3,"line":1,"col":9,"tokLen":1},
             "expansionLoc":{"offset":30,"line":7,"col":4,"tokLen":2}},"end":{"offset":31,"col":4,"tokLen":1}}},
            {"id":"0x4","kind":"C","range":{"begin":{"offset":40,"col":8,"tokLen":1},"end":{}}}]}"#;
        let root = parse(text).unwrap();
        let lines: Vec<u32> = root.inner.iter().map(|n| n.at.as_ref().unwrap().line).collect();
        assert_eq!(lines, [3, 7, 7]);
    }
}
