#[cfg(test)]
mod tests;

use game::{BoxedGame, Composition, FactorGame, Game, Interrupt};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::quest::Work;
use super::team::{Methods, Team, Turn};

/// A product of puzzles, solved factor by factor.
///
/// Plans are looked for of one [factor](game::FactorGame) of the game after the other, by all other methods,
/// in turns. Where a move acts in one factor, the plans follow each other, that which ends the game last.
/// Where it acts in all of them, they are made side by side: a plan that is shorter than another goes on
/// until its factor is again as the goal wants it at the end of both. If they do not make a plan of the game,
/// as together they take too many plies, shortest plans are looked for.
///
/// Where the plan of one factor alone is one of the game, that is enough. A plan is played before it counts,
/// as any other is, so that nothing but time is lost with factors that are none.
///
/// Sources: M. Günther, S. Schiffel, M. Thielscher, *Factoring general games*, GIGA (2009); E. Cox, E.
/// Schkufza, R. Madsen, M. Genesereth, *Factoring general games using propositional automata*, GIGA (2009).
pub(super) struct FactorByFactor<'g, G: Game> {
    /// Bytes that the states of all factors may take.
    memory: usize,
    /// Whether shortest plans of factors are looked for.
    shortest: bool,
    moves: Composition,
    /// The factors, once they are known.
    factors: Vec<Factor<'g, G>>,
    /// The factor whose turn it is.
    next: usize,
}

/// A factor, and the search for a plan of it.
struct Factor<'g, G: Game> {
    game: FactorGame<G::State, G::Move>,
    root: G::State,
    /// Whether nothing has to be done in it.
    done: bool,
    team: Team<'g, Own<G>>,
}

/// The type of a factor's game.
type Own<G> = BoxedGame<<G as Game>::State, <G as Game>::Move>;

/// A state with the place of the one before it in its layer, and the move from there.
type Step<G> = (<G as Game>::State, usize, <G as Game>::Move);

/// By how many plies all plans may be longer than the longest is.
const SLACK: usize = 16;

/// The most states of a ply that are looked at to make a plan longer.
const MOST_STATES: usize = 5_000;

/// The most plies in which nothing is done until the game ends.
const MOST_WAITING: usize = 1_000;

impl<'g, G: Game + 'g> FactorByFactor<'g, G> {
    const NAME: &'static str = "search factor by factor";

    pub(super) fn new(shortest: bool, memory: usize) -> Self {
        Self { memory, shortest, moves: Composition::Alternatives, factors: Vec::new(), next: 0 }
    }

    /// Finds the factors. Whether there is something to do with them, or later.
    fn find(&mut self, work: &Work<'_, G>) -> Standing {
        let Some(planning) = work.game.planning() else { return Standing::Finished };
        let going_on = work.going_on();
        let found = match planning.factors(&Interrupt::unless(&going_on)) {
            Ok(Some(found)) => found,
            Ok(None) => return Standing::Finished,
            // The next slice is longer.
            Err(_) => return Standing::Working,
        };
        self.moves = found.moves;
        let share = self.memory / found.factors.len().max(1);
        let fluents = planning.bits(&work.quest.root);
        for game in found.factors {
            let Some(root) = state_of(&game.to_goal, fluents) else { return Standing::Finished };
            let done = pays(&game.to_goal, &root);
            if game.to_goal.terminal(&root) && !done {
                return Standing::Finished;
            }
            let team = Team::new(&game.to_goal, root.clone(), Methods::All, self.shortest, share);
            let team = team.part_of(work.quest);
            self.factors.push(Factor { game, root, done, team });
        }
        Standing::Working
    }

    /// A plan of the game by the plans of all factors. Whether it is one is not certain.
    fn join(&self, work: &mut Work<'_, G>) -> Option<Vec<G::Move>> {
        let plans: Option<Vec<Vec<G::Move>>> = self.factors.iter().map(Factor::plan).collect();
        match self.moves {
            Composition::Alternatives => self.join_in_turn(plans?, work),
            Composition::Product => self.join_side_by_side(&plans?, work),
        }
    }

    /// One plan after the other, then moves that are none in any factor until the game is over.
    fn join_in_turn(&self, mut plans: Vec<Vec<G::Move>>, work: &Work<'_, G>) -> Option<Vec<G::Move>> {
        let game = work.game;
        plans.retain(|plan| !plan.is_empty());
        let (mut state, mut moves) = (work.quest.root.clone(), Vec::new());
        while !plans.is_empty() {
            let last = plans.len() == 1;
            let played = plans.iter().enumerate().find_map(|(place, plan)| {
                let end = play(game, state.clone(), plan)?;
                (last || !game.terminal(&end)).then_some((place, end))
            });
            let (place, end) = played?;
            moves.extend(plans.remove(place));
            state = end;
        }
        let mut legal = Vec::new();
        for _ in 0..MOST_WAITING {
            if game.terminal(&state) || work.meter.interrupted() {
                break;
            }
            game.legal(&state, 0, &mut legal);
            let waits =
                |mov: &&G::Move| self.factors.iter().all(|factor| factor.game.action(**mov).is_none());
            let wait = *legal.iter().find(waits)?;
            state = game.next(&state, &[wait]);
            moves.push(wait);
        }
        Some(moves)
    }

    /// All plans at the same time, made as long as each other.
    fn join_side_by_side(&self, plans: &[Vec<G::Move>], work: &mut Work<'_, G>) -> Option<Vec<G::Move>> {
        let longest = plans.iter().map(Vec::len).max()?;
        let by_length: Vec<FxHashMap<usize, Vec<G::Move>>> = self
            .factors
            .iter()
            .zip(plans)
            .map(|(factor, plan)| factor.by_length(plan, longest, work))
            .collect();
        (longest..=longest + SLACK).find_map(|plies| {
            let plans: Option<Vec<_>> = by_length.iter().map(|plans| plans.get(&plies)).collect();
            self.side_by_side(&plans?, plies, work)
        })
    }

    /// Plans of so many plies each as one; none if there is no such move of the game at a ply, or the game is
    /// not over just at the end.
    fn side_by_side(
        &self,
        plans: &[&Vec<G::Move>],
        plies: usize,
        work: &Work<'_, G>,
    ) -> Option<Vec<G::Move>> {
        let game = work.game;
        let (mut state, mut moves, mut legal) =
            (work.quest.root.clone(), Vec::with_capacity(plies), Vec::new());
        for ply in 0..plies {
            if game.terminal(&state) || work.meter.interrupted() {
                return None;
            }
            game.legal(&state, 0, &mut legal);
            let acts = |mov: &&G::Move| {
                self.factors
                    .iter()
                    .zip(plans)
                    .all(|(factor, plan)| factor.game.action(**mov) == factor.game.action(plan[ply]))
            };
            let mov = *legal.iter().find(acts)?;
            state = game.next(&state, &[mov]);
            moves.push(mov);
        }
        game.terminal(&state).then_some(moves)
    }
}

impl<'g, G: Game + 'g> Factor<'g, G> {
    /// The moves after which the factor is done, if they are known.
    fn plan(&self) -> Option<Vec<G::Move>> {
        if self.done {
            return Some(Vec::new());
        }
        let quest = &self.team.quest;
        quest.best().filter(|_| quest.solved()).map(|best| best.moves.clone())
    }

    /// The plan, and longer ones that begin with it, by their numbers of plies: up to `longest` and
    /// some more.
    fn by_length(
        &self,
        plan: &[G::Move],
        longest: usize,
        work: &mut Work<'_, G>,
    ) -> FxHashMap<usize, Vec<G::Move>> {
        let mut plans = FxHashMap::from_iter([(plan.len(), plan.to_vec())]);
        let (to_goal, beyond) = (&self.game.to_goal, &self.game.beyond);
        let end = play(to_goal, self.root.clone(), plan);
        let Some(end) = end.and_then(|end| state_of(beyond, to_goal.planning()?.bits(&end))) else {
            return plans;
        };
        let mut layers: Vec<Vec<Step<Own<G>>>> = Vec::new();
        let mut states = vec![end];
        states.retain(|state| !beyond.terminal(state));
        let mut expansion = Expansion::new();
        for plies in plan.len() + 1..=longest + SLACK {
            if states.is_empty() || work.meter.spent() || !expansion.expand(beyond, &states, work.meter) {
                break;
            }
            let children: Vec<_> = expansion.children().collect();
            if let Some(last) = children.iter().find(|child| self.is_done_in(child.state)) {
                let mut moves = vec![last.mov];
                let mut place = last.parent;
                for layer in layers.iter().rev() {
                    let (_, before, mov) = &layer[place];
                    moves.push(*mov);
                    place = *before;
                }
                moves.reverse();
                plans.insert(plies, [plan, &moves].concat());
            }
            let mut seen = FxHashSet::default();
            let open = children.iter().filter(|child| child.goal.is_none() && seen.insert(child.state));
            let layer: Vec<Step<Own<G>>> =
                open.take(MOST_STATES).map(|child| (child.state.clone(), child.parent, child.mov)).collect();
            states = layer.iter().map(|(state, ..)| state.clone()).collect();
            layers.push(layer);
        }
        plans
    }

    /// Whether the factor is as the greatest goal wants it in a state of its game that goes on.
    fn is_done_in(&self, state: &G::State) -> bool {
        let fluents = self.game.beyond.planning().map(|planning| planning.bits(state));
        let here = fluents.and_then(|fluents| state_of(&self.game.to_goal, fluents));
        here.is_some_and(|state| pays(&self.game.to_goal, &state))
    }
}

impl<'g, G: Game + 'g> Method<G> for FactorByFactor<'g, G> {
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        if self.factors.is_empty() {
            return self.find(work);
        }
        while !work.over() {
            if let Some(plan) = self.join(work) {
                work.offer(plan, Self::NAME);
            }
            if self.factors.iter().all(|factor| factor.plan().is_some()) {
                if self.shortest {
                    return Standing::Finished;
                }
                if work.meter.spent() {
                    return Standing::Working;
                }
                // Whether or not they make a plan of the game, others are not looked for; but shortest ones
                // may do.
                self.shortest = true;
                let share = self.memory / self.factors.len();
                for factor in &mut self.factors {
                    let team =
                        Team::new(&factor.game.to_goal, factor.root.clone(), Methods::All, true, share);
                    factor.team = team.part_of(work.quest);
                }
                continue;
            }
            self.next = (self.next + 1) % self.factors.len();
            let factor = &mut self.factors[self.next];
            if factor.plan().is_some() {
                continue;
            }
            if factor.team.turn(&factor.game.to_goal, work.meter, work.rng, Some(&work.slice)) == Turn::None {
                // Of a factor without a plan there is none of the game.
                return Standing::Finished;
            }
            // One factor may be enough.
            if let (Composition::Alternatives, Some(plan)) = (self.moves, factor.plan()) {
                work.offer(plan, Self::NAME);
            }
        }
        Standing::Working
    }
}

/// The state of a game with these fluents.
fn state_of<G: Game>(game: &G, fluents: &[u64]) -> Option<G::State> {
    let mut states = Vec::with_capacity(1);
    game.planning()?.states(&[fluents], &mut states);
    states.pop()
}

/// Whether a factor is done in a state of its game.
fn pays<G: Game>(game: &G, state: &G::State) -> bool {
    game.terminal(state) && game.goal(state, 0) > 0
}

/// The state after some moves; none if one of them is not legal, or the game is over before.
fn play<G: Game>(game: &G, mut state: G::State, moves: &[G::Move]) -> Option<G::State> {
    let mut legal = Vec::new();
    for mov in moves {
        game.legal(&state, 0, &mut legal);
        if game.terminal(&state) || !legal.contains(mov) {
            return None;
        }
        state = game.next(&state, std::slice::from_ref(mov));
    }
    Some(state)
}
