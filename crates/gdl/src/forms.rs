//! Forms: words and nested lists, the level of syntax below rules.

use crate::diagnostic::{Code, Diagnostic, Stop};
use crate::lexer::{Lexer, Token};
use crate::{CHANCE, Interrupt, Source, Span, Symbol, Symbols};

/// Limits on the input of the parser. A text that exceeds one is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLimits {
    /// The size of the text in bytes, at most 4 GiB.
    pub bytes: usize,
    /// The depth of nested parentheses.
    pub depth: usize,
}

impl Default for ParseLimits {
    /// 64 MiB, and 200 levels; the deepest public rulesheet has 26.
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 200 }
    }
}

/// All forms of a text, in one flat vector with each list before its members.
pub struct Forms {
    nodes: Vec<Node>,
}

struct Node {
    kind: NodeKind,
    span: Span,
}

enum NodeKind {
    Word(Symbol),
    Variable(Symbol),
    /// A list, with the index of the node after its last member.
    List(u32),
}

/// One form: a word, a variable, or a list of forms.
#[derive(Clone, Copy)]
pub struct Form<'f> {
    forms: &'f Forms,
    index: usize,
}

/// The shape of a form.
pub enum Shape<'f> {
    /// A word.
    Word(Symbol),
    /// A word that begins with `?`.
    Variable(Symbol),
    /// A list in parentheses.
    List(Siblings<'f>),
}

/// An iterator over the members of a list, or over the top-level forms.
#[derive(Clone)]
pub struct Siblings<'f> {
    forms: &'f Forms,
    next: usize,
    end: usize,
}

impl Forms {
    /// Reads a text, without recursion, so that deep nesting cannot overflow the stack.
    ///
    /// # Errors
    /// If the parentheses do not match, or a limit is exceeded.
    pub fn read(
        source: &Source,
        symbols: &mut Symbols,
        limits: ParseLimits,
    ) -> Result<Self, Box<Diagnostic>> {
        Self::read_while(source, symbols, limits, &Interrupt::never()).map_err(Stop::wrong)
    }

    /// Does the same until it is interrupted.
    pub(crate) fn read_while(
        source: &Source,
        symbols: &mut Symbols,
        limits: ParseLimits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Stop> {
        let text = source.text();
        let bytes = limits.bytes.min(u32::MAX as usize);
        if text.len() > bytes {
            let span = Span { start: bytes as u32, end: bytes as u32 };
            let message = format!("the text has {} bytes, the limit is {bytes}", text.len());
            let error = Diagnostic::error(source, Code::TOO_LARGE, span, message)
                .help("shorten it, for instance by rules in place of many facts");
            return Err(Box::new(error).into());
        }
        let mut lexer = Lexer::new(source);
        let mut nodes: Vec<Node> = Vec::with_capacity(text.len() / 4);
        let mut open: Vec<usize> = Vec::new();
        while let Some((token, span)) = lexer.next()? {
            interrupt.check()?;
            let word = &text[span.start as usize..span.end as usize];
            match token {
                Token::Word => {
                    // Game masters that send all in capitals have the role of chance, too.
                    let name = if word.eq_ignore_ascii_case(CHANCE) { CHANCE } else { word };
                    nodes.push(Node { kind: NodeKind::Word(symbols.intern(name)), span });
                }
                Token::Variable => nodes.push(Node { kind: NodeKind::Variable(symbols.intern(word)), span }),
                Token::Open => {
                    if open.len() == limits.depth {
                        let message = format!("more than {} parentheses are open here", limits.depth);
                        let error = Diagnostic::error(source, Code::TOO_DEEP, span, message).help(
                            "add the `)` that is missing before, or nest conditions and terms less deeply",
                        );
                        return Err(Box::new(error).into());
                    }
                    open.push(nodes.len());
                    nodes.push(Node { kind: NodeKind::List(0), span });
                }
                Token::Close => {
                    let Some(index) = open.pop() else {
                        let message = "this `)` has no matching `(`";
                        let error = Diagnostic::error(source, Code::UNOPENED_PARENTHESIS, span, message)
                            .help("remove it, or add the `(` that it should close");
                        return Err(Box::new(error).into());
                    };
                    let past = nodes.len() as u32;
                    nodes[index].kind = NodeKind::List(past);
                    nodes[index].span.end = span.end;
                }
            }
        }
        match open.first() {
            None => Ok(Self { nodes }),
            Some(&index) => Err(Box::new(unclosed(source, &nodes, index)).into()),
        }
    }

    /// The top-level forms.
    pub fn top(&self) -> Siblings<'_> {
        Siblings { forms: self, next: 0, end: self.nodes.len() }
    }
}

/// The error for a list that is not closed. If a list inside it starts a line, the missing parenthesis
/// probably belongs before that line.
fn unclosed(source: &Source, nodes: &[Node], index: usize) -> Diagnostic {
    let error =
        Diagnostic::error(source, Code::UNCLOSED_PARENTHESIS, nodes[index].span, "this `(` is never closed");
    let bytes = source.text().as_bytes();
    let starts_line = |node: &&Node| {
        let start = node.span.start as usize;
        matches!(node.kind, NodeKind::List(_)) && start > 0 && bytes[start - 1] == b'\n'
    };
    match nodes[index + 1..].iter().find(starts_line) {
        Some(next) => {
            let span = Span { start: next.span.start, end: next.span.start + 1 };
            error
                .also(span, "the next rule seems to start here")
                .help("add the missing `)` before the next rule")
        }
        None => error.help("add the missing `)`; one inside a comment does not count"),
    }
}

impl<'f> Form<'f> {
    /// The place of the form in the text.
    pub fn span(self) -> Span {
        self.forms.nodes[self.index].span
    }

    /// The shape of the form.
    pub fn shape(self) -> Shape<'f> {
        match self.forms.nodes[self.index].kind {
            NodeKind::Word(symbol) => Shape::Word(symbol),
            NodeKind::Variable(symbol) => Shape::Variable(symbol),
            NodeKind::List(end) => {
                Shape::List(Siblings { forms: self.forms, next: self.index + 1, end: end as usize })
            }
        }
    }
}

impl<'f> Iterator for Siblings<'f> {
    type Item = Form<'f>;

    fn next(&mut self) -> Option<Form<'f>> {
        if self.next == self.end {
            return None;
        }
        let form = Form { forms: self.forms, index: self.next };
        self.next = match self.forms.nodes[self.next].kind {
            NodeKind::List(end) => end as usize,
            _ => self.next + 1,
        };
        Some(form)
    }
}
