//! Memory: for each pointed-to type a space of numbers, in which 0 is null.
//!
//! First come the cells of the type's heap, then every other place of that type whose address is taken: variables,
//! members, elements. A place inside heap cells has one number per cell. Where pointers move, an array has one
//! number more than elements, so that "one past the end" is a number of its own that nothing may be reached by.

use crate::analysis::places::{Places, Root, Step};
use crate::ast::{Program, VarId};
use crate::ir::SpaceId;
use crate::types::Type;

/// Where a region's places are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In the cells of this space.
    Heap(SpaceId),
    Var(VarId),
}

/// One dimension of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// How many places there are.
    pub count: u64,
    /// How many numbers they get.
    pub numbers: u64,
    /// How far apart neighbours are.
    pub stride: u64,
}

/// Places of one shape that got consecutive numbers.
#[derive(Clone, Debug)]
pub struct Region {
    pub home: Home,
    pub path: Vec<Step>,
    /// The first number.
    pub base: u64,
    pub dims: Vec<Dim>,
}

impl Region {
    /// How many numbers the region takes.
    pub fn size(&self) -> u64 {
        self.dims.iter().map(|d| d.numbers).product()
    }

    pub fn end(&self) -> u64 {
        self.base + self.size()
    }
}

/// The numbers of the pointers to one type.
#[derive(Clone, Debug)]
pub struct Space {
    pub ty: Type,
    /// Whether there are cells to allocate.
    pub heap: bool,
    /// Cells are allocated several at a time.
    pub blocks: bool,
    /// Pointers move.
    pub moved: bool,
    pub regions: Vec<Region>,
}

impl Space {
    /// Only heap cells: a pointer is the index of its cell.
    pub fn is_plain_heap(&self) -> bool {
        self.heap && self.regions.len() == 1
    }

    /// The largest number plus one.
    pub fn size(&self) -> u64 {
        self.regions.last().map_or(1, Region::end)
    }
}

/// All spaces of a model.
pub struct Memory {
    pub spaces: Vec<Space>,
    /// The length of each heap, the unused cell 0 included.
    pub cells: u64,
}

impl Memory {
    pub fn plan(program: &Program, places: &Places, cells: u64) -> Memory {
        let mut memory = Memory { spaces: Vec::new(), cells };
        for ty in places.heap.iter().chain(&places.reached) {
            memory.enter(ty);
        }
        for pattern in &places.taken {
            memory.enter(&pattern.ty);
            if let Root::Pointee(ty) = &pattern.root {
                memory.enter(ty);
            }
        }
        for space in &mut memory.spaces {
            space.blocks = places.blocks.contains(&space.ty);
            space.moved = places.moved.contains(&space.ty) || space.blocks;
        }
        memory.find_regions(program, places);
        memory
    }

    fn enter(&mut self, ty: &Type) {
        if self.space(ty).is_none() {
            let space = Space {
                ty: ty.clone(),
                heap: false,
                blocks: false,
                moved: false,
                regions: Vec::new(),
            };
            self.spaces.push(space);
        }
    }

    /// The space of pointers to a type.
    pub fn space(&self, ty: &Type) -> Option<SpaceId> {
        self.spaces.iter().position(|space| space.ty == *ty)
    }

    /// A member of whatever a pointer points to is a place in every region of that pointer's space, so regions are
    /// derived from regions until nothing new appears. Structs do not contain themselves, so that ends.
    fn find_regions(&mut self, program: &Program, places: &Places) {
        for id in 0..self.spaces.len() {
            let ty = &self.spaces[id].ty;
            let pointed_to = places.taken.iter().any(|p| p.ty == *ty);
            if places.heap.contains(ty) || !pointed_to {
                self.spaces[id].heap = true;
                self.add(program, id, Home::Heap(id), Vec::new());
            }
        }
        loop {
            let mut grown = false;
            for pattern in &places.taken {
                let Some(target) = self.space(&pattern.ty) else { continue };
                for (home, mut path) in self.homes(&pattern.root) {
                    path.extend(&pattern.path);
                    grown |= self.add(program, target, home, path);
                }
            }
            if !grown {
                break;
            }
        }
        for space in &mut self.spaces {
            let mut next = if space.heap { 0 } else { 1 };
            for region in &mut space.regions {
                region.base = next;
                next = region.end();
            }
        }
    }

    fn homes(&self, root: &Root) -> Vec<(Home, Vec<Step>)> {
        match root {
            Root::Var(var) => vec![(Home::Var(*var), Vec::new())],
            Root::Pointee(ty) => {
                let regions = self.space(ty).map(|id| &self.spaces[id].regions);
                regions.into_iter().flatten().map(|r| (r.home, r.path.clone())).collect()
            }
        }
    }

    fn add(&mut self, program: &Program, space: SpaceId, home: Home, path: Vec<Step>) -> bool {
        if self.spaces[space].regions.iter().any(|r| r.home == home && r.path == path) {
            return false;
        }
        let dims = self.dims(program, home, &path);
        self.spaces[space].regions.push(Region { home, path, base: 0, dims });
        true
    }

    fn dims(&self, program: &Program, home: Home, path: &[Step]) -> Vec<Dim> {
        let mut dims = Vec::new();
        let mut ty = match home {
            Home::Heap(space) => {
                dims.push(Dim { count: self.cells, numbers: self.cells, stride: 1 });
                self.spaces[space].ty.clone()
            }
            Home::Var(var) => program.var(var).ty.cell(),
        };
        for step in path {
            ty = match (step, &ty) {
                (Step::Field(field), Type::Record(record)) => {
                    program.records.get(*record).fields[*field].ty.cell()
                }
                (Step::Any(count), Type::Array(of, _)) => {
                    let moved = self.space(of).is_some_and(|id| self.spaces[id].moved);
                    let numbers = if moved { count + 1 } else { *count };
                    dims.push(Dim { count: *count, numbers, stride: 1 });
                    (**of).clone()
                }
                _ => ty,
            };
        }
        let mut stride = 1;
        for dim in dims.iter_mut().rev() {
            dim.stride = stride;
            stride *= dim.numbers;
        }
        dims
    }

    /// The region of a space that starts at a home and follows a path.
    pub fn region(&self, space: SpaceId, home: Home, path: &[Step]) -> Option<&Region> {
        self.spaces[space].regions.iter().find(|r| r.home == home && r.path == path)
    }
}
