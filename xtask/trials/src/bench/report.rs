//! What the reports of all benchmarks have in common.

use std::fs;
use std::process::Command;

use indicatif::{ProgressBar, ProgressStyle};

use crate::workspace;

/// A progress bar over so many of what `noun` names.
pub(crate) fn bar(count: usize, noun: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(count as u64);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {noun}, {{elapsed}} gone, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}

/// The lines that every report begins with: on what machine, and of which code.
pub(crate) fn circumstances() -> String {
    format!("- machine: {}\n- commit: {}\n", machine(), commit())
}

/// A table in Markdown: a column whose head begins with `>` is aligned to the right.
pub(crate) struct Table {
    text: String,
}

impl Table {
    pub(crate) fn new(heads: &[&str]) -> Self {
        let names: Vec<&str> = heads.iter().map(|head| head.trim_start_matches('>')).collect();
        let rules: Vec<&str> =
            heads.iter().map(|head| if head.starts_with('>') { "---:" } else { "---" }).collect();
        Self { text: format!("| {} |\n| {} |\n", names.join(" | "), rules.join(" | ")) }
    }

    pub(crate) fn row(&mut self, cells: &[String]) {
        self.text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The middle one of the numbers, the upper of two; none if there are none.
pub(crate) fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// A rounded number with its thousands apart.
pub(crate) fn grouped(number: f64) -> String {
    search::grouped(&format_args!("{number:.0}"))
}

/// A number with three digits that mean something, or more if it is large.
pub(crate) fn rounded(number: f64) -> String {
    match number.abs() {
        100.0.. => grouped(number),
        10.0.. => format!("{number:.1}"),
        1.0.. => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// A rate with its interval, in percent.
pub(crate) fn percent(rate: f64, interval: arena::Interval) -> String {
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate, 100.0 * interval.low, 100.0 * interval.high)
}

/// The processor, where the system tells.
pub(crate) fn machine() -> String {
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let flags = field("flags").unwrap_or_default();
    let widest = ["avx512f", "avx2"].into_iter().find(|&name| flags.split(' ').any(|flag| flag == name));
    format!("{model}, {cpus} cores{}", widest.map_or_else(String::new, |name| format!(", {name}")))
}

fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(workspace::root()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    match (git(&["rev-parse", "--short", "HEAD"]), git(&["status", "--porcelain"])) {
        (Some(commit), Some(changes)) if changes.is_empty() => commit,
        (Some(commit), _) => format!("{commit} and changes"),
        _ => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use arena::Interval;

    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let texts: Vec<String> = [0.0, 999.4, 1000.0, 12_345.6, 1e9].map(grouped).to_vec();
        assert_eq!(texts, ["0", "999", "1,000", "12,346", "1,000,000,000"]);
    }

    #[test]
    fn three_digits_are_kept() {
        let texts: Vec<String> = [0.0, 0.01234, 1.234, 12.34, 123.4, 12_345.0].map(rounded).to_vec();
        assert_eq!(texts, ["0.000", "0.012", "1.23", "12.3", "123", "12,345"]);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![7.0]), Some(7.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 3.0, 1.0, 2.0]), Some(3.0));
    }

    #[test]
    fn rates_are_percent() {
        let interval = Interval { low: 0.404, high: 0.6 };
        assert_eq!(percent(0.5, interval), "50.0 % (40.4 to 60.0)");
    }

    #[test]
    fn a_table_is_markdown() {
        let mut table = Table::new(&["game", ">nodes"]);
        table.row(&["maze".to_owned(), "12".to_owned()]);
        assert_eq!(table.text(), "| game | nodes |\n| --- | ---: |\n| maze | 12 |\n");
    }
}
