//! Single statements.

use super::Emitter;
use crate::error::Location;
use crate::ir::{Channel, Expr, Place, Prim, Root};

/// Choices among more values than this are made by counting.
const LISTED: i64 = 16;

impl Emitter<'_, '_> {
    fn channel(&self, channel: &Channel) -> String {
        match &channel.of {
            Some(thread) => format!("{}[{}]", channel.name, self.expr(thread)),
            None => channel.name.clone(),
        }
    }

    /// Writes one statement, with its semicolon.
    pub fn prim(&mut self, prim: &Prim, at: &Location) {
        let line = match prim {
            Prim::Assign(place, value) => self.assignment(place, value),
            Prim::Assert(Expr::Number(0)) => "assert(false)".into(),
            Prim::Assert(condition) => format!("assert({})", self.expr(condition)),
            Prim::Guard(condition) => format!("({})", self.expr(condition)),
            Prim::New { space, to, count } => {
                let (new, to) = (&self.l.symbols.cells[*space].new, self.place(to));
                match count {
                    Some(count) => format!("{new}({to}, {})", self.expr(count)),
                    None => format!("{new}({to})"),
                }
            }
            Prim::Free { space, pointer } => {
                format!("{}({})", self.l.symbols.cells[*space].free, self.expr(pointer))
            }
            Prim::Run { process, args } => format!("run {process}({})", self.list(args)),
            Prim::Send { channel, values } => {
                format!("{} ! {}", self.channel(channel), self.list(values))
            }
            Prim::Receive { channel, to } => {
                let to: Vec<String> = to.iter().map(|p| self.place(p)).collect();
                let to = if to.is_empty() { "_".to_string() } else { to.join(", ") };
                format!("{} ? {to}", self.channel(channel))
            }
            Prim::Branch(branches) => return self.prim_branch(branches, at),
            Prim::Choose { to, limit } => return self.choose(to, limit, at),
            Prim::ClearAnyBit { place, bits } => return self.clear_any_bit(place, *bits, at),
            Prim::Reset(places) => {
                let names: Vec<String> =
                    places.iter().map(|p| format!("{} = 0", self.place(p))).collect();
                names.join("; ")
            }
            Prim::TakeSlot { to } => format!("{}({})", self.l.symbols.take_slot, self.place(to)),
            Prim::Print(text, args) => {
                let text = text
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"")
                    .replace('\n', "\\n")
                    .replace('\t', "\\t");
                let args =
                    if args.is_empty() { String::new() } else { format!(", {}", self.list(args)) };
                format!("printf(\"{text}\"{args})")
            }
        };
        self.out.line(&format!("{line};"), Some(at));
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn prim_branch(&mut self, branches: &[(Option<Expr>, Vec<Prim>)], at: &Location) {
        self.out.line("if", Some(at));
        for (guard, body) in branches {
            let guard = guard.as_ref().map_or("else".into(), |g| format!("({})", self.expr(g)));
            if body.is_empty() {
                self.out.line(&format!(":: {guard}"), Some(at));
                continue;
            }
            self.out.open_at(&format!(":: {guard} ->"), at);
            body.iter().for_each(|prim| self.prim(prim, at));
            self.out.dedent();
        }
        self.out.line("fi;", Some(at));
    }

    fn choose(&mut self, to: &Place, limit: &Expr, at: &Location) {
        let to = self.place(to);
        match limit {
            Expr::Number(limit) if (1..=LISTED).contains(limit) => {
                self.out.line("if", Some(at));
                for value in 0..*limit {
                    self.out.line(&format!(":: {to} = {value}"), Some(at));
                }
                self.out.line("fi;", Some(at));
            }
            _ => {
                let limit = self.expr(limit);
                self.out.line(&format!("assert({limit} > 0); {to} = 0;"), Some(at));
                self.out.line("do", Some(at));
                self.out.line(&format!(":: {to} + 1 < {limit} -> {to}++"), Some(at));
                self.out.line(":: break", Some(at));
                self.out.line("od;", Some(at));
            }
        }
    }

    /// Wakes one waiter; a thread's number is the position of its bit.
    fn clear_any_bit(&mut self, place: &Place, bits: u32, at: &Location) {
        debug_assert!(!matches!(place.root, Root::Cell { .. }), "woken through a local copy");
        let place = self.place(place);
        self.out.line("if", Some(at));
        for bit in 1..bits {
            let mask = 1u64 << bit;
            self.out
                .line(&format!(":: ({place} & {mask}) -> {place} = {place} & ~{mask}"), Some(at));
        }
        self.out.line(":: else /* nobody waits */", Some(at));
        self.out.line("fi;", Some(at));
    }
}
