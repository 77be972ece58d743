//! The pixels of a picture.

use std::fmt::{self, Write as _};

use resvg::usvg::roxmltree::{Document, Node};
use resvg::{tiny_skia, usvg};
use ttf_parser::{Face, OutlineBuilder};

use crate::error::Error;

/// Renders an SVG picture of this program as a PNG.
pub(super) fn render(svg: &str) -> Result<Vec<u8>, Error> {
    let failed = |what: &dyn fmt::Display| Error::Fault(format!("cannot make a PNG of the picture: {what}"));
    let outlined = outline(svg).map_err(|error| failed(&error))?;
    let tree = usvg::Tree::from_str(&outlined, &usvg::Options::default()).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size();
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"it is too large"))?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}

/// Replaces each text in a picture by the outlines of its glyphs, so that no other font is needed to
/// render it.
fn outline(svg: &str) -> Result<String, usvg::roxmltree::Error> {
    let document = Document::parse(svg)?;
    let mut outlined = String::with_capacity(8 * svg.len());
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        outlined.push_str(&svg[done..range.start]);
        outlined.push_str(&path(text));
        done = range.end;
    }
    outlined.push_str(&svg[done..]);
    Ok(outlined)
}

/// The path element that looks like a text element.
fn path(text: Node<'_, '_>) -> String {
    let bold = text.attribute("font-weight") == Some("bold");
    let data = if bold { dejavu::sans::bold() } else { dejavu::sans::regular() };
    let face = Face::parse(data, 0).expect("the font that comes with this program can be read");
    let number =
        |name: &str| -> f32 { text.attribute(name).and_then(|value| value.parse().ok()).unwrap_or(0.0) };
    let size = number("font-size");
    let scale = size / f32::from(face.units_per_em());
    let glyphs: Vec<_> = text
        .text()
        .unwrap_or_default()
        .trim()
        .chars()
        .map(|letter| face.glyph_index(letter).unwrap_or_default())
        .collect();
    let advance = |glyph| scale * f32::from(face.glyph_hor_advance(glyph).unwrap_or_default());
    let width: f32 = glyphs.iter().copied().map(advance).sum();
    let left = match text.attribute("text-anchor") {
        Some("middle") => -width / 2.0,
        Some("end") => -width,
        _ => 0.0,
    };
    let mut pen =
        Pen { data: String::new(), x: number("x") + left, y: number("y") + offset(text, size), scale };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    let mut element = format!("<path d=\"{}\"", pen.data);
    for name in ["fill", "opacity", "transform"] {
        if let Some(value) = text.attribute(name) {
            // Colours, numbers and rotations have nothing in them that XML would have to escape.
            let _ = write!(element, " {name}=\"{value}\"");
        }
    }
    element.push_str("/>");
    element
}

/// How far the base line of a text is below its point. The letter x is taken to be half as high as the
/// font's size.
fn offset(text: Node<'_, '_>, size: f32) -> f32 {
    let dy = text.attribute("dy").unwrap_or_default();
    let in_units = |unit: &str| dy.strip_suffix(unit).and_then(|number| number.parse::<f32>().ok());
    match (in_units("em"), in_units("ex")) {
        (Some(em), _) => em * size,
        (_, Some(ex)) => ex * size / 2.0,
        _ => 0.0,
    }
}

/// Writes the outlines of glyphs as the data of a path.
struct Pen {
    data: String,
    /// Where the glyph begins, on the base line.
    x: f32,
    y: f32,
    /// Pixels for each unit of the font.
    scale: f32,
}

impl Pen {
    /// Writes a command with its points, which the font measures upwards.
    fn draw(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            // A string takes all that is written to it.
            let _ = write!(self.data, "{x:.3} {y:.3} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlined(attributes: &str, letters: &str) -> String {
        let svg = format!("<svg><text font-size=\"100\" {attributes}>{letters}</text><rect/></svg>");
        let outlined = outline(&svg).expect("well-formed");
        assert!(outlined.starts_with("<svg><path d=") && outlined.ends_with("/><rect/></svg>"), "{outlined}");
        outlined
    }

    /// The leftmost and the rightmost point of an outline.
    fn extent(outlined: &str) -> [f32; 2] {
        let data = outlined.split('"').nth(1).expect("data");
        let points = data.split(|c: char| c.is_alphabetic()).flat_map(|points| {
            points
                .split_whitespace()
                .step_by(2)
                .map(|x| x.parse::<f32>().expect("a number"))
                .collect::<Vec<_>>()
        });
        points.fold([f32::MAX, f32::MIN], |[least, most], x| [least.min(x), most.max(x)])
    }

    #[test]
    fn a_text_is_put_where_its_anchor_says() {
        let at = |anchor: &str| extent(&outlined(&format!("x=\"500\" text-anchor=\"{anchor}\""), "HH"));
        let [start, middle, end] = ["start", "middle", "end"].map(at);
        assert!(start[0] > 500.0 && end[1] < 500.0, "{start:?} {end:?}");
        assert!((middle[0] + middle[1] - 1000.0).abs() < 1.0, "{middle:?}");
        // An H of DejaVu Sans is 1540 of 2048 units wide.
        assert!((start[0] - end[0] - 150.4).abs() < 0.1, "{start:?} {end:?}");
    }

    #[test]
    fn bold_letters_are_wider() {
        let [plain, bold] = ["", "font-weight=\"bold\""].map(|weight| extent(&outlined(weight, "win")));
        assert!(bold[1] > plain[1] + 5.0, "{plain:?} {bold:?}");
    }

    #[test]
    fn colour_and_rotation_are_kept() {
        let outlined = outlined("fill=\"#202020\" opacity=\"1\" transform=\"rotate(270, 5, 6)\"", "&lt;");
        assert!(
            outlined.contains("fill=\"#202020\" opacity=\"1\" transform=\"rotate(270, 5, 6)\""),
            "{outlined}"
        );
        assert!(extent(&outlined)[1] > 50.0, "the sign, not the entity: {outlined}");
    }
}
