//! Finds declarations in clang's tree by id, tag or name.

use super::json::Node;
use super::spelling::{self, Lookup};
use crate::error::Location;
use crate::types::{Field, Record, RecordId, Records, Type};
use std::collections::{HashMap, HashSet};

/// Library types that a model has its own objects for.
fn library_type(name: &str) -> Option<Type> {
    Some(match name {
        "pthread_mutex_t" => Type::Mutex,
        "pthread_cond_t" => Type::Condition,
        "sem_t" => Type::Semaphore,
        "pthread_t" => Type::Thread,
        "pthread_attr_t" | "pthread_mutexattr_t" | "pthread_condattr_t" => Type::Void,
        _ => return None,
    })
}

/// Everything declared anywhere in the tree, and the types made from it so far.
pub struct Index<'n, 'a> {
    pub declarations: HashMap<&'n str, &'n Node<'a>>,
    pub functions: HashMap<&'n str, &'n Node<'a>>,
    pub enumerators: HashMap<&'n str, (String, i64)>,
    /// The member number of each field.
    pub fields: HashMap<&'n str, usize>,
    /// The defining declaration of each variable of the program.
    globals: HashMap<&'n str, &'n Node<'a>>,
    typedefs: HashMap<&'n str, &'n Node<'a>>,
    tags: HashMap<String, &'n Node<'a>>,
    at_file_scope: HashSet<&'n str>,
    known: HashMap<&'n str, RecordId>,
    pub records: Records,
}

impl<'n, 'a> Index<'n, 'a> {
    pub fn new(root: &'n Node<'a>) -> Index<'n, 'a> {
        let mut index = Index {
            declarations: HashMap::new(),
            functions: HashMap::new(),
            enumerators: HashMap::new(),
            fields: HashMap::new(),
            globals: HashMap::new(),
            typedefs: HashMap::new(),
            tags: HashMap::new(),
            at_file_scope: root.inner.iter().map(|n| &*n.id).collect(),
            known: HashMap::new(),
            records: Records::default(),
        };
        for node in root.inner.iter().filter(|n| n.kind == "VarDecl" && n.storage_class != "extern")
        {
            // A tentative definition yields to one with a value.
            if !node.inner.is_empty() || !index.globals.contains_key(&*node.name) {
                index.globals.insert(&node.name, node);
            }
        }
        index.enter(root);
        index
    }

    fn enter(&mut self, node: &'n Node<'a>) {
        match &*node.kind {
            "VarDecl" | "ParmVarDecl" => {
                self.declarations.insert(&node.id, node);
            }
            "FunctionDecl" if node.inner.iter().any(|n| n.kind == "CompoundStmt") => {
                self.functions.insert(&node.name, node);
            }
            "FunctionDecl" => {
                self.declarations.insert(&node.id, node);
            }
            "TypedefDecl" => self.enter_typedef(node),
            "RecordDecl" if node.complete_definition => self.enter_record(node),
            "EnumDecl" => self.enter_enum(node),
            _ => {}
        }
        for child in &node.inner {
            self.enter(child);
        }
    }

    fn enter_typedef(&mut self, node: &'n Node<'a>) {
        self.typedefs.insert(&node.name, node);
        // An unnamed struct is known by the name of its typedef from here on.
        if let Some(child) = node.inner.first()
            && child.kind == "RecordType"
            && child.decl.name.is_empty()
            && let Some(record) = self.declarations.get(&*child.decl.id)
        {
            let tag = child.ty.spelling.trim_start_matches("struct ").to_string();
            self.tags.insert(tag, record);
        }
    }

    fn enter_record(&mut self, node: &'n Node<'a>) {
        self.declarations.insert(&node.id, node);
        self.tags.insert(tag_of(node), node);
        let fields = node.inner.iter().filter(|n| n.kind == "FieldDecl");
        for (position, field) in fields.enumerate() {
            self.fields.insert(&field.id, position);
        }
    }

    fn enter_enum(&mut self, node: &'n Node<'a>) {
        let mut next = 0;
        for constant in node.inner.iter().filter(|n| n.kind == "EnumConstantDecl") {
            let written = constant.inner.iter().find_map(|n| match &n.value {
                Some(super::json::Value::Text(text)) => text.parse().ok(),
                _ => None,
            });
            let value = written.unwrap_or(next);
            next = value + 1;
            self.enumerators.insert(&constant.id, (constant.name.to_string(), value));
        }
    }

    /// The declaration that defines the variable that another declaration names.
    pub fn definition(&self, id: &str) -> Option<&'n Node<'a>> {
        let node = *self.declarations.get(id)?;
        match self.globals.get(&*node.name) {
            Some(global)
                if node.storage_class == "extern" || self.at_file_scope.contains(&*node.id) =>
            {
                Some(global)
            }
            _ if node.storage_class == "extern" => None,
            _ => Some(node),
        }
    }

    /// The symbol that a function is linked by, which a label in the header may choose.
    pub fn symbol(&self, id: &str, name: &str) -> String {
        let symbol = self.declarations.get(id).map_or("", |node| &*node.mangled_name);
        let symbol = symbol.trim_start_matches('\u{1}');
        if symbol.is_empty() { name.to_string() } else { symbol.to_string() }
    }

    /// The type that a spelling stands for.
    pub fn read_type(&mut self, spelling: &str) -> Type {
        spelling::read(spelling, self)
    }

    fn record(&mut self, node: &'n Node<'a>, tag: &str) -> Type {
        if node.tag_used == "union" {
            return Type::Unsupported("union".into());
        }
        if let Some(id) = self.known.get(&*node.id) {
            return Type::Record(*id);
        }
        let id = self.records.0.len();
        self.known.insert(&node.id, id);
        let name =
            if tag.starts_with('(') { format!("unnamed_{}", id + 1) } else { tag.to_string() };
        self.records.0.push(Record { name, fields: Vec::new() });
        // The record is known before its fields are read, so that it can point to itself.
        let mut fields = Vec::new();
        for field in node.inner.iter().filter(|n| n.kind == "FieldDecl") {
            let ty = if field.is_bitfield {
                Type::Unsupported("bit-field".into())
            } else {
                self.read_type(&field.ty.spelling)
            };
            fields.push(Field { name: field.name.to_string(), ty });
        }
        self.records.0[id].fields = fields;
        Type::Record(id)
    }
}

fn tag_of(node: &Node<'_>) -> String {
    if !node.name.is_empty() {
        return node.name.to_string();
    }
    let at = node.at.as_ref();
    let (file, line) = at.map_or(("", 0), |Location { file, line }| (file, *line));
    format!("(unnamed at {file}:{line}:{})", node.column)
}

impl Lookup for Index<'_, '_> {
    fn typedef(&mut self, name: &str) -> Option<Type> {
        if let Some(ty) = library_type(name) {
            return Some(ty);
        }
        let node = *self.typedefs.get(name)?;
        Some(spelling::read(&node.ty.spelling, self))
    }

    fn tagged(&mut self, keyword: &str, tag: &str) -> Type {
        match (keyword, self.tags.get(tag).copied()) {
            ("enum", _) => Type::Int { bits: 32, signed: false },
            (_, Some(node)) => self.record(node, tag),
            (_, None) => Type::Unsupported(format!("incomplete type `{keyword} {tag}`")),
        }
    }
}
