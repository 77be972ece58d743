use std::sync::Arc;
use std::time::Instant;

use game::{Choices, Game, Goal, InformationState, Observation, Percept, Rules, ask_while};
use logic::TermId;
use rand::RngExt;
use search::{
    Budget, Decision, HiddenRequest, Meter, Moment, Monitor, SearchError, SearchRng, Strategy, WorldLimits,
    Worlds,
};

use super::own_history::{OwnHistory, Step};
use crate::OwnPly;
use crate::excerpt::excerpt;

/// A match as a role knows it that is told its own moves and percepts, and nothing else.
///
/// The protocol of GDL-II does not tell which moves are legal. They follow from what the role knows: they are
/// those of the [`Worlds`] that agree with it.
#[derive(Debug)]
pub(super) struct OwnView {
    rules: Arc<Rules>,
    role: usize,
    history: OwnHistory,
    worlds: Worlds<Rules>,
}

/// The moves of a role, as far as it can know.
#[derive(Debug)]
pub(super) struct OwnMoves {
    /// Their names.
    pub(super) legal: Vec<String>,
    /// Why they may not be the legal ones.
    pub(super) doubt: Option<Doubt>,
}

/// Why a role does not know its legal moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Doubt {
    /// There are several possibilities.
    #[error(
        "what the role knows does not tell which moves are legal, as rules in GDL-II must; the likeliest are taken"
    )]
    Several,
    /// No state that agrees with what it knows was found in time.
    #[error("no state that agrees with what the role knows was found in time; its legal moves are guessed")]
    Late,
    /// There is none: why.
    #[error("{0}; its legal moves are guessed")]
    Lost(String),
}

/// Worlds that are kept to know the legal moves: one would be enough, but a few are not lost so soon.
const WORLDS: WorldLimits = WorldLimits { exact: 100, particles: 30 };

/// Plays that are tried to guess which moves are legal.
const GUESSES: usize = 200;

/// The share of the likelihood of the likeliest move with which another is as good a guess.
const LIKELY: f64 = 0.9;

impl OwnView {
    /// What the role knows at the beginning.
    pub(super) fn new(rules: Arc<Rules>, role: usize) -> Self {
        Self { rules, role, history: OwnHistory::default(), worlds: Worlds::new(WORLDS) }
    }

    /// The game.
    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What was told so far.
    pub(super) fn history(&self) -> &OwnHistory {
        &self.history
    }

    /// Goes to what the role knows when it was told this.
    pub(super) fn follow(&mut self, history: &OwnHistory) {
        self.history.clone_from(history);
    }

    /// Takes note of a report.
    pub(super) fn take(&mut self, report: Option<&OwnPly>) -> Step {
        self.history.take(report)
    }

    /// The legal moves of the role: by the worlds that are found until `sure`, otherwise as a guess that
    /// takes until `end`.
    pub(super) fn moves(&mut self, (sure, end): (Instant, Instant), rng: &mut SearchRng) -> OwnMoves {
        let doubt = match self.find(Moment::Turn, sure, rng) {
            Ok(true) => return self.moves_in_worlds(),
            Ok(false) => Doubt::Late,
            Err(why) => Doubt::Lost(why),
        };
        let found = self.imagined_moves(end, rng);
        let legal = match doubt {
            // A search needs all moves that are legal together.
            Doubt::Several | Doubt::Late => self.likeliest(found),
            Doubt::Lost(_) => self.each_likely(&found),
        };
        OwnMoves { legal, doubt: Some(doubt) }
    }

    /// The goal of the role at the end of the game, if it follows from what the role knows.
    pub(super) fn goal(&mut self, until: Instant, rng: &mut SearchRng) -> Option<Goal> {
        if !self.find(Moment::End, until, rng).unwrap_or(false) {
            return None;
        }
        let mut goals = self.worlds.iter().map(|world| self.rules.goal(&world.state, self.role));
        let goal = goals.next()?;
        // Where not all worlds are kept, others may have another goal.
        (self.worlds.is_exact() && goals.all(|other| other == goal)).then_some(goal)
    }

    /// Asks a strategy for one of these moves.
    ///
    /// # Errors
    /// As [`Strategy::choose_hidden`], and if it cannot be said what the role knows.
    pub(super) fn ask(
        &self,
        strategy: &mut dyn Strategy<Rules>,
        legal: &[String],
        budget: Budget,
        rng: &mut SearchRng,
        monitor: &mut Monitor<TermId>,
    ) -> Result<Decision<TermId>, SearchError> {
        let unknown = || SearchError::NoWorld { role: self.rules.notation().role_name(self.role).to_owned() };
        let information = self.information().map_err(|_| unknown())?;
        let legal: Option<Vec<TermId>> = legal.iter().map(|mov| self.term(mov)).collect();
        let legal = legal.ok_or_else(unknown)?;
        let request = HiddenRequest::new(&*self.rules, &information, &legal, rng);
        strategy.choose_hidden(request.within(budget).watched_by(monitor))
    }

    /// Finds the worlds of a moment. Says whether they were found in time.
    ///
    /// # Errors
    /// If there are none: why.
    fn find(
        &mut self,
        moment: Moment<'_, TermId>,
        until: Instant,
        rng: &mut SearchRng,
    ) -> Result<bool, String> {
        let information = self.information()?;
        let time = Some(until.saturating_duration_since(Instant::now()));
        let meter = Meter::start(Budget { time, ..Budget::default() });
        let Self { rules, worlds, .. } = self;
        let find = || worlds.follow(&**rules, &information, moment, &meter, rng);
        ask_while(move || Instant::now() < until, find).map_err(|error| error.to_string())
    }

    /// What the role knows.
    ///
    /// # Errors
    /// If reports were lost, or do not have the names of the rules.
    fn information(&self) -> Result<InformationState<TermId>, String> {
        let mut information = InformationState::initial(self.role);
        for (turn, ply) in (1..).zip(self.history.plies()) {
            let OwnPly { mov, percepts, .. } = ply
                .as_ref()
                .ok_or_else(|| format!("what the role did and saw at turn {turn} is not known"))?;
            let unnamed = |what: &str, name: &str| {
                let name = excerpt(name);
                format!("at turn {turn} it was told the {what} {name}, which has not the names of the rules")
            };
            let mov = self.term(mov).ok_or_else(|| unnamed("move", mov))?;
            let percept =
                |name: &String| self.rules.percept_named(name).ok_or_else(|| unnamed("percept", name));
            let mut seen = percepts.iter().map(percept).collect::<Result<Vec<Percept>, _>>()?;
            seen.sort_unstable();
            seen.dedup();
            information.plies.push(Observation { mov, seen });
        }
        Ok(information)
    }

    /// The term of a name; none if it has not the names of the rules, or exceeds their limits.
    fn term(&self, name: &str) -> Option<TermId> {
        self.rules.reasoner().term(name).ok().flatten()
    }

    /// The legal moves in the worlds.
    fn moves_in_worlds(&self) -> OwnMoves {
        let mut found = Vec::new();
        let mut moves = Vec::new();
        for world in self.worlds.iter() {
            self.rules.legal(&world.state, self.role, &mut moves);
            note(&mut found, &moves, world.probability);
        }
        let doubt = (found.len() > 1).then_some(Doubt::Several);
        OwnMoves { legal: self.likeliest(found), doubt }
    }

    /// The moves that are legal at the ends of random plays in which the role does what it did, whatever it
    /// saw, and how often. Where it cannot have done that, or it is not known what it did, it does anything.
    fn imagined_moves(&self, until: Instant, rng: &mut SearchRng) -> Vec<(Vec<TermId>, f64)> {
        let own: Vec<Option<TermId>> =
            self.history.plies().iter().map(|ply| self.term(&ply.as_ref()?.mov)).collect();
        ask_while(
            move || Instant::now() < until,
            || {
                for faithful in [true, false] {
                    let (mut found, mut moves) = (Vec::new(), Vec::new());
                    for _ in 0..GUESSES {
                        if let Some(state) = self.play(&own, faithful, rng) {
                            self.rules.legal(&state, self.role, &mut moves);
                            note(&mut found, &moves, 1.0);
                        }
                        if Instant::now() >= until {
                            break;
                        }
                    }
                    if !found.is_empty() {
                        return found;
                    }
                }
                Vec::new()
            },
        )
    }

    /// The state after a random play of as many plies as there were, if the game is not over before. In it
    /// the role makes the moves that are given; where one is not legal, a faithful play ends.
    fn play(
        &self,
        own: &[Option<TermId>],
        faithful: bool,
        rng: &mut SearchRng,
    ) -> Option<<Rules as Game>::State> {
        let rules = &*self.rules;
        let mut state = rules.initial();
        for &mov in own {
            if rules.terminal(&state) {
                return None;
            }
            let choices = Choices::of(rules, &state);
            // The time may be over meanwhile.
            if choices.each().any(<[_]>::is_empty) {
                return None;
            }
            let mut joint: Vec<TermId> =
                choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            match mov {
                Some(mov) if choices.of_role(self.role).contains(&mov) => joint[self.role] = mov,
                Some(_) if faithful => return None,
                _ => {}
            }
            state = rules.next(&state, &joint);
        }
        (!rules.terminal(&state)).then_some(state)
    }

    /// The names of the moves that are together of the greatest weight.
    fn likeliest(&self, found: Vec<(Vec<TermId>, f64)>) -> Vec<String> {
        let best = found.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let names = |(moves, _): (Vec<TermId>, f64)| {
            moves.into_iter().map(|mov| self.rules.notation().move_name(mov)).collect()
        };
        best.map(names).unwrap_or_default()
    }

    /// The names of the moves that are each nearly as likely as the likeliest.
    fn each_likely(&self, found: &[(Vec<TermId>, f64)]) -> Vec<String> {
        let mut each: Vec<(Vec<TermId>, f64)> = Vec::new();
        for (moves, weight) in found {
            moves.iter().for_each(|&mov| note(&mut each, &[mov], *weight));
        }
        let best = each.iter().map(|&(_, weight)| weight).fold(0.0, f64::max);
        let likely = each.into_iter().filter(|(_, weight)| *weight >= best * LIKELY);
        likely.flat_map(|(moves, _)| moves).map(|mov| self.rules.notation().move_name(mov)).collect()
    }

    /// Whether other roles move, and the role sees nothing of it, as the rules have no `sees`.
    pub(super) fn is_blind(&self) -> bool {
        self.rules.percepts().is_none() && self.rules.roles() > 1
    }
}

/// Adds a weight to that of moves.
fn note(found: &mut Vec<(Vec<TermId>, f64)>, moves: &[TermId], weight: f64) {
    match found.iter_mut().find(|(known, _)| known == moves) {
        Some((_, sum)) => *sum += weight,
        None => found.push((moves.to_vec(), weight)),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::time::Duration;

    use game::Builtin;
    use gdl::Rulesheet;
    use logic::Limits;
    use rand::SeedableRng;

    use super::*;

    /// What xplayer knows at the beginning of a game, by the reasoner and by the circuit.
    fn views(text: &str) -> [OwnView; 2] {
        let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
        let reasoned = Rules::reasoned(&sheet, Limits::default()).unwrap();
        [reasoned, Rules::new(&sheet).unwrap()].map(|rules| OwnView::new(Arc::new(rules), 0))
    }

    fn phantom() -> [OwnView; 2] {
        views(Builtin::named("phantom-tictactoe").unwrap().rules)
    }

    fn ply(turn: u32, mov: &str, percepts: &[&str]) -> OwnPly {
        let percepts = percepts.iter().map(|&percept| percept.to_owned()).collect();
        OwnPly { turn: NonZero::new(turn).unwrap(), mov: mov.to_owned(), percepts }
    }

    fn moves(view: &mut OwnView) -> OwnMoves {
        let later = Instant::now() + Duration::from_secs(3600);
        view.moves((later, later), &mut SearchRng::seed_from_u64(1))
    }

    #[test]
    fn the_legal_moves_follow_from_what_the_role_did_and_saw() {
        for mut view in phantom() {
            assert_eq!(moves(&mut view).legal.len(), 9);
            view.take(Some(&ply(1, "(mark 1 1)", &["free"])));
            assert_eq!(moves(&mut view).legal, ["noop"]);
            view.take(Some(&ply(2, "noop", &["taken"])));
            assert_eq!(moves(&mut view).legal, ["noop"], "the opponent tries again");
            view.take(Some(&ply(3, "noop", &["free"])));
            let OwnMoves { legal, doubt } = moves(&mut view);
            assert_eq!((legal.len(), doubt), (8, None));
            view.take(Some(&ply(4, "(mark 2 2)", &["taken"])));
            assert_eq!(moves(&mut view).legal.len(), 7);
        }
    }

    #[test]
    fn what_was_lost_is_told_with_its_turn() {
        for mut view in phantom() {
            view.take(Some(&ply(2, "noop", &["free"])));
            let OwnMoves { legal, doubt } = moves(&mut view);
            assert!(matches!(doubt, Some(Doubt::Lost(why)) if why.contains("at turn 1 is not known")));
            // Which cell the role marked is not known, but most likely it is its turn.
            assert!(!legal.is_empty() && legal.iter().all(|mov| mov.starts_with("(mark ")), "{legal:?}");
        }
    }

    #[test]
    fn without_time_the_legal_moves_are_guessed() {
        let [_, mut view] = phantom();
        view.take(Some(&ply(1, "(mark 1 1)", &["free"])));
        let (now, later) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        let OwnMoves { legal, doubt } = view.moves((now, later), &mut SearchRng::seed_from_u64(1));
        assert_eq!((legal, doubt), (vec!["noop".to_owned()], Some(Doubt::Late)));
    }

    #[test]
    fn what_cannot_have_been_seen_is_told_with_its_turn() {
        for mut view in phantom() {
            view.take(Some(&ply(1, "(mark 1 1)", &["FREE", "gold"])));
            let OwnMoves { legal, doubt } = moves(&mut view);
            assert_eq!(legal, ["noop"]);
            let doubt = doubt.unwrap().to_string();
            assert_eq!(
                doubt,
                "at turn 1 it was told the percept gold, which has not the names of the rules; its legal moves are guessed"
            );
            // The first mark cannot be on another.
            view.take(Some(&ply(1, "(mark 1 1)", &["taken"])));
            assert!(matches!(moves(&mut view).doubt, Some(Doubt::Lost(why)) if why.contains("no history")));
        }
    }

    #[test]
    fn rules_that_do_not_tell_a_role_its_moves_leave_it_the_likeliest() {
        let text = "(role a) (role b) (init fresh) (option x) (option y) (option z)
            (<= (legal b ?o) (true fresh) (option ?o)) (<= (legal b wait) (not (true fresh)))
            (<= (legal a wait) (true fresh)) (<= (legal a low) (true (did x))) (<= (legal a high) (true (did y))) (<= (legal a high) (true (did z)))
            (<= (next (did ?o)) (does b ?o) (option ?o)) (<= (next over) (does b wait)) (<= (sees a moved) (does b x)) (<= (sees a moved) (does b y))
            (<= (sees a moved) (does b z)) (<= terminal (true over)) (goal a 0) (goal b 0)";
        for mut view in views(text) {
            view.take(Some(&ply(1, "wait", &["moved"])));
            let OwnMoves { legal, doubt } = moves(&mut view);
            assert_eq!((legal, doubt), (vec!["high".to_owned()], Some(Doubt::Several)));
        }
    }

    #[test]
    fn the_goal_is_known_if_all_ends_that_agree_have_the_same() {
        let later = || Instant::now() + Duration::from_secs(3600);
        let mut rng = SearchRng::seed_from_u64(1);
        for mut view in views(Builtin::named("kuhn-poker").unwrap().rules) {
            view.take(Some(&ply(1, "noop", &["(card king)"])));
            view.take(Some(&ply(2, "bet", &["(did alice bet)"])));
            assert_eq!(view.goal(later(), &mut rng), None, "it is not over");
            view.take(Some(&ply(3, "noop", &["(did bob bet)"])));
            assert_eq!(view.goal(later(), &mut rng), Some(100));
            view.take(Some(&ply(1, "noop", &["(card queen)"])));
            view.take(Some(&ply(2, "bet", &["(did alice bet)"])));
            view.take(Some(&ply(3, "noop", &["(did bob bet)"])));
            assert_eq!(view.goal(later(), &mut rng), None, "bob has the jack or the king");
        }
    }
}
