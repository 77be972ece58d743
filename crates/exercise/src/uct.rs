use search::uct_value;

use crate::rounding::Rounding;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Material, Mistake, MoveStatistic, Reason};

/// The task to compute the UCT values of the moves at a node, and to choose the move that is selected.
#[derive(Clone, Debug)]
pub(crate) struct UctValues {
    moves: Vec<MoveStatistic>,
    c: f64,
    rounding: Rounding,
}

impl UctValues {
    /// A random task in which the greatest value is clear at the asked precision. At the highest level it
    /// belongs neither to the move with the greatest mean nor to the one with the fewest visits.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let (count, most, decimals) = match level {
            1 => (2, 3, 0),
            2 => (3, 9, 0),
            3 => (3, 20, 1),
            4 => (4, 40, 1),
            _ => (5, 60, 2),
        };
        let constants: &[f64] = if level <= 2 { &[10.0, 100.0] } else { &[10.0, 20.0, 40.0, 70.0, 100.0] };
        loop {
            let c = rng.pick(constants);
            let mut statistic = || MoveStatistic { visits: rng.within(1..=most), mean: rng.within(0..=100) };
            let task =
                Self { moves: (0..count).map(|_| statistic()).collect(), c, rounding: Rounding { decimals } };
            if task.is_clear() && (level < 5 || task.is_tricky()) {
                return task;
            }
        }
    }

    fn visits(&self) -> u32 {
        self.moves.iter().map(|mov| mov.visits).sum()
    }

    fn value(&self, mov: usize) -> f64 {
        let MoveStatistic { visits, mean } = self.moves[mov];
        uct_value(f64::from(mean), visits, self.visits(), self.c)
    }

    fn values(&self) -> Vec<f64> {
        (0..self.moves.len()).map(|mov| self.value(mov)).collect()
    }

    fn best(&self) -> usize {
        first_greatest(&self.values())
    }

    /// Whether rounding cannot change which value is the greatest, and no two moves have the same statistics.
    fn is_clear(&self) -> bool {
        let (values, best) = (self.values(), self.best());
        let clear = |(mov, value): (usize, &f64)| {
            mov == best || values[best] - value > 3.0 * self.rounding.tolerance()
        };
        let same = (1..self.moves.len()).any(|mov| self.moves[..mov].contains(&self.moves[mov]));
        values.iter().enumerate().all(clear) && !same
    }

    /// Whether the best move has neither the greatest mean nor the fewest visits.
    fn is_tricky(&self) -> bool {
        let keys = |key: fn(&MoveStatistic) -> f64| self.moves.iter().map(key).collect::<Vec<f64>>();
        let greedy = first_greatest(&keys(|mov| f64::from(mov.mean)));
        let rarest = first_greatest(&keys(|mov| -f64::from(mov.visits)));
        ![greedy, rarest].contains(&self.best())
    }
}

/// The index of the greatest value; of several, the first.
fn first_greatest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, mov| if values[mov] > values[best] { mov } else { best })
}

impl Task for UctValues {
    fn material(&self) -> Material {
        let Self { moves, c, rounding } = self;
        Material::Statistics {
            moves: moves.clone(),
            visits: self.visits(),
            c: *c,
            decimals: rounding.decimals,
        }
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = AnswerKind::Number { decimals: self.rounding.decimals };
        let value = |mov| Blank { id: format!("m{mov}"), at: Some(mov), takes };
        let count = self.moves.len();
        let choice = Blank { id: "choice".to_owned(), at: None, takes: AnswerKind::Choice { count } };
        (0..count).map(value).chain([choice]).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        if blank == self.moves.len() {
            return Answer::Choice(self.best());
        }
        Answer::Number(self.rounding.rounded(self.value(blank)))
    }

    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        match answer {
            Answer::Number(number) => self.rounding.accepts(self.value(blank), *number),
            answer => *answer == self.answer(blank),
        }
    }

    fn reason(&self, blank: usize, answer: &Answer) -> Reason {
        if let Answer::Choice(choice) = *answer {
            let count = self.moves.len();
            return if choice < count {
                Reason::Greatest { values: self.values(), taken: self.best() }
            } else {
                Reason::NoMove
            };
        }
        let MoveStatistic { mean, visits } = self.moves[blank];
        let value = self.value(blank);
        let bonus = value - f64::from(mean);
        Reason::UctValue { mean, visits, total: self.visits(), c: self.c, bonus, value }
    }

    fn mistake(&self, blank: usize, answer: &Answer, answers: &Answers) -> Option<Mistake> {
        let Answer::Choice(choice) = *answer else { return None };
        let given: Vec<f64> = (0..self.moves.len())
            .map(|mov| match answers.get(&format!("m{mov}")) {
                Some(Answer::Number(given)) => *given,
                _ => self.value(mov),
            })
            .collect();
        (blank == self.moves.len() && first_greatest(&given) == choice).then_some(Mistake::FollowsFromBelow)
    }

    fn hint(&self, blank: usize) -> Hint {
        let Some(&MoveStatistic { mean, visits }) = self.moves.get(blank) else { return Hint::Greatest };
        let total = self.visits();
        Hint::UctFormula { mean, visits, total, c: self.c, log: f64::from(total).ln() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_and_choices_of_the_lecture() {
        let moves = |visits: [u32; 3]| {
            let statistic = |(mean, visits)| MoveStatistic { mean, visits };
            [0, 20, 25].into_iter().zip(visits).map(statistic).collect::<Vec<_>>()
        };
        let cases = [
            ([1, 1, 1], 10.0, [10.0, 30.0, 35.0], 2),
            ([1, 1, 1], 1000.0, [1048.0, 1068.0, 1073.0], 2),
            ([1, 1, 2], 10.0, [12.0, 32.0, 33.0], 2),
            ([1, 1, 2], 100.0, [118.0, 138.0, 108.0], 1),
            ([1, 1, 2], 1000.0, [1177.0, 1197.0, 858.0], 1),
        ];
        for (visits, c, values, choice) in cases {
            let task = UctValues { moves: moves(visits), c, rounding: Rounding { decimals: 0 } };
            assert_eq!([0, 1, 2].map(|mov| task.answer(mov)), values.map(Answer::Number));
            assert_eq!(task.answer(3), Answer::Choice(choice));
        }
    }

    #[test]
    fn an_answer_may_be_rounded_but_not_guessed() {
        let moves = vec![MoveStatistic { mean: 50, visits: 3 }, MoveStatistic { mean: 60, visits: 9 }];
        let task = UctValues { moves, c: 10.0, rounding: Rounding { decimals: 1 } };
        let exact = uct_value(50.0, 3, 12, 10.0);
        let accepts = |number| task.accepts(0, &Answer::Number(number));
        assert!(accepts(exact) && accepts(exact + 0.05) && accepts(exact - 0.05));
        assert!(!accepts(exact + 0.06) && !accepts(f64::NAN) && !accepts(f64::INFINITY) && !accepts(1e300));
    }
}
