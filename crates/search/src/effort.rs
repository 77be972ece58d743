use std::ops::AddAssign;

/// What a search has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// States visited.
    pub nodes: u64,
    /// Terminal or evaluated states among them.
    pub leaves: u64,
    /// Simulations of a Monte Carlo search, each of which goes down its tree once.
    pub simulations: u64,
    /// Playouts made.
    pub playouts: u64,
    /// Visits that simulations counted without a playout, as they came to payoffs that are known: those of a
    /// terminal or of a proven state. Such a simulation counts for as many visits as playouts would have been
    /// made instead.
    pub proven_visits: u64,
    /// States whose values a tablebase told, so that they were not searched.
    pub tablebase_hits: u64,
    /// Greatest number of plies looked ahead, playouts not counted.
    pub depth: u32,
}

impl Effort {
    /// Visits of a Monte Carlo search: playouts and proven visits, which a budget of playouts
    /// bounds together.
    pub fn visits(&self) -> u64 {
        self.playouts + self.proven_visits
    }

    /// Somebody has looked so many plies ahead.
    pub(crate) fn reach(&mut self, plies: u32) {
        self.depth = self.depth.max(plies);
    }
}

/// Counts what another search took that was a part of this one or ran beside it.
impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        // All fields are named, so that none is forgotten.
        let Self { nodes, leaves, simulations, playouts, proven_visits, tablebase_hits, depth } = other;
        self.nodes += nodes;
        self.leaves += leaves;
        self.simulations += simulations;
        self.playouts += playouts;
        self.proven_visits += proven_visits;
        self.tablebase_hits += tablebase_hits;
        self.reach(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parts_of_a_search_took_adds_up_but_for_the_depth() {
        let effort = |n: u64, depth| Effort {
            nodes: n,
            leaves: 2 * n,
            simulations: 3 * n,
            playouts: 4 * n,
            proven_visits: 5 * n,
            tablebase_hits: 6 * n,
            depth,
        };
        let mut all = effort(1, 7);
        all += effort(10, 3);
        assert_eq!((all, all.visits()), (effort(11, 7), 99));
        all += effort(0, 8);
        assert_eq!(all.depth, 8);
    }
}
