//! `--sarif`: the answer in SARIF 2.1.0, for editors and code-scanning services. A violation is a
//! result whose code flow has one thread flow per thread; everything else is a notification.

use crate::action::action;
use crate::finding::relation;
use crate::source::Sources;
use crate::summary::{Summary, VerdictKind};
use allways_space::Property;
use allways_trace::{Place, Step, Trace};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The SARIF log of one check.
pub fn sarif(summary: &Summary, explanation: Option<&Trace>, sources: &mut Sources) -> String {
    let results = match summary.verdict {
        VerdictKind::Violated => vec![result(summary, explanation, sources)],
        _ => Vec::new(),
    };
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "allways",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Property::ALL.map(rule),
            } },
            "invocations": [invocation(summary, explanation, sources)],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a JSON value always serialises");
    text.push('\n');
    text
}

fn rule(property: Property) -> Value {
    json!({ "id": property.name(), "shortDescription": { "text": description(property) } })
}

fn description(property: Property) -> &'static str {
    match property {
        Property::Assert => "An assertion can fail.",
        Property::Deadlock => "Threads can wait for each other forever.",
        Property::Memory => "Memory is used in a way the language forbids.",
        Property::Race => "Two threads access the same memory at the same time, one writing.",
        Property::Ub => "The behaviour is undefined.",
        Property::Overflow => "A signed calculation can overflow.",
        Property::Leak => "Memory is never freed.",
        Property::Termination => "The program may never end.",
        Property::Ltl => "A temporal property can be violated.",
        Property::Invariant => "An invariant can be violated.",
    }
}

fn invocation(summary: &Summary, explanation: Option<&Trace>, sources: &mut Sources) -> Value {
    let warning = |text: &String| json!({ "level": "warning", "message": { "text": text } });
    let mut notifications: Vec<Value> = summary.warnings.iter().map(warning).collect();
    let sentence = summary.sentence(explanation);
    match summary.verdict {
        VerdictKind::Unknown => {
            let reason = summary.reason.as_deref().unwrap_or("something was left out");
            notifications.push(warning(&format!("{sentence}: {reason}")));
        }
        VerdictKind::Error => {
            let places = explanation.map(|e| vec![location(&e.place, None, sources)]);
            notifications.push(json!({
                "level": "error",
                "message": { "text": sentence },
                "locations": places.unwrap_or_default(),
            }));
        }
        VerdictKind::Holds | VerdictKind::Violated => {}
    }
    json!({
        "arguments": summary.options,
        "exitCode": summary.verdict.exit_code(),
        "executionSuccessful": summary.verdict != VerdictKind::Error,
        "toolExecutionNotifications": notifications,
    })
}

fn result(summary: &Summary, explanation: Option<&Trace>, sources: &mut Sources) -> Value {
    let mut result = json!({
        "level": "error",
        "message": { "text": summary.sentence(explanation) },
    });
    if let Some(property) = summary.about(explanation) {
        result["ruleId"] = json!(property.name());
        result["ruleIndex"] = json!(Property::ALL.iter().position(|p| *p == property));
    }
    if let Some(explanation) = explanation {
        result["locations"] = json!([location(&explanation.place, None, sources)]);
        let related = explanation.related.iter();
        let related: Vec<Value> =
            related.map(|r| location(&r.place, Some(&relation(r)), sources)).collect();
        result["relatedLocations"] = json!(related);
        if !explanation.steps.is_empty() {
            result["codeFlows"] = json!([code_flow(explanation, sources)]);
        }
    }
    result
}

/// The schedule: what each thread did, with the order over all threads.
fn code_flow(explanation: &Trace, sources: &mut Sources) -> Value {
    let mut flows: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    for (i, step) in explanation.steps.iter().enumerate() {
        flows.entry(step.thread).or_default().push(flow_location(i, step, sources));
    }
    let flow = |(thread, locations): (u32, Vec<Value>)| {
        let name = explanation.threads.iter().find(|t| t.thread == thread);
        let function = name.map_or("", |name| &name.function);
        json!({
            "id": format!("thread {thread}"),
            "message": { "text": format!("thread {thread} {function}").trim_end() },
            "locations": locations,
        })
    };
    let flows: Vec<Value> = flows.into_iter().map(flow).collect();
    match explanation.cycle_start {
        None => json!({ "threadFlows": flows }),
        Some(start) => {
            let text = format!("From step {} on, this repeats forever.", start + 1);
            json!({ "message": { "text": text }, "threadFlows": flows })
        }
    }
}

fn flow_location(index: usize, step: &Step, sources: &mut Sources) -> Value {
    let value = |value: &allways_trace::Value| json!({ "text": value.to_string() });
    let state: Map<String, Value> =
        step.changed.iter().map(|c| (c.name.clone(), value(&c.value))).collect();
    json!({
        "executionOrder": index + 1,
        "location": location(&step.place, Some(&action(step)), sources),
        "state": state,
    })
}

fn location(place: &Place, message: Option<&str>, sources: &mut Sources) -> Value {
    let mut location = json!({});
    if !place.file.is_empty() {
        let mut physical = json!({ "artifactLocation": { "uri": uri(&place.file) } });
        if place.line > 0 {
            physical["region"] = json!({ "startLine": place.line });
            if place.column > 0 {
                let column = sources.column_in_characters(place);
                physical["region"]["startColumn"] = json!(column);
            }
        }
        location["physicalLocation"] = physical;
    }
    if !place.function.is_empty() {
        location["logicalLocations"] = json!([{ "name": place.function, "kind": "function" }]);
    }
    if let Some(text) = message {
        location["message"] = json!({ "text": text });
    }
    location
}

/// A path as a URI reference: relative paths stay relative, so that services find them in their
/// checkout.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("./src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ä:1.c"), "file:///tmp/%C3%A4%3A1.c");
    }
}
