//! The model as text.

mod cells;
mod declare;
mod expr;
mod items;
mod prims;
mod printer;
mod runtime;

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

/// Writes a model.
pub struct Emitter<'e, 'p> {
    pub l: &'e Lowering<'p>,
    pub out: Printer,
}

/// Writes the whole model; `formulas` are finished `ltl` blocks.
pub fn emit(l: &Lowering<'_>, title: &str, formulas: &[String]) -> Result<Text> {
    let mut emitter = Emitter { l, out: Printer::default() };
    emitter.header(title);
    emitter.macros();
    emitter.structs();
    emitter.variables()?;
    emitter.memory();
    emitter.runtime();
    for process in &emitter.l.processes {
        emitter.process(process);
    }
    emitter.start()?;
    for formula in formulas {
        emitter.out.blank();
        emitter.out.line(formula, None);
    }
    Ok(emitter.out.finish())
}

impl Emitter<'_, '_> {
    fn process(&mut self, process: &Process) {
        self.out.blank();
        let params: Vec<String> = process.params.iter().map(declare::text).collect();
        self.out.line(&format!("/* {} */", process.title), None);
        let provided = match self.l.pulses {
            true => format!(" provided ({0} == 0 || {0} == _pid + 1)", self.l.symbols.pulse),
            false => String::new(),
        };
        let head = format!("proctype {}({}){provided} {{", process.name, params.join("; "));
        self.out.line(&head, Some(&process.at));
        self.out.indent();
        for channel in &process.channels {
            self.out.line(&format!("chan {channel} = [0] of {{ int }};"), None);
        }
        for line in declare::grouped(&process.locals) {
            self.out.line(&line, None);
        }
        if self.l.exits_early {
            self.out.open("{");
        }
        self.items(&process.body);
        if self.l.exits_early {
            self.out.close(&format!("}} unless {{ {} }}", self.l.symbols.exited));
        }
        self.out.close("}");
    }

    /// The process that starts everything.
    fn start(&mut self) -> Result<()> {
        let (_, values) = self.l.initial_values()?;
        let name = "main";
        let answer = &self.l.symbols.main_return;
        self.out.blank();
        self.out.open("init {");
        if self.l.options.plain {
            self.out.line(&format!("chan {answer} = [0] of {{ int }};"), None);
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
            self.out.line(&format!("run {name}({answer});"), None);
            let over = &self.l.symbols.exited;
            let line = match self.l.exits_early {
                true => format!("{{ {answer} ? _ }} unless {{ {over} }}"),
                false => format!("{answer} ? _"),
            };
            self.out.line(&line, None);
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
