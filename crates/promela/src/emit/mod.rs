//! The model as text.

mod cells;
mod declare;
mod expr;
mod items;
mod prims;
mod printer;

use crate::error::{Location, Result};
use crate::ir::{Item, Prim, Process};
use crate::lower::Lowering;
use printer::Printer;

/// A model, with the place in C that each of its lines comes from.
pub struct Text {
    pub text: String,
    /// For each line of the model, counted from 0, the place in C.
    pub lines: Vec<Option<Location>>,
}

/// Names of what belongs to one address space.
#[derive(Clone, Debug)]
pub struct CellNames {
    pub cells: String,
    pub valid: String,
    pub block: String,
    pub at: String,
    pub put: String,
    pub ok: String,
    pub start: String,
    pub new: String,
    pub free: String,
}

/// Writes a model.
pub struct Emitter<'e, 'p> {
    pub l: &'e Lowering<'p>,
    pub cells: Vec<CellNames>,
    pub out: Printer,
}

/// Writes the whole model; `formulas` are finished `ltl` blocks.
pub fn emit(l: &mut Lowering<'_>, title: &str, formulas: &[String]) -> Result<Text> {
    let cells = cells::names(l);
    let scratch = l.names.fresh("scan");
    let slot = l.names.fresh("take_slot");
    let mut emitter = Emitter { l, cells, out: Printer::default() };
    emitter.header(title);
    emitter.macros();
    emitter.structs();
    emitter.variables()?;
    emitter.memory(&scratch);
    emitter.runtime(&slot);
    for process in &emitter.l.processes {
        emitter.process(process, &slot);
    }
    emitter.start()?;
    for formula in formulas {
        emitter.out.blank();
        emitter.out.line(formula, None);
    }
    Ok(emitter.out.finish())
}

impl Emitter<'_, '_> {
    fn process(&mut self, process: &Process, slot: &str) {
        self.out.blank();
        let params: Vec<String> = process.params.iter().map(declare::text).collect();
        self.out.line(&format!("/* {} */", process.title), None);
        let provided = match self.l.pulses {
            true => format!(" provided ({0} == 0 || {0} == _pid + 1)", self.l.runtime.pulse),
            false => String::new(),
        };
        let head = format!("proctype {}({}){provided} {{", process.name, params.join("; "));
        self.out.line(&head, Some(&process.at));
        self.out.indent();
        for (channel, width) in &process.channels {
            let fields = vec!["int"; *width].join(", ");
            self.out.line(&format!("chan {channel} = [0] of {{ {fields} }};"), None);
        }
        for line in declare::grouped(&process.locals) {
            self.out.line(&line, None);
        }
        if self.l.exits_early {
            self.out.open("{");
        }
        self.items(&process.body, slot);
        if self.l.exits_early {
            self.out.close(&format!("}} unless {{ {} }}", self.l.runtime.exited));
        }
        self.out.close("}");
    }

    /// The process that starts everything.
    fn start(&mut self) -> Result<()> {
        let (_, values) = self.l.initial_values()?;
        let name = "main";
        self.out.blank();
        self.out.open("init {");
        if self.l.options.plain {
            self.out.line("chan ret_main = [0] of { int };", None);
        }
        if !values.is_empty() {
            self.out.open("d_step {");
            for item in &values {
                if let Item::Act(act) = item {
                    act.prims.iter().for_each(|prim| self.start_prim(prim, &act.at));
                }
            }
            self.out.close("};");
        }
        if self.l.options.plain {
            self.out.line(&format!("run {name}(ret_main);"), None);
            self.out.line("ret_main ? _", None);
        } else {
            let served = self.served_by(true);
            let mut runs: Vec<String> =
                served.iter().map(|name| format!("run {name}(1)")).collect();
            runs.push(format!("run {name}()"));
            self.out.line(&format!("atomic {{ {} }}", runs.join("; ")), None);
        }
        self.out.close("}");
        Ok(())
    }

    fn start_prim(&mut self, prim: &Prim, at: &Location) {
        if let Prim::Assign(place, value) = prim {
            let line = format!("{} = {};", self.place(place), self.expr(value));
            self.out.line(&line, Some(at));
        }
    }
}
