//! The cells of each pointed-to type, and the macros that reach what a pointer points to.

use super::Emitter;
use crate::analysis::places::Step;
use crate::memory::{Dim, Home, Region, Space};
use crate::symbols::{CellNames, Parameters};
use crate::types::Type;

impl Emitter<'_, '_> {
    /// Arrays and macros of all spaces.
    pub fn memory(&mut self) {
        let spaces = &self.l.memory.spaces;
        let scratch = &self.l.symbols.scan;
        if spaces.iter().any(|s| s.blocks) {
            self.out
                .line(&format!("int {scratch}; /* for finding cells; zero in between */"), None);
        }
        for (id, space) in spaces.iter().enumerate() {
            let names = self.l.symbols.cells[id].clone();
            self.out.blank();
            if space.heap {
                self.arrays(space, &names);
            }
            if !space.is_plain_heap() {
                self.reach(space, &names);
            }
            if space.moved {
                self.starts(space, &names);
            }
            if space.heap {
                self.allocation(space, &names, scratch);
            }
        }
    }

    fn arrays(&mut self, space: &Space, names: &CellNames) {
        let cells = self.l.memory.cells;
        let whole = Type::Array(Box::new(space.ty.clone()), cells);
        let decl = self.l.shapes.declare(self.l.memory, &whole, &names.cells, None);
        self.out.line(&format!("{};", super::declare::text(&decl)), None);
        self.out.line(&format!("bool {}[{cells}];", names.valid), None);
        if space.blocks {
            self.out.line(
                &format!("byte {}[{cells}]; /* where the block of a cell starts */", names.block),
                None,
            );
        }
    }

    /// Macros for a pointer that may point to a cell, a variable, a member or an element.
    fn reach(&mut self, space: &Space, names: &CellNames) {
        let Parameters { pointer: p, rest, value: v, .. } = &self.l.symbols.parameters;
        // A macro gets the rest of the place as text, since Promela has no references.
        let scalar = !matches!(space.ty, Type::Record(_) | Type::Array(..));
        let params = if scalar { p.clone() } else { format!("{p}, {rest}") };
        let rest = if scalar { String::new() } else { format!(" {rest}") };
        let places: Vec<(u64, String)> = space
            .regions
            .iter()
            .map(|r| (r.end(), format!("{}{rest}", self.region_place(r))))
            .collect();
        let Some(((_, last), before)) = places.split_last() else { return };
        let mut read = last.clone();
        for (end, place) in before.iter().rev() {
            read = format!("(({p}) < {end} -> {place} : {read})");
        }
        self.out.line(&format!("#define {}({params}) {read}", names.at), None);
        let write = self.nested_write(&places);
        self.out.line(&format!("#define {}({params}, {v}) {write}", names.put), None);
        let mut valid = "false".to_string();
        for region in space.regions.iter().rev() {
            valid =
                format!("(({p}) < {} -> {} : {valid})", region.end(), self.region_valid(region));
        }
        self.out.line(&format!("#define {}({p}) (({p}) > 0 && {valid})", names.ok), None);
    }

    /// A store that finds the region by nested tests.
    fn nested_write(&self, places: &[(u64, String)]) -> String {
        let Parameters { pointer: p, value: v, .. } = &self.l.symbols.parameters;
        match places {
            [] => "skip".into(),
            [(_, last)] => format!("{last} = {v}"),
            [(end, place), others @ ..] => format!(
                "if :: ({p}) < {end} -> {place} = {v} :: else -> {} fi",
                self.nested_write(others)
            ),
        }
    }

    /// The index along one dimension of the place that a pointer stands for.
    fn index(&self, region: &Region, dim: &Dim) -> String {
        let p = &self.l.symbols.parameters.pointer;
        let offset =
            if region.base == 0 { format!("({p})") } else { format!("(({p}) - {})", region.base) };
        let outer = region.dims.first().is_some_and(|first| first.stride == dim.stride);
        let scaled = if dim.stride == 1 { offset } else { format!("({offset} / {})", dim.stride) };
        if outer { scaled } else { format!("({scaled} % {})", dim.numbers) }
    }

    /// The place that a number of a region stands for.
    fn region_place(&self, region: &Region) -> String {
        let mut dims = region.dims.iter().map(|dim| self.index(region, dim));
        let mut in_row = false;
        let (mut text, mut ty) = match region.home {
            Home::Heap(space) => {
                in_row = true;
                let cell = dims.next().unwrap_or_default();
                (
                    format!("{}[{cell}]", self.l.symbols.cells[space].cells),
                    self.l.memory.spaces[space].ty.clone(),
                )
            }
            Home::Var(var) => {
                (self.l.symbols.globals[&var].clone(), self.l.program.var(var).ty.cell())
            }
        };
        for step in &region.path {
            match (step, ty.clone()) {
                (Step::Field(field), Type::Record(record)) => {
                    let field = &self.l.program.records.get(record).fields[*field];
                    text += &format!(".{}", self.l.names.member(&field.name));
                    ty = field.ty.cell();
                    in_row = false;
                }
                (Step::Any(_), Type::Array(of, _)) => {
                    let row = self.row_step(in_row);
                    text += &format!("{row}[{}]", dims.next().unwrap_or_default());
                    ty = *of;
                    in_row = true;
                }
                _ => {}
            }
        }
        text
    }

    /// Whether a number of a region stands for something that is there.
    fn region_valid(&self, region: &Region) -> String {
        let mut tests = Vec::new();
        if let Home::Heap(space) = region.home
            && let Some(cell) = region.dims.first()
        {
            tests.push(format!(
                "{}[{}]",
                self.l.symbols.cells[space].valid,
                self.index(region, cell)
            ));
        }
        for dim in region.dims.iter().filter(|d| d.numbers > d.count) {
            tests.push(format!("{} != {}", self.index(region, dim), dim.count));
        }
        if tests.is_empty() { "true".into() } else { format!("({})", tests.join(" && ")) }
    }

    /// The first element of the array that a number is in; a place outside arrays is an array of one.
    fn starts(&mut self, space: &Space, names: &CellNames) {
        let p = &self.l.symbols.parameters.pointer;
        let mut text = "0".to_string();
        for region in space.regions.iter().rev() {
            let start = match (region.home, region.dims.last()) {
                (Home::Heap(_), _) if region.path.is_empty() && space.blocks => {
                    format!("{}[{p}]", names.block)
                }
                (_, Some(dim)) if matches!(region.path.last(), Some(Step::Any(_))) => {
                    let base = region.base;
                    format!("(({p}) - (({p}) - {base}) % {})", dim.numbers)
                }
                _ => format!("({p})"),
            };
            text = format!("(({p}) < {} -> {start} : {text})", region.end());
        }
        self.out.line(&format!("#define {}({p}) {text}", names.start), None);
    }

    /// Taking and giving back one cell.
    fn allocation(&mut self, space: &Space, names: &CellNames, scratch: &str) {
        if space.blocks {
            return self.block_allocation(space, names, scratch);
        }
        let p = &self.l.symbols.parameters.pointer;
        let (valid, cells) = (&names.valid, self.l.memory.cells);
        let take = [
            format!("{p} = 1; /* the first free cell */"),
            "do".into(),
            format!(":: {p} < {cells} && {valid}[{p}] -> {p}++"),
            ":: else -> break".into(),
            "od;".into(),
            format!("assert({p} < {cells}); /* no cell is free: raise --cells */"),
            format!("{valid}[{p}] = true"),
        ];
        self.out.definition(&format!("{}({p})", names.new), &take);
        let test =
            if space.is_plain_heap() { String::new() } else { format!("({p}) < {cells} && ") };
        let mut give = vec![
            "if".to_string(),
            format!(":: ({p}) != 0 ->"),
            format!("  assert({test}{valid}[{p}]);"),
            format!("  {valid}[{p}] = false;"),
        ];
        for leaf in self.cell_leaves(&space.ty) {
            give.push(format!("  {}[{p}]{leaf} = 0;", names.cells));
        }
        give.extend([":: else".into(), "fi".into()]);
        self.out.definition(&format!("{}({p})", names.free), &give);
    }

    /// Several cells in a row, and one more that keeps the end of a block apart from the next block.
    fn block_allocation(&mut self, space: &Space, names: &CellNames, scan: &str) {
        let CellNames { valid, block, .. } = names;
        let Parameters { pointer: p, count: n, .. } = &self.l.symbols.parameters;
        let cells = self.l.memory.cells;
        let take = [
            format!("{p} = 1; {scan} = 0; /* the first free cells in a row */"),
            "do".into(),
            format!(":: {scan} > ({n}) -> break"),
            format!(
                ":: {scan} <= ({n}) && {p} + {scan} >= {cells} -> assert(false); break /* raise --cells */"
            ),
            format!(
                ":: {scan} <= ({n}) && {p} + {scan} < {cells} && {block}[{p} + {scan}] == 0 -> {scan}++"
            ),
            format!(":: else -> {p} = {p} + {scan} + 1; {scan} = 0"),
            "od;".into(),
            format!("{scan} = 0;"),
            "do".into(),
            format!(":: {scan} <= ({n}) ->"),
            format!(
                "  {block}[{p} + {scan}] = {p}; {valid}[{p} + {scan}] = ({scan} < ({n})); {scan}++"
            ),
            ":: else -> break".into(),
            "od;".into(),
            format!("{scan} = 0"),
        ];
        self.out.definition(&format!("{}({p}, {n})", names.new), &take);
        self.block_release(space, names, scan);
    }

    fn block_release(&mut self, space: &Space, names: &CellNames, scan: &str) {
        let CellNames { cells: mem, valid, block, .. } = names;
        let (p, cells) = (&self.l.symbols.parameters.pointer, self.l.memory.cells);
        let leaves = self.cell_leaves(&space.ty);
        let clear: Vec<String> =
            leaves.iter().map(|leaf| format!("{mem}[{scan}]{leaf} = 0; ")).collect();
        let give = [
            "if".to_string(),
            format!(":: ({p}) != 0 ->"),
            format!(
                "  assert(({p}) < {cells} && {valid}[{p}] && {block}[{p}] == ({p})); {scan} = ({p});"
            ),
            "  do".into(),
            format!("  :: {scan} < {cells} && {block}[{scan}] == ({p}) ->"),
            format!("    {block}[{scan}] = 0; {valid}[{scan}] = false; {}{scan}++", clear.concat()),
            "  :: else -> break".into(),
            "  od;".into(),
            format!("  {scan} = 0"),
            ":: else".into(),
            "fi".into(),
        ];
        self.out.definition(&format!("{}({p})", names.free), &give);
    }

    /// The numbers in a cell, as text after the cell.
    fn cell_leaves(&self, ty: &Type) -> Vec<String> {
        match ty {
            Type::Record(id) => {
                let fields = self.l.program.records.get(*id).fields.iter();
                fields
                    .flat_map(|field| {
                        let inner = self.leaves_from(&field.ty.cell(), false);
                        let name = self.l.names.member(&field.name);
                        inner.into_iter().map(move |rest| format!(".{name}{rest}"))
                    })
                    .collect()
            }
            Type::Array(..) => self.leaves_from(ty, true),
            _ => vec![String::new()],
        }
    }

    fn leaves_from(&self, ty: &Type, in_row: bool) -> Vec<String> {
        match ty {
            Type::Array(of, count) => {
                let row = self.row_step(in_row);
                let inner = self.leaves_from(of, true);
                let element = |i: u64| format!("{row}[{i}]");
                (0..*count)
                    .map(element)
                    .flat_map(|start| inner.iter().map(move |rest| format!("{start}{rest}")))
                    .collect()
            }
            Type::Record(_) => self.cell_leaves(ty),
            _ => vec![String::new()],
        }
    }
}
