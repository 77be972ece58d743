/// How roles choose among their legal moves in a playout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Uniformly among all.
    #[default]
    Uniform,
    /// Uniformly among the *decisive* moves, which win at once, if there are any, else among all. A move wins
    /// at once if it ends the game with the greatest goal that the rules ever give its role, and no other
    /// role has a choice.
    Decisive,
    /// Uniformly among the decisive moves if there are any, else among those that let no other role make one,
    /// else among all.
    AntiDecisive,
}
