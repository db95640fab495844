//! `printf` and its like: Promela prints numbers too, so the text stays readable in a replayed trail.

use super::body::Body;
use crate::analysis::calls::text as text_of;
use crate::ast::Expr as C;
use crate::ast::walk::has_effect;
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{Expr, Prim};

impl Body<'_, '_> {
    /// Prints; each shared value is loaded on its own before.
    pub fn print(&mut self, function: Builtin, args: &[C], expr: &C, used: bool) -> Result<()> {
        if used {
            let hint = "ignore the number of characters printed";
            return Err(Error::untranslatable(&expr.at, "the result of printing", hint));
        }
        let Some(format) = args.first().and_then(text_of) else {
            return Err(Error::untranslatable(
                &expr.at,
                "a format that is not a text",
                "write the format in the call",
            ));
        };
        let (mut text, mut values) = (String::new(), Vec::new());
        if function == Builtin::Puts {
            text = format.replace('%', "%%");
        } else {
            self.directives(format, &args[1..], &mut text, &mut values)?;
        }
        if function != Builtin::Print {
            text.push('\n');
        }
        let values = self.settle_all(values, 0);
        self.push(vec![Prim::Print(text, values)]);
        Ok(())
    }

    fn directives(
        &mut self,
        format: &str,
        args: &[C],
        text: &mut String,
        values: &mut Vec<Expr>,
    ) -> Result<()> {
        let mut args = args.iter();
        let mut rest = format.chars();
        while let Some(c) = rest.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            // Flags, widths and sizes have no meaning to Promela.
            let kind = rest.find(|c| {
                !matches!(c, '0'..='9' | '-' | '+' | ' ' | '#' | '.' | 'l' | 'h' | 'z' | 'j' | 't')
            });
            match (kind, kind.filter(|k| *k != '%').and_then(|_| args.next())) {
                (Some('%'), _) => text.push_str("%%"),
                (Some('s'), Some(arg)) => text.push_str(text_of(arg).unwrap_or("?")),
                (Some(kind), Some(arg)) => {
                    let value = self.value(arg)?;
                    let value = self.settle(value, 0);
                    let later = args.clone().any(has_effect);
                    values.push(if later { self.stable(value) } else { value });
                    let known =
                        if matches!(kind, 'c' | 'd' | 'o' | 'u' | 'x') { kind } else { 'd' };
                    text.push('%');
                    text.push(known);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
