use std::sync::Arc;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// A range of bytes in a source text, `start..end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that contains both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Span> for miette::SourceSpan {
    fn from(span: Span) -> Self {
        (span.start as usize..span.end as usize).into()
    }
}

/// A named text that diagnostics refer to; cheap to clone.
///
/// Some public rulesheets contain Latin-1 letters in comments. A byte that is not part of valid UTF-8 is
/// replaced by one `?`, so that offsets stay those of the file, and its offset is recorded for the lexer. A
/// carriage return that ends a line alone is replaced by a line feed.
#[derive(Clone, Debug)]
pub struct Source(Arc<Content>);

#[derive(Debug)]
struct Content {
    name: String,
    text: String,
    invalid: Vec<u32>,
}

/// A line and a column of a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A text with a name, such as its path.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let mut text = String::with_capacity(bytes.len());
        let mut invalid = Vec::new();
        for chunk in bytes.utf8_chunks() {
            let mut rest = chunk.valid();
            while let Some((line, after)) = rest.split_once('\r') {
                text.push_str(line);
                text.push(if after.starts_with('\n') { '\r' } else { '\n' });
                rest = after;
            }
            text.push_str(rest);
            for _ in chunk.invalid() {
                invalid.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
                text.push('?');
            }
        }
        Self(Arc::new(Content { name: name.to_owned(), text, invalid }))
    }

    /// The name of the text.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text, with invalid bytes and lone carriage returns replaced.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Offsets of the bytes that are not valid UTF-8, ascending.
    pub(crate) fn invalid(&self) -> &[u32] {
        &self.0.invalid
    }

    /// The line and the column of a byte offset.
    pub fn place(&self, offset: u32) -> Place {
        let before = &self.text().as_bytes()[..(offset as usize).min(self.text().len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
        Place { line, column }
    }
}

/// The largest number of bytes of a span that is drawn.
pub(crate) const MAX_DRAWN: usize = 2_000;

/// The largest number of bytes drawn on each side of a span. Rules from the network are often one long line.
const MAX_AROUND: usize = 300;

impl SourceCode for Source {
    /// The lines of a span and those around it, within limits.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.text();
        let (start, end) = (span.offset(), span.offset() + span.len());
        if end > text.len() || span.len() > MAX_DRAWN {
            return Err(MietteError::OutOfBounds);
        }
        let newlines = |part: &'a str| part.match_indices('\n').map(|(at, _)| at);
        let from = match lines_before {
            0 => start,
            _ => {
                let earliest = text.floor_char_boundary(start.saturating_sub(MAX_AROUND));
                let newline = newlines(&text[earliest..start]).rev().nth(lines_before);
                newline.map_or(earliest, |at| earliest + at + 1)
            }
        };
        let to = match lines_after {
            0 => end,
            _ => {
                let latest = text.ceil_char_boundary(text.len().min(end + MAX_AROUND));
                let newline = newlines(&text[end..latest]).nth(lines_after);
                newline.map_or(latest, |at| end + at + 1)
            }
        };
        let Place { line, column } = self.place(from as u32);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name().to_owned(),
            &text.as_bytes()[from..to],
            (from, to - from).into(),
            line - 1,
            column - 1,
            newlines(&text[from..to]).count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let source = Source::new("t", "(a)\n; höhe\n(b)".as_bytes());
        assert_eq!(source.place(0), Place { line: 1, column: 1 });
        assert_eq!(source.place(4 + 6), Place { line: 2, column: 6 });
        assert_eq!(source.place(1_000), Place { line: 3, column: 4 });
    }

    #[test]
    fn invalid_bytes_keep_every_offset() {
        let source = Source::new("t", b"a\xE9b\xFF");
        assert_eq!(source.text(), "a?b?");
        assert_eq!(source.invalid(), [1, 3]);
    }

    #[test]
    fn lines_end_at_a_line_feed_a_carriage_return_or_both() {
        let source = Source::new("t", b"a\rb\r\nc\n\rd\r");
        assert_eq!(source.text(), "a\nb\r\nc\n\nd\n");
        assert_eq!(source.place(8), Place { line: 5, column: 1 });
    }
}
