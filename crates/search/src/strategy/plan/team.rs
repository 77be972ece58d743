use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use game::{Game, ask_while};
use parking_lot::Mutex;
use rand::{Rng, SeedableRng};

use crate::key::words;
use crate::{Budget, Effort, Meter, SearchRng};

use super::a_star::AStar;
use super::beam::{Beam, Guide};
use super::best_first::BestFirst;
use super::breadth_first::BreadthFirst;
use super::factors::FactorByFactor;
use super::in_order::InOrder;
use super::iterative_deepening::IterativeDeepening;
use super::method::{Method, Standing};
use super::nested::Nested;
use super::quest::{Quest, Work};
use super::satisfiability::Satisfiability;
use super::slice::Slice;

/// Methods that look for plans from one state by turns, on several threads if these are to be had.
pub(super) struct Team<'g, G: Game> {
    pub(super) quest: Quest<G>,
    queue: Mutex<Queue<'g, G>>,
}

/// The methods that have something to do.
struct Queue<'g, G: Game> {
    /// Those that wait for their turns, in their order.
    waiting: VecDeque<Member<'g, G>>,
    /// How many have their turns now.
    at_work: usize,
}

struct Member<'g, G: Game> {
    method: Box<dyn Method<G> + 'g>,
    /// How many turns it has had.
    turns: u32,
}

/// Whether a method had its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// One had.
    Made,
    /// None could: other threads have all methods that are left.
    Awaited,
    /// None has anything left to do.
    None,
}

/// How long a thread waits for a method that others have.
const PATIENCE: Duration = Duration::from_millis(1);

/// The methods that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Methods {
    All,
    Factors,
    BreadthFirst,
    AStar,
    IdaStar,
    BestFirst,
    Beam,
    Patterns,
    Nested,
    Sat,
}

words!(Methods { "all" => All, "factors" => Factors, "breadth-first" => BreadthFirst, "a-star" => AStar, "ida-star" => IdaStar, "best-first" => BestFirst, "beam" => Beam, "patterns" => Patterns, "nested" => Nested, "sat" => Sat });

/// Makes a method that may take so many bytes.
type Maker<'m, 'g, G> = &'m dyn Fn(usize) -> Box<dyn Method<G> + 'g>;

/// Bytes that a gate of a SAT solver's ply takes.
const GATE: usize = 250;

impl<'g, G: Game + 'g> Team<'g, G> {
    /// The methods of a search from `root`, in so many bytes together.
    pub(super) fn new(game: &G, root: G::State, methods: Methods, optimal: bool, memory: usize) -> Self {
        let knowledge = game.knowledge();
        let proven = knowledge.goal_sums().map_or(i32::MAX, |sums| *sums.end());
        let ceiling = f64::from(proven.min(*game.goal_range().end()));
        // For each method, whether it is among all methods, and its parts of the memory, of which those
        // have most that prove plans to be shortest. Those that end soon where the space is small have the
        // first word.
        let all: [(Methods, bool, usize, Maker<'_, 'g, G>); 10] = [
            (Methods::BreadthFirst, !optimal, 8, &|bytes| Box::new(BreadthFirst::new(optimal, bytes))),
            (Methods::AStar, optimal, 64, &|bytes| Box::new(AStar::new(bytes))),
            (Methods::IdaStar, false, 64, &|bytes| Box::new(IterativeDeepening::new(bytes))),
            (Methods::Factors, true, 8, &|bytes| Box::new(FactorByFactor::new(optimal, bytes))),
            (Methods::BestFirst, true, 8, &|bytes| Box::new(BestFirst::new(bytes))),
            (Methods::Beam, true, 8, &|bytes| Box::new(Beam::new(Guide::Conditions, bytes))),
            (Methods::Nested, true, 1, &|_| Box::new(Nested::new())),
            (Methods::Sat, true, 5, &|bytes| Box::new(InOrder::new(bytes / GATE))),
            (Methods::Sat, true, if optimal { 40 } else { 5 }, &|bytes| {
                Box::new(Satisfiability::new(optimal, bytes / GATE))
            }),
            (Methods::Patterns, true, 8, &|bytes| Box::new(Beam::new(Guide::Patterns, bytes))),
        ];
        let chosen = all
            .iter()
            .filter(|&&(method, among_all, ..)| methods == method || methods == Methods::All && among_all);
        let parts: usize = chosen.clone().map(|(_, _, parts, _)| parts).sum();
        let team = chosen.map(|(_, _, own, make)| make(memory / parts.max(1) * own));
        let waiting = team.map(|method| Member { method, turns: 0 }).collect();
        Self { quest: Quest::new(root, ceiling, optimal), queue: Mutex::new(Queue { waiting, at_work: 0 }) }
    }

    /// The same for a part of a game, which ends when the quest of the whole game does.
    pub(super) fn part_of<H: Game>(self, whole: &Quest<H>) -> Self {
        Self { quest: self.quest.part_of(whole), ..self }
    }

    /// Goes on until the quest is solved, the budget spent, or nothing left to do. Methods have their turns
    /// on so many threads, or on one if the budget bounds states or playouts, so that the same seed gives the
    /// same plan.
    pub(super) fn work(
        &self,
        game: &G,
        threads: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
        mut tell: impl FnMut(&Quest<G>, &Meter),
    ) {
        let Budget { nodes, playouts, .. } = meter.budget();
        let useful = threads.min(self.queue.lock().waiting.len()).max(1);
        let helpers = if nodes.is_some() || playouts.is_some() { 0 } else { useful - 1 };
        // What the helpers have counted.
        let counts: Vec<Mutex<Effort>> = (0..helpers).map(|_| Mutex::default()).collect();
        let all = |meter: &Meter| {
            let mut all = meter.share(0, 1);
            all.effort = meter.effort;
            counts.iter().for_each(|count| all.effort += *count.lock());
            all
        };
        self.quest.begin();
        thread::scope(|scope| {
            let running: Vec<_> = counts
                .iter()
                .map(|count| {
                    let (mut meter, mut rng) = (meter.share(0, 1), SearchRng::seed_from_u64(rng.next_u64()));
                    scope.spawn(move || {
                        ask_while(meter.going_on(), || {
                            self.take_turns(game, &mut meter, &mut rng, |meter| *count.lock() = meter.effort);
                        });
                        meter
                    })
                })
                .collect();
            self.take_turns(game, meter, rng, |meter| tell(&self.quest, &all(meter)));
            for thread in running {
                meter.add(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
    }

    /// What one thread does of the work; `told` hears after each turn what it has counted. Where one thread
    /// has nothing to go on for, or panics, all end.
    fn take_turns(&self, game: &G, meter: &mut Meter, rng: &mut SearchRng, mut told: impl FnMut(&Meter)) {
        let _ending = Ending(&self.quest);
        while !self.quest.is_over() && !meter.spent() {
            match self.turn(game, meter, rng, None) {
                Turn::Made => {}
                Turn::Awaited => thread::sleep(PATIENCE),
                Turn::None => break,
            }
            told(meter);
        }
    }

    /// The turn of the method that waits longest, within another slice if there is one.
    pub(super) fn turn(
        &self,
        game: &G,
        meter: &mut Meter,
        rng: &mut SearchRng,
        within: Option<&Slice>,
    ) -> Turn {
        let mut queue = self.queue.lock();
        let Some(mut member) = queue.waiting.pop_front() else {
            return if queue.at_work > 0 { Turn::Awaited } else { Turn::None };
        };
        queue.at_work += 1;
        drop(queue);
        let _at_work = AtWork(&self.queue);
        let slice = Slice::new(Slice::length(member.turns) * member.method.share(), meter);
        let slice = within.map_or(slice, |within| slice.within(within));
        member.turns = member.turns.saturating_add(1);
        let standing = member.method.work(&mut Work { game, quest: &self.quest, meter, rng, slice });
        // Of one that has finished, what it had in memory goes.
        if standing == Standing::Working {
            self.queue.lock().waiting.push_back(member);
        }
        Turn::Made
    }
}

/// A method has its turn, until this is dropped.
struct AtWork<'b, 'g, G: Game>(&'b Mutex<Queue<'g, G>>);

impl<G: Game> Drop for AtWork<'_, '_, G> {
    fn drop(&mut self) {
        self.0.lock().at_work -= 1;
    }
}

/// Has the search for a quest end when it is dropped.
struct Ending<'q, G: Game>(&'q Quest<G>);

impl<G: Game> Drop for Ending<'_, G> {
    fn drop(&mut self) {
        self.0.end();
    }
}
