/// The goal that a state gives a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// From 0 to 100; the least if the rules give several, 0 if they give none.
    pub value: u8,
    /// Whether the rules give just one goal, a whole number from 0 to 100.
    pub unique: bool,
}

/// How many bits a goal has in a state and in a program: seven for its value, and one that is set where it is
/// not unique.
pub(crate) const GOAL_BITS: usize = 8;

impl Goal {
    pub(crate) fn from_byte(byte: u8) -> Self {
        Self { value: byte & 0x7F, unique: byte & 0x80 == 0 }
    }
}
