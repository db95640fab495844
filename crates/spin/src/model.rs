//! The Promela model through which SPIN drives the machine: a process per thread, a transition per
//! outcome, and one process that fails where the machine has found something.

use std::fmt::Write;

/// A driver model.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    /// What the model is about, for its first line.
    pub title: &'a str,
    /// The file to set the machine up from, as the verifier finds it.
    pub setup: &'a str,
    /// Bytes of the buffer.
    pub state_bytes: usize,
    /// Threads.
    pub threads: u32,
    /// Outcomes of an operation.
    pub outcomes: u32,
    /// The number of context switches is bounded.
    pub bounded: bool,
    /// What is matched is a second buffer, which an abstraction fills.
    pub is_abstract: bool,
    /// Names of the propositions.
    pub propositions: &'a [String],
    /// What is claimed about endless executions: an `ltl` or a `never` block over [`Model::proposition`],
    /// [`Model::STRAYED`] and [`Model::ENDED`].
    pub claim: Option<&'a str>,
    /// Executions that end count as endless ones: their last state is repeated.
    pub repeats_end: bool,
}

impl Model<'_> {
    /// The name of what holds where something is no execution of the program; no claim is about those.
    pub const STRAYED: &'static str = "strayed";
    /// The name of what holds where nobody moves any more.
    pub const ENDED: &'static str = "ended";

    /// The name of a proposition in the model.
    pub fn proposition(number: usize) -> String {
        format!("p{number}")
    }

    /// The model, as it is written to a file.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.declare(&mut out);
        (0..self.threads).for_each(|thread| self.thread(thread, &mut out));
        out.push_str(
            "/* Fails where the machine has found a fault, so that pan writes the way there. */\n\
             active proctype verdict() {\n\
             end:\n  d_step { c_expr { FAILED } -> assert(false) }\n}\n",
        );
        if self.repeats_end {
            out.push_str(
                "\n/* The last state of an execution is repeated, by a step that SPIN sees: with fairness its own \
                 stuttering\n   misses claims that need several states for that. */\n\
                 active proctype rest() {\n\
                 end:\n  do\n  :: d_step { c_expr { ENDED } -> c_code { pan_rest(); } }\n  od\n}\n",
            );
        }
        if let Some(claim) = self.claim {
            let _ = write!(out, "\n{claim}\n");
        }
        out
    }

    fn declare(&self, out: &mut String) {
        let within = if self.bounded { "_cb" } else { "" };
        let _ = write!(
            out,
            "/* SPIN drives the virtual machine of Allways over {}. See allways_vm.h. */\n\n\
             c_decl {{\n\
             \\#define PAN_STATE {}\n{}\
             \\#include \"allways_vm.h\"\n\
             PAN_SET_UP(\"{}\")\n\
             /* c_expr must not look like a call: SPIN takes calls for side effects. */\n\
             \\#define FAILED pan_failed()\n",
            quoted(self.title),
            self.state_bytes,
            if self.is_abstract { "\\#define PAN_MATCHED 8\n" } else { "" },
            self.setup
        );
        for thread in 0..self.threads {
            for outcome in 0..self.outcomes {
                let _ = writeln!(
                    out,
                    "\\#define CAN_{thread}_{outcome} pan_enabled_outcome{within}({thread}, {outcome})"
                );
            }
        }
        for (number, name) in self.propositions.iter().enumerate() {
            let name = quoted(name);
            let _ = writeln!(out, "\\#define HOLDS_{number} pan_holds({number}) /* {name} */");
        }
        if self.claim.is_some() {
            out.push_str("\\#define STRAYED pan_strayed()\n\\#define ENDED pan_ended()\n");
        }
        out.push_str("}\n\n");
        if self.is_abstract {
            out.push_str("c_track \"pan_state\" \"PAN_STATE\" \"UnMatched\"\n");
            out.push_str("c_track \"pan_matched\" \"PAN_MATCHED\" \"Matched\"\n\n");
        } else {
            out.push_str("c_track \"pan_state\" \"PAN_STATE\" \"Matched\"\n\n");
        }
        for number in 0..self.propositions.len() {
            let name = Self::proposition(number);
            let _ = writeln!(out, "#define {name} (c_expr {{ HOLDS_{number} }})");
        }
        if self.claim.is_some() {
            for (name, value) in [(Self::STRAYED, "STRAYED"), (Self::ENDED, "ENDED")] {
                let _ = writeln!(out, "#define {name} (c_expr {{ {value} }})");
            }
        }
    }

    fn thread(&self, thread: u32, out: &mut String) {
        let _ = write!(out, "active proctype thread_{thread}() {{\nend:\n  do\n");
        for outcome in 0..self.outcomes {
            let _ = writeln!(
                out,
                "  :: d_step {{ c_expr {{ CAN_{thread}_{outcome} }} -> \
                 c_code {{ pan_step_outcome({thread}, {outcome}); }} }}"
            );
        }
        out.push_str("  od\n}\n\n");
    }
}

/// A text for a comment. It may be anybody's, and the model is compiled and run: only what cannot end a
/// comment, a block or a line is left.
fn quoted(text: &str) -> String {
    let is_harmless = |c: &char| c.is_alphanumeric() || " _.,:;-+/=<>!&|()[]".contains(*c);
    text.chars().map(|c| if is_harmless(&c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_comments() {
        let evil = "x*/ } c_code { system(\"evil\"); } /*\n*\\\n/";
        let text = Model {
            title: evil,
            setup: "program",
            state_bytes: 8,
            threads: 1,
            outcomes: 1,
            bounded: false,
            is_abstract: false,
            propositions: &[evil.to_string()],
            claim: None,
            repeats_end: false,
        }
        .text();
        assert!(!text.contains("c_code { system") && !text.contains("\"evil"), "{text}");
        assert_eq!(quoted(evil), "x_/ _ c_code _ system(_evil_); _ /_____/");
        assert_eq!(quoted("dir/a-b.c"), "dir/a-b.c");
    }
}
