//! SARIF and JUnit.

mod sample;

use allways_report::{Summary, VerdictKind, junit, sarif, sentence};
use allways_trace::{Finding, Trace};
use roxmltree::Document;
use sample::*;
use serde_json::{Value, json as value};

fn run(summary: &Summary, explanation: Option<&Trace>) -> Value {
    let text = sarif(summary, explanation, &mut sources());
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0].clone()
}

#[test]
fn a_violation_is_a_result_with_its_places() {
    let run = run(&summary(VerdictKind::Violated), Some(&race()));
    let result = &run["results"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["ruleId"], "race");
    let index = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "race");
    assert_eq!(result["message"]["text"], sentence(&race()));
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(physical["artifactLocation"]["uri"], "counter.c");
    assert_eq!(physical["region"], value!({ "startLine": 8, "startColumn": 4 }));
    let related = &result["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the other access");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 3);
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn a_schedule_is_a_flow_per_thread_in_one_order() {
    let run = run(&summary(VerdictKind::Violated), Some(&lasso()));
    let flow = &run["results"][0]["codeFlows"][0];
    assert_eq!(flow["message"]["text"], "From step 3 on, this repeats forever.");
    let threads = flow["threadFlows"].as_array().expect("an array");
    let ids: Vec<&Value> = threads.iter().map(|t| &t["id"]).collect();
    assert_eq!(ids, ["thread 1", "thread 2"]);
    let orders = |thread: &Value| -> Vec<u64> {
        let locations = thread["locations"].as_array().expect("an array");
        locations.iter().filter_map(|l| l["executionOrder"].as_u64()).collect()
    };
    assert_eq!(orders(&threads[0]), [1, 3, 5]);
    assert_eq!(orders(&threads[1]), [2, 4, 6]);
    assert_eq!(threads[0]["locations"][1]["state"], value!({ "want[0]": { "text": "1" } }));
}

#[test]
fn other_answers_are_notifications() {
    let mut unknown = summary(VerdictKind::Unknown);
    unknown.reason = Some("interrupted".to_string());
    let unknown = run(&unknown, None);
    assert_eq!(unknown["results"], value!([]));
    let note = &unknown["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["level"], "warning");
    assert!(note["message"]["text"].as_str().is_some_and(|t| t.ends_with(": interrupted")));

    let error = run(&summary(VerdictKind::Error), Some(&race()));
    assert_eq!(error["results"], value!([]));
    assert_eq!(error["invocations"][0]["executionSuccessful"], false);
    let note = &error["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["level"], "error");
    assert_eq!(note["locations"][0]["physicalLocation"]["region"]["startLine"], 8);

    let holds = run(&summary(VerdictKind::Holds), None);
    assert_eq!(holds["results"], value!([]));
    assert_eq!(holds["invocations"][0]["toolExecutionNotifications"], value!([]));
}

/// The number of failures and errors, and the element in the test case with its attributes.
fn case(summary: &Summary, explanation: Option<&Trace>) -> [String; 5] {
    let text = junit("a & \"b\".c", summary, explanation, &mut sources());
    let document = Document::parse(&text).expect("JUnit is well-formed XML");
    let suites = document.root_element();
    let find = |name| document.descendants().find(|n| n.has_tag_name(name)).expect("is there");
    let case = find("testcase");
    assert_eq!(case.attribute("name"), Some("a & \"b\".c"));
    assert_eq!(case.attribute("time"), Some("0.012"));
    assert_eq!(suites.attribute("errors"), find("testsuite").attribute("errors"));
    let element = case.first_element_child().expect("a child");
    let attribute = |name| element.attribute(name).unwrap_or("").to_string();
    [
        suites.attribute("failures").unwrap_or("").to_string(),
        suites.attribute("errors").unwrap_or("").to_string(),
        element.tag_name().name().to_string(),
        attribute("type"),
        attribute("message"),
    ]
}

#[test]
fn only_a_proof_passes() {
    let message = sentence(&race());
    let violated = case(&summary(VerdictKind::Violated), Some(&race()));
    assert_eq!(violated, ["1", "0", "failure", "race", &message]);
    let holds = case(&summary(VerdictKind::Holds), None);
    assert_eq!(holds, ["0", "0", "system-out", "", ""]);
    let unknown = case(&summary(VerdictKind::Unknown), None);
    assert_eq!(unknown[..4], ["0", "1", "error", "unknown"]);
    let error = case(&summary(VerdictKind::Error), None);
    assert_eq!(error[..4], ["0", "1", "error", "error"]);
}

#[test]
fn xml_survives_what_programs_print() {
    let mut explanation = race();
    explanation.finding = Finding::Assertion { text: "]]> <&> \0 \u{ffff} \x1b \"q\"".to_string() };
    let [.., message] = case(&summary(VerdictKind::Violated), Some(&explanation));
    assert_eq!(message, "assertion `]]> <&> \u{fffd} \u{fffd} \u{fffd} \"q\"` failed");
}
