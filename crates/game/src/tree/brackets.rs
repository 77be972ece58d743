//! The grammar of bracket text:
//!
//! ```text
//! tree    = [label ":"] (payoffs | "(" [mover | chance] [set] ["=" payoffs] tree {tree} ")")
//! payoffs = number {"/" number}
//! mover   = "max" | "min" | "@" number
//! chance  = "?" [probability {"|" probability}]
//! set     = "{" a word "}"
//! label   = a word, or any text in quotation marks, without control characters
//! ```
//!
//! White space and commas separate.

use super::builder::Builder;
use super::decimal::Decimal;
use super::json::MAX_ROLES;
use super::probability::Probability;
use super::{NodeIndex, Tree, TreeError, sets};

/// The smallest part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Open,
    Close,
    Colon,
    Equals,
    Word(&'t str),
    /// What stands between quotation marks.
    Quoted(&'t str),
}

/// Characters that end a word.
const SPECIAL: [char; 6] = ['(', ')', ':', '=', ',', '"'];

pub(super) fn parse(text: &str, most_nodes: usize) -> Result<Tree, TreeError> {
    // A mark belongs to the next one, as no label contains any.
    if let Some(last) = text.rfind('"').filter(|_| text.matches('"').count() % 2 == 1) {
        return Err(error_at(text, last, "the label that begins here has no `\"` at its end".to_owned()));
    }
    let mut tokens = Tokens { text, at: 0 };
    let builder = Builder::of_roles(roles(text, tokens.clone())?, most_nodes);
    let ahead = [tokens.next(), tokens.next()];
    Reader { text, tokens, ahead, builder }.read()
}

/// Goes through the tokens, and builds the tree.
struct Reader<'t> {
    text: &'t str,
    /// Those after the next two.
    tokens: Tokens<'t>,
    /// The next two tokens.
    ahead: [Option<(usize, Token<'t>)>; 2],
    builder: Builder,
}

impl<'t> Reader<'t> {
    fn read(mut self) -> Result<Tree, TreeError> {
        while let Some((at, _)) = self.ahead[0] {
            if self.builder.complete() {
                let first = self.text[at..].chars().next().unwrap_or_default();
                let what = format!("the tree has ended, but `{first}` follows; expected nothing more");
                return Err(error_at(self.text, at, what));
            }
            self.node_or_end().map_err(|what| error_at(self.text, at, what))?;
            self.builder.check_size()?;
        }
        let end = |what: String| error_at(self.text, self.text.len(), what);
        if !self.builder.complete() {
            let what = match self.builder.depth() {
                0 => "expected a tree such as `((3 12 8) (2 4 6))`".to_owned(),
                open => format!("the text ends with {open} unclosed `(`; expected `)`"),
            };
            return Err(end(what));
        }
        sets::check(self.builder.finish(None, None).map_err(end)?)
    }

    /// Reads a leaf, the beginning of an inner node, or its end.
    fn node_or_end(&mut self) -> Result<(), String> {
        let label = self.label();
        let token = self.take();
        let node = match token {
            Some(Token::Open) => self.open()?,
            Some(Token::Word(word)) => self.builder.leaf(&payoffs(word)?)?,
            Some(Token::Close) if label.is_none() => return self.builder.close(),
            Some(Token::Quoted(text)) => {
                return Err(format!("\"{text}\" is a label only before a colon, as in \"{text}\":(3 5)"));
            }
            Some(Token::Equals) => {
                return Err("a static value stands at the beginning of an inner node, as in `(=4 3 5)` or `(min =4 3 5)`".to_owned());
            }
            Some(Token::Colon | Token::Close) | None => {
                return Err("a label stands before a node, as in `A:(3 5)` or `x:5`".to_owned());
            }
        };
        if let Some(label) = label {
            self.builder.label(node, label)?;
        }
        Ok(())
    }

    /// Reads what an inner node says about itself before its children.
    fn open(&mut self) -> Result<NodeIndex, String> {
        let chance = self.chance()?;
        let mut mover = None;
        if let [Some((_, Token::Word(word))), next] = self.ahead
            && chance.is_none()
            && (word.starts_with('@') || matches!(word, "max" | "min"))
            && !matches!(next, Some((_, Token::Colon)))
        {
            mover = Some(self.mover(word)?);
            self.take();
        }
        let node = match chance {
            None => self.builder.open(mover)?,
            Some(probabilities) => self.builder.open_chance(probabilities)?,
        };
        if let Some(name) = self.set() {
            self.builder.put_in_set(node, name)?;
        }
        if let Some((_, Token::Equals)) = self.ahead[0] {
            self.take();
            let Some(Token::Word(word)) = self.take() else {
                return Err("a static value such as `=4` or `=1/2/3` is expected after `=`".to_owned());
            };
            self.builder.assess(node, &payoffs(word)?)?;
        }
        Ok(node)
    }

    /// The probabilities at the beginning of a chance node, if the node is one: `?`, which gives none, or
    /// `?0.5|1/4|1/4`.
    fn chance(&mut self) -> Result<Option<Vec<Probability>>, String> {
        let [Some((_, Token::Word(word))), next] = self.ahead else { return Ok(None) };
        let Some(odds) = word.strip_prefix('?').filter(|_| !matches!(next, Some((_, Token::Colon)))) else {
            return Ok(None);
        };
        let probabilities = match odds {
            "" => Vec::new(),
            odds => odds.split('|').map(str::parse).collect::<Result<_, _>>()?,
        };
        self.take();
        Ok(Some(probabilities))
    }

    /// The name of the information set at the beginning of a node, if it is in one: `{h}`.
    fn set(&mut self) -> Option<&'t str> {
        let [Some((_, Token::Word(word))), next] = self.ahead else { return None };
        let is_label = matches!(next, Some((_, Token::Colon)));
        let name = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).filter(|_| !is_label)?;
        self.take();
        Some(name)
    }

    /// The role that `max`, `min` or `@2` names.
    fn mover(&self, word: &str) -> Result<usize, String> {
        let roles = self.builder.roles();
        let role = match word.strip_prefix('@') {
            None => roles.iter().position(|role| role == word),
            Some(number) => number
                .parse::<usize>()
                .ok()
                .filter(|number| (1..=roles.len()).contains(number))
                .map(|number| number - 1),
        };
        role.ok_or_else(|| {
            let names: Vec<String> = (1..=roles.len()).map(|role| format!("@{role}")).collect();
            format!("`{}` is no role of this tree; its roles are {}", shown(word), names.join(", "))
        })
    }

    /// The label before the next node, if there is one.
    fn label(&mut self) -> Option<&'t str> {
        match self.ahead {
            [Some((_, Token::Word(label) | Token::Quoted(label))), Some((_, Token::Colon))] => {
                self.take();
                self.take();
                Some(label)
            }
            _ => None,
        }
    }

    fn take(&mut self) -> Option<Token<'t>> {
        let (_, token) = self.ahead[0]?;
        self.ahead = [self.ahead[1], self.tokens.next()];
        Some(token)
    }
}

/// The parts of a text, each with where it begins; what is not asked for takes no memory.
#[derive(Clone)]
struct Tokens<'t> {
    text: &'t str,
    /// Where the text goes on.
    at: usize,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text[self.at..].trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let at = self.text.len() - rest.len();
        let (token, length) = match rest.chars().next()? {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ':' => (Token::Colon, 1),
            '=' => (Token::Equals, 1),
            '"' => {
                let length = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                (Token::Quoted(rest[..length].trim_matches('"')), length)
            }
            _ => {
                let end =
                    rest.find(|c: char| c.is_whitespace() || SPECIAL.contains(&c)).unwrap_or(rest.len());
                (Token::Word(&rest[..end]), end)
            }
        };
        self.at = at + length;
        Some((at, token))
    }
}

/// How many roles the payoffs of the first leaf or static value are for.
fn roles(text: &str, tokens: Tokens<'_>) -> Result<usize, TreeError> {
    let mut tokens = tokens.peekable();
    while let Some((at, token)) = tokens.next() {
        if let Token::Word(word) = token
            && !matches!(tokens.peek(), Some((_, Token::Colon)))
            && payoffs(word).is_ok()
        {
            let count = word.split('/').count();
            return if count <= MAX_ROLES {
                Ok(count)
            } else {
                Err(error_at(text, at, format!("expected payoffs of 1 to {MAX_ROLES} roles, found {count}")))
            };
        }
    }
    Ok(1)
}

fn payoffs(word: &str) -> Result<Vec<Decimal>, String> {
    word.split('/').map(str::parse).collect::<Result<_, _>>().map_err(|why: String| {
        format!("{why}; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`")
    })
}

/// Whether a text is a label without quotation marks.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || SPECIAL.contains(&c))
}

fn shown(word: &str) -> String {
    word.chars().take(20).collect::<String>().escape_debug().to_string()
}

fn error_at(text: &str, at: usize, what: String) -> TreeError {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    TreeError::Text {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        what,
    }
}
