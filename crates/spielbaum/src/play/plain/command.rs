use search::Spec;

use crate::players;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// A move, as somebody calls it.
    Move(String),
    /// The board once more.
    Show,
    Undo,
    /// With another strategy than usual, perhaps.
    Hint(Option<Spec>),
    /// What each move is worth.
    Values,
    /// Why the position is won or lost.
    Why,
    /// To show what the game hides, or to hide it again.
    Uncover,
    Save(String),
    Load(String),
    New,
    Help,
    Quit,
}

/// What can be said.
pub(super) const HELP: &str = "\
3, (mark 2 2), mark 2 2, 2 2   a move: its number, its name, or as much of it as tells it from others
undo                           take back your last move and all that followed
hint [SPEC]                    what a strategy would do
values                         what each move is worth for certain, if that is found within 10 seconds
why                            who wins and why, where the game is a sum of games
uncover                        show what the game hides from you, or hide it again
save FILE, load FILE           keep the game, or go on with a kept one
new                            begin again
quit                           leave, as the end of the input does
an empty line                  show the board and the moves again";

/// Why a line means nothing.
#[derive(Debug, PartialEq)]
pub(super) enum Mistake {
    NoFile(&'static str),
    Spec(String),
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoFile(verb) => write!(f, "say the file: `{verb} FILE`"),
            Self::Spec(error) => f.write_str(error),
        }
    }
}

impl Command {
    /// Reads a line. What is no command is a move.
    pub(super) fn read(line: &str) -> Result<Self, Mistake> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = |verb| if rest.is_empty() { Err(Mistake::NoFile(verb)) } else { Ok(rest.to_owned()) };
        Ok(match (word, rest) {
            ("", _) => Self::Show,
            ("undo", "") => Self::Undo,
            ("hint", "") => Self::Hint(None),
            ("hint", spec) => Self::Hint(Some(players::spec(spec).map_err(Mistake::Spec)?)),
            ("values", "") => Self::Values,
            ("why", "") => Self::Why,
            ("uncover", "") => Self::Uncover,
            ("save", _) => Self::Save(file("save")?),
            ("load", _) => Self::Load(file("load")?),
            ("new", "") => Self::New,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        for (line, command) in [
            (" 3 ", Command::Move("3".to_owned())),
            ("(mark 1 1)", Command::Move("(mark 1 1)".to_owned())),
            ("undo 3", Command::Move("undo 3".to_owned())),
            ("", Command::Show),
            ("undo", Command::Undo),
            ("hint", Command::Hint(None)),
            ("hint random", Command::Hint(Some("random".parse().unwrap()))),
            ("values", Command::Values),
            ("why", Command::Why),
            ("uncover", Command::Uncover),
            ("save my game.json", Command::Save("my game.json".to_owned())),
            ("load\tgame.json", Command::Load("game.json".to_owned())),
            ("new", Command::New),
            ("?", Command::Help),
            ("quit", Command::Quit),
        ] {
            assert_eq!(Command::read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn half_a_command_says_what_is_missing() {
        assert_eq!(Command::read("save").unwrap_err().to_string(), "say the file: `save FILE`");
        assert_eq!(Command::read("load  ").unwrap_err().to_string(), "say the file: `load FILE`");
        let mistake = Command::read("hint rnadom").unwrap_err().to_string();
        assert!(mistake.contains("did you mean `random`?"), "{mistake}");
    }
}
