//! C to Promela: a readable model of a multi-threaded C program for SPIN, made from clang's typed syntax tree.

mod analysis;
mod ast;
mod builtins;
mod emit;
mod error;
mod ir;
mod lower;
mod ltl;
mod macros;
mod memory;
mod names;
mod optimise;
mod shapes;
mod symbols;
mod trail;
mod types;

pub use error::{Error, Location};
pub use trail::{Trail, TrailStep, explain_trail};

use std::path::Path;

/// How to translate.
#[derive(Clone, Debug)]
pub struct Options {
    /// The length of each array of cells; cell 0 is null, so one less can be allocated.
    pub cells: u32,
    /// The published form: nothing is merged, analysed or reset.
    pub plain: bool,
    /// Put called functions in place of calls instead of starting processes, where they are not recursive.
    pub inline: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { cells: 9, plain: false, inline: false }
    }
}

/// A translated program.
#[derive(Clone, Debug)]
pub struct Model {
    /// The model, as it is written to a file.
    pub text: String,
    /// For each line of the model, counted from 0, the place in C that it comes from.
    pub line_map: Vec<Option<Location>>,
    /// What the user should know about the model.
    pub warnings: Vec<String>,
}

/// Translates a C file, given its syntax tree as the JSON of `clang -Xclang -ast-dump=json`.
///
/// # Errors
/// When that is no syntax tree, or at the first construct that has no translation.
pub fn translate(source: &Path, tree: &[u8], options: &Options) -> Result<Model, Error> {
    let program = ast::read(tree)?;
    let mut facts = analysis::Facts::gather(&program)?;
    let names = names::Names::of(&program);
    let formulas = ltl::read(&program, &names)?;
    formulas.iter().flat_map(|f| &f.vars).for_each(|var| facts.sharing.watch(*var));
    let memory = memory::Memory::plan(&program, &facts.places, u64::from(options.cells.max(2)));
    let mut lowering = lower::Lowering::new(&program, &facts, &memory, options, names);
    lowering.run()?;
    if !options.plain {
        lowering.processes.iter_mut().for_each(optimise::optimise);
    }
    let title =
        source.file_name().map_or_else(|| source.to_string_lossy(), |name| name.to_string_lossy());
    let blocks = formula_blocks(&lowering, &formulas)?;
    let text = emit::emit(&lowering, &title, &blocks)?;
    let warnings = lowering.forgotten().into_iter().collect();
    Ok(Model { text: text.text, line_map: text.lines, warnings })
}

fn formula_blocks(
    lowering: &lower::Lowering<'_>,
    formulas: &[ltl::Watched],
) -> Result<Vec<String>, Error> {
    let symbols = &lowering.symbols;
    formulas
        .iter()
        .zip(&symbols.formulas)
        .map(|(formula, name)| formula.block(lowering.program, name, symbols, &lowering.names))
        .collect()
}
