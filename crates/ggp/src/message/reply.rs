use std::fmt::{self, Display, Formatter};

use gdl::Symbols;

use super::MessageError;
use super::reader::canonical_term;

/// The reply of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// To [`Request::Info`](crate::Request::Info).
    Info {
        /// The player's name: one word.
        name: String,
        /// Whether it can start a match.
        available: bool,
    },
    /// To [`Request::Start`](crate::Request::Start) and [`Request::Preview`](crate::Request::Preview): the
    /// player is ready.
    Ready,
    /// To [`Request::Start`](crate::Request::Start) if the player cannot play the match, and to all requests
    /// about a match that it does not play.
    Busy,
    /// To [`Request::Play`](crate::Request::Play): the move.
    Move(String),
    /// To [`Request::Play`](crate::Request::Play) if the player knows no legal move.
    Nil,
    /// To [`Request::Stop`](crate::Request::Stop).
    Done,
    /// To [`Request::Abort`](crate::Request::Abort).
    Aborted,
}

impl Reply {
    /// Parses a reply to [`Request::Play`](crate::Request::Play): a move or `nil`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse_move(text: &str) -> Result<Self, MessageError> {
        let mov = canonical_term(text, &mut Symbols::default());
        let mov = mov.ok_or_else(|| MessageError::new("the answer is not a move"))?;
        Ok(if mov.eq_ignore_ascii_case("nil") { Self::Nil } else { Self::Move(mov) })
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Info { name, available } => {
                let status = if *available { "available" } else { "busy" };
                write!(f, "( ( name {name} ) ( status {status} ) )")
            }
            Self::Ready => f.write_str("ready"),
            Self::Busy => f.write_str("busy"),
            Self::Move(mov) => f.write_str(mov),
            Self::Nil => f.write_str("nil"),
            Self::Done => f.write_str("done"),
            Self::Aborted => f.write_str("aborted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_parsed_from_a_reply() {
        assert_eq!(Reply::parse_move(" ( mark 1  1 )\n"), Ok(Reply::Move("(mark 1 1)".into())));
        assert_eq!(Reply::parse_move("NIL"), Ok(Reply::Nil));
        for text in ["", "a b", "(", "(mark ?x)"] {
            assert!(Reply::parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn information_is_a_list_of_pairs() {
        let info = |available| Reply::Info { name: "Spielbaum".into(), available }.to_string();
        assert_eq!(info(true), "( ( name Spielbaum ) ( status available ) )");
        assert_eq!(info(false), "( ( name Spielbaum ) ( status busy ) )");
    }
}
