//! Recorded searches.

use search::Trace;

use crate::{Form, Property};

pub(crate) const PROPERTY: Property = Property {
    name: "traces",
    what: "Any text is a trace or refused; a trace can be drawn and told, and is the same when it is written and read again",
    holds,
    form: Form::Text(&[
        "\"nodes\"",
        "\"parent\"",
        "\"move\"",
        "\"steps\"",
        "\"node\"",
        "\"do\"",
        "\"enter\"",
        "\"leave\"",
        "\"cut\"",
        "\"update\"",
        "\"playouts\"",
        "\"back_up\"",
        "\"recall\"",
        "\"payoffs\"",
        "\"leaf\"",
        "\"iteration\"",
        "\"proven_visits\"",
        "\"movers\"",
        "\"value\"",
        "\"means\"",
        "\"moves\"",
        "\"roles\"",
        "\"role\"",
        "\"pv\"",
        "\"exploration\"",
        "\"kind\"",
        "null",
        "[]",
        "{}",
        "true",
        "false",
        "\"\"",
        "[0]",
        "[0.5, 1]",
        "\"max\"",
        "[\"1\", \"noop\"]",
    ]),
    tested: 100_000,
    borrows: &[],
};

/// Steps that are told.
const STEPS: usize = 1_000;

fn holds(bytes: &[u8]) {
    let Ok(trace) = serde_json::from_slice::<Trace>(bytes) else { return };
    let text = serde_json::to_string(&trace).expect("a trace can be written");
    let again: Trace = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(again, trace, "{text}");
    trace.outline();
    trace.narration(STEPS);
    trace.svg();
}
