//! `cargo xtask bench large`: how long large rules take to be checked and compiled, and how that grows with
//! their size.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::Rules;
use gdl::{Interrupt, ParseLimits, Rulesheet};
use logic::{GroundLimits, Limits};

use super::report::{self, Table, grouped, rounded};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The larger of the two sizes of each form, in percent of its usual one
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1000))]
    percent: u64,
    /// The time for each rulesheet
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// Only forms whose name contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// Rules that grow in one direction.
struct Form {
    /// What there are many of.
    name: &'static str,
    size: u64,
    write: fn(u64) -> String,
}

/// The rest of a game that is over at once.
const FRAME: &str = "(role x) (init (p 0)) (legal x a) (<= terminal (true (p 0))) (goal x 100)\n";

const FORMS: [Form; 8] = [
    Form {
        name: "rules of as many relations",
        size: 1_000_000,
        write: |size| each(size, |n| format!("(<= (r{n} ?x) (true (p ?x)) (distinct ?x {n}))\n")),
    },
    Form {
        name: "rules of one relation",
        size: 1_000_000,
        write: |size| each(size, |n| format!("(<= (r ?x {n}) (true (p ?x)))\n")),
    },
    Form { name: "facts", size: 1_000_000, write: |size| each(size, |n| format!("(fact {n})\n")) },
    Form {
        name: "roles",
        size: 30_000,
        write: |size| each(size, |n| format!("(role r{n}) (legal r{n} a) (goal r{n} 100)\n")),
    },
    Form {
        name: "arguments of a relation",
        size: 100_000,
        write: |size| {
            let (variables, constants) = (each(size, |n| format!(" ?x{n}")), each(size, |_| " 1".to_owned()));
            format!("(<= (some ?x0) (wide{variables}))\n(wide{constants})\n")
        },
    },
    Form {
        name: "conditions of a rule",
        size: 100_000,
        write: |size| {
            let conditions = each(size, |n| format!(" (distinct ?x {})", n + 1));
            format!("(<= (next (p ?x)) (true (p ?x)){conditions})\n")
        },
    },
    Form {
        name: "alternatives of a condition",
        size: 2_000,
        write: |size| {
            let conditions = each(size, |n| format!(" (distinct ?x {})", n + 1));
            format!("(<= (next (p ?x)) (true (p ?x)) (or{conditions}))\n")
        },
    },
    Form {
        name: "rules of a recursive relation",
        size: 100_000,
        write: |size| {
            let rules = each(size, |n| format!("(<= (r ?x) (r ?x) (true (p ?x)) (distinct ?x {n}))\n"));
            format!("{rules}(<= (r ?x) (true (p ?x)))\n(<= (next (p ?x)) (r ?x))\n")
        },
    },
];

/// The texts of so many of something, one after the other.
fn each(size: u64, one: impl Fn(u64) -> String) -> String {
    (0..size).fold(String::new(), |mut text, n| {
        let _ = text.write_str(&one(n));
        text
    })
}

/// How many seconds a rulesheet takes to be read and checked, and then to be compiled, and why it came to
/// nothing if it did.
struct Measured {
    checked: f64,
    compiled: f64,
    remark: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let forms: Vec<&Form> = FORMS.iter().filter(|form| form.name.contains(&arguments.only)).collect();
    anyhow::ensure!(!forms.is_empty(), "no form has {} in its name", arguments.only);
    let time = Duration::try_from_secs_f64(arguments.seconds)?;
    let bar = report::bar(2 * forms.len(), "rulesheets")?;
    let mut table = Table::new(&[
        "many",
        ">size",
        ">check, s",
        ">beside half the size",
        ">compile, s",
        ">beside half the size",
        "remark",
    ]);
    for form in forms {
        bar.set_message(form.name);
        let size = (form.size * arguments.percent / 100).max(2);
        let mut measured = Vec::new();
        for size in [size / 2, size] {
            let text = format!("{FRAME}{}", (form.write)(size));
            measured.push(measure(&text, time));
            bar.inc(1);
        }
        let [half, whole] = measured.as_slice() else { unreachable!("two were measured") };
        table.row(&[
            form.name.to_owned(),
            grouped(size as f64),
            rounded(whole.checked),
            rounded(whole.checked / half.checked),
            rounded(whole.compiled),
            rounded(whole.compiled / half.compiled),
            whole.remark.clone(),
        ]);
    }
    bar.finish_and_clear();
    print!("{}\n{}", report::circumstances(), table.text());
    Ok(ExitCode::SUCCESS)
}

fn measure(text: &str, time: Duration) -> Measured {
    let interrupt = Interrupt::after(time);
    let started = Instant::now();
    let sheet = Rulesheet::parse_while("large.kif", text.as_bytes(), ParseLimits::default(), &interrupt);
    let checked = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let rules = sheet.map_err(|error| error.to_string()).and_then(|sheet| {
        let rules = Rules::within_while(&sheet, Limits::default(), &GroundLimits::default(), &interrupt);
        rules.map_err(|error| error.to_string())
    });
    let compiled = started.elapsed().as_secs_f64();
    let circuit = rules.and_then(|rules| rules.compiled().map(drop).map_err(ToString::to_string));
    Measured { checked, compiled, remark: circuit.err().unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_a_game_at_any_size() {
        for form in &FORMS {
            for size in [1, 2, 50] {
                let text = format!("{FRAME}{}", (form.write)(size));
                let measured = measure(&text, Duration::from_secs(60));
                assert_eq!(measured.remark, "", "{} of {}", size, form.name);
            }
        }
    }
}
