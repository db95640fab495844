//! `--json` against the contract, field by field.

mod sample;

use allways_report::{Summary, VerdictKind, json};
use allways_space::Reason;
use allways_trace::Place;
use sample::*;
use serde_json::{Value, json as value};

/// The object, after checking that it is one line of JSON.
fn object(summary: &Summary, explanation: Option<&allways_trace::Trace>) -> Value {
    let text = json(summary, explanation);
    assert_eq!(text.matches('\n').count(), 1);
    assert!(text.ends_with('\n'));
    serde_json::from_str(&text).expect("the output is JSON")
}

/// The keys of the objects in `text` at `depth`, in their order. Good enough for texts without
/// braces and escapes in strings.
fn keys(text: &str, depth: usize) -> Vec<&str> {
    let mut keys = Vec::new();
    let mut at = 0;
    let parts: Vec<&str> = text.split('"').collect();
    for (i, part) in parts.iter().enumerate() {
        if i % 2 == 0 {
            let open = part.matches(['{', '[']).count();
            at = at + open - part.matches(['}', ']']).count();
        } else if at == depth && parts[i + 1].starts_with(':') {
            keys.push(*part);
        }
    }
    keys
}

const FIELDS: [&str; 29] = [
    "schema",
    "verdict",
    "property",
    "message",
    "location",
    "related",
    "states",
    "transitions",
    "depth",
    "seconds",
    "peak_bytes",
    "bytes_per_state",
    "rounds",
    "audit",
    "exhaustive",
    "reason",
    "assumptions",
    "warnings",
    "unreached",
    "threads",
    "reduction",
    "memory_model",
    "search",
    "store",
    "trace",
    "cycle_start",
    "context_bound",
    "stack",
    "shortest",
];

#[test]
fn fields_and_their_order_are_the_contracts() {
    let cases = [
        json(&summary(VerdictKind::Violated), Some(&race())),
        json(&summary(VerdictKind::Holds), None),
        json(&Summary::new(VerdictKind::Error), None),
    ];
    for text in &cases {
        assert_eq!(keys(text, 1), FIELDS);
    }
    let location_and_unreached =
        ["file", "line", "column", "function", "facts", "broken", "assertions", "functions"];
    assert_eq!(keys(&cases[0], 2), location_and_unreached);
    let related = ["what", "file", "line"];
    let step = ["thread", "function", "file", "line", "column", "action", "changed"];
    let expected: Vec<&str> = related.into_iter().chain(step.repeat(4)).collect();
    assert_eq!(keys(&cases[0], 3), expected);
    assert_eq!(keys(&cases[0], 5), ["name", "value"].repeat(4));
}

#[test]
fn a_violation() {
    let object = object(&summary(VerdictKind::Violated), Some(&race()));
    assert_eq!(object["schema"], 1);
    assert_eq!(object["verdict"], "violated");
    assert_eq!(object["property"], "race");
    assert_eq!(object["message"], allways_report::sentence(&race()));
    let location = value!({ "file": "counter.c", "line": 8, "column": 4, "function": "main" });
    assert_eq!(object["location"], location);
    let other = value!([{ "what": "the other access", "file": "counter.c", "line": 3 }]);
    assert_eq!(object["related"], other);
    assert_eq!(object["states"], 1118);
    assert_eq!(object["transitions"], 2231);
    assert_eq!(object["depth"], 40);
    assert_eq!(object["seconds"], 0.012_346);
    assert_eq!(object["peak_bytes"], 1_048_576);
    assert_eq!(object["bytes_per_state"], 937.9);
    assert_eq!(object["exhaustive"], false);
    assert_eq!(object["reason"], Value::Null);
    assert_eq!(object["assumptions"], value!(["sequentially consistent memory"]));
    assert_eq!(object["warnings"], value!([]));
    assert_eq!(object["unreached"], value!({ "assertions": [], "functions": [] }));
    assert_eq!(object["threads"], 2);
    assert_eq!(object["reduction"], "tau");
    assert_eq!(object["memory_model"], "sc");
    assert_eq!(object["search"], "dfs");
    assert_eq!(object["store"], "tree");
    let first = value!({
        "thread": 0, "function": "main", "file": "counter.c", "line": 6, "column": 2,
        "action": "create thread 1", "changed": [{ "name": "t[0]", "value": "thread 1" }]
    });
    assert_eq!(object["trace"][0], first);
    assert_eq!(object["trace"].as_array().map(Vec::len), Some(4));
    assert_eq!(object["cycle_start"], Value::Null);
}

#[test]
fn a_lasso_has_the_start_of_its_cycle() {
    let object = object(&summary(VerdictKind::Violated), Some(&lasso()));
    assert_eq!(object["property"], "termination");
    assert_eq!(object["cycle_start"], 2);
}

#[test]
fn holds_has_no_property_and_no_trace() {
    let mut summary = summary(VerdictKind::Holds);
    summary.unreached = unreached();
    summary.property = Some(allways_space::Property::Race);
    let object = object(&summary, None);
    assert_eq!(object["verdict"], "holds");
    assert_eq!(object["property"], Value::Null);
    assert_eq!(object["message"], "every selected property holds in every execution");
    assert_eq!(object["location"], Value::Null);
    assert_eq!(object["related"], value!([]));
    assert_eq!(object["exhaustive"], true);
    assert_eq!(object["trace"], value!([]));
    let unreached = value!({ "assertions": ["peterson.c:14"], "functions": ["log_all", "usage"] });
    assert_eq!(object["unreached"], unreached);
}

#[test]
fn unknown_says_why() {
    let object = object(&Summary::unknown(&Reason::Depth(9)), None);
    assert_eq!(object["verdict"], "unknown");
    assert_eq!(object["exhaustive"], false);
    assert_eq!(object["reason"], "executions longer than 9 steps were not followed (--depth)");
    assert_eq!(object["bytes_per_state"], 0.0);
}

#[test]
fn an_error_has_the_same_fields_and_its_message() {
    let mut summary = Summary::new(VerdictKind::Error);
    summary.message = "no such file: nope.c".to_string();
    let object = object(&summary, None);
    assert_eq!(object["verdict"], "error");
    assert_eq!(object["property"], Value::Null);
    assert_eq!(object["message"], "no such file: nope.c");
}

#[test]
fn what_is_unknown_is_null() {
    let mut explanation = race();
    explanation.place = Place { function: "f".to_string(), ..Place::default() };
    explanation.related[0].place = Place::default();
    explanation.steps.truncate(1);
    explanation.steps[0].place = Place::default();
    let object = object(&summary(VerdictKind::Violated), Some(&explanation));
    let location = value!({ "file": null, "line": null, "column": null, "function": "f" });
    assert_eq!(object["location"], location);
    let other = value!([{ "what": "the other access", "file": null, "line": null }]);
    assert_eq!(object["related"], other);
    for field in ["function", "file", "line", "column"] {
        assert_eq!(object["trace"][0][field], Value::Null);
    }
}

#[test]
fn times_that_are_no_numbers_are_zero() {
    let mut summary = summary(VerdictKind::Holds);
    summary.coverage.seconds = f64::NAN;
    assert_eq!(object(&summary, None)["seconds"], 0.0);
}
