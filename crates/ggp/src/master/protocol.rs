use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use crate::master::Seat;

/// The protocol by which a game master tells a player what has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// That of GDL-II if the rules hide something, otherwise that of GDL.
    #[default]
    Auto,
    /// That of GDL: the joint moves, also of a game that hides something.
    Gdl,
    /// That of GDL-II: the turn, the player's own move and its percepts.
    Gdl2,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Gdl, Self::Gdl2];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gdl => "gdl",
            Self::Gdl2 => "gdl2",
        }
    }

    /// The protocol that a seat's player is spoken to in a game that hides something, or does not; none for a
    /// seat without requests.
    pub(super) fn of(seat: &Seat, hides: bool) -> Option<Self> {
        let fitting = if hides { Self::Gdl2 } else { Self::Gdl };
        match seat {
            Seat::Remote { protocol: Self::Auto, .. } | Seat::Local { .. } => Some(fitting),
            Seat::Remote { protocol, .. } => Some(*protocol),
            Seat::Random => None,
        }
    }
}

impl Display for Protocol {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|protocol| protocol.name() == text);
        named.ok_or_else(|| format!("`{text}` is no protocol; there are auto, gdl and gdl2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_protocol_is_called_by_its_name() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
        assert!(
            "GDL".parse::<Protocol>().is_err_and(|error| error.ends_with("there are auto, gdl and gdl2"))
        );
    }

    #[test]
    fn a_player_is_told_moves_or_percepts_by_what_the_rules_hide_unless_its_seat_says_otherwise() {
        let seat = |protocol| Seat::Remote { address: "localhost:1".into(), protocol };
        let of = |protocol| [true, false].map(|hides| Protocol::of(&seat(protocol), hides));
        assert_eq!(of(Protocol::Auto), [Some(Protocol::Gdl2), Some(Protocol::Gdl)]);
        assert_eq!(of(Protocol::Gdl), [Some(Protocol::Gdl); 2]);
        assert_eq!(of(Protocol::Gdl2), [Some(Protocol::Gdl2); 2]);
        assert_eq!(Protocol::of(&Seat::Random, true), None);
    }
}
