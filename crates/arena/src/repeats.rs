use std::collections::BTreeMap;

use crate::Played;

/// Finds pairings that play one and the same game again and again, as strategies without chance do without openings: a hundred
/// copies of a game are no better evidence than the game.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    pairings: BTreeMap<u64, Repeated>,
}

/// A pairing's first game, as long as all others are like it.
#[derive(Clone, Debug)]
struct Repeated {
    joint_moves: Option<Vec<Vec<String>>>,
    games: u64,
}

impl Repeats {
    /// From how many games on their likeness is no accident.
    const FEWEST: u64 = 10;

    /// Looks at a match.
    pub fn add(&mut self, played: &Played) {
        let moves = || played.record.plies.iter().map(|ply| &ply.joint_move);
        let repeated = self
            .pairings
            .entry(played.fixture.pairing)
            .or_insert_with(|| Repeated { joint_moves: Some(moves().cloned().collect()), games: 0 });
        repeated.games += 1;
        repeated.joint_moves.take_if(|first| !first.iter().eq(moves()));
    }

    /// The pairings whose games were all the same, ten or more, with their number.
    pub fn pairings(&self) -> impl Iterator<Item = (u64, u64)> {
        let same = |repeated: &Repeated| repeated.joint_moves.is_some() && repeated.games >= Self::FEWEST;
        self.pairings
            .iter()
            .filter(move |(_, repeated)| same(repeated))
            .map(|(&pairing, repeated)| (pairing, repeated.games))
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;
    use crate::Tournament;
    use crate::testing::specs;

    fn repeats(games: u32) -> Vec<(u64, u64)> {
        let tree = Tree::uniform(3, 4, |leaf| (leaf * leaf % 23) as i32).expect("small");
        let mut repeats = Repeats::default();
        let tournament =
            Tournament::new(&tree, "tree", &specs("first-legal,random"), games).expect("reasonable");
        let watched = tournament.run(|progress| {
            progress.fresh.iter().for_each(|played| repeats.add(played));
            Ok(())
        });
        assert!(!watched.expect("plays").interrupted);
        repeats.pairings().collect()
    }

    #[test]
    fn strategies_without_chance_repeat_themselves() {
        assert_eq!(repeats(20), [(0, 20)]);
    }

    #[test]
    fn a_few_like_games_may_be_an_accident() {
        assert_eq!(repeats(9), []);
    }
}
