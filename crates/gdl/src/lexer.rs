use crate::diagnostic::{Code, Diagnostic};
use crate::{Source, Span};

/// A token of KIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Open,
    Close,
    /// A name, a number, `<=`: any run of other characters.
    Word,
    /// `?` and a name.
    Variable,
}

/// Splits a source into tokens and skips white space and comments.
///
/// Comments run from `;` to the end of the line, or from `#|` to `|#`. A byte order mark before a word is white space: it begins some files, and is left
/// between them where they were put together.
pub(crate) struct Lexer<'s> {
    source: &'s Source,
    bytes: &'s [u8],
    at: usize,
    /// The offsets of invalid bytes from here on.
    invalid: &'s [u32],
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s Source) -> Self {
        Self { source, bytes: source.text().as_bytes(), at: 0, invalid: source.invalid() }
    }

    /// The next token and its span; none at the end of the text.
    pub(crate) fn next(&mut self) -> Result<Option<(Token, Span)>, Box<Diagnostic>> {
        self.skip_blanks()?;
        let start = self.at;
        let Some(&first) = self.bytes.get(start) else { return Ok(None) };
        let token = match first {
            b'(' => Token::Open,
            b')' => Token::Close,
            b'?' => Token::Variable,
            _ => Token::Word,
        };
        self.at += 1;
        if matches!(token, Token::Word | Token::Variable) {
            self.at =
                start + self.bytes[start..].iter().take_while(|&&byte| !is_delimiter(byte)).count().max(1);
            self.check_word(start, self.at)?;
        }
        let span = self.span(start, self.at);
        if token == Token::Variable && span.end - span.start == 1 {
            return Err(self.error(
                Code::CHARACTER,
                span,
                "a `?` without a name",
                "a variable is `?` and a name, such as `?x`",
            ));
        }
        Ok(Some((token, span)))
    }

    fn skip_blanks(&mut self) -> Result<(), Box<Diagnostic>> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b';' {
                self.at += self.bytes[self.at..].iter().take_while(|&&byte| byte != b'\n').count();
            } else if self.bytes[self.at..].starts_with(b"#|") {
                let body = &self.bytes[self.at..];
                let Some(length) = body.windows(2).skip(2).position(|pair| pair == b"|#") else {
                    let span = self.span(self.at, self.at + 2);
                    return Err(self.error(
                        Code::UNCLOSED_COMMENT,
                        span,
                        "this comment is never closed",
                        "close it with `|#`",
                    ));
                };
                self.at += length + 4;
            } else if byte.is_ascii_whitespace() || byte == b'\x0b' {
                self.at += 1;
            } else if self.bytes[self.at..].starts_with(BYTE_ORDER_MARK) {
                self.at += BYTE_ORDER_MARK.len();
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Outside comments, words contain neither control characters nor bytes that are not valid UTF-8, and are not too long.
    fn check_word(&mut self, start: usize, end: usize) -> Result<(), Box<Diagnostic>> {
        let passed = self.invalid.partition_point(|&offset| (offset as usize) < start);
        self.invalid = &self.invalid[passed..];
        if let Some(&offset) = self.invalid.first().filter(|&&offset| (offset as usize) < end) {
            let span = Span { start: offset, end: offset + 1 };
            return Err(self.error(
                Code::CHARACTER,
                span,
                "this byte is not valid UTF-8",
                "save the file as UTF-8, or remove the byte",
            ));
        }
        if let Some(offset) = self.bytes[start..end].iter().position(u8::is_ascii_control) {
            let span = self.span(start + offset, start + offset + 1);
            let message = format!("a control character (byte {})", self.bytes[start + offset]);
            return Err(self.error(Code::CHARACTER, span, &message, "remove it"));
        }
        if end - start > LONGEST_WORD {
            let message = format!("a word of {} bytes, the limit is {LONGEST_WORD}", end - start);
            let help = "choose a shorter name, or add the space that is missing";
            return Err(self.error(Code::TOO_LARGE, self.span(start, end), &message, help));
        }
        Ok(())
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    fn error(&self, code: Code, span: Span, message: &str, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.source, code, span, message).help(help))
    }
}

/// The bytes of a word at most: terms repeat words, so that a few long ones would take much memory.
const LONGEST_WORD: usize = 1_000;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'\x0b')
}
