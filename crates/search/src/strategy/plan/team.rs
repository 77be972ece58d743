use game::Game;

use crate::key::words;
use crate::{Meter, SearchRng};

use super::beam::Beam;
use super::best_first::BestFirst;
use super::breadth_first::BreadthFirst;
use super::factors::FactorByFactor;
use super::method::{Method, Standing};
use super::nested::Nested;
use super::quest::{Quest, Work};
use super::satisfiability::Satisfiability;
use super::slice::Slice;

/// Methods that look for plans from one state by turns.
pub(super) struct Team<'g, G: Game> {
    pub(super) quest: Quest<G>,
    /// Those that have something to do.
    methods: Vec<Box<dyn Method<G> + 'g>>,
    /// How often each has had its turn.
    rounds: u32,
    /// Whose turn is next.
    next: usize,
}

/// The methods that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Methods {
    All,
    Factors,
    BreadthFirst,
    BestFirst,
    Beam,
    Nested,
    Sat,
}

words!(Methods { "all" => All, "factors" => Factors, "breadth-first" => BreadthFirst, "best-first" => BestFirst, "beam" => Beam, "nested" => Nested, "sat" => Sat });

/// Bytes that a gate of a SAT solver's ply takes.
const GATE: usize = 250;

impl<'g, G: Game + 'g> Team<'g, G> {
    /// The methods of a search from `root`, in so many bytes together.
    pub(super) fn new(game: &G, root: G::State, methods: Methods, optimal: bool, memory: usize) -> Self {
        let knowledge = game.knowledge();
        let proven = knowledge.goal_sums().map_or(i32::MAX, |sums| *sums.end());
        let ceiling = f64::from(proven.min(*game.goal_range().end()));
        let has = |method| methods == Methods::All || methods == method;
        // Breadth-first search has the first word, as it ends soon where the space is small.
        let mut team: Vec<Box<dyn Method<G> + 'g>> = Vec::new();
        if has(Methods::BreadthFirst) {
            team.push(Box::new(BreadthFirst::new(optimal, memory / 4)));
        }
        if has(Methods::Factors) && !optimal {
            team.push(Box::new(FactorByFactor::new(memory / 4)));
        }
        if has(Methods::BestFirst) && !optimal {
            team.push(Box::new(BestFirst::new(memory / 4)));
        }
        if has(Methods::Beam) && !optimal {
            team.push(Box::new(Beam::new(memory / 4)));
        }
        if has(Methods::Nested) && !optimal {
            team.push(Box::new(Nested::new()));
        }
        if has(Methods::Sat) {
            team.push(Box::new(Satisfiability::new(optimal, memory / 4 / GATE)));
        }
        Self { quest: Quest::new(root, ceiling), methods: team, rounds: 0, next: 0 }
    }

    /// Goes on until the quest is solved, the budget spent, or nothing left to do.
    pub(super) fn work(
        &mut self,
        game: &G,
        meter: &mut Meter,
        rng: &mut SearchRng,
        mut tell: impl FnMut(&Quest<G>, &Meter),
    ) {
        while !self.quest.solved() && !meter.spent() && self.turn(game, meter, rng) {
            tell(&self.quest, meter);
        }
    }

    /// The turn of the next method; it says no if none has anything left to do.
    pub(super) fn turn(&mut self, game: &G, meter: &mut Meter, rng: &mut SearchRng) -> bool {
        if self.next >= self.methods.len() {
            self.next = 0;
            self.rounds += 1;
        }
        let Some(method) = self.methods.get_mut(self.next) else { return false };
        let slice = Slice::new(Slice::length(self.rounds) * method.share(), meter);
        match method.work(&mut Work { game, quest: &mut self.quest, meter, rng, slice }) {
            Standing::Working => self.next += 1,
            // What it had in memory goes.
            Standing::Finished => drop(self.methods.remove(self.next)),
        }
        true
    }
}
