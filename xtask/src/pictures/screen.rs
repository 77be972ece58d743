//! A terminal's screen as SVG.
//!
//! Frames and bars are drawn as lines and rectangles, since the characters for them leave gaps in most fonts;
//! all other text stays text, each run as wide as its cells are.

use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, Title};
use terminal::{Cell, Color, Screen};

/// A cell's sides in pixels.
const CELL: (u32, u32) = (9, 19);
/// What text is as high as.
const FONT: u32 = 15;
/// From the top of a cell to the line that letters stand on.
const BASELINE: u32 = 14;
const MARGIN: u32 = 12;
/// The bar above the screen.
const BAR: u32 = 32;
/// Between a bar and the one above it, half of it.
const BAR_GAP: u32 = 4;
const FONTS: &str = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/// The terminal's own colours: of text, and behind it.
const INK: &str = "#d8dee9";
const GROUND: &str = "#1b2028";
const FRAME: &str = "#2b323d";
const FAINT: &str = "#8b95a5";

/// The sixteen colours that have names, from black to bright white.
const NAMED: [&str; 16] = [
    "#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9", "#5c6370",
    "#ef8891", "#b5d99c", "#f0d49b", "#8cc6f7", "#d9a0e8", "#7fd0da", "#ffffff",
];

/// How a cell looks.
#[derive(Clone, PartialEq)]
struct Look {
    ink: String,
    /// None where the screen's own shows.
    ground: Option<String>,
    bold: bool,
    dim: bool,
}

/// What is in a cell.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Blank,
    Text,
    /// A piece of a frame.
    Frame,
    /// A piece of a bar.
    Bar,
}

/// Cells of a kind beside one another that look the same.
struct Run {
    column: u32,
    kind: Kind,
    text: String,
    look: Look,
}

/// The screen in a window whose title is the command that it came from.
pub(super) fn svg(screen: &Screen, command: &str) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = (u32::from(columns.get()) * CELL.0, u32::from(rows.get()) * CELL.1);
    let (width, height) = (width + 2 * MARGIN, height + BAR + 2 * MARGIN);
    let mut cells = Group::new().set("transform", format!("translate({MARGIN} {})", BAR + MARGIN));
    for row in 0..rows.get() {
        let y = u32::from(row) * CELL.1;
        let runs = runs((0..columns.get()).filter_map(|column| screen.cell(row, column)));
        for run in &runs {
            if let Some(ground) = &run.look.ground {
                cells = cells.add(rectangle((run.column * CELL.0, y), (run.width(), CELL.1), ground));
            }
        }
        for run in &runs {
            cells = run.draw(cells, y);
        }
    }
    let right = width - 8;
    let bar = Path::new()
        .set("fill", FRAME)
        .set("d", format!("M0 {BAR}V8a8 8 0 0 1 8-8H{right}a8 8 0 0 1 8 8V{BAR}z"));
    let title = Text::new(command).set("x", MARGIN).set("y", 21).set("font-size", 13).set("fill", FAINT);
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", FONTS)
        .set("font-size", FONT)
        .add(Title::new(command))
        .add(rectangle((0, 0), (width, height), GROUND).set("rx", 8))
        .add(bar)
        .add(title)
        .add(cells);
    format!("{document}\n")
}

/// The runs of a row. Words of a text stay together; where there is more than one space between them they
/// have nothing to do with each other, and each is put in its own place.
fn runs<'c>(row: impl Iterator<Item = &'c Cell>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (column, cell) in (0..).zip(row) {
        let text = if cell.has_contents() { cell.contents() } else { " " };
        let (kind, look) = (Kind::of(text), Look::of(cell));
        match runs.as_mut_slice() {
            [.., run] if run.kind == kind && run.look == look => run.text.push_str(text),
            [.., words, space]
                if kind == Kind::Text
                    && words.kind == kind
                    && words.look == look
                    && space.is_space(&look) =>
            {
                words.text.push(' ');
                words.text.push_str(text);
                runs.pop();
            }
            _ => runs.push(Run { column, kind, text: text.to_owned(), look }),
        }
    }
    runs
}

impl Run {
    fn is_space(&self, look: &Look) -> bool {
        self.text == " " && self.look == *look
    }

    fn width(&self) -> u32 {
        self.text.chars().count() as u32 * CELL.0
    }

    fn draw(&self, cells: Group, y: u32) -> Group {
        let (x, Look { ink, .. }) = (self.column * CELL.0, &self.look);
        match self.kind {
            Kind::Blank => cells,
            Kind::Text => {
                let mut text = Text::new(self.text.as_str())
                    .set("x", x)
                    .set("y", y + BASELINE)
                    .set("textLength", self.width())
                    .set("fill", ink.as_str());
                if self.look.bold {
                    text = text.set("font-weight", "bold");
                }
                if self.look.dim {
                    text = text.set("opacity", 0.6);
                }
                cells.add(text)
            }
            Kind::Frame => {
                let places = (0..).map(|place| x + place * CELL.0);
                let strokes: String =
                    places.zip(self.text.chars()).map(|(x, piece)| stroke(piece, x, y)).collect();
                cells.add(Path::new().set("d", strokes).set("fill", "none").set("stroke", FAINT))
            }
            Kind::Bar => cells.add(rectangle((x, y + BAR_GAP), (self.width(), CELL.1 - 2 * BAR_GAP), ink)),
        }
    }
}

impl Kind {
    fn of(text: &str) -> Self {
        match text {
            " " => Self::Blank,
            "█" => Self::Bar,
            "─" | "│" | "┌" | "┐" | "└" | "┘" => Self::Frame,
            _ => Self::Text,
        }
    }
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let (ink, ground) = (colour(cell.fgcolor()), colour(cell.bgcolor()));
        let (ink, ground) = if cell.inverse() {
            (ground.or(Some(GROUND.to_owned())), ink.or(Some(INK.to_owned())))
        } else {
            (ink, ground)
        };
        Self { ink: ink.unwrap_or_else(|| INK.to_owned()), ground, bold: cell.bold(), dim: cell.dim() }
    }
}

/// None for the terminal's own.
fn colour(colour: Color) -> Option<String> {
    let hexadecimal = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
    match colour {
        Color::Default => None,
        Color::Idx(index @ 0..16) => Some(NAMED[usize::from(index)].to_owned()),
        // A cube of six steps a side, then 24 greys, as xterm has them.
        Color::Idx(index @ 16..232) => {
            let step = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let index = index - 16;
            Some(hexadecimal([index / 36, index / 6 % 6, index % 6].map(step)))
        }
        Color::Idx(index) => Some(hexadecimal([8 + 10 * (index - 232); 3])),
        Color::Rgb(red, green, blue) => Some(hexadecimal([red, green, blue])),
    }
}

fn rectangle((x, y): (u32, u32), (width, height): (u32, u32), fill: &str) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height).set("fill", fill)
}

/// The lines of a piece of a frame in the cell at this place.
fn stroke(piece: char, x: u32, y: u32) -> String {
    let (right, bottom) = (x + CELL.0, y + CELL.1);
    // Half a pixel further, so that a line of one pixel covers one pixel.
    let (middle, centre) = (format!("{}.5", x + CELL.0 / 2), format!("{}.5", y + CELL.1 / 2));
    match piece {
        '─' => format!("M{x} {centre}H{right}"),
        '│' => format!("M{middle} {y}V{bottom}"),
        '┌' => format!("M{right} {centre}H{middle}V{bottom}"),
        '┐' => format!("M{x} {centre}H{middle}V{bottom}"),
        '└' => format!("M{right} {centre}H{middle}V{y}"),
        _ => format!("M{x} {centre}H{middle}V{y}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A screen of two rows that shows this.
    fn picture(written: &str) -> String {
        let mut command = std::process::Command::new("printf");
        command.arg(written);
        let mut terminal = terminal::Terminal::start(command, (20, 2)).unwrap();
        assert!(terminal.end().unwrap().success());
        svg(&terminal.screen(), "printf '<>'")
    }

    #[test]
    fn words_stay_together_and_columns_have_their_places() {
        let picture = picture("a <b  c");
        assert!(
            picture.contains("printf &apos;&lt;&gt;&apos;") || picture.contains("printf '&lt;&gt;'"),
            "{picture}"
        );
        assert!(picture.contains(r#"textLength="36" x="0""#) && picture.contains("a &lt;b"), "{picture}");
        assert!(picture.contains(r#"textLength="9" x="54""#), "{picture}");
    }

    #[test]
    fn frames_and_bars_are_drawn_not_written() {
        let picture = picture("┌─┐█│");
        assert!(picture.contains("M9 9.5H4.5V19M9 9.5H18M18 9.5H22.5V19"), "{picture}");
        assert!(!picture.contains('█') && !picture.contains('─'), "{picture}");
    }

    #[test]
    fn looks_are_kept() {
        let picture = picture(r"\033[1;36mc\033[0m\033[7mi\033[0m");
        assert!(picture.contains(NAMED[6]) && picture.contains("bold"), "{picture}");
        assert!(picture.contains(&format!(r#"<rect fill="{INK}" height="19" width="9" x="9""#)), "{picture}");
    }

    #[test]
    fn colours_have_their_names_their_cube_and_their_greys() {
        assert_eq!(colour(Color::Default), None);
        let known = |index| colour(Color::Idx(index)).unwrap();
        assert_eq!([known(15), known(16), known(231)], ["#ffffff", "#000000", "#ffffff"]);
        assert_eq!([known(196), known(232), known(255)], ["#ff0000", "#080808", "#eeeeee"]);
        assert_eq!(colour(Color::Rgb(1, 2, 255)).unwrap(), "#0102ff");
    }
}
