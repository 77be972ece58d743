use std::fmt::{self, Display, Formatter};
use std::num::NonZero;

/// What a game master tells of the last ply, when it asks for a move or ends a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Report {
    /// The joint move in role order; none at the first ply. The player sees everything.
    Joint(Option<Vec<String>>),
    /// What the player's role did and saw; none at the first ply. This is the protocol of GDL-II, for games
    /// that hide something.
    Own(Option<OwnPly>),
}

/// The last ply as one role knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnPly {
    /// The number of plies so far, this one included.
    pub turn: NonZero<u32>,
    /// The move that was made for the role, also if the game master has replaced the player's.
    pub mov: String,
    /// What the role saw after the joint move.
    pub percepts: Vec<String>,
}

impl Report {
    /// Bytes that it takes besides its place.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Joint(None) | Self::Own(None) => 0,
            Self::Joint(Some(moves)) => bytes(moves),
            Self::Own(Some(ply)) => ply.bytes(),
        }
    }
}

impl OwnPly {
    /// Bytes that it takes besides its place.
    pub(crate) fn bytes(&self) -> usize {
        self.mov.len() + bytes(&self.percepts)
    }
}

/// Bytes of a list of terms.
fn bytes(terms: &[String]) -> usize {
    terms.iter().map(|term| size_of::<String>() + term.len()).sum()
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joint(None) => f.write_str("NIL"),
            Self::Joint(Some(moves)) => list(moves, f),
            Self::Own(None) => f.write_str("0 NIL NIL"),
            Self::Own(Some(OwnPly { turn, mov, percepts })) => {
                write!(f, "{turn} {mov} ")?;
                list(percepts, f)
            }
        }
    }
}

/// Terms as the reference implementation writes a list of them.
fn list(terms: &[String], f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("(")?;
    terms.iter().try_for_each(|term| write!(f, "{term} "))?;
    f.write_str(")")
}
