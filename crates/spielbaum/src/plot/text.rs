//! How much room text takes in a picture.

/// The size of ordinary text, in pixels.
pub(super) const BODY: i32 = 13;
/// The size of a picture's title.
pub(super) const TITLE: i32 = 18;
/// The size of notes below a picture.
pub(super) const SMALL: i32 = 12;

/// The mean width of the letters of a sentence or a spec in DejaVu Sans, in parts of their size, a little
/// rounded up.
const MEAN: f64 = 0.57;
/// The same of short labels, where digits, which are wider, may be most of it.
const MOST: f64 = 0.63;

/// The width of a label of that size in pixels, rather too great than too small.
pub(super) fn width(text: &str, size: i32) -> i32 {
    (f64::from(size) * MOST * text.chars().count() as f64).ceil() as i32
}

/// The distance of two lines of text of that size.
pub(super) fn line(size: i32) -> i32 {
    size * 4 / 3
}

/// The longest of some texts, in pixels.
pub(super) fn widest<'t>(texts: impl IntoIterator<Item = &'t str>, size: i32) -> i32 {
    texts.into_iter().map(|text| width(text, size)).max().unwrap_or(0)
}

/// Text in lines no wider than `room`, broken after spaces and commas where there are any; what is longer
/// than `most` lines ends in dots.
pub(super) fn wrap(text: &str, size: i32, room: i32, most: usize) -> Vec<String> {
    let letters = ((f64::from(room) / (f64::from(size) * MEAN)) as usize).max(8);
    let mut rest: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > letters {
        if lines.len() + 1 == most {
            rest.truncate(letters - 1);
            rest.push('…');
            break;
        }
        let end = (letters / 2..letters).rev().find(|&at| [' ', ','].contains(&rest[at]));
        let after = rest.split_off(end.map_or(letters, |end| end + 1));
        lines.push(String::from_iter(rest).trim_end().to_owned());
        rest = after;
    }
    lines.push(rest.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_after_spaces_and_commas() {
        let room = width("uct(playouts=1000,", SMALL);
        assert_eq!(wrap("uct(playouts=1000,c=0.7)", SMALL, room, 3), ["uct(playouts=1000,", "c=0.7)"]);
        assert_eq!(wrap("short", SMALL, room, 3), ["short"]);
        assert_eq!(wrap("", SMALL, room, 3), [""]);
    }

    #[test]
    fn text_without_an_end_ends_in_dots() {
        let lines = wrap(&"x".repeat(4096), SMALL, 200, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && lines.iter().all(|line| line.chars().count() <= 30));
    }
}
