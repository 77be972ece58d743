use crate::rounding::Rounding;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Material, Mistake, PathMove, Reason};

/// The greatest payoff; what one player gets, the other lacks.
const GREATEST: u32 = 100;

/// The task to give visits and means of the moves of a simulation of UCT after its payoff has been backed up.
/// Each move has two blanks.
#[derive(Clone, Debug)]
pub(crate) struct BackUp {
    moves: Vec<PathMove>,
    /// What the playout pays max.
    payoff: u32,
    rounding: Rounding,
}

impl BackUp {
    /// A random task whose last move is new. On the first two levels the new means are whole numbers.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let (count, most, decimals) = match level {
            1 => (2, 4, 0),
            2 => (3, 9, 0),
            3 => (3, 20, 1),
            4 => (4, 40, 1),
            _ => (5, 60, 2),
        };
        // With half of the greatest payoff both players would get the same.
        let payoffs: &[u32] = if level == 1 { &[0, 100] } else { &[0, 10, 20, 30, 40, 60, 70, 80, 90, 100] };
        loop {
            let first = if level >= 4 { rng.pick(&[0, 1]) } else { 0 };
            let payoff = rng.pick(payoffs);
            let Some(moves) = path(count, most, first, rng) else { continue };
            let task = Self { moves, payoff, rounding: Rounding { decimals } };
            if level > 2 || (0..count as usize).all(|mov| task.mean(mov).fract() == 0.0) {
                return task;
            }
        }
    }

    /// What the playout pays who makes a move.
    fn own(&self, mov: usize) -> u32 {
        if self.moves[mov].player == 0 { self.payoff } else { GREATEST - self.payoff }
    }

    /// The mean of a move after a payoff is added to it.
    fn mean_with(&self, mov: usize, payoff: u32) -> f64 {
        let PathMove { visits, mean, .. } = self.moves[mov];
        f64::from(visits * mean.unwrap_or_default() + payoff) / f64::from(visits + 1)
    }

    /// The mean of a move after the back-up.
    fn mean(&self, mov: usize) -> f64 {
        self.mean_with(mov, self.own(mov))
    }

    /// The move of a blank, and whether its mean is asked for, not its visits.
    fn asked(blank: usize) -> (usize, bool) {
        (blank / 2, blank % 2 == 1)
    }
}

/// Statistics of moves that follow each other, the last of them new; none if no means fit together. A move
/// has been visited less often than the one before it, by one at least: the visit that made the node between
/// them. What a player got by a move, it got by the one before, too.
fn path(count: u32, most: u32, first: usize, rng: &mut SeededRng) -> Option<Vec<PathMove>> {
    let mut moves = Vec::new();
    // The visits and max's mean of the move before.
    let (mut before, mut worth) = (most + 1, None::<(u32, u32)>);
    for place in 0..count {
        let player = (first + place as usize) % 2;
        let left = count - 1 - place;
        if left == 0 {
            moves.push(PathMove { player, visits: 0, mean: None });
            continue;
        }
        let visits = rng.within(left..=before - 1);
        let (least, greatest) = worth.map_or((0, GREATEST), |(visits_before, mean)| {
            let (sum, others) = (visits_before * mean, visits_before - visits);
            (sum.saturating_sub(GREATEST * others).div_ceil(visits), (sum / visits).min(GREATEST))
        });
        if least > greatest {
            return None;
        }
        let mean = rng.within(least..=greatest);
        moves.push(PathMove { player, visits, mean: Some(if player == 0 { mean } else { GREATEST - mean }) });
        (before, worth) = (visits, Some((visits, mean)));
    }
    Some(moves)
}

impl Task for BackUp {
    fn material(&self) -> Material {
        let payoffs = [self.payoff, GREATEST - self.payoff];
        Material::Simulation { moves: self.moves.clone(), payoffs, decimals: self.rounding.decimals }
    }

    fn blanks(&self) -> Vec<Blank> {
        let number = |id: String, mov: usize, decimals: u32| Blank {
            id,
            at: Some(mov),
            takes: AnswerKind::Number { decimals },
        };
        let of = |mov: usize| {
            [number(format!("v{mov}"), mov, 0), number(format!("m{mov}"), mov, self.rounding.decimals)]
        };
        (0..self.moves.len()).flat_map(of).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        let (mov, is_mean) = Self::asked(blank);
        let visits = f64::from(self.moves[mov].visits + 1);
        Answer::Number(if is_mean { self.rounding.rounded(self.mean(mov)) } else { visits })
    }

    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        match (Self::asked(blank), answer) {
            ((mov, true), Answer::Number(number)) => self.rounding.accepts(self.mean(mov), *number),
            _ => *answer == self.answer(blank),
        }
    }

    fn reason(&self, blank: usize, _answer: &Answer) -> Reason {
        let (mov, is_mean) = Self::asked(blank);
        let PathMove { player, visits, mean } = self.moves[mov];
        if !is_mean {
            return Reason::Visited { visits };
        }
        Reason::BackedUp { player, visits, mean, payoff: self.own(mov), value: self.mean(mov) }
    }

    fn mistake(&self, blank: usize, answer: &Answer, _answers: &Answers) -> Option<Mistake> {
        let ((mov, true), Answer::Number(number)) = (Self::asked(blank), answer) else { return None };
        let of_the_other = self.mean_with(mov, GREATEST - self.own(mov));
        self.rounding.accepts(of_the_other, *number).then_some(Mistake::OtherPayoff)
    }

    fn hint(&self, blank: usize) -> Hint {
        let (mov, is_mean) = Self::asked(blank);
        let PathMove { player, visits, mean } = self.moves[mov];
        if is_mean {
            Hint::BackUp { player, visits, mean, payoff: self.own(mov) }
        } else {
            Hint::OneVisitMore
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exercise, ExerciseKind};

    /// Max made its move three times and got 0, 80 and 100, min replied once and got 20, and max's next move
    /// is new.
    fn task(payoff: u32, decimals: u32) -> BackUp {
        let moves = vec![
            PathMove { player: 0, visits: 3, mean: Some(60) },
            PathMove { player: 1, visits: 1, mean: Some(20) },
            PathMove { player: 0, visits: 0, mean: None },
        ];
        BackUp { moves, payoff, rounding: Rounding { decimals } }
    }

    #[test]
    fn every_player_adds_its_own_payoff() {
        let task = task(70, 1);
        let answers: Vec<Answer> = (0..6).map(|blank| task.answer(blank)).collect();
        assert_eq!(answers, [4.0, 62.5, 2.0, 25.0, 1.0, 70.0].map(Answer::Number));
        let reason = Reason::BackedUp { player: 1, visits: 1, mean: Some(20), payoff: 30, value: 25.0 };
        assert_eq!(task.reason(3, &Answer::Number(0.0)), reason);
        assert_eq!(task.reason(2, &Answer::Number(0.0)), Reason::Visited { visits: 1 });
        assert_eq!(task.hint(3), Hint::BackUp { player: 1, visits: 1, mean: Some(20), payoff: 30 });
        assert_eq!(task.hint(4), Hint::OneVisitMore);
    }

    #[test]
    fn the_payoff_of_the_other_player_is_a_common_mistake() {
        let task = task(70, 1);
        let mistake = |blank, number| task.mistake(blank, &Answer::Number(number), &Answers::new());
        // (20 + 70) / 2 and (3 · 60 + 30) / 4.
        assert_eq!([mistake(3, 45.0), mistake(1, 52.5)], [Some(Mistake::OtherPayoff); 2]);
        assert_eq!([mistake(3, 25.0), mistake(3, f64::NAN), mistake(2, 45.0)], [None; 3]);
    }

    #[test]
    fn a_mean_may_be_rounded() {
        let task = task(71, 0);
        // 251 / 4 = 62.75.
        let accepts = |number| task.accepts(1, &Answer::Number(number));
        assert!(accepts(62.75) && accepts(63.0) && accepts(62.5));
        assert!(!accepts(62.0) && !accepts(f64::NAN));
        assert!(!task.accepts(0, &Answer::Number(4.2)), "visits are whole");
    }

    /// The statistics come from payoffs that could have been: those of a move are among those of the one
    /// before it.
    #[test]
    fn every_level_has_statistics_that_could_be_and_the_means_of_all_payoffs() {
        for level in 1..=Exercise::LEVELS {
            for number in 0..60 {
                let name = format!("level {level}, number {number}");
                let exercise = Exercise::new(ExerciseKind::UctBackup, level, 4, number).unwrap();
                let Material::Simulation { moves, payoffs, .. } = exercise.sheet().material else {
                    panic!("{name}")
                };
                assert_eq!(payoffs[0] + payoffs[1], GREATEST, "{name}");
                let answers = exercise.solution().answers;
                let answer = |id: String| match answers[&id] {
                    Answer::Number(number) => number,
                    ref other => panic!("{name}: {other:?}"),
                };
                for (place, mov) in moves.iter().enumerate() {
                    // All payoffs of the move, with the new one, are averaged one after another.
                    let old = (0..mov.visits).map(|_| mov.mean.unwrap());
                    let all: Vec<f64> = old.chain([payoffs[mov.player]]).map(f64::from).collect();
                    assert_eq!(answer(format!("v{place}")), all.len() as f64, "{name}");
                    let mean = all.iter().sum::<f64>() / all.len() as f64;
                    let places = [1.0, 1.0, 10.0, 10.0, 100.0][usize::from(level) - 1];
                    assert!((answer(format!("m{place}")) - mean).abs() <= 0.5 / places + 1e-9, "{name}");
                    assert!(level > 2 || mean.fract() == 0.0, "{name}");
                }
                for pair in moves.windows(2) {
                    let max = |mov: &PathMove| match (mov.player, mov.mean.unwrap_or_default()) {
                        (0, mean) => mov.visits * mean,
                        (_, mean) => mov.visits * (GREATEST - mean),
                    };
                    assert!(pair[0].player != pair[1].player && pair[0].visits > pair[1].visits, "{name}");
                    let others = pair[0].visits - pair[1].visits;
                    if pair[1].visits > 0 {
                        assert!(
                            (max(&pair[1])..=max(&pair[1]) + GREATEST * others).contains(&max(&pair[0])),
                            "{name}"
                        );
                    }
                }
                assert_eq!(moves.last().map(|mov| (mov.visits, mov.mean)), Some((0, None)), "{name}");
            }
        }
    }
}
