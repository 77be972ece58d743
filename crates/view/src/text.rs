//! Pictures as text for a terminal.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::{Cell, Content, Grid, Picture};

/// The number of characters after which a list of fluents continues on the next line.
const WIDTH: usize = 78;

impl fmt::Display for Picture {
    /// The boards one below the other, one or two letters for each cell, `?` for what is unknown, then the
    /// fluents that are on no board.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grids = self.grids.iter().map(draw);
        let others = list(self.others.iter().map(|fluent| fluent.text.as_str()));
        let parts: Vec<String> = grids.chain((!others.is_empty()).then_some(others)).collect();
        formatter.write_str(&parts.join("\n"))
    }
}

/// Texts with two spaces between them, broken into lines.
fn list<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut out = String::new();
    let mut length = 0;
    for text in texts {
        if length > 0 && length + 2 + text.chars().count() > WIDTH {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push_str("  ");
            length += 2;
        }
        out.push_str(text);
        length += text.chars().count();
    }
    out
}

/// How a cell is drawn in which nothing is.
const BLANK: &str = ".";

/// A board with the names of its rows and columns, and a legend if letters stand for longer names.
fn draw(grid: &Grid) -> String {
    let glyphs = glyphs(&grid.contents);
    let margin = grid.rows.iter().map(String::len).max().unwrap_or(0);
    let names = grid.columns.iter().map(String::len);
    let width = glyphs.values().map(|glyph| glyph.chars().count()).chain(names).max().unwrap_or(1);
    let mut out = String::new();
    // Writing to a string does not fail.
    for (row, cells) in grid.rows.iter().zip(grid.cells.chunks(grid.columns.len().max(1))) {
        // Of several contents in one cell the last one that is no blank is drawn.
        let glyph = |cell: &Cell| {
            let mut drawn = cell.contents.iter().map(|content| glyphs[content.as_str()].as_str());
            match drawn.rfind(|&glyph| glyph != BLANK) {
                _ if cell.unknown => "?",
                Some(glyph) => glyph,
                None => BLANK,
            }
        };
        let cells: String = cells.iter().map(|cell| format!(" {:width$}", glyph(cell))).collect();
        let _ = writeln!(out, "{row:>margin$} {}", cells.trim_end());
    }
    let names: String = grid.columns.iter().map(|column| format!(" {column:width$}")).collect();
    let _ = write!(out, "{:margin$} {}", "", names.trim_end());
    let legend = glyphs.iter().filter(|(content, glyph)| content != glyph && *glyph != BLANK);
    let legend: Vec<String> = legend.map(|(content, glyph)| format!("{glyph} = {content}")).collect();
    if !legend.is_empty() {
        let _ = write!(out, "\n{}", legend.join(", "));
    }
    out
}

/// The letters for each content: a dot for a blank, the name itself if it has at most two characters, or else
/// one letter of its own.
fn glyphs(contents: &[Content]) -> BTreeMap<&str, String> {
    let mut glyphs: BTreeMap<&str, String> = BTreeMap::new();
    let short = |content: &&Content| !content.blank && content.name.chars().count() <= 2;
    for content in contents.iter().filter(|content| content.blank) {
        glyphs.insert(&content.name, BLANK.to_owned());
    }
    for content in contents.iter().filter(short) {
        glyphs.insert(&content.name, content.name.clone());
    }
    for content in contents.iter().filter(|content| !content.blank && !short(content)) {
        let own = || content.name.chars().filter(char::is_ascii_alphanumeric);
        let candidates = own().chain(own().map(|letter| letter.to_ascii_uppercase())).chain('a'..='z');
        let is_free = |glyph: &String| !glyphs.values().any(|used| used == glyph);
        let glyph = candidates.chain('A'..='Z').map(String::from).find(is_free);
        // There are more contents than letters.
        glyphs.insert(&content.name, glyph.unwrap_or_else(|| content.name.clone()));
    }
    glyphs
}

#[cfg(test)]
mod tests {
    use game::Fluent;

    use super::*;
    use crate::Layout;

    /// Fluents of a text of flat terms, such as `(cell 1 1 b) ready`, sorted.
    fn read(text: &str) -> Vec<Fluent> {
        let mut fluents: Vec<Fluent> = text
            .split_inclusive(')')
            .flat_map(|piece| match piece.split_once('(') {
                Some((words, term)) => {
                    words.split_whitespace().map(str::to_owned).chain([format!("({term}")]).collect()
                }
                None => piece.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            })
            .map(|text| {
                let mut words = text.trim_matches(['(', ')']).split_whitespace().map(str::to_owned);
                let name = words.next().expect("a term has a name");
                Fluent { name, args: words.collect(), text }
            })
            .collect();
        fluents.sort_unstable();
        fluents
    }

    fn drawn(initial: &str, then: &str) -> String {
        Layout::of_fluents(&read(initial), &read(initial)).place(&read(then)).to_string()
    }

    #[test]
    fn the_highest_row_comes_first_and_blanks_are_dots() {
        let initial = "(cell 1 1 b) (cell 2 1 b) (cell 1 2 x) (cell 2 2 o) (control xplayer)";
        assert_eq!(drawn(initial, initial), "2  x o\n1  . .\n   1 2\n(control xplayer)");
    }

    #[test]
    fn one_content_is_blank_and_all_others_are_drawn() {
        let initial = "(cell 1 1 w) (cell 2 1 empty) (cell 1 2 empty) (cell 2 2 b)";
        assert_eq!(drawn(initial, initial), "2  . b\n1  w .\n   1 2");
    }

    #[test]
    fn a_blank_hides_no_piece() {
        let initial = "(cell 1 1 b) (cell 2 1 b) (cell 1 2 a) (cell 2 2 x)";
        let both = format!("{initial} (cell 1 2 b) (cell 2 2 b)");
        assert_eq!(drawn(initial, &both), "2  a x\n1  . .\n   1 2");
    }

    #[test]
    fn gaps_between_numbers_are_filled_and_the_initial_state_gives_the_size() {
        let then = "(at 1 1 x)";
        assert_eq!(drawn("(at 1 1 x) (at 3 2 y)", then), "2  . . .\n1  x . .\n   1 2 3");
    }

    #[test]
    fn letters_are_coordinates_too() {
        assert_eq!(drawn("(on a 1 wk) (on c 2 bk)", "(on b 1 wk)"), "2  .  .  .\n1  .  wk .\n   a  b  c");
    }

    #[test]
    fn long_contents_get_letters_of_their_own_and_a_legend() {
        let initial = "(cell 1 1 white) (cell 2 1 wall) (cell 1 2 w) (cell 2 2 empty)";
        assert_eq!(drawn(initial, initial), "2  w .\n1  h a\n   1 2\na = wall, h = white");
    }

    #[test]
    fn several_boards_are_drawn_below_one_another_the_largest_first() {
        let text = "(small 1 1 x) (small 2 2 y) (tall 1 1 x) (tall 2 3 y)";
        assert_eq!(drawn(text, text), "3  . y\n2  . .\n1  x .\n   1 2\n2  . y\n1  x .\n   1 2");
    }

    #[test]
    fn fluents_that_make_no_board_are_listed() {
        for text in [
            "(heap a 3)  (heap b 5)",
            "(cell 1 1 x)  (cell 1 1 y)  (cell 2 2 x)",
            "(cell 1 1 x)  (cell a b x)",
            "(cell 1 1 x)  (cell 1000 1 x)",
            "(likes ann bob much)  (likes bob ann much)",
            "(score 10 20 30)",
            "ready",
            "",
        ] {
            assert_eq!(drawn(text, text), text);
        }
    }

    #[test]
    fn long_lists_are_broken() {
        let text: Vec<String> = (10..40).map(|number| format!("(number {number})")).collect();
        let drawn = drawn(&text.join(" "), &text.join(" "));
        assert!(drawn.lines().count() > 3 && drawn.lines().all(|line| line.len() <= WIDTH), "{drawn}");
    }
}
