//! `--junit`: the answer as one test case, for CI systems that show test results.

use crate::source::Sources;
use crate::summary::{Summary, VerdictKind};
use crate::text::{Look, text};
use allways_trace::Trace;

/// A JUnit report with one test case called `name`. A violation is a failure; an answer that is
/// unknown or an error is an error, since nothing that was not proven may look green.
pub fn junit(
    name: &str,
    summary: &Summary,
    explanation: Option<&Trace>,
    sources: &mut Sources,
) -> String {
    let verdict = summary.verdict;
    let failures = u32::from(verdict == VerdictKind::Violated);
    let errors = u32::from(matches!(verdict, VerdictKind::Unknown | VerdictKind::Error));
    let name = escaped(name);
    let seconds = summary.coverage.seconds;
    let report = escaped(&text(summary, explanation, sources, &Look::default()));
    let element = match verdict {
        VerdictKind::Holds => "system-out",
        VerdictKind::Violated => "failure",
        VerdictKind::Unknown | VerdictKind::Error => "error",
    };
    let attributes = match verdict {
        VerdictKind::Holds => String::new(),
        _ => {
            let kind = summary.about(explanation).map_or(verdict.name(), |p| p.name());
            let message = escaped(&summary.sentence(explanation));
            format!(" type=\"{kind}\" message=\"{message}\"")
        }
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"allways\" tests=\"1\" failures=\"{failures}\" errors=\"{errors}\">\n\
         <testsuite name=\"allways\" tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"0\" time=\"{seconds:.3}\">\n\
         <testcase classname=\"allways\" name=\"{name}\" time=\"{seconds:.3}\">\n\
         <{element}{attributes}>{report}</{element}>\n\
         </testcase>\n</testsuite>\n</testsuites>\n"
    )
}

/// Text for XML, in content and in attributes. What XML cannot hold at all is replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
