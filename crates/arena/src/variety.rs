use std::collections::{HashMap, HashSet};

use crate::MovesHash;

/// How many different games the matches of one pairing were, and so how much they say.
///
/// Players that do not choose at random play the same game after every opening that they have been through
/// before. Such a repetition is no new observation of how strong they are: nine openings of a thousand
/// matches each are nine games. Where every opening has led to one game only, matches are therefore clusters
/// of copies, one cluster a game, of which intervals take as many for independent as the effective sample
/// size of Kish (1965, Survey Sampling) says: the square of the sum of the clusters' sizes, divided by the
/// sum of their squares. That is the number of different games if they were played equally often, and less
/// otherwise. Where the same opening has led to different games, players choose at random, and matches are
/// independent though some be alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variety {
    /// How often each game was played.
    games: HashMap<u64, u64>,
    openings: HashSet<u64>,
    matches: u64,
    /// The sum of the squares of how often each game was played.
    squares: u64,
    /// Whether the moves of some match are not known.
    unknown: bool,
}

impl Variety {
    pub(crate) fn add(&mut self, moves: Option<MovesHash>) {
        self.matches += 1;
        let Some(MovesHash { opening, all }) = moves else {
            self.unknown = true;
            return;
        };
        let copies = self.games.entry(all).or_default();
        // (n + 1)^2 - n^2
        self.squares += 2 * *copies + 1;
        *copies += 1;
        self.openings.insert(opening);
    }

    /// How many different games there were; none if the moves of a match are not known.
    pub(crate) fn distinct(&self) -> Option<u64> {
        (!self.unknown).then_some(self.games.len() as u64)
    }

    /// Whether games were repeated, and every opening has led to one game only.
    pub(crate) fn repeats(&self) -> bool {
        !self.unknown && self.games.len() == self.openings.len() && self.squares > self.matches
    }

    /// The number of matches that say as much as one independent match, at least 1: the design effect
    /// of Kish.
    pub(crate) fn design_effect(&self) -> f64 {
        if self.repeats() { self.squares as f64 / self.matches as f64 } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches of so many (opening, game).
    fn variety(matches: impl IntoIterator<Item = (u64, u64)>) -> Variety {
        let mut variety = Variety::default();
        matches.into_iter().for_each(|(opening, all)| variety.add(Some(MovesHash { opening, all })));
        variety
    }

    fn effective(variety: &Variety) -> f64 {
        variety.matches as f64 / variety.design_effect()
    }

    #[test]
    fn nine_openings_of_a_thousand_matches_are_nine_games() {
        let nine = variety((0..9000).map(|number| (number % 9, 100 + number % 9)));
        assert_eq!((nine.distinct(), nine.repeats(), effective(&nine)), (Some(9), true, 9.0));
        let one = variety((0..10).map(|_| (0, 7)));
        assert_eq!((one.distinct(), one.repeats(), effective(&one)), (Some(1), true, 1.0));
    }

    #[test]
    fn a_game_that_outweighs_the_others_says_less() {
        // 98 matches of one game and one of each of two: 100^2 / (98^2 + 1 + 1).
        let uneven = variety((0..98).map(|_| (0, 0)).chain([(1, 1), (2, 2)]));
        assert!((effective(&uneven) - 10_000.0 / 9606.0).abs() < 1e-12);
    }

    #[test]
    fn players_that_choose_at_random_do_not_repeat_themselves() {
        // Two games after one opening, though each was played five times.
        let random = variety((0..10).map(|number| (0, number % 2)));
        assert_eq!((random.distinct(), random.repeats(), effective(&random)), (Some(2), false, 10.0));
        let different = variety((0..10).map(|number| (number, number)));
        assert_eq!((different.repeats(), effective(&different)), (false, 10.0));
    }

    #[test]
    fn without_moves_nothing_is_known() {
        let mut unknown = variety((0..10).map(|_| (0, 7)));
        unknown.add(None);
        assert_eq!((unknown.distinct(), unknown.repeats(), effective(&unknown)), (None, false, 11.0));
        assert_eq!((Variety::default().distinct(), Variety::default().design_effect()), (Some(0), 1.0));
    }
}
