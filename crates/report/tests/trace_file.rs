//! Trace files: what is written can be read, and nothing that is read makes a crash.

mod sample;

use allways_report::{Decision, Sources, TraceFile, TraceFileError, VerdictKind, json, schedule};
use allways_space::Property;
use allways_trace::{
    Changed, Event, Finding, Optimised, Place, Related, Relation, Step, ThreadName, Trace,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sample::{deadlock, lasso, race, summary};
use serde_json::{Value, json as value};
use std::collections::BTreeMap;

type Saved = TraceFile<Vec<String>>;

fn trace_file(explanation: Trace) -> Saved {
    Saved {
        digest: "5d41402abc4b2a76".to_string(),
        check: vec!["polite.c".to_string(), "--memory-model".to_string(), "sc".to_string()],
        decisions: vec![
            Decision { thread: 1, choice: 0 },
            Decision { thread: 2, choice: u64::MAX },
        ],
        cycle_decision: Some(1),
        sources: BTreeMap::from([("a.c".to_string(), "int x;\n".to_string())]),
        explanation,
    }
}

fn stored(file: &Saved) -> Value {
    serde_json::from_str(&file.to_json()).expect("a trace file is JSON")
}

fn error(content: &Value) -> String {
    Saved::parse(content.to_string().as_bytes()).expect_err("must be refused").to_string()
}

#[test]
fn it_holds_the_trace_of_the_json_output_and_the_decisions() {
    for explanation in sample::all() {
        let output = json(&summary(VerdictKind::Violated), Some(&explanation));
        let output: Value = serde_json::from_str(&output).expect("the output is JSON");
        let file = stored(&trace_file(explanation));
        for field in ["trace", "cycle_start", "message", "property", "location"] {
            assert_eq!(file[field], output[field], "{field}");
        }
        assert_eq!(file["kind"], "allways-trace");
        assert_eq!(file["schema"], 3);
        assert_eq!(file["digest"], "5d41402abc4b2a76");
        assert_eq!(file["decisions"], value!([[1, 0], [2, u64::MAX]]));
        assert_eq!(file["cycle_decision"], 1);
    }
}

#[test]
fn files_are_written_and_read() {
    let path = std::env::temp_dir().join(format!("allways-trace-{}.json", std::process::id()));
    let file = trace_file(deadlock());
    file.write(&path).expect("the temporary folder can be written");
    let read = Saved::read(&path);
    std::fs::remove_file(&path).expect("the file was written");
    assert_eq!(read.expect("a file just written can be read"), file);

    let missing = Saved::read(&path).expect_err("the file is gone");
    assert!(matches!(missing, TraceFileError::Io(_)));
    assert!(missing.to_string().contains("No such file"), "{missing}");
}

#[test]
fn fields_added_later_are_skipped() {
    let mut content = stored(&trace_file(lasso()));
    content["new"] = value!({ "a": [1] });
    content["trace"][0]["new"] = value!(7);
    let read = Saved::parse(content.to_string().as_bytes());
    assert_eq!(read.expect("unknown fields are no error"), trace_file(lasso()));
}

#[test]
fn errors_say_what_is_wrong_and_what_to_do() {
    let way_out = "`allways check --trace-out FILE` writes one";
    let good = stored(&trace_file(lasso()));
    assert_eq!(
        error(&value!({})),
        format!("not a trace file: `kind` is not \"allways-trace\"; {way_out}")
    );

    let output = json(&summary(VerdictKind::Violated), Some(&lasso()));
    let refused = Saved::parse(output.as_bytes()).expect_err("no decisions in there");
    assert!(refused.to_string().starts_with("this is the output of --json"), "{refused}");

    for other in [2, 4] {
        let said = error(&changed(&good, "schema", value!(other)));
        let wanted = format!("has schema {other}, this version of allways reads schema 3");
        assert!(said.contains(&wanted), "{said}");
    }
    let wrong = changed(&good, "decisions", value!([[0, -1]]));
    assert!(error(&wrong).contains("-1") && error(&wrong).contains("line 1 column"));
    let property = changed(&good, "property", value!("beauty"));
    assert!(error(&property).contains("there is no property `beauty`"));
    let beyond = changed(&good, "cycle_start", value!(7));
    assert!(error(&beyond).contains("`cycle_start` lies beyond its 6 steps"));
    let beyond = changed(&good, "cycle_decision", value!(3));
    assert!(error(&beyond).contains("`cycle_decision` lies beyond its 2 decisions"));
    let mut missing = good;
    missing.as_object_mut().expect("an object").remove("digest");
    assert!(error(&missing).contains("missing field `digest`"));
}

fn changed(content: &Value, field: &str, new: Value) -> Value {
    let mut content = content.clone();
    content[field] = new;
    content
}

/// Nothing parses words back: they are for scripts, and whoever changes them changes nothing.
#[test]
fn words_of_a_file_are_not_read() {
    let mut content = stored(&trace_file(race()));
    content["message"] = value!("something else");
    content["help"] = value!(7);
    content["related"] = value!([]);
    content["trace"] = value!([]);
    let read = Saved::parse(content.to_string().as_bytes()).expect("it has all that is needed");
    assert_eq!(read.explanation, race());
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = "[".repeat(200_000);
    assert!(matches!(Saved::parse(deep.as_bytes()), Err(TraceFileError::Malformed(_))));
    let inside = format!("{{\"kind\":\"allways-trace\",\"trace\":{deep}");
    assert!(matches!(Saved::parse(inside.as_bytes()), Err(TraceFileError::Malformed(_))));
}

fn any_place() -> impl Strategy<Value = Place> {
    let numbers = (0..9u32, 0..9u32);
    (".{0,6}", numbers, ".{0,6}", ".{0,6}").prop_map(|(file, (line, column), function, by)| Place {
        file,
        line,
        column,
        function,
        by,
    })
}

fn any_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        ".{0,8}".prop_map(|text: String| sample::said(&text)),
        ".{0,8}".prop_map(|text: String| sample::call(&text)),
        (".{0,4}", ".{0,4}").prop_map(|(to, new): (String, String)| sample::store(&to, &new)),
        (".{0,4}", ".{0,4}").prop_map(|(from, old): (String, String)| sample::load(&from, &old)),
        ".{0,8}".prop_map(|text: String| sample::lock(&text)),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    let change = (".{0,4}", ".{0,4}")
        .prop_map(|(name, text): (String, String)| Changed { name, value: sample::value(&text) });
    (0..5u32, any_place(), option::of(any_event()), vec(change, 0..3), ".{0,5}").prop_map(
        |(thread, place, event, changed, output)| Step {
            thread,
            place,
            event,
            changed,
            output,
            holds: Vec::new(),
        },
    )
}

fn any_explanation() -> impl Strategy<Value = Trace> {
    let property = option::of(proptest::sample::select(&Property::ALL[..]));
    let what = proptest::sample::select(&[Relation::OtherAccess, Relation::Freed][..]);
    let related = (what, any::<u32>(), any_place()).prop_map(|(what, thread, place)| Related {
        what,
        thread,
        stack: vec![place.clone()],
        place,
    });
    let thread =
        (any::<u32>(), ".{0,6}").prop_map(|(thread, function)| ThreadName { thread, function });
    let steps = vec(any_step(), 0..12);
    (property, ".{0,20}", any_place(), vec(related, 0..3), vec(thread, 0..4), steps, any::<bool>())
        .prop_map(|(property, text, place, related, threads, steps, cycle)| Trace {
            property,
            finding: Finding::Assertion { text },
            optimised: Optimised::Only,
            place,
            related,
            threads,
            cycle_start: cycle.then_some(steps.len() / 2),
            steps,
            stack: Vec::new(),
            shortest: true,
            recording: None,
        })
}

/// Replaces the value that `path` leads to, following each number into objects and arrays.
fn damage(value: &mut Value, path: &[usize], new: Value) {
    let Some((first, rest)) = path.split_first() else {
        *value = new;
        return;
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = first % items.len();
            damage(&mut items[at], rest, new);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(first % fields.len()).cloned();
            let field = key.and_then(|key| fields.get_mut(&key)).expect("the key was just seen");
            damage(field, rest, new);
        }
        other => *other = new,
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(value!(null)),
        Just(value!([])),
        Just(value!({})),
        any::<i64>().prop_map(|n| value!(n)),
        any::<u64>().prop_map(|n| value!(n)),
        any::<f64>().prop_map(|n| value!(n)),
        ".{0,4}".prop_map(|s| value!(s)),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read(explanation in any_explanation(), decisions in vec(any::<(u32, u64)>(), 0..9)) {
        let decisions: Vec<Decision> = decisions.into_iter().map(Decision::from).collect();
        let file = TraceFile { decisions, cycle_decision: None, ..trace_file(explanation) };
        let read = Saved::parse(file.to_json().as_bytes());
        prop_assert_eq!(read.expect("what was written can be read"), file);
    }

    #[test]
    fn random_bytes_are_refused(content in vec(any::<u8>(), 0..200)) {
        prop_assert!(Saved::parse(&content).is_err());
    }

    #[test]
    fn cut_files_are_refused(share in 0.0..1.0f64) {
        let whole = trace_file(lasso()).to_json();
        let cut = (whole.trim_end().len() as f64 * share) as usize;
        prop_assert!(Saved::parse(&whole.as_bytes()[..cut]).is_err());
    }

    /// Whatever is still accepted can be shown and written again.
    #[test]
    fn damaged_files_never_crash(path in vec(0usize..20, 0..4), new in any_value()) {
        let mut content = stored(&trace_file(lasso()));
        damage(&mut content, &path, new);
        if let Ok(file) = Saved::parse(content.to_string().as_bytes()) {
            schedule(&file.explanation, &mut Sources::new(), &Default::default());
            let again = Saved::parse(file.to_json().as_bytes());
            prop_assert_eq!(again.expect("what was written can be read"), file);
        }
    }

    #[test]
    fn any_explanation_can_be_shown(explanation in any_explanation(), width in 0usize..140) {
        let look = allways_report::Look { width, ..Default::default() };
        let shown = sample::violated(&explanation, &look);
        prop_assert!(!shown.chars().any(|c| c.is_control() && c != '\n'));
    }
}
