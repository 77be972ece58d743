//! States drawn for people: a board where the fluents look like one, and what else holds below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use logic::{Reasoner, TermId};

/// The greatest number of columns or rows that is drawn.
const MOST_LINES: usize = 40;

/// Contents that stand for an empty cell.
pub(crate) const BLANK: [&str; 4] = ["b", "blank", "empty", "none"];

/// Lists of fluents are broken to lines of about this many characters.
const WIDTH: usize = 78;

/// A state drawn for people.
///
/// A fluent with two coordinates and a content, whatever its name, is taken for the cells of a board: first the column,
/// counted from the left, then the row, counted from the bottom, as the built-in games have it. Coordinates are whole numbers or
/// single letters. `possible` tells how large the board is, should cells be missing from `state`: the initial state, or all fluents that may ever hold. Fluents that are no cells are
/// listed below the board.
pub fn draw_state(reasoner: &Reasoner, possible: &[TermId], state: &[TermId]) -> String {
    draw_fluents(&fluents(reasoner, possible), &fluents(reasoner, state))
}

/// A fluent taken apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fluent {
    text: String,
    name: String,
    args: Vec<String>,
}

impl Fluent {
    /// A fluent of its name and at least one argument.
    pub(crate) fn new(name: &str, args: &[&str]) -> Self {
        let text = format!("({name} {})", args.join(" "));
        Self { text, name: name.to_owned(), args: args.iter().map(|&arg| arg.to_owned()).collect() }
    }

    /// A fluent of a rulesheet.
    pub(crate) fn of(reasoner: &Reasoner, term: TermId) -> Self {
        let (name, args) = reasoner.parts(term);
        let args = args.into_iter().map(|arg| reasoner.text(arg)).collect();
        Self { text: reasoner.text(term), name: name.to_owned(), args }
    }
}

/// A state's fluents taken apart, sorted.
pub(crate) fn fluents(reasoner: &Reasoner, state: &[TermId]) -> Vec<Fluent> {
    let mut fluents: Vec<Fluent> = state.iter().map(|&term| Fluent::of(reasoner, term)).collect();
    fluents.sort_unstable();
    fluents
}

/// A state's sorted fluents drawn, see [`draw_state`].
pub(crate) fn draw_fluents(possible: &[Fluent], state: &[Fluent]) -> String {
    let Some(board) = Board::find(possible, state) else {
        return list(state.iter());
    };
    let mut out = board.draw(state);
    let others = list(state.iter().filter(|fluent| fluent.name != board.name || fluent.args.len() != 3));
    if !others.is_empty() {
        out.push('\n');
        out.push_str(&others);
    }
    out
}

/// The texts of fluents with two spaces between them, in lines.
fn list<'f>(fluents: impl Iterator<Item = &'f Fluent>) -> String {
    let mut out = String::new();
    let mut length = 0;
    for Fluent { text, .. } in fluents {
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

/// A coordinate; numbers come before letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Coordinate {
    Number(i64),
    Letter(char),
}

impl Coordinate {
    fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Self::Letter(letter)),
            _ => text.parse().ok().map(Self::Number),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Letter(letter) => letter.to_string(),
        }
    }
}

/// Which cells there are, and how their contents are drawn.
pub(crate) struct Board {
    /// The name of the fluents that are its cells.
    name: String,
    pub(crate) columns: Vec<Coordinate>,
    /// From the bottom.
    pub(crate) rows: Vec<Coordinate>,
    glyphs: BTreeMap<String, String>,
}

impl Board {
    /// The fluents of one name that look most like a board: those with the most cells.
    pub(crate) fn find(possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        let names: BTreeSet<&str> = possible.iter().chain(state).map(|fluent| fluent.name.as_str()).collect();
        let boards = names.into_iter().filter_map(|name| Self::of(name, possible, state));
        // The first of equally large ones.
        boards.reduce(|best, board| if board.cells() > best.cells() { board } else { best })
    }

    /// The board that the fluents of this name make, if every one has a place and no two of the state share one.
    fn of(name: &str, possible: &[Fluent], state: &[Fluent]) -> Option<Self> {
        let mut places = BTreeSet::new();
        let mut contents = BTreeSet::new();
        for (fluents, apart) in [(state, true), (possible, false)] {
            for fluent in fluents.iter().filter(|fluent| fluent.name == name) {
                let [column, row, content] = fluent.args.as_slice() else { return None };
                let place = (Coordinate::read(column)?, Coordinate::read(row)?);
                if !places.insert(place) && apart {
                    return None;
                }
                contents.insert(content.as_str());
            }
        }
        let columns = line(&places.iter().map(|&(column, _)| column).collect())?;
        let rows = line(&places.iter().map(|&(_, row)| row).collect())?;
        // Less than that says less than the fluents themselves.
        let board =
            columns.len() * rows.len() >= 4 && places.len() >= 2 && columns.len().min(rows.len()) >= 2;
        board.then(|| Self { name: name.to_owned(), columns, rows, glyphs: glyphs(&contents) })
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// The cell that a fluent speaks of, counted row by row from the top, each from the left, and its content; none if it
    /// speaks of no cell of this board.
    pub(crate) fn cell<'f>(&self, fluent: &'f Fluent) -> Option<(usize, &'f str)> {
        let [column, row, content] = fluent.args.as_slice() else { return None };
        let place = |line: &[Coordinate], text| line.binary_search(&Coordinate::read(text)?).ok();
        let (column, row) = (place(&self.columns, column)?, place(&self.rows, row)?);
        (fluent.name == self.name)
            .then(|| ((self.rows.len() - 1 - row) * self.columns.len() + column, content.as_str()))
    }

    fn draw(&self, state: &[Fluent]) -> String {
        let content: BTreeMap<(Coordinate, Coordinate), &str> = state
            .iter()
            .filter(|fluent| fluent.name == self.name)
            .filter_map(|fluent| {
                let place = (Coordinate::read(&fluent.args[0])?, Coordinate::read(&fluent.args[1])?);
                Some((place, self.glyphs[&fluent.args[2]].as_str()))
            })
            .collect();
        let margin = self.rows.iter().map(|row| row.text().len()).max().unwrap_or(0);
        let names = self.columns.iter().map(|column| column.text().len());
        let width = self.glyphs.values().map(|glyph| glyph.chars().count()).chain(names).max().unwrap_or(1);
        let mut out = String::new();
        // Writing to a string does not fail.
        for &row in self.rows.iter().rev() {
            let cells =
                self.columns.iter().map(|&column| content.get(&(column, row)).copied().unwrap_or("."));
            let cells: String = cells.map(|glyph| format!(" {glyph:width$}")).collect();
            let _ = writeln!(out, "{:>margin$} {}", row.text(), cells.trim_end());
        }
        let names: String = self.columns.iter().map(|column| format!(" {:width$}", column.text())).collect();
        let _ = write!(out, "{:margin$} {}", "", names.trim_end());
        let legend: Vec<String> = self
            .glyphs
            .iter()
            .filter(|(content, glyph)| content != glyph && *glyph != ".")
            .map(|(content, glyph)| format!("{glyph} = {content}"))
            .collect();
        if !legend.is_empty() {
            let _ = write!(out, "\n{}", legend.join(", "));
        }
        out
    }
}

/// The whole line of coordinates from the least to the greatest; none if it is too long to draw or mixes numbers and
/// letters.
fn line(found: &BTreeSet<Coordinate>) -> Option<Vec<Coordinate>> {
    let (&first, &last) = (found.first()?, found.last()?);
    let line: Vec<Coordinate> = match (first, last) {
        (Coordinate::Number(first), Coordinate::Number(last)) => {
            (first..=last).take(MOST_LINES + 1).map(Coordinate::Number).collect()
        }
        (Coordinate::Letter(first), Coordinate::Letter(last))
            if first.is_ascii_lowercase() == last.is_ascii_lowercase() =>
        {
            (first..=last).map(Coordinate::Letter).collect()
        }
        _ => return None,
    };
    (line.len() <= MOST_LINES).then_some(line)
}

/// How each content is drawn: a blank as a dot, up to two letters as they are, anything longer by a letter of its own.
fn glyphs(contents: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let is_short = |content: &str| content.chars().count() <= 2;
    let mut glyphs: BTreeMap<String, String> = BTreeMap::new();
    let mut used: BTreeSet<String> = BTreeSet::from([".".to_owned()]);
    for &content in contents {
        if BLANK.contains(&content) {
            glyphs.insert(content.to_owned(), ".".to_owned());
        } else if is_short(content) {
            used.insert(content.to_owned());
            glyphs.insert(content.to_owned(), content.to_owned());
        }
    }
    for &content in contents {
        if glyphs.contains_key(content) {
            continue;
        }
        let own = || content.chars().filter(char::is_ascii_alphanumeric);
        let candidates = own().chain(own().map(|letter| letter.to_ascii_uppercase())).chain('a'..='z');
        let glyph = candidates.chain('A'..='Z').map(String::from).find(|glyph| !used.contains(glyph));
        // With so many contents letters do not help.
        let glyph = glyph.unwrap_or_else(|| content.to_owned());
        used.insert(glyph.clone());
        glyphs.insert(content.to_owned(), glyph);
    }
    glyphs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fluents from a text of flat terms, such as `(cell 1 1 b) ready`.
    fn state(text: &str) -> Vec<Fluent> {
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
        draw_fluents(&state(initial), &state(then))
    }

    #[test]
    fn the_highest_row_comes_first_and_blanks_are_dots() {
        let initial = "(cell 1 1 b) (cell 2 1 b) (cell 1 2 x) (cell 2 2 o) (control xplayer)";
        assert_eq!(drawn(initial, initial), "2  x o\n1  . .\n   1 2\n(control xplayer)");
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
    fn the_fluent_with_the_most_cells_is_the_board() {
        let text = "(big 1 1 x) (big 3 3 y) (small 1 1 x) (small 2 2 y)";
        assert_eq!(drawn(text, text), "3  . . y\n2  . . .\n1  x . .\n   1 2 3\n(small 1 1 x)  (small 2 2 y)");
    }

    #[test]
    fn what_is_no_board_is_listed() {
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
