//! `allways check`.

use crate::args::{CheckArgs, Compiler};
use crate::desk::Desk;
use crate::progress::Terminal;
use crate::reporting::Report;
use crate::task::Task;
use crate::{compile, interrupt, optimised};
use allways_check::Control;
use anyhow::Result;
use std::time::Instant;

/// Checks a program and reports; says with which code to exit.
pub fn run(args: &CheckArgs, compiler: Compiler) -> u8 {
    let mut desk = Desk::of(args);
    let report = desk.prepare().and_then(|()| check(args, compiler, &desk));
    desk.deliver(report.unwrap_or_else(|error| Report::error(format!("{error:#}"))))
}

fn check(args: &CheckArgs, compiler: Compiler, desk: &Desk) -> Result<Report> {
    let (stop, start) = (interrupt::stop(), Instant::now());
    let task = match Task::new(args, compiler, &stop) {
        Err(error) if compile::is_interrupted(&error) => {
            return Ok(Report::interrupted(&args.request()?, start));
        }
        task => task?,
    };
    let start = Instant::now();
    let terminal = Terminal::new(args, &task, desk);
    let control = Control { stop: &stop, watcher: &terminal };
    let mut outcome = allways_check::check(&task.program, &task.request, control)
        .map_err(|error| task.error(&error))?;
    optimised::mark(&mut outcome, &task, start, &stop)?;
    Ok(task.report(outcome))
}
