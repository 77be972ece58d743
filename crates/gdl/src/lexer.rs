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
/// Comments run from `;` to the end of the line, or from `#|` to `|#`. White space is that of Unicode, as
/// texts that are copied from pages have spaces of many kinds, and a byte order mark: it begins some files,
/// and is left between them where they were put together.
pub(crate) struct Lexer<'s> {
    source: &'s Source,
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    /// The offsets of invalid bytes from here on.
    invalid: &'s [u32],
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s Source) -> Self {
        let text = source.text();
        Self { source, text, bytes: text.as_bytes(), at: 0, invalid: source.invalid() }
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
            self.at = self.end_of_word(start);
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
            } else if let Some(blank) = self.text[self.at..].chars().next().filter(|&letter| is_blank(letter))
            {
                self.at += blank.len_utf8();
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Where the word ends that begins here.
    fn end_of_word(&self, start: usize) -> usize {
        let is_end = |(at, letter): &(usize, char)| {
            is_blank(*letter)
                || matches!(letter, '(' | ')' | ';')
                || *letter == '#' && self.bytes.get(start + at + 1) == Some(&b'|')
        };
        let end = self.text[start..].char_indices().skip(1).find(is_end);
        end.map_or(self.text.len(), |(at, _)| start + at)
    }

    /// Outside comments, words contain neither invisible characters nor bytes that are not valid UTF-8, and
    /// are not too long.
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
        let mut letters = self.text[start..end].char_indices();
        if let Some((offset, letter)) = letters.find(|&(_, letter)| is_invisible(letter)) {
            let span = self.span(start + offset, start + offset + letter.len_utf8());
            let message = format!("an invisible character (U+{:04X})", u32::from(letter));
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

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

/// Whether a character is not seen, and is no part of a letter either, so that names which differ in it alone
/// look the same. Joiners (U+200C, U+200D) are parts of letters.
pub(crate) fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        )
}
