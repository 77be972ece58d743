use std::ops::RangeInclusive;

use game::{Chance, Game, Goal, Notation, Percept, Percepts};

/// Kuhn poker as its rules are told, for tests: an oracle beside the rulesheet. What is won and lost
/// are chips.
#[derive(Debug)]
pub(crate) struct Kuhn;

/// The cards, the lowest first, and who has bet, turn by turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Round {
    cards: Option<[u8; 2]>,
    bets: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Act {
    Wait,
    Pass,
    Bet,
    Deal([u8; 2]),
}

const CHANCE: usize = 2;

impl Game for Kuhn {
    type State = Round;
    type Move = Act;

    fn roles(&self) -> usize {
        3
    }

    fn initial(&self) -> Round {
        Round { cards: None, bets: Vec::new() }
    }

    fn terminal(&self, state: &Round) -> bool {
        matches!(state.bets.as_slice(), [false, false] | [true, _] | [false, true, _])
    }

    fn legal(&self, state: &Round, role: usize, moves: &mut Vec<Act>) {
        *moves = match state.cards {
            None if role == CHANCE => {
                let pairs = (0..3).flat_map(|one| (0..3).map(move |other| [one, other]));
                pairs.filter(|[one, other]| one != other).map(Act::Deal).collect()
            }
            Some(_) if role == state.bets.len() % 2 => vec![Act::Pass, Act::Bet],
            _ => vec![Act::Wait],
        };
    }

    fn next(&self, state: &Round, joint: &[Act]) -> Round {
        let mut next = state.clone();
        for mov in joint {
            match *mov {
                Act::Wait => {}
                Act::Pass => next.bets.push(false),
                Act::Bet => next.bets.push(true),
                Act::Deal(cards) => next.cards = Some(cards),
            }
        }
        next
    }

    fn goal(&self, state: &Round, role: usize) -> Goal {
        let [first, second] = state.cards.unwrap_or_default();
        let higher = if first > second { 1 } else { -1 };
        let of_first = match state.bets.as_slice() {
            [false, false] => higher,
            [true, false] => 1,
            [false, true, false] => -1,
            _ => 2 * higher,
        };
        [of_first, -of_first, 0][role]
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        -2..=2
    }

    fn chance(&self) -> Option<&dyn Chance<Round, Act>> {
        Some(self)
    }

    fn percepts(&self) -> Option<&dyn Percepts<Round, Act>> {
        Some(self)
    }

    fn notation(&self) -> &dyn Notation<Round, Act> {
        self
    }
}

impl Chance<Round, Act> for Kuhn {
    fn role(&self) -> usize {
        CHANCE
    }

    fn outcomes(&self, state: &Round, outcomes: &mut Vec<(Act, f64)>) {
        let mut moves = Vec::new();
        self.legal(state, CHANCE, &mut moves);
        let probability = 1.0 / moves.len() as f64;
        *outcomes = moves.into_iter().map(|mov| (mov, probability)).collect();
    }
}

impl Percepts<Round, Act> for Kuhn {
    fn seen(&self, _state: &Round, joint: &[Act], role: usize, seen: &mut Vec<Percept>) {
        seen.clear();
        seen.extend(joint.iter().filter_map(|mov| match mov {
            Act::Wait => None,
            Act::Pass => Some(Percept(3)),
            Act::Bet => Some(Percept(4)),
            Act::Deal(cards) => cards.get(role).map(|&card| Percept(card.into())),
        }));
    }

    fn percept_name(&self, percept: Percept) -> String {
        ["jack", "queen", "king", "pass", "bet"][percept.0 as usize].to_owned()
    }
}

impl Notation<Round, Act> for Kuhn {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "dealer"][role]
    }

    fn move_name(&self, mov: Act) -> String {
        format!("{mov:?}").to_lowercase()
    }
}
