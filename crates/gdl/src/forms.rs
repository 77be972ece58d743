//! Parenthesised forms, before they are rules: the layer that knows parentheses and nothing else.

use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Lexer, Token};
use crate::{Source, Span, Symbol, Symbols};

/// Bounds on what the parser takes; exceeding one is an error, not a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of text. At most 4 GiB can be addressed.
    pub bytes: usize,
    /// Parentheses open at once.
    pub depth: usize,
}

impl Default for ParseLimits {
    /// 64 MiB, and 200 levels; the deepest public rulesheet has 26.
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 200 }
    }
}

/// All forms of a text in one flat vector, each list before its members.
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
    /// A list and the number of the node past its last member.
    List(u32),
}

/// One form: a word, a variable, or a list of forms.
#[derive(Clone, Copy)]
pub struct Form<'f> {
    forms: &'f Forms,
    index: usize,
}

/// What a form is.
pub enum Shape<'f> {
    /// A word.
    Word(Symbol),
    /// A word that begins with `?`.
    Variable(Symbol),
    /// What stands between two parentheses.
    List(Siblings<'f>),
}

/// Forms that stand side by side.
#[derive(Clone)]
pub struct Siblings<'f> {
    forms: &'f Forms,
    next: usize,
    end: usize,
}

impl Forms {
    /// Reads a whole text, with an explicit stack: no nesting, however deep, overflows anything.
    ///
    /// # Errors
    /// If the parentheses do not match, or a limit is exceeded.
    pub fn read(
        source: &Source,
        symbols: &mut Symbols,
        limits: ParseLimits,
    ) -> Result<Self, Box<Diagnostic>> {
        let text = source.text();
        let bytes = limits.bytes.min(u32::MAX as usize);
        if text.len() > bytes {
            let span = Span { start: bytes as u32, end: bytes as u32 };
            let message = format!("the text has {} bytes, the limit is {bytes}", text.len());
            return Err(Box::new(Diagnostic::error(source, Code::TooLarge, span, message)));
        }
        let mut lexer = Lexer::new(source);
        let mut nodes: Vec<Node> = Vec::with_capacity(text.len() / 4);
        let mut open: Vec<usize> = Vec::new();
        while let Some((token, span)) = lexer.next()? {
            let word = &text[span.start as usize..span.end as usize];
            match token {
                Token::Word => nodes.push(Node { kind: NodeKind::Word(symbols.intern(word)), span }),
                Token::Variable => nodes.push(Node { kind: NodeKind::Variable(symbols.intern(word)), span }),
                Token::Open => {
                    if open.len() == limits.depth {
                        let message = format!("more than {} parentheses are open here", limits.depth);
                        return Err(Box::new(Diagnostic::error(source, Code::TooDeep, span, message)));
                    }
                    open.push(nodes.len());
                    nodes.push(Node { kind: NodeKind::List(0), span });
                }
                Token::Close => {
                    let Some(index) = open.pop() else {
                        let message = "this `)` closes nothing";
                        let error = Diagnostic::error(source, Code::UnopenedParenthesis, span, message)
                            .help("remove it, or add the `(` that it should close");
                        return Err(Box::new(error));
                    };
                    let past = nodes.len() as u32;
                    nodes[index].kind = NodeKind::List(past);
                    nodes[index].span.end = span.end;
                }
            }
        }
        match open.first() {
            None => Ok(Self { nodes }),
            Some(&index) => Err(Box::new(unclosed(source, &nodes, index))),
        }
    }

    /// The forms that stand in no other.
    pub fn top(&self) -> Siblings<'_> {
        Siblings { forms: self, next: 0, end: self.nodes.len() }
    }
}

/// The error for a list that the text's end leaves open. Where a later list starts a line inside it, the missing
/// parenthesis most likely belongs just before that.
fn unclosed(source: &Source, nodes: &[Node], index: usize) -> Diagnostic {
    let error =
        Diagnostic::error(source, Code::UnclosedParenthesis, nodes[index].span, "this `(` is never closed");
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
    /// Where it stands in the text.
    pub fn span(self) -> Span {
        self.forms.nodes[self.index].span
    }

    /// What it is.
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
