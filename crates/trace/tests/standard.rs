//! Values of the C++ library from bytes and types made by hand, whole and damaged.

use allways_program::debug::{Field, Type, TypeId};
use allways_trace::{Around, Bytes, Types, Value, value_of};
use std::collections::BTreeMap;

/// Types and memory.
#[derive(Default)]
struct World {
    types: Vec<Type>,
    memory: BTreeMap<u64, Bytes>,
}

impl Around for &World {
    fn thread_of(&self, _: u64) -> Option<u32> {
        None
    }
    fn pointer(&mut self, address: u64, _: TypeId) -> Value {
        Value::Pointer { address, to: allways_trace::Target::Unknown }
    }
    fn read(&mut self, address: u64, size: u64) -> Option<Bytes> {
        let (base, bytes) = self.memory.range(..=address).next_back()?;
        let offset = address - base;
        (offset < bytes.len() as u64).then(|| bytes.slice(offset as usize, size as usize))
    }
    fn room(&mut self, address: u64) -> u64 {
        let found = self.memory.range(..=address).next_back();
        found.map_or(0, |(base, bytes)| (base + bytes.len() as u64).saturating_sub(address))
    }
}

impl World {
    fn add(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        self.types.len() as TypeId - 1
    }

    fn int(&mut self, bits: u16) -> TypeId {
        self.add(Type::Int { bits, signed: true, char: bits == 8 })
    }

    fn class(&mut self, name: &str, size: u64, fields: &[(&str, TypeId, u64)]) -> TypeId {
        let field = |&(name, ty, byte): &(&str, TypeId, u64)| Field {
            name: name.to_string(),
            ty,
            bit: byte * 8,
            bits: 0,
        };
        let fields = fields.iter().map(field).collect();
        self.add(Type::Struct { name: name.to_string(), size, union: false, fields })
    }

    fn show(&self, ty: TypeId, words: &[u64]) -> String {
        self.show_bytes(ty, &bytes(words))
    }

    fn show_bytes(&self, ty: TypeId, bytes: &Bytes) -> String {
        value_of(Types::new(&self.types, 64), Some(ty), bytes, &mut &*self).to_string()
    }

    /// `std::vector` of a type.
    fn vector(&mut self, of: TypeId) -> TypeId {
        let pointer = self.add(Type::Pointer(of));
        let fields = [("__begin_", pointer, 0), ("__end_", pointer, 8), ("__cap_", pointer, 16)];
        self.class("std::vector<T>", 24, &fields)
    }
}

fn bytes(words: &[u64]) -> Bytes {
    let value: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    Bytes { defined: vec![0xff; value.len()], value }
}

fn ints(numbers: &[u32]) -> Bytes {
    let value: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    Bytes { defined: vec![0xff; value.len()], value }
}

#[test]
fn a_vector_is_its_elements() {
    let mut world = World::default();
    let int = world.int(32);
    let vector = world.vector(int);
    let rows = world.vector(vector);
    world.memory.insert(0x1000, ints(&[1, 2, 3]));
    world.memory.insert(0x2000, bytes(&[0x1000, 0x1008, 0x100c, 0, 0, 0]));
    world.memory.insert(0x3000, ints(&[7; 20]));
    assert_eq!(world.show(vector, &[0x1000, 0x1008, 0x100c]), "vector{1, 2}");
    assert_eq!(world.show(vector, &[0, 0, 0]), "vector{}");
    assert_eq!(world.show(vector, &[0x3000, 0x3050, 0x3050]), "vector{7, 7, 7, 7, 7, 7, 7, 7, …}");
    assert_eq!(world.show(rows, &[0x2000, 0x2030, 0x2030]), "vector{vector{1, 2}, vector{}}");
}

#[test]
fn a_damaged_vector_says_so() {
    let mut world = World::default();
    let int = world.int(32);
    let vector = world.vector(int);
    world.memory.insert(0x1000, ints(&[1, 2, 3]));
    let wrong = "vector (its fields do not fit together)";
    let gone = "vector (what it refers to is not there)";
    for (words, expected) in [
        ([0x1008, 0x1000, 0x100c], wrong), // the end before the beginning
        ([0x1000, 0x1008, 0x1004], wrong), // larger than its room
        ([0x1000, 0x1003, 0x1003], wrong), // half an element
        ([0x1000, 0x1010, 0x1010], gone),  // more than the object has
        ([0x9000, 0x9004, 0x9004], gone),  // freed
        ([0, 0xffff_ffff_ffff_fffc, u64::MAX], gone), // huge
    ] {
        assert_eq!(world.show(vector, &words), expected, "{words:x?}");
    }
    let mut half = bytes(&[0x1000, 0x1008, 0x100c]);
    half.defined[9] = 0;
    assert_eq!(world.show_bytes(vector, &half), "vector (partly uninitialised)");
    assert_eq!(world.show_bytes(vector, &Bytes::undefined(24)), "uninitialised");
    // Too few bytes to tell: the struct that it is.
    assert_eq!(world.show_bytes(vector, &Bytes::zero(4)), "{}");
}

fn string(world: &mut World) -> TypeId {
    let (char, word, byte) = (world.int(8), world.int(64), world.int(8));
    let pointer = world.add(Type::Pointer(char));
    let data = world.add(Type::Array { element: char, count: 23 });
    let short = world.class("std::string::__short", 24, &[("__data_", data, 1)]);
    let long =
        world.class("std::string::__long", 24, &[("__size_", word, 8), ("__data_", pointer, 16)]);
    if let Type::Struct { fields, .. } = &mut world.types[short as usize] {
        let bits = |name: &str, bit, bits| Field { name: name.to_string(), ty: byte, bit, bits };
        fields.extend([bits("__is_long_", 0, 1), bits("__size_", 1, 7)]);
    }
    // Only the sign of its size is odd here; the real type is unsigned.
    world.types[byte as usize] = Type::Int { bits: 8, signed: false, char: false };
    let rep = world.class("std::string::__rep", 24, &[("__s", short, 0), ("__l", long, 0)]);
    world.class("std::string", 24, &[("__rep_", rep, 0)])
}

#[test]
fn a_string_is_its_characters() {
    let mut world = World::default();
    let string = string(&mut world);
    let pair = world.class(
        "std::pair<std::string, std::string>",
        48,
        &[("first", string, 0), ("second", string, 24)],
    );
    let mut short = Bytes::zero(24);
    short.value[..4].copy_from_slice(&[3 << 1, b'a', b'b', b'c']);
    assert_eq!(world.show_bytes(string, &short), "std::string \"abc\"");
    let text = "a text that is longer than the room that an object has for it inside";
    world.memory.insert(0x1000, Bytes { value: text.into(), defined: vec![0xff; text.len()] });
    let long = bytes(&[1, text.len() as u64, 0x1000]);
    let shown = format!("{:?}…", &text[..64]);
    assert_eq!(world.show_bytes(string, &long), format!("std::string {shown}"));
    assert_eq!(world.show(string, &[1, 5, 0x1000]), "std::string \"a tex\"");
    let mut both = short.clone();
    both.extend(&long);
    assert_eq!(world.show_bytes(pair, &both), format!("pair{{\"abc\", {shown}}}"));
    // Freed, too long for its object, a short size that does not fit.
    assert_eq!(world.show(string, &[1, 5, 0x7000]), "string (what it refers to is not there)");
    assert_eq!(
        world.show(string, &[1, u64::MAX, 0x1000]),
        "string (what it refers to is not there)"
    );
    short.value[0] = 60 << 1;
    assert_eq!(world.show_bytes(string, &short), "string (its fields do not fit together)");
}

/// A list: the object is its own end, nodes have links and a value.
fn list(world: &mut World) -> TypeId {
    let (int, word) = (world.int(32), world.int(64));
    let link = world.add(Type::Pointer(0));
    let base = world.class(
        "std::__list_node_base<int, void *>",
        16,
        &[("__prev_", link, 0), ("__next_", link, 8)],
    );
    world.class("std::__list_node<int, void *>", 24, &[("", base, 0), ("__value_", int, 16)]);
    world.class("std::list<int>", 24, &[("__end_", base, 0), ("__size_", word, 16)])
}

#[test]
fn a_list_is_followed_as_far_as_it_goes() {
    let mut world = World::default();
    let list = list(&mut world);
    world.memory.insert(0x1000, bytes(&[0, 0x2000, 5]));
    world.memory.insert(0x2000, bytes(&[0x1000, 0x1000, 6]));
    assert_eq!(world.show(list, &[0x2000, 0x1000, 2]), "list{5, 6}");
    // A circle ends; a size that is too large leads to what is not there.
    assert_eq!(world.show(list, &[0x2000, 0x1000, 100]), "list{5, 6, 5, 6, 5, 6, 5, 6, …}");
    assert_eq!(world.show(list, &[0x2000, 0x5000, 1]), "list (what it refers to is not there)");
    assert_eq!(world.show(list, &[0, 0, 1]), "list (its fields do not fit together)");
    // Without the class of the nodes nothing is claimed.
    world.types.retain(
        |ty| !matches!(ty, Type::Struct { name, .. } if name == "std::__list_node<int, void *>"),
    );
    assert!(world.show(list - 1, &[0x2000, 0x1000, 2]).starts_with("{__end_"));
}

#[test]
fn a_map_is_in_order_and_a_broken_tree_ends() {
    let mut world = World::default();
    let (int, word) = (world.int(32), world.int(64));
    let link = world.add(Type::Pointer(0));
    let pair =
        world.class("std::pair<const int, int>", 8, &[("first", int, 0), ("second", int, 4)]);
    let fields = [("__left_", link, 0), ("__right_", link, 8), ("__value_", pair, 32)];
    world.class("std::__tree_node<std::__value_type<int, int>, void *>", 40, &fields);
    let end = world.class("std::__tree_end_node", 8, &[("__left_", link, 0)]);
    let fields = [("__begin_node_", link, 0), ("__end_node_", end, 8), ("__size_", word, 16)];
    let tree = world.class("std::__tree<std::__value_type<int, int>, C, A>", 24, &fields);
    let map = world.class("std::map<int, int>", 24, &[("__tree_", tree, 0)]);
    let node = |left, right, key: u64, value: u64| bytes(&[left, right, 0, 0, value << 32 | key]);
    world.memory.insert(0x1000, node(0x2000, 0x3000, 2, 20));
    world.memory.insert(0x2000, node(0, 0, 1, 10));
    world.memory.insert(0x3000, node(0, 0, 3, 30));
    assert_eq!(world.show(map, &[0x2000, 0x1000, 3]), "map{1: 10, 2: 20, 3: 30}");
    assert_eq!(world.show(map, &[0x2000, 0x1000, 4]), "map (its fields do not fit together)");
    world.memory.insert(0x2000, node(0x1000, 0, 1, 10));
    assert_eq!(world.show(map, &[0x2000, 0x1000, 3]), "map (its fields do not fit together)");
}

#[test]
fn owners_are_counted_and_cycles_end() {
    let mut world = World::default();
    let long = world.int(64);
    let control = world.class("std::__shared_weak_count", 24, &[("__shared_owners_", long, 8)]);
    let to_control = world.add(Type::Pointer(control));
    let (node, shared) = (world.types.len() as TypeId + 1, world.types.len() as TypeId + 2);
    let to_node = world.add(Type::Pointer(node));
    world.class("Node", 24, &[("value", long, 0), ("next", shared, 8)]);
    world.class(
        "std::shared_ptr<Node>",
        16,
        &[("__ptr_", to_node, 0), ("__cntrl_", to_control, 8)],
    );
    world.memory.insert(0x1000, bytes(&[7, 0x1000, 0x2000]));
    world.memory.insert(0x2000, bytes(&[0, 1, 0]));
    let shown = world.show(shared, &[0x1000, 0x2000]);
    assert!(
        shown.starts_with("shared_ptr → {value = 7, next = shared_ptr → {value = 7, "),
        "{shown}"
    );
    assert!(shown.ends_with("(2 owners)") && shown.len() < 300, "{shown}");
    assert_eq!(world.show(shared, &[0, 0]), "shared_ptr → nullptr");
    world.memory.insert(0x2000, bytes(&[0, u64::MAX, 0]));
    assert_eq!(world.show(shared, &[0x1000, 0x2000]), "shared_ptr → 0x1000 (expired)");
    assert_eq!(
        world.show(shared, &[0x1000, 0x9000]),
        "shared_ptr (what it refers to is not there)"
    );
}

#[test]
fn a_variant_shows_its_alternative() {
    let mut world = World::default();
    let (int, index) =
        (world.int(32), world.add(Type::Int { bits: 32, signed: false, char: false }));
    let last = world.class("std::__alt", 4, &[("__value", int, 0)]);
    let tail = world.class("std::__union", 4, &[("__head", last, 0)]);
    let data = world.class("std::__union", 4, &[("__head", last, 0), ("__tail", tail, 0)]);
    let impl_ = world.class("std::__impl", 8, &[("__data", data, 0), ("__index", index, 4)]);
    let variant = world.class("std::variant<int, int>", 8, &[("__impl_", impl_, 0)]);
    assert_eq!(world.show(variant, &[1 << 32 | 5]), "variant{5}");
    assert_eq!(world.show(variant, &[u64::from(u32::MAX) << 32]), "variant{}");
    assert_eq!(world.show(variant, &[2 << 32]), "variant (its fields do not fit together)");
}

#[test]
fn a_class_of_the_program_is_no_standard_one() {
    let mut world = World::default();
    let word = world.int(64);
    let own = world.class("vector<int>", 16, &[("__begin_", word, 0), ("__end_", word, 8)]);
    assert_eq!(world.show(own, &[1, 2]), "{__begin_ = 1, __end_ = 2}");
    let odd = world.class("std::vector<int>", 8, &[("other", word, 0)]);
    assert_eq!(world.show(odd, &[1]), "{other = 1}");
}

#[test]
fn bases_are_called_by_their_types() {
    let mut world = World::default();
    let int = world.int(32);
    let base = world.class("Shape", 16, &[("_vptr$Shape", int, 0), ("id", int, 8)]);
    let empty = world.class("Mixin", 1, &[]);
    let derived = world.class("Square", 16, &[("", empty, 0), ("", base, 0), ("side", int, 12)]);
    assert_eq!(world.show_bytes(derived, &ints(&[0, 0, 4, 8])), "{Shape = {id = 4}, side = 8}");
    let types = Types::new(&world.types, 64);
    assert_eq!(types.descend("s".to_string(), derived, 12, 4).0, "s.side");
    assert_eq!(types.descend("s".to_string(), derived, 8, 4).0, "s.id");
}
