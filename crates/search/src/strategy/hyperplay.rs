use game::{Chance, Game, InformationState, Playout, Playouts, drawn_move};

use super::{choices, sound, without_worlds};
use crate::evaluator::playout_mean::payoffs;
use crate::information_set::{EXACT, PARTICLES};
use crate::key::{self, Key, TIME};
use crate::{
    Budget, Decision, Effort, Entry, HiddenRequest, Meter, Moment, MoveEstimate, Observer, Request,
    SearchError, SearchRng, Spec, Status, Strategy, Window, WorldLimits, Worlds,
};

/// Imagined plays where nothing else ends the search.
const FALLBACK: u64 = 400;

const INNER: Key<Spec> = Key::strategy(
    "inner",
    "pimc(inner=flat-mc(playouts=40),worlds=10,particles=50,exact=100)",
    "the strategy of the role in imagined plays, where it is told what the role would know",
);
const OTHERS: Key<Spec> = Key::strategy(
    "others",
    "random",
    "the strategy of all other roles in imagined plays, where it is told the state",
);
const PLAYOUTS: Key<Option<u64>> = key::PLAYOUTS.unless_bounded(FALLBACK).with_help(
    "imagined plays of a decision: as many of each move, or one fewer where they end before the round does",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "hyperplay",
    help: "nested sampling: imagines plays from states that agree with what the role knows, in which the role learns no more than it would; makes the move with the highest mean payoff",
    reference: "Schofield & Thielscher, Lifting model sampling for general game playing to incomplete-information models, AAAI (2015)",
    status: Status::Heuristic,
    model: None,
    positional: true,
    parameters: &[
        INNER.parameter,
        OTHERS.parameter,
        PLAYOUTS.parameter,
        PARTICLES.parameter,
        EXACT.parameter,
        TIME.parameter,
    ],
};

/// Nested sampling of imagined plays, as in HyperPlay-II.
///
/// A state that agrees with what the role knows is drawn from its [`Worlds`], and each legal move is tried
/// there: the play is imagined to its end. In it the role is played by the inner strategy, which is told what
/// the role would know by then, its moves and percepts, and not the state. So a move that finds something out
/// is worth what can be made of the knowledge, and one that leaves the role in the dark is worth no more than
/// play in the dark: [`Pimc`](super::Pimc) sees no difference. The other roles are played by a strategy that
/// sees the state. It takes long, as the inner strategy decides at each ply of each imagined play. In a game
/// that hides nothing, the inner strategy decides.
///
/// An observer sees an imagined play as a playout of the move that is tried.
///
/// Source: M. Schofield, M. Thielscher, *Lifting model sampling for general game playing to
/// incomplete-information models*, AAAI (2015). There the others are nested players, too.
pub struct HyperPlay<'a, G: Game> {
    inner: Spec,
    others: Spec,
    /// The inner strategy for a game that hides nothing.
    open: Box<dyn Strategy<G> + 'a>,
    worlds: Worlds<G>,
    bounds: Budget,
}

impl<'a, G: Game + 'a> HyperPlay<'a, G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let inner = spec.get(INNER);
        let (open, worlds) = (inner.build(), Worlds::new(WorldLimits::from_spec(spec)));
        Self { inner, others: spec.get(OTHERS), open, worlds, bounds: spec.budget() }
    }
}

impl<'a, G: Game + 'a> Strategy<G> for HyperPlay<'a, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        self.open.choose(request)
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { game, information, legal, budget, rng, mut observer } = request;
        if legal.len() == 1 {
            return Ok(Decision::first_of(legal));
        }
        let mut meter = Meter::start(self.bounds.tightened_by(&budget).or_playouts(FALLBACK));
        if !self.worlds.follow(game, information, Moment::Choice(legal), &meter, rng)? {
            return without_worlds(&meter, legal);
        }
        let mut imagination = Imagination {
            game,
            inner: self.inner.build(),
            others: self.others.build(),
            asked: Effort::default(),
        };
        let (role, is_watched) = (information.role, observer.watches());
        let mut sums = vec![(0.0, 0); legal.len()];
        while !meter.spent() {
            // All moves are tried in the same state, so that its luck is no difference between them.
            let state = self.worlds.draw(rng).state.clone();
            for (&mov, (sum, plays)) in legal.iter().zip(&mut sums) {
                if meter.spent() {
                    break;
                }
                let play = imagination.play(information.clone(), state.clone(), mov, &mut meter, rng)?;
                let Some(play) = play else { continue };
                let Some(goals) = payoffs(game, &play.playout, &meter) else { continue };
                *sum += goals[role];
                *plays += 1;
                if is_watched {
                    observer.enter(&state, &[], Window::OPEN);
                    observer.enter(&play.second, &play.joint, Window::OPEN);
                    observer.playouts(1, &goals);
                    observer.ascend();
                    observer.playouts(1, &goals);
                    observer.back_up(role, mov, *plays, *sum / *plays as f64);
                    observer.ascend();
                }
            }
            observer.progress(&meter, &mut || estimates(legal, &sums));
        }
        let moves = estimates(legal, &sums);
        let better =
            |best: usize, index: usize| if moves[index].value > moves[best].value { index } else { best };
        let best = (1..moves.len()).fold(0, better);
        meter.effort += imagination.asked;
        let (mov, value, effort) = (moves[best].mov, moves[best].value, meter.effort);
        sound(&meter, Decision { value, moves, effort, ..Decision::unsearched(mov) })
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        self.open.ponder(request)
    }
}

/// The mean payoff of each move, of which the sum and the number of plays are known.
fn estimates<M: Copy>(legal: &[M], sums: &[(f64, u64)]) -> Vec<MoveEstimate<M>> {
    let estimate = |(&mov, &(sum, visits)): (&M, &(f64, u64))| {
        let value = (visits > 0).then(|| sum / visits as f64);
        MoveEstimate { mov, value, bound: None, proven: false, visits }
    };
    legal.iter().zip(sums).map(estimate).collect()
}

/// A play that was imagined to its end, or to the ply limit.
struct Play<G: Game> {
    /// Its first joint move.
    joint: Vec<G::Move>,
    /// The state after that.
    second: G::State,
    playout: Playout<G::State>,
}

/// Who plays in imagined plays.
struct Imagination<'p, G: Game> {
    game: &'p G,
    inner: Box<dyn Strategy<G> + 'p>,
    others: Box<dyn Strategy<G> + 'p>,
    /// What they have taken, which no bound of the search that asks them counts.
    asked: Effort,
}

impl<G: Game> Imagination<'_, G> {
    /// The play of the role that knows this much, which begins with a move in a state; nothing if the budget
    /// ends before.
    fn play(
        &mut self,
        mut information: InformationState<G::Move>,
        mut state: G::State,
        first: G::Move,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> Result<Option<Play<G>>, SearchError> {
        let game = self.game;
        let (mut next, mut begun, mut plies) = (Some(first), None, 0);
        while !game.terminal(&state) && plies < Playouts::<G>::PLY_LIMIT {
            let mut joint = Vec::with_capacity(game.roles());
            let choices = choices(game, &state)?;
            for other in 0..game.roles() {
                let legal = choices.of_role(other);
                joint.push(match next.take_if(|_| other == information.role) {
                    Some(mov) => mov,
                    None if legal.len() == 1 => legal[0],
                    None => {
                        let mov = self.chosen(&information, &state, other, legal, meter, rng)?;
                        if meter.interrupted() {
                            return Ok(None);
                        }
                        mov
                    }
                });
            }
            information.observe(game, &state, &joint);
            state = game.next(&state, &joint);
            begun.get_or_insert_with(|| (joint, state.clone()));
            plies += 1;
            meter.effort.nodes += 1;
            if meter.interrupted() || meter.nodes_left() == 0 {
                return Ok(None);
            }
        }
        meter.effort.playouts += 1;
        let cut = !game.terminal(&state);
        let playout = Playout { end: state, plies, cut };
        Ok(begun.map(|(joint, second)| Play { joint, second, playout }))
    }

    /// The move that a role chooses.
    fn chosen(
        &mut self,
        information: &InformationState<G::Move>,
        state: &G::State,
        role: usize,
        legal: &[G::Move],
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> Result<G::Move, SearchError> {
        let Self { game, inner, others, asked } = self;
        if game.chance().map(Chance::role) == Some(role) {
            return Ok(drawn_move(*game, state, role, legal, rng));
        }
        let Budget { time, stop, .. } = meter.budget();
        let time = time.map(|time| time.saturating_sub(meter.elapsed()));
        let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
        let decision = if role == information.role {
            inner.choose_hidden(HiddenRequest::new(*game, information, legal, rng).within(budget))
        } else {
            let request = Request::new(*game, state, role, rng).of_determinization().within(budget);
            others.choose(request)
        }?;
        *asked += decision.effort;
        Ok(decision.mov)
    }
}
