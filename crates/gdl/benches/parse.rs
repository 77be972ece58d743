//! How fast rules are read: `cargo bench -p spielbaum-gdl`.

use std::fmt::Write;

use divan::Bencher;
use divan::counter::BytesCount;
use spielbaum_gdl::Rulesheet;

fn main() {
    divan::main();
}

/// A game of about `bytes` bytes: a few relations with many rules, the mixture of conditions that games have.
fn rules(bytes: usize) -> String {
    let mut text = "(role you) (legal you wait) terminal (goal you 0)\n".to_owned();
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        let written = writeln!(
            text,
            "(<= (next (cell {n} ?y ?what)) (true (cell {n} ?y ?what)) ; a fluent stays
                 (not (changed {n} ?y)) (or (small ?y) (distinct ?what b)))
             (<= (changed {n} ?y) (does you (mark {n} ?y)))
             (small {n})"
        );
        written.expect("a string takes everything");
    }
    text
}

#[divan::bench(args = [100 << 10, 10 << 20], sample_count = 20, sample_size = 1)]
fn parse_and_check(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = rules(bytes);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| Rulesheet::parse("rules.kif", divan::black_box(text.as_bytes())).expect("a rulesheet"));
}

#[divan::bench(args = [10 << 20], sample_count = 20, sample_size = 1)]
fn print(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = rules(bytes);
    let sheet = Rulesheet::parse("rules.kif", text.as_bytes()).expect("a rulesheet");
    bencher.counter(BytesCount::of_str(&text)).bench(|| sheet.to_string());
}
