//! Random programs of csmith: the checksum that the virtual machine computes is the one that the
//! processor computes.
//!
//! `ALLWAYS_CSMITH=2000` makes that many programs, `ALLWAYS_CSMITH_FROM=N` begins with seed N.

mod subject;

use allways_testkit::{for_each, number};
use subject::{Answer, Subject};

/// Programs in an everyday run.
const PROGRAMS: u64 = 200;

#[test]
fn checksums_are_those_of_native_runs() {
    let first = number("ALLWAYS_CSMITH_FROM", 1);
    let seeds: Vec<u64> = (first..first + number("ALLWAYS_CSMITH", PROGRAMS)).collect();
    let answers = for_each(&seeds, |seed| Subject::make(*seed).compare());
    let (mut equal, mut skipped, mut undefined, mut wrong) = (0, 0, 0, Vec::new());
    for answer in answers.into_iter().flatten() {
        match answer {
            Answer::Equal => equal += 1,
            Answer::TooLong => skipped += 1,
            Answer::Undefined => undefined += 1,
            Answer::Different(how) => wrong.push(how),
        }
    }
    println!(
        "{equal} checks equal, {skipped} too long, {undefined} undefined, {} different",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} different:\n{}", wrong.len(), wrong.join("\n"));
    assert!(equal > skipped * 4, "{skipped} of {} took too long", equal + skipped);
    assert!(equal > undefined * 50, "{undefined} of {} are undefined", equal + undefined);
}
