//! What all pictures have in common: a title above, notes below, and how they become a file.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::text::{self, BODY, SMALL, TITLE};
use crate::error::Error;

/// A part of a picture, in pixels.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Why drawing failed. A picture is drawn into memory, so it does not.
pub(super) type Drawing<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// The size that a picture is to have, in pixels; what is not given is as its content needs it.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Size {
    /// The picture's width in pixels [default: as its content needs it]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..=10_000))]
    pub(crate) width: Option<u32>,
    /// The picture's height in pixels [default: as its content needs it]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..=10_000))]
    pub(crate) height: Option<u32>,
}

impl Size {
    /// Whether anything of it is given.
    pub(crate) fn is_given(self) -> bool {
        self.width.is_some() || self.height.is_some()
    }
}

/// The content of a picture.
pub(super) trait Figure {
    /// What it shows.
    fn title(&self) -> String;
    /// Of what.
    fn subtitle(&self) -> String;
    /// What has to be known to read it.
    fn notes(&self) -> Vec<String>;
    /// What its labels stand for.
    fn legend(&self) -> Vec<String>;
    /// The width and height below which it cannot be read, and those that it looks best in.
    fn sizes(&self) -> [(i32, i32); 2];
    /// Draws it into an area at least as large as it can be read in.
    fn draw(&self, area: &Area<'_>) -> Drawing;
}

/// The frame of a figure.
pub(super) struct Canvas {
    width: i32,
    height: i32,
    /// Lines below the figure, each with its distance from the left.
    lines: Vec<Vec<(i32, String)>>,
}

/// Families that look alike enough for text to fit where it is put; the first comes with this program.
const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

/// Text in front of the ground.
pub(super) const INK: RGBColor = RGBColor(32, 32, 32);
/// What must not distract.
pub(super) const FAINT: RGBColor = RGBColor(110, 110, 110);

/// The lines behind a chart.
pub(super) const GRID: RGBColor = RGBColor(222, 222, 222);

const MARGIN: i32 = 16;
const HEADER: i32 = MARGIN + 50;
/// The longest side of a picture.
const MOST: i32 = 10_000;
/// Lines that one note may take.
const NOTE_LINES: usize = 3;

impl Canvas {
    /// A canvas that a figure can be read on.
    pub(super) fn for_figure(figure: &dyn Figure, size: Size) -> Result<Self, Error> {
        let [least, usual] = figure.sizes();
        let header = text::width(&figure.title(), TITLE).max(text::width(&figure.subtitle(), BODY));
        let least_width = least.0.max(header) + 2 * MARGIN;
        // A size is at most 10,000, so it fits.
        let width = size.width.map_or(least_width.max(usual.0 + 2 * MARGIN), |width| width as i32);
        let room = width - 2 * MARGIN;
        let wrapped = |note: &String| text::wrap(note, SMALL, room, NOTE_LINES);
        let notes = figure.notes();
        let mut lines: Vec<_> = notes.iter().flat_map(wrapped).map(|line| vec![(0, line)]).collect();
        lines.extend(columns(&figure.legend(), room));
        let around = HEADER + lines.len() as i32 * text::line(SMALL) + 2 * MARGIN;
        let height = size.height.map_or(usual.1 + around, |height| height as i32);
        if width < least_width || height < least.1 + around {
            return Err(Error::Usage(format!(
                "this picture cannot be read in {width}x{height} pixels; it needs at least {} times {}",
                least_width.max(width),
                least.1 + around
            )));
        }
        if width.max(height) > MOST {
            return Err(Error::Fault(format!(
                "this is too much for one picture: it would take {width}x{height} pixels, and no side may be longer than {MOST}; `spielbaum results export` takes the figures elsewhere"
            )));
        }
        Ok(Self { width, height, lines })
    }

    /// The picture as SVG.
    pub(super) fn draw(&self, figure: &dyn Figure) -> Result<String, Error> {
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, (self.width as u32, self.height as u32));
        self.fill(&root.into_drawing_area(), figure)
            .map_err(|error| Error::Fault(format!("cannot draw: {error}")))?;
        Ok(svg)
    }

    fn fill(&self, root: &Area<'_>, figure: &dyn Figure) -> Drawing {
        root.fill(&WHITE)?;
        write(root, &figure.title(), (MARGIN, MARGIN + 10), bold(TITLE).pos(at(HPos::Left, VPos::Center)))?;
        write(
            root,
            &figure.subtitle(),
            (MARGIN, MARGIN + 34),
            faint(BODY).pos(at(HPos::Left, VPos::Center)),
        )?;
        let below = self.height - MARGIN - self.lines.len() as i32 * text::line(SMALL);
        for (place, line) in (0..).zip(&self.lines) {
            let y = below + place * text::line(SMALL);
            for (left, text) in line {
                write(root, text, (MARGIN + left, y), faint(SMALL).pos(at(HPos::Left, VPos::Top)))?;
            }
        }
        let figure_area = root
            .clone()
            .shrink((MARGIN, HEADER), ((self.width - 2 * MARGIN) as u32, (below - MARGIN - HEADER) as u32));
        figure.draw(&figure_area)?;
        root.present()
    }
}

/// A legend in lines, and in as many columns beside one another as there is room for.
fn columns(legend: &[String], room: i32) -> Vec<Vec<(i32, String)>> {
    let column = text::widest(legend.iter().map(String::as_str), SMALL) + 2 * MARGIN;
    let columns = (room / column).max(1) as usize;
    if columns == 1 {
        let wrapped = |entry: &String| text::wrap(entry, SMALL, room, NOTE_LINES);
        return legend.iter().flat_map(wrapped).map(|line| vec![(0, line)]).collect();
    }
    // It is read downwards.
    let rows = legend.len().div_ceil(columns);
    let row = |row: usize| {
        let entries = legend.iter().skip(row).step_by(rows.max(1));
        (0..).map(|place| place * column).zip(entries.cloned()).collect()
    };
    (0..rows).map(row).collect()
}

/// Where text is put, with respect to the point that is given for it.
pub(super) fn at(horizontal: HPos, vertical: VPos) -> Pos {
    Pos::new(horizontal, vertical)
}

/// Text of that size in pixels.
pub(super) fn plain(size: i32) -> TextStyle<'static> {
    // The backend takes the height of a line for the size.
    (FONTS, f64::from(size) * 1.24).into_font().color(&INK)
}

pub(super) fn faint(size: i32) -> TextStyle<'static> {
    plain(size).color(&FAINT)
}

pub(super) fn bold(size: i32) -> TextStyle<'static> {
    (FONTS, f64::from(size) * 1.24, FontStyle::Bold).into_font().color(&INK)
}

/// Text upwards.
pub(super) fn upwards(size: i32) -> TextStyle<'static> {
    (FONTS, f64::from(size) * 1.24).into_font().transform(FontTransform::Rotate270).color(&INK)
}

/// Puts text somewhere.
pub(super) fn write(area: &Area<'_>, text: &str, place: (i32, i32), style: TextStyle<'static>) -> Drawing {
    area.draw(&Text::new(text.to_owned(), place, style))
}
