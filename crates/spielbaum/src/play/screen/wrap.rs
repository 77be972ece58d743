//! Lines in columns that they are too long for.

/// Characters of the longest line.
pub(super) fn widest(lines: &[String]) -> u16 {
    lines.iter().map(|line| line.chars().count() as u16).max().unwrap_or(0)
}

/// The lines of a board, of which those that list fluents are one, however they were broken.
pub(super) fn joined(board: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in board.lines() {
        match lines.last_mut() {
            Some(last) if last.starts_with('(') && line.starts_with('(') => *last += &format!("  {line}"),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// The lines that a line is broken into in a column so wide: between the parts of a list, which have two
/// spaces or a comma between them, so that a fluent stays together.
pub(super) fn wrap(line: &str, width: u16) -> Vec<String> {
    let width = usize::from(width);
    let mut lines = Vec::new();
    let mut rest = line;
    while rest.chars().count() > width {
        let commas = rest.match_indices(", ").map(|(at, _)| at + 1);
        let ends = rest.match_indices("  (").map(|(at, _)| at).chain(commas);
        // Where even the first part is too long, it has a line of its own.
        let (fitting, longer): (Vec<usize>, Vec<usize>) =
            ends.partition(|&at| rest[..at].chars().count() <= width);
        let Some(at) = fitting.into_iter().max().or_else(|| longer.into_iter().min()) else { break };
        lines.push(rest[..at].to_owned());
        rest = rest[at..].trim_start();
    }
    lines.push(rest.to_owned());
    lines
}

/// The lines that a line of prose is broken into, between its words.
pub(super) fn wrap_words(line: &str, width: u16) -> Vec<String> {
    let width = usize::from(width);
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("it begins with one");
        if last.is_empty() || last.chars().count() + 1 + word.chars().count() <= width {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A text, or so much of it as there is room for, and a mark.
pub(super) fn fit(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_between_words() {
        assert_eq!(wrap_words("who is to move, wins", 10), ["who is to", "move, wins"]);
        assert_eq!(wrap_words("a  b", 4), ["a  b"], "what fits stays as it is");
        assert_eq!(wrap_words("a unbreakable b", 4), ["a", "unbreakable", "b"]);
    }

    #[test]
    fn a_list_of_fluents_is_broken_between_them() {
        let lines = |list, width| joined(list).iter().flat_map(|line| wrap(line, width)).collect::<Vec<_>>();
        assert_eq!(lines("(heap a 3)  (heap b 5)  (at c)", 24), ["(heap a 3)  (heap b 5)", "(at c)"]);
        assert_eq!(lines("(heap a 3)  (heap b 5)", 5), ["(heap a 3)", "(heap b 5)"]);
        assert_eq!(lines("b = blue, r = red, w = wall", 20), ["b = blue, r = red,", "w = wall"]);
        assert_eq!(lines("1  . . .", 20), ["1  . . ."]);
        assert_eq!(lines("(a)  (b)\n(c)  (d)\n1 x\n(e)", 13), ["(a)  (b)  (c)", "(d)", "1 x", "(e)"]);
        assert!(lines("", 20).is_empty());
    }

    #[test]
    fn what_does_not_fit_is_cut_off_with_a_mark() {
        assert_eq!(["", "four", "fives"].map(|text| fit(text, 4)), ["", "four", "fiv…"]);
    }
}
