/// Letters of a text by others that are worth telling.
const LETTERS: usize = 200;

/// What others said, in one line, and no more of it than is worth telling.
pub(crate) fn excerpt(text: &str) -> String {
    let mut kept: String = text.chars().take(LETTERS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_and_what_is_short_is_not() {
        assert_eq!(excerpt("(mark 1\n 2)"), "(mark 1  2)");
        assert_eq!(excerpt(&"ä".repeat(200)), "ä".repeat(200));
        assert_eq!(excerpt(&"ä".repeat(201)), "ä".repeat(200) + "…");
    }
}
