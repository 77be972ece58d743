use rand::RngExt;
use search::SearchRng;

use super::algorithm::Sampling;
use super::{RegretMinimiser, match_regrets};
use crate::extensive_form::Node;

/// A history in a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    node: u32,
    /// The number of the visit before.
    parent: u32,
    /// The move of the player that learns which led here, as a sequence; 0 if another moved.
    sequence: u32,
    /// The probability of that move by how the player plays, and that by which the sample took it.
    chosen: f64,
    taken: f64,
    /// 1 divided by the probability by which the sample took all moves of the player that learns, up to here.
    weight: f64,
    /// The estimate of what the player gets from here on, beside the middle of all payoffs.
    value: f64,
}

impl<M> RegretMinimiser<'_, M> {
    /// A player learns from a sample. What others do is sampled by how they play, so that only the samples of
    /// the own moves have to be weighted. The other's average, too, is learnt on the way.
    pub(super) fn sample(&mut self, seat: usize, sampling: Sampling) {
        self.go_down(seat, sampling);
        let sets = self.form.sequences.seat(seat).sets();
        let regrets = &mut self.learners[seat].regrets;
        // Every visit stands after the one that it follows.
        for place in (0..self.visits.len()).rev() {
            let Visit { node, parent, sequence, chosen, taken, weight, value } = self.visits[place];
            if let Node::Choice { seat: mover, set, .. } = self.form.nodes[node as usize]
                && usize::from(mover) == seat
            {
                for regret in &mut regrets[sets[set as usize].sequences()] {
                    *regret -= weight * value;
                }
            }
            if place == 0 {
                break;
            }
            let parent = &mut self.visits[parent as usize];
            parent.value += value * chosen / taken;
            if sequence != 0 {
                regrets[sequence as usize] += parent.weight * value / taken;
            }
        }
    }

    /// Takes the sample.
    fn go_down(&mut self, seat: usize, sampling: Sampling) {
        let Self { form, learners, visits, rng, middle, .. } = self;
        visits.clear();
        visits.push(Visit {
            node: 0,
            parent: 0,
            sequence: 0,
            chosen: 1.0,
            taken: 1.0,
            weight: 1.0,
            value: 0.0,
        });
        let mut place = 0;
        while let Some(&visit) = visits.get(place) {
            let by_others =
                Visit { parent: place as u32, sequence: 0, chosen: 1.0, taken: 1.0, value: 0.0, ..visit };
            match form.nodes[visit.node as usize] {
                Node::End(goals) => visits[place].value = f64::from(goals[seat]) - middle[seat],
                Node::Chance { outcomes, count, children } => {
                    let outcomes = &form.outcomes[outcomes as usize..][..count as usize];
                    visits.push(Visit { node: children + draw(outcomes, rng), ..by_others });
                }
                Node::Choice { seat: mover, set, children } => {
                    let mover = usize::from(mover);
                    let moves = form.sequences.seat(mover).sets()[set as usize].sequences();
                    let learner = &mut learners[mover];
                    let behaviour = &mut learner.behaviour[moves.clone()];
                    match_regrets(&learner.regrets[moves.clone()], behaviour);
                    if mover != seat {
                        for (total, probability) in learner.total[moves].iter_mut().zip(behaviour.iter()) {
                            *total += visit.weight * probability;
                        }
                        visits.push(Visit { node: children + draw(behaviour, rng), ..by_others });
                    } else {
                        let count = behaviour.len();
                        let mut take = |child: usize, taken: f64| {
                            visits.push(Visit {
                                node: children + child as u32,
                                sequence: (moves.start + child) as u32,
                                chosen: behaviour[child],
                                taken,
                                weight: visit.weight / taken,
                                ..by_others
                            });
                        };
                        match sampling {
                            Sampling::External => (0..count).for_each(|child| take(child, 1.0)),
                            Sampling::Outcome { exploration } => {
                                let child = if rng.random_bool(exploration) {
                                    rng.random_range(0..count)
                                } else {
                                    draw(behaviour, rng) as usize
                                };
                                let taken =
                                    exploration / count as f64 + (1.0 - exploration) * behaviour[child];
                                take(child, taken);
                            }
                        }
                    }
                }
            }
            place += 1;
        }
    }
}

/// Draws one of these probabilities, which add up to 1.
fn draw(probabilities: &[f64], rng: &mut SearchRng) -> u32 {
    let mut left: f64 = rng.random();
    let last = probabilities.len() - 1;
    let drawn = probabilities[..last].iter().position(|probability| {
        left -= probability;
        left < 0.0
    });
    drawn.unwrap_or(last) as u32
}
