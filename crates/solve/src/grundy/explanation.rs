use game::{Encoding, Game, Rules, RulesState};
use serde::Serialize;

use super::{SumOfGames, Unexplained, refuse_end};
use crate::limits::Clock;
use crate::{Cut, Limits};

/// Why the role to move wins or loses, by the nim-sum of the values of a game's parts. Moves and fluents are
/// in the words of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Explanation))]
pub struct Explanation {
    /// The role to move.
    pub mover: String,
    /// The role that wins, if nothing limits the plies or the limit leaves time.
    pub winner: String,
    /// The independent parts of the game.
    pub parts: Vec<Part>,
    /// The bitwise exclusive or of the parts' values.
    pub nim_sum: u32,
    /// The moves that make the nim-sum 0; none if it is 0.
    pub winning_moves: Vec<ExplainedMove>,
    /// Whether every move of one role can be made by the other. Else the roles have moves of their own in
    /// some part; it has a value all the same.
    pub impartial: bool,
    /// Whether it is the game of one part in which whoever makes the last move loses. Its value is that of
    /// the game in which nobody may make that move.
    pub misere: bool,
    /// The limit on plies, if there is one.
    pub limit: Option<PlyLimit>,
}

/// An independent part of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExplanationPart))]
pub struct Part {
    /// The fluents that hold in it.
    pub fluents: Vec<String>,
    /// Its value: the size of the heap of nim that it is equal to.
    pub value: u32,
    /// How many states of it were looked at.
    pub states: usize,
}

/// A move of the role to move, in one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExplainedMove))]
pub struct ExplainedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mov: String,
    /// The number of the part, from 0.
    pub part: usize,
    /// The value of the part before the move.
    pub from: u32,
    /// Its value after the move.
    pub to: u32,
    /// Whether the move wins before the limit on plies; none if that is not known, or there is no limit.
    pub in_time: Option<bool>,
}

/// A limit on plies, at which the game is over though there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PlyLimit))]
pub struct PlyLimit {
    /// The plies that are left.
    pub plies: usize,
    /// Whether the winner wins before the limit, by the exact value of the state.
    pub in_time: InTime,
}

/// Whether there is time enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = InTime))]
#[serde(rename_all = "kebab-case")]
pub enum InTime {
    /// There is.
    Yes,
    /// There is not.
    No,
    /// The game has too many states to tell.
    Unknown,
}

impl Explanation {
    /// Why the role to move wins or loses in a state. The theory is proven of all states of the game, or else
    /// of those that follow from this one.
    ///
    /// # Errors
    /// If the theory does not apply, or that is not proven within the limits: why.
    pub fn of(rules: &Rules, state: &RulesState, limits: &Limits) -> Result<Self, Unexplained> {
        refuse_end(rules, state)?;
        let clock = Clock::start(limits);
        let from = |start: &RulesState| {
            let left = limits.after(clock.elapsed());
            SumOfGames::of(rules, start, &left)?.explain(state).ok_or(Unexplained::NoSum)
        };
        from(&rules.initial()).or_else(|why| match why {
            // Fewer states may be left.
            Unexplained::TooMany | Unexplained::Cut(Cut::Memory) => from(state),
            // Or what is no sum is over.
            _ if clock.cut().is_none() => from(state).map_err(|_| why),
            _ => Err(why),
        })
    }
}

impl SumOfGames<'_> {
    /// Why the role to move wins or loses in a state; none if the state is terminal, or does not follow from
    /// the one that the sum was made of.
    pub fn explain(&self, state: &RulesState) -> Option<Explanation> {
        let rules = self.rules;
        if rules.terminal(state) {
            return None;
        }
        let words = self.packed.packing().pack(rules.bits(state));
        let numbers = self.parts.states_in(&words)?;
        let ply = self.proof.ply(&self.parts.shared_of(&words))?;
        let turn = ply % 2;
        let mover = self.parts.mover_at(turn);
        let values: Vec<u32> =
            self.values.iter().zip(&numbers).map(|(values, &state)| values[state as usize]).collect();
        let nim_sum = values.iter().fold(0, |sum, value| sum ^ value);
        let compiled = rules.compiled().ok()?;
        let text = |term| rules.reasoner().text(term);
        let solution = self.exact.as_ref().and_then(|exact| exact.solution(state));
        let bits = rules.bits(state);
        let holds = |fluent: usize| bits[fluent / 64] >> (fluent % 64) & 1 == 1;
        let mut parts = Vec::with_capacity(numbers.len());
        let mut winning_moves = Vec::new();
        for (number, part) in self.parts.list.iter().enumerate() {
            let (state, value) = (numbers[number] as usize, values[number]);
            let holding = part.fluents.iter().filter(|&&fluent| holds(fluent));
            parts.push(Part {
                fluents: holding.map(|&fluent| text(compiled.fluents()[fluent])).collect(),
                value,
                states: part.states.len(),
            });
            for mov in &part.moves[turn][state] {
                let to = self.values[number][mov.to as usize];
                let last = self.parts.gains_at_end(part, 1 - turn, mov.to);
                if nim_sum == 0 || last || nim_sum ^ value ^ to != 0 {
                    continue;
                }
                let term = compiled.moves(mover)[mov.joint[mover] as usize];
                // With but one move a role has no choice, and the move no value of its own.
                let bounds = solution.as_ref().and_then(|solution| {
                    let own = solution.moves.iter().find(|solved| solved.role == mover && solved.mov == term);
                    Some(
                        own.map_or(solution.bounds.get(mover)?, |solved| &solved.bounds).value()?
                            == self.win(),
                    )
                });
                winning_moves.push(ExplainedMove {
                    mov: text(term),
                    part: number,
                    from: value,
                    to,
                    in_time: bounds,
                });
            }
        }
        winning_moves.sort_by(|a, b| a.mov.cmp(&b.mov));
        let winner = if nim_sum == 0 { 1 - mover } else { mover };
        let limit = self.proof.limit.map(|limit| {
            let exact = solution.as_ref().and_then(|solution| solution.bounds.get(winner)?.value());
            let in_time = match exact {
                None => InTime::Unknown,
                Some(value) if value == self.win() => InTime::Yes,
                Some(_) => InTime::No,
            };
            PlyLimit { plies: limit - ply, in_time }
        });
        let role = |role: usize| rules.notation().role_name(role).to_owned();
        Some(Explanation {
            mover: role(mover),
            winner: role(winner),
            parts,
            nim_sum,
            winning_moves,
            impartial: self.impartial,
            misere: self.parts.is_misere(),
            limit,
        })
    }
}
