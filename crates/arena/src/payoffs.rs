use std::collections::BTreeMap;

use game::Goal;

/// The goals that came with each result of a match, by which one sees whether scores tell all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Payoffs {
    /// The least and the greatest goal of those who were among so many with the greatest goal; of those who
    /// were not by 0.
    seen: BTreeMap<usize, (Goal, Goal)>,
}

impl Payoffs {
    /// Adds the goals of a match.
    pub(crate) fn add(&mut self, goals: &[Goal]) {
        let Some(greatest) = goals.iter().max() else { return };
        let winners = goals.iter().filter(|&goal| goal == greatest).count();
        for goal in goals {
            self.note(if goal == greatest { winners } else { 0 }, (*goal, *goal));
        }
    }

    /// Adds those of other matches.
    pub(crate) fn merge(&mut self, other: &Self) {
        other.seen.iter().for_each(|(&winners, &range)| self.note(winners, range));
    }

    fn note(&mut self, winners: usize, (low, high): (Goal, Goal)) {
        let (least, greatest) = self.seen.entry(winners).or_insert((low, high));
        (*least, *greatest) = (low.min(*least), high.max(*greatest));
    }

    /// Whether goals tell more than scores: who compares mean goals may come to another order of players than
    /// who compares scores. They do not if the goal of a role is a linear function of its score, as where a
    /// win is worth 100, a draw 50 and a loss 0.
    pub(crate) fn tell_more(&self) -> bool {
        // Goals are whole, so a third of 100 is 33.
        let mut points = self.seen.iter().map(|(&winners, &(low, high))| {
            (if winners == 0 { 0.0 } else { 1.0 / winners as f64 }, f64::from(low), f64::from(high))
        });
        let by_score = |a: &(f64, f64, f64), b: &(f64, f64, f64)| a.0.total_cmp(&b.0);
        let ends = points.clone().min_by(by_score).zip(points.clone().max_by(by_score));
        let Some(((worst, least, _), (best, greatest, _))) = ends else { return false };
        points.any(|(score, low, high)| {
            let share = if best > worst { (score - worst) / (best - worst) } else { 0.0 };
            let expected = least + share * (greatest - least);
            low != high || (low - expected).abs() >= 1.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell_more(matches: &[&[Goal]]) -> bool {
        let mut payoffs = Payoffs::default();
        matches.iter().for_each(|goals| payoffs.add(goals));
        payoffs.tell_more()
    }

    #[test]
    fn goals_tell_nothing_more_where_each_result_has_one() {
        assert!(!tell_more(&[&[100, 0], &[0, 100], &[50, 50]]));
        assert!(!tell_more(&[&[60, 40], &[50, 50]]));
        assert!(!tell_more(&[&[100, 0, 0], &[50, 50, 0], &[33, 33, 33]]));
        assert!(!tell_more(&[&[20, 20]]) && !tell_more(&[]));
    }

    #[test]
    fn goals_tell_more_where_wins_or_draws_differ() {
        assert!(tell_more(&[&[100, 0], &[25, 75]]), "all add up to 100, as in kuhn-poker");
        assert!(tell_more(&[&[60, 60], &[1, 1]]));
        assert!(tell_more(&[&[100, 0], &[0, 0]]), "a draw scores a half and pays nothing");
        assert!(tell_more(&[&[100, 50, 0]]), "two lost");
    }

    #[test]
    fn matches_of_several_pairings_count_together() {
        let [mut one, mut other] = [Payoffs::default(), Payoffs::default()];
        one.add(&[100, 0]);
        other.add(&[75, 25]);
        assert!(!one.tell_more() && !other.tell_more());
        one.merge(&other);
        assert!(one.tell_more());
    }
}
