use game::{Counting, Game, Interrupt, MOST_TOGETHER};
use rand::RngExt;

use crate::SearchRng;

use super::distance::{Distance, pattern_databases};
use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::quest::Work;
use super::visited::Visited;

/// Beam search: of all states that take so many plies only the best are kept, and their children looked at.
///
/// The best are those that are nearest to the [goal](Distance), which pattern databases tell or the
/// conditions that are unmet. Of equals those with the most legal moves are, in the next search those with
/// the fewest (which a knight's tour wants: Warnsdorff 1823), in the one after that any. Then the beam gets
/// wider. It ends where nothing had to be left out.
///
/// Source: B. Lowerre, *The HARPY speech recognition system* (1976); with beams that get wider: W. Zhang,
/// *Complete anytime beam search*, AAAI (1998).
pub(super) struct Beam<G: Game> {
    /// Bytes that the states may take.
    memory: usize,
    guide: Guide,
    distance: Option<Distance>,
    width: usize,
    ties: Ties,
    search: Option<Search<G>>,
    states: Vec<G::State>,
    expansion: Expansion<G>,
}

struct Search<G: Game> {
    /// The states that were kept.
    kept: Visited<G>,
    /// Those of the current ply, and how many of them have been expanded.
    open: Vec<u32>,
    expanded: usize,
    /// How many plies lead to these.
    plies: usize,
    /// The states of the next ply, by the numbers of their parents among those kept.
    layer: Visited<G>,
    /// What each of them comes after: the least is the best.
    ranks: Vec<(u64, u32)>,
    /// Whether a state was left out.
    narrow: bool,
}

/// What tells how far states are from the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guide {
    /// The conditions that are unmet.
    Conditions,
    Patterns,
}

/// Which states are better of those that are as far from the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    MostMoves,
    FewestMoves,
    Any,
}

impl Ties {
    fn next(self) -> Self {
        match self {
            Self::MostMoves => Self::FewestMoves,
            Self::FewestMoves => Self::Any,
            Self::Any => Self::MostMoves,
        }
    }

    /// What a state with so many moves comes after.
    fn rank(self, moves: usize, rng: &mut SearchRng) -> u64 {
        let moves = moves.min(0xFFFF) as u64;
        let first = match self {
            Self::MostMoves => 0xFFFF - moves,
            Self::FewestMoves => moves,
            Self::Any => 0,
        };
        first << 16 | rng.random_range(0..1_u64 << 16)
    }
}

/// States of a ply that are kept at first.
const WIDTH: usize = 100;

/// How much wider the beam gets.
const GROWTH: usize = 4;

impl<G: Game> Beam<G> {
    pub(super) fn new(guide: Guide, memory: usize) -> Self {
        Self {
            memory,
            guide,
            distance: None,
            width: WIDTH,
            ties: Ties::MostMoves,
            search: None,
            states: Vec::new(),
            expansion: Expansion::new(),
        }
    }

    fn name(&self) -> &'static str {
        match self.guide {
            Guide::Conditions => "beam search",
            Guide::Patterns => "beam search by pattern databases",
        }
    }

    /// Has a distance to go by.
    ///
    /// # Errors
    /// How it stands without one: there is none, or it was interrupted.
    fn prepare(&mut self, work: &Work<'_, G>) -> Result<(), Standing> {
        if self.distance.is_some() {
            return Ok(());
        }
        let (game, root) = (work.game, &work.quest.root);
        self.distance = match self.guide {
            Guide::Conditions => Some(Distance::of(game, root)),
            Guide::Patterns => {
                let going_on = work.going_on_beyond_slice();
                let interrupt = Interrupt::unless(&going_on);
                let found = pattern_databases(game, root, self.memory, Counting::Each, &interrupt);
                found.map_err(|_| Standing::Working)?.map(Distance::Patterns)
            }
        };
        if self.distance.is_some() { Ok(()) } else { Err(Standing::Finished) }
    }

    /// What comes after a search: whether there is another one.
    fn next_search(&mut self, narrow: bool, full: bool) -> Standing {
        self.search = None;
        self.ties = self.ties.next();
        if self.ties == Ties::MostMoves && !full {
            self.width = self.width.saturating_mul(GROWTH);
        }
        if narrow { Standing::Working } else { Standing::Finished }
    }
}

impl<G: Game> Search<G> {
    fn new(game: &G, root: &G::State) -> Self {
        let clock = game.planning().map_or_else(Vec::new, game::Planning::clock);
        Self {
            kept: Visited::alike(game, root, &clock),
            open: vec![0],
            expanded: 0,
            plies: 0,
            layer: Visited::alike(game, root, &clock),
            ranks: Vec::new(),
            narrow: false,
        }
    }

    /// Keeps the best of the next ply, which is the current one from then on.
    fn descend(&mut self, game: &G, width: usize, states: &mut Vec<G::State>) {
        if self.ranks.len() > width {
            self.ranks.select_nth_unstable(width);
            self.ranks.truncate(width);
            self.narrow = true;
        }
        self.ranks.sort_unstable();
        self.open.clear();
        (self.expanded, self.plies) = (0, self.plies + 1);
        for part in self.ranks.chunks(MOST_TOGETHER) {
            self.layer.states(game, part.iter().map(|&(_, number)| number), states);
            for (state, &(_, number)) in states.iter().zip(part) {
                let (parent, mov) = self.layer.step_to(number);
                self.open.extend(self.kept.add(game, state, parent, mov));
            }
        }
        self.ranks.clear();
        self.layer.clear();
    }
}

impl<G: Game> Method<G> for Beam<G> {
    fn share(&self) -> f64 {
        match self.guide {
            Guide::Conditions => 1.0,
            // Where there are patterns, they know more than the others do.
            Guide::Patterns => 2.0,
        }
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let game = work.game;
        let name = self.name();
        let mut legal = Vec::new();
        if let Err(standing) = self.prepare(work) {
            return standing;
        }
        while !work.over() {
            let Self { memory, distance: Some(distance), width, ties, search, states, expansion, .. } = self
            else {
                return Standing::Finished;
            };
            let search = search.get_or_insert_with(|| Search::new(game, &work.quest.root));
            if search.expanded == search.open.len() {
                search.descend(game, *width, states);
                if search.open.is_empty() {
                    let narrow = search.narrow;
                    if self.next_search(narrow, false) == Standing::Finished {
                        return Standing::Finished;
                    }
                }
                continue;
            }
            let end = (search.expanded + expansion.states_together(game)).min(search.open.len());
            let numbers = &search.open[search.expanded..end];
            search.kept.states(game, numbers.iter().copied(), states);
            if !expansion.expand(game, states, work.meter) {
                return Standing::Working;
            }
            // Of a plan that goes on through a child, two more plies are known.
            let goes_on = search.plies + 2 <= work.quest.most_plies();
            for child in expansion.children() {
                let parent = numbers[child.parent];
                if let Some(goal) = child.goal {
                    if work.quest.is_better(goal, || search.kept.plies(parent) + 1) {
                        work.offer(search.kept.way_through(parent, child.mov), name);
                    }
                } else if goes_on
                    && let Some(number) = search.layer.add(game, child.state, parent, Some(child.mov))
                {
                    game.legal(child.state, 0, &mut legal);
                    let far = u64::from(distance.from(game, child.state));
                    search.ranks.push((far << 32 | ties.rank(legal.len(), work.rng), number));
                }
            }
            search.expanded = end;
            if search.kept.bytes() + search.layer.bytes() > *memory {
                // The next ones need not be any wider.
                self.next_search(true, true);
            }
        }
        Standing::Working
    }
}
