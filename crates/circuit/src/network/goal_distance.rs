use super::cone::{Cone, Part, Place};
use super::network::Network;

/// How many fluents a state is away from the greatest goal of a role, as far as the goal's condition tells: 1
/// for a fluent that holds and should not or the other way round, the sum for a conjunction, the least for a
/// disjunction. It is 0 just where the condition holds, and otherwise an estimate: a fluent that is needed
/// twice counts twice, and whether moves can do it does not count at all.
///
/// Counting unmet conditions of the goal is the simplest heuristic of planning; the rules for
/// conjunctions and disjunctions are those of the additive heuristic (Bonet & Geffner, *Planning as
/// Heuristic Search*, 2001).
#[derive(Clone, Debug)]
pub struct GoalDistance {
    /// What the condition depends on, in topological order.
    nodes: Vec<Part>,
    condition: Place,
    /// For each node how far the state is from it, and from its opposite.
    distances: Vec<[u32; 2]>,
}

impl GoalDistance {
    /// The most gates that the condition may have; more would take too long at each state.
    const MOST_GATES: usize = 20_000;

    /// As far as a state can be: no fluents make the condition true.
    const FAR: u32 = 1 << 20;

    pub(crate) fn of(network: &Network, role: usize) -> Option<Self> {
        let goal = network.greatest_goal(role)?;
        let cone = Cone::of(&network.aig, [goal], Self::MOST_GATES)?;
        let (condition, distances) = (cone.place(goal), vec![[0; 2]; cone.parts.len()]);
        Some(Self { condition, distances, nodes: cone.parts })
    }

    /// The distance of a state, given by its [fluents](crate::State::fluents).
    pub fn of_state(&mut self, fluents: &[u64]) -> u32 {
        for (node, part) in self.nodes.iter().enumerate() {
            let at = |place: Place, opposite: bool| {
                self.distances[place.part as usize][usize::from(place.inverted != opposite)]
            };
            self.distances[node] = match *part {
                Part::False => [Self::FAR, 0],
                Part::Fluent(fluent) => {
                    let fluent = fluent as usize;
                    let holds = fluents[fluent / 64] >> (fluent % 64) & 1 == 1;
                    [u32::from(!holds), u32::from(holds)]
                }
                Part::And(a, b) => {
                    let both = (at(a, false) + at(b, false)).min(Self::FAR);
                    [both, at(a, true).min(at(b, true))]
                }
                Part::Unknown => [0, 0],
            };
        }
        self.distances[self.condition.part as usize][usize::from(self.condition.inverted)]
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::circuit_of;

    fn distances(goal: &str) -> Vec<u32> {
        let text = format!(
            "(role you) (init (off a)) (init (off b)) (init (off c)) (thing a) (thing b) (thing c)
            (<= (legal you (press ?x)) (thing ?x)) (<= (next (off ?x)) (true (off ?x)) (not (does you (press ?x))))
            (<= terminal (not (true (off a)))) (<= (goal you 100) {goal}) (goal you 0)"
        );
        let circuit = circuit_of(&text);
        let mut distance = circuit.goal_distance(0).unwrap();
        // Fluents are in the order of their text.
        [0b111, 0b110, 0b100, 0b000].map(|fluents| distance.of_state(&[fluents])).to_vec()
    }

    #[test]
    fn conditions_that_do_not_hold_are_counted() {
        assert_eq!(distances("(not (true (off a))) (not (true (off b))) (not (true (off c)))"), [3, 2, 1, 0]);
    }

    #[test]
    fn of_several_ways_the_nearest_counts() {
        let either = "(or (not (true (off a))) (true (off c)))";
        assert_eq!(distances(either), [0, 0, 0, 0]);
        assert_eq!(distances(&format!("{either} (not (true (off b)))")), [1, 1, 0, 0]);
    }
}
