//! The terms of a text, in any of the languages that are read here: words, quotations, and what stands
//! between brackets.

use std::ops::Range;

/// Where each term of a text is, in no order: a word, a quotation, a group in brackets, an application such
/// as `uct(c=1)`, and a pair such as `"a": 1`. Of brackets that do not match, what is between them counts.
pub(crate) fn terms(text: &[u8]) -> Vec<Range<usize>> {
    let mut terms = Vec::new();
    let mut groups: Vec<Group> = vec![Group::default()];
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'(' | b'[' | b'{' => {
                groups.push(Group { start: at, ..Group::default() });
                at += 1;
            }
            b')' | b']' | b'}' => {
                at += 1;
                if groups.len() > 1
                    && let Some(group) = groups.pop()
                    && let Some(outer) = groups.last_mut()
                {
                    // A name directly before the bracket belongs to it.
                    let name = outer.last.clone().filter(|last| last.end == group.start);
                    terms.push(group.start..at);
                    let start = name.map_or(group.start, |name| name.start);
                    outer.add(start..at, &mut terms);
                }
            }
            b':' | b'=' if groups.last().is_some_and(|group| group.may_pair(at)) => {
                at += 1;
                if let Some(group) = groups.last_mut() {
                    group.key = group.last.as_ref().map(|last| last.start);
                }
            }
            b'"' => {
                let start = at;
                at = quotation_end(text, at);
                groups.last_mut().into_iter().for_each(|group| group.add(start..at, &mut terms));
            }
            b';' => at += text[at..].iter().take_while(|&&byte| byte != b'\n').count(),
            _ if byte == b',' || byte.is_ascii_whitespace() => at += 1,
            _ => {
                let start = at;
                at += 1;
                at += text[at..].iter().take_while(|&&byte| !ends_word(byte, &text[start..at])).count();
                groups.last_mut().into_iter().for_each(|group| group.add(start..at, &mut terms));
            }
        }
    }
    terms
}

/// What is known between two brackets.
#[derive(Default)]
struct Group {
    start: usize,
    /// The last term.
    last: Option<Range<usize>>,
    /// Where the key of a pair begins, of which the value is to come.
    key: Option<usize>,
}

impl Group {
    /// Whether a sign here stands between a key and its value.
    fn may_pair(&self, at: usize) -> bool {
        self.last.as_ref().is_some_and(|last| last.end == at)
    }

    fn add(&mut self, term: Range<usize>, terms: &mut Vec<Range<usize>>) {
        terms.push(term.clone());
        if let Some(start) = self.key.take() {
            terms.push(start..term.end);
        }
        self.last = Some(term);
    }
}

fn ends_word(byte: u8, word: &[u8]) -> bool {
    match byte {
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b'"' | b';' => true,
        b'=' => word != b"<",
        _ => byte.is_ascii_whitespace(),
    }
}

/// Where the quotation ends that begins here.
fn quotation_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        let mut terms = terms(text.as_bytes());
        terms.sort_by_key(|term| (term.start, term.end));
        terms.dedup();
        terms.into_iter().map(|term| &text[term]).collect()
    }

    #[test]
    fn words_and_groups_are_terms() {
        assert_eq!(texts("(<= p (q ?x)) ; r\na"), ["(<= p (q ?x))", "<=", "p", "(q ?x)", "q", "?x", "a"]);
    }

    #[test]
    fn pairs_and_applications_are_terms() {
        assert_eq!(texts("uct(c=0.5)"), ["uct", "uct(c=0.5)", "(c=0.5)", "c", "c=0.5", "0.5"]);
        assert_eq!(
            texts(r#"{"a": [1, "b\"c"]}"#),
            [r#"{"a": [1, "b\"c"]}"#, r#""a""#, r#""a": [1, "b\"c"]"#, r#"[1, "b\"c"]"#, "1", r#""b\"c""#]
        );
        assert_eq!(texts("(=4 A:3)"), ["(=4 A:3)", "=4", "A", "A:3", "3"]);
    }

    #[test]
    fn brackets_that_do_not_match_are_passed_over() {
        assert_eq!(texts(")a(b"), ["a", "b"]);
        assert_eq!(texts("\"a"), ["\"a"]);
        assert_eq!(texts("\"\\"), ["\"\\"]);
    }
}
