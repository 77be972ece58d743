//! What every command says: results on the standard output, everything else on the standard error.

use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use game::can_replace;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;

use crate::error::Error;

/// The width that diagnostics are drawn for.
pub(crate) const WIDTH: usize = 80;

/// The name of a file that stands for the standard output, in commands that say so.
pub(crate) const STANDARD: &str = "-";

/// Tells people something. That nobody listens is no reason to stop.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", harmless(&text.to_string()));
}

/// A text that does nothing to a terminal but to be read, whatever file it quotes.
fn harmless(text: &str) -> String {
    let harmless =
        |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
    // Lines of a file from Windows are as good as others.
    text.chars().filter(|&c| c != '\r').map(harmless).collect()
}

/// Passes on what people should know about the goals that were met.
pub(crate) fn remark(remark: Option<&str>) {
    if let Some(remark) = remark {
        note(format_args!("warning: {remark}"));
    }
}

/// Prints one JSON document.
pub(crate) fn json(document: &impl Serialize) -> Result<(), Error> {
    let mut text = serde_json::to_string(document)?;
    text.push('\n');
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Prints a text of lines.
pub(crate) fn text(text: &str) -> Result<(), Error> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Prints a line.
pub(crate) fn line(text: impl Display) -> Result<(), Error> {
    Ok(writeln!(io::stdout().lock(), "{text}")?)
}

/// A path as a shell takes it.
pub(crate) fn typed(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "_-./:@%+,=".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Refuses options that write to a file which the command reads, two things to one file, or what cannot be
/// written, before the command has worked for it. `outputs` are the options with the files that they name.
///
/// Files are the same if their paths lead to the same place. A device, such as `/dev/stdout`, can be written
/// to however often.
pub(crate) fn check_outputs(
    outputs: &[(&str, Option<&Path>)],
    inputs: impl IntoIterator<Item = PathBuf>,
) -> Result<(), Error> {
    let read: Vec<PathBuf> = inputs.into_iter().filter_map(|path| place(&path)).collect();
    let mut written: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, path) in outputs {
        let Some(path) = path else { continue };
        if path == Path::new(STANDARD) {
            return Err(Error::Usage(format!(
                "`{option} {STANDARD}` is not the standard output here; /dev/stdout is"
            )));
        }
        can_replace(path).map_err(|why| Error::Usage(format!("{}: {why}", path.display())))?;
        let (path, Some(place)) = (path.display(), place(path)) else { continue };
        if read.contains(&place) {
            return Err(Error::Usage(format!(
                "`{option}` would replace {path}, which this command reads; name another file"
            )));
        }
        if let Some((other, _)) = written.iter().find(|(_, taken)| *taken == place) {
            return Err(Error::Usage(format!(
                "`{other}` and `{option}` would both write to {path}; name two files"
            )));
        }
        written.push((option, place));
    }
    Ok(())
}

/// Where a file is, or would be; none if it is something else than a file, or cannot be there.
fn place(path: &Path) -> Option<PathBuf> {
    match path.canonicalize() {
        Ok(place) => place.is_file().then_some(place),
        Err(_) => {
            let folder = path.parent()?;
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            Some(folder.canonicalize().ok()?.join(path.file_name()?))
        }
    }
}

/// A table of aligned columns without lines.
pub(crate) fn columns(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().copied());
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 2));
    });
    table
}

/// The text of a table without the spaces that fill up its lines. What is too wide for the terminal is broken
/// between words; within words only in the column of the longest, if there is no room for all.
pub(crate) fn trimmed(table: &Table) -> String {
    const PADDING: usize = 2;
    // Narrower columns of parts of words cannot be read.
    const PART_OF_WORD: usize = 10;
    let mut table = table.clone();
    let mut longest = vec![0; table.column_count()];
    for row in table.header().into_iter().chain(table.row_iter()) {
        for (longest, cell) in longest.iter_mut().zip(row.cell_iter()) {
            let word = cell.content().split_whitespace().map(|word| word.chars().count()).max();
            *longest = word.unwrap_or(0).max(*longest);
        }
    }
    // Some tables have lines around their columns.
    let needed = longest.iter().map(|word| word + PADDING + 1).sum::<usize>() + 1;
    if table.width().is_some_and(|terminal| needed > terminal.into())
        && let Some(longest) = longest.iter_mut().max()
    {
        *longest = PART_OF_WORD.min(*longest);
    }
    for (column, word) in table.column_iter_mut().zip(longest) {
        let width = u16::try_from(word + PADDING).unwrap_or(u16::MAX);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(width)));
    }
    let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Says on the standard error what is going on and for how long, if that is a terminal, until it is cleared.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what);
    let spinner = match ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        Ok(style) => spinner.with_style(style),
        Err(_) => spinner,
    };
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}

/// A bar with rate and time left, on the standard error if that is a terminal.
pub(crate) fn progress(total: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {what}, {{rate}}, {{eta}} left{{msg}}");
    let bar = ProgressBar::new(total);
    match ProgressStyle::with_template(&template) {
        Ok(style) => {
            bar.with_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = write!(out, "{:.0}/s", state.per_sec());
            }))
        }
        Err(_) => bar,
    }
}

/// A bar of work that is done by parts of a thousand, with a message and the time left, on the standard error
/// if that is a terminal.
pub(crate) fn share_bar(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(1_000).with_message(what);
    match ProgressStyle::with_template("{bar:30} {percent} % {msg}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A number with its noun.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// So many plies.
pub(crate) fn plies(number: usize) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A table in a terminal so wide.
    fn drawn(terminal: u16) -> String {
        let mut table = columns(&["who met whom", "score %", "started"]);
        table.set_width(terminal);
        table.add_row(["alpha-beta 1 - alpha-beta 2", "[12, 31]", "2026-11-30T09:32:38Z"]);
        trimmed(&table)
    }

    #[test]
    fn words_are_broken_in_no_terminal_that_has_room_for_them() {
        for terminal in 45..=60 {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
            assert_eq!(words(&drawn(terminal)), words(&drawn(200)), "{}", drawn(terminal));
        }
        assert!(drawn(30).contains("alpha-beta") && drawn(30).contains("[12,"), "{}", drawn(30));
    }

    #[test]
    fn a_path_is_quoted_where_a_shell_needs_it() {
        assert_eq!(typed(Path::new("a/b-1.db")), "a/b-1.db");
        assert_eq!(typed(Path::new("it's mine.db")), "'it'\\''s mine.db'");
    }

    /// What is said of the same two options with these files, where a command reads `game.kif`.
    fn refusal(folder: &Path, trace: &str, svg: Option<&str>) -> Option<String> {
        let [trace, svg] = [Some(trace), svg].map(|name| name.map(|name| folder.join(name)));
        let outputs = [("--trace", trace.as_deref()), ("--svg", svg.as_deref())];
        check_outputs(&outputs, [folder.join("game.kif")]).err().map(|error| error.to_string())
    }

    #[test]
    fn what_a_command_reads_is_not_replaced_whatever_path_leads_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::write(folder.join("game.kif"), "(role me)").expect("writable");
        std::fs::create_dir(folder.join("traces")).expect("writable");
        for trace in ["game.kif", "./game.kif", "traces/../game.kif"] {
            let refusal = refusal(folder, trace, None).expect("the rules");
            assert!(refusal.starts_with("`--trace` would replace "), "{refusal}");
            assert!(refusal.ends_with("game.kif, which this command reads; name another file"), "{refusal}");
        }
        assert_eq!(refusal(folder, "game.json", None), None);
        assert_eq!(refusal(folder, "traces/game.kif", None), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_the_file_that_it_leads_to() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::write(folder.join("game.kif"), "(role me)").expect("writable");
        std::os::unix::fs::symlink("game.kif", folder.join("link")).expect("writable");
        assert!(refusal(folder, "link", None).is_some());
    }

    #[test]
    fn two_options_do_not_write_to_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let refusal = |svg| refusal(folder.path(), "search", Some(svg));
        let said = refusal("./search").expect("the same file");
        assert!(said.starts_with("`--trace` and `--svg` would both write to "), "{said}");
        assert_eq!(refusal("search.svg"), None);
        let device = [("--trace", Some(Path::new("/dev/null"))), ("--svg", Some(Path::new("/dev/null")))];
        assert!(check_outputs(&device, [PathBuf::from("/dev/null")]).is_ok());
    }

    #[test]
    fn what_cannot_be_written_is_refused_before_the_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let refusal = |trace| refusal(folder.path(), trace, None).expect("no such folder");
        assert!(refusal("missing/trace.json").contains("there is no directory "));
        assert!(refusal("").ends_with("it is a directory"));
        let standard = check_outputs(&[("--trace", Some(Path::new("-")))], []).expect_err("no file");
        assert!(standard.to_string().contains("/dev/stdout"), "{standard}");
    }

    #[test]
    fn what_is_quoted_does_not_command_the_terminal() {
        assert_eq!(harmless("`\u{1b}[2J` is\r\n\tnot légal"), "`\u{fffd}[2J` is\n\tnot légal");
    }
}
