//! What a C header declares, from clang's syntax tree.

use anyhow::Result;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a header declares by itself, not what it includes.
#[derive(Debug, Default)]
pub struct Header {
    /// Its functions, in their order.
    pub functions: Vec<Function>,
    /// Structures that it declares, by their names with `struct`, and whether it says what is in them.
    pub structures: BTreeMap<String, bool>,
    /// Its names for types.
    aliases: BTreeMap<String, String>,
}

/// A function.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub result: String,
    /// What it takes: the type as it is written, and what stands behind it.
    pub parameters: Vec<Parameter>,
    /// It is written `f(type, ...)`.
    pub variadic: bool,
}

/// A parameter.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The type, as it is written.
    pub ty: String,
    /// The type without aliases.
    pub plain: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    loc: Place,
    #[serde(default, rename = "type")]
    ty: Spelled,
    #[serde(default)]
    inner: Vec<Node>,
    #[serde(default)]
    tag_used: String,
    #[serde(default)]
    complete_definition: bool,
    #[serde(default)]
    variadic: bool,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    offset: Option<u64>,
    included_from: Option<serde::de::IgnoredAny>,
    expansion_loc: Option<Box<Place>>,
}

impl Place {
    /// Whether it is in the header itself.
    fn is_own(&self) -> bool {
        let place = self.expansion_loc.as_deref().unwrap_or(self);
        place.offset.is_some() && place.included_from.is_none()
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Spelled {
    qual_type: String,
    desugared_qual_type: Option<String>,
}

impl Header {
    /// Reads the tree of a header as clang's JSON.
    pub fn of_tree(tree: &[u8]) -> Result<Header> {
        let tree: Node = serde_json::from_slice(tree)?;
        let mut header = Header::default();
        for node in tree.inner.into_iter().filter(|node| node.loc.is_own() && !node.name.is_empty())
        {
            match node.kind.as_str() {
                "FunctionDecl" => header.add(node),
                "TypedefDecl" => drop(header.aliases.insert(node.name, node.ty.qual_type)),
                "RecordDecl" => {
                    let name = format!("{} {}", node.tag_used, node.name);
                    *header.structures.entry(name).or_default() |= node.complete_definition;
                }
                _ => {}
            }
        }
        Ok(header)
    }

    fn add(&mut self, node: Node) {
        // A function that returns a pointer to one is written around its name.
        let result = node.ty.qual_type.split('(').next().unwrap_or_default().trim().to_string();
        let twice = self.functions.iter().any(|known| known.name == node.name);
        if twice || result.is_empty() || node.ty.qual_type.contains("(*(") {
            return;
        }
        let parameters = node.inner.into_iter().filter(|inner| inner.kind == "ParmVarDecl");
        let parameters = parameters.map(|inner| {
            let Spelled { qual_type, desugared_qual_type } = inner.ty;
            let plain = desugared_qual_type.unwrap_or_else(|| qual_type.clone());
            Parameter { ty: qual_type, plain }
        });
        let (name, variadic) = (node.name, node.variadic);
        self.functions.push(Function { name, result, parameters: parameters.collect(), variadic });
    }

    /// The structure of the header that a type points to.
    pub fn pointed(&self, ty: &str) -> Option<&str> {
        let name = ty.trim().strip_suffix('*')?.trim();
        self.structure(name.strip_prefix("const ").unwrap_or(name))
    }

    fn structure(&self, name: &str) -> Option<&str> {
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.structures.get_key_value(name).map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_header_says_itself_counts() {
        let tree = br#"{"kind": "TranslationUnitDecl", "inner": [
            {"kind": "TypedefDecl", "name": "__int128_t", "loc": {}},
            {"kind": "RecordDecl", "name": "q", "tagUsed": "struct", "loc": {"offset": 1}},
            {"kind": "TypedefDecl", "name": "queue", "type": {"qualType": "struct q"}, "loc": {"offset": 2}},
            {"kind": "FunctionDecl", "name": "put", "type": {"qualType": "int (queue *, size_t)"}, "loc": {"offset": 3},
             "inner": [{"kind": "ParmVarDecl", "type": {"qualType": "queue *"}},
                       {"kind": "ParmVarDecl", "type": {"qualType": "size_t", "desugaredQualType": "unsigned long"}}]},
            {"kind": "FunctionDecl", "name": "far", "type": {"qualType": "int (void)"},
             "loc": {"offset": 3, "includedFrom": {"file": "q.h"}}}]}"#;
        let header = Header::of_tree(tree).unwrap();
        let parameter = |ty: &str, plain: &str| Parameter { ty: ty.into(), plain: plain.into() };
        let parameters =
            vec![parameter("queue *", "queue *"), parameter("size_t", "unsigned long")];
        let put =
            Function { name: "put".into(), result: "int".into(), parameters, variadic: false };
        assert_eq!(header.functions, [put]);
        assert_eq!(header.pointed("const queue *"), Some("struct q"));
        assert_eq!((header.pointed("queue"), header.pointed("int *")), (None, None));
    }
}
