/// The largest number of characters of an excerpt.
const LETTERS: usize = 200;

/// The beginning of a text from outside, in one line, for messages.
pub(crate) fn excerpt(text: &str) -> String {
    let mut kept: String = text.chars().take(LETTERS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LETTERS).is_some() {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_a_short_one_is_not() {
        assert_eq!(excerpt("(mark 1\n 2)"), "(mark 1  2)");
        assert_eq!(excerpt("a\u{85}b"), "a b", "the blank takes fewer bytes");
        assert_eq!(excerpt(&"ä".repeat(200)), "ä".repeat(200));
        assert_eq!(excerpt(&"ä".repeat(201)), "ä".repeat(200) + "…");
    }
}
