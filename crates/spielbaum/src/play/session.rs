//! A game that people play: where it stands, how it came there, and whose decision is next.

use arena::Seed;
use game::{Choices, Course, Fault, Game, Observation};
use rand::RngExt;
use search::{Decision, Viewpoint, WorldLimits, Worlds};
use view::Menu;

use super::seats::Seat;

/// A game under way, from its initial state to the present one.
pub(super) struct Session<'g, G: Game> {
    pub(super) game: &'g G,
    /// One a role.
    pub(super) seats: Vec<Seat>,
    /// The seed of the strategies.
    pub(super) seed: u64,
    /// The states so far; the last one is the present.
    states: Vec<G::State>,
    /// How each state came from the one before.
    plies: Vec<Ply<G::Move>>,
    /// The legal moves in the present state; none if the game is over.
    choices: Option<Choices<G::Move>>,
    /// What each role has decided in the present state.
    decided: Vec<Option<G::Move>>,
    /// What strategies thought about that.
    thoughts: Vec<Thought<G::Move>>,
    /// Whether what the game hides is shown, as somebody asked for it.
    pub(super) uncovered: bool,
    /// The person who chose last.
    chose_last: Option<usize>,
    /// The states that each role cannot distinguish, as far as they were looked for.
    worlds: Vec<Worlds<G>>,
}

/// A joint move, and what strategies thought about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ply<M> {
    pub(super) joint: Vec<M>,
    pub(super) thoughts: Vec<Thought<M>>,
    /// What each role did and saw; nothing in a game that hides nothing.
    pub(super) observations: Vec<Observation<M>>,
}

/// What a strategy thought before it moved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Thought<M> {
    pub(super) role: usize,
    pub(super) decision: Decision<M>,
    pub(super) seconds: f64,
    /// What it expects, as text, if that is more than its own move.
    pub(super) expected: Option<String>,
    /// What a proven value assumes of the other roles, if anything.
    pub(super) assumption: Option<&'static str>,
}

/// Whose decision is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// A person's, who plays this role.
    Person(usize),
    /// That of the strategy that plays this role.
    Strategy(usize),
    /// Nobody's: all have decided or have no choice, so the game can go on.
    Nobody,
    /// Nobody's ever: the game is over.
    Over,
}

impl<M: Copy> Ply<M> {
    fn of<G: Game<Move = M>>(game: &G, state: &G::State, joint: Vec<M>, thoughts: Vec<Thought<M>>) -> Self {
        let roles = if game.percepts().is_some() { game.roles() } else { 0 };
        let observations = (0..roles).map(|role| Observation::of(game, state, &joint, role)).collect();
        Self { joint, thoughts, observations }
    }
}

impl<'g, G: Game> Session<'g, G> {
    /// A game at its beginning.
    pub(super) fn new(game: &'g G, seats: Vec<Seat>, seed: u64) -> Self {
        Self::resume(game, seats, seed, Course::of(game))
    }

    /// A game that has come so far.
    pub(super) fn resume(game: &'g G, seats: Vec<Seat>, seed: u64, course: Course<G>) -> Self {
        let (states, joints) = course.into_parts();
        let plies = states.iter().zip(joints);
        let plies = plies.map(|(state, joint)| Ply::of(game, state, joint, Vec::new())).collect();
        let mut session = Self {
            game,
            seats,
            seed,
            states,
            plies,
            choices: None,
            decided: Vec::new(),
            thoughts: Vec::new(),
            uncovered: false,
            chose_last: None,
            worlds: (0..game.roles()).map(|_| Worlds::new(WorldLimits::default())).collect(),
        };
        session.arrive();
        session
    }

    /// Goes over to a game of the same moves whose states are others, such as the same rules on another
    /// circuit. What was decided stays decided.
    pub(super) fn go_over(&mut self, game: &'g G) {
        let mut states = vec![game.initial()];
        for ply in &self.plies {
            let next = game.next(&states[states.len() - 1], &ply.joint);
            states.push(next);
        }
        self.worlds.fill_with(|| Worlds::new(WorldLimits::default()));
        (self.game, self.states) = (game, states);
    }

    /// Marks the branch of the seed that moves of chance are drawn from. No role has this number.
    const CHANCE: u64 = u64::MAX;

    /// Where a role stands, as a strategy is asked for its move.
    pub(super) fn viewpoint(&self, role: usize) -> Viewpoint<G> {
        Viewpoint::after(self.game, &self.states, self.plies.iter().map(|ply| &ply.joint), role)
    }

    /// Finds out who has which choice in the present state; chance makes its move.
    fn arrive(&mut self) {
        let (game, state) = (self.game, self.state());
        let choices = (!game.terminal(state)).then(|| Choices::of(game, state));
        let only = |moves: &[G::Move]| if let [only] = moves { Some(*only) } else { None };
        self.decided = choices.iter().flat_map(Choices::each).map(only).collect();
        if let (Some(chance), Some(_)) = (game.chance(), &choices) {
            let mut outcomes = Vec::new();
            chance.outcomes(self.state(), &mut outcomes);
            // The same in the same place, whatever was taken back before.
            let seed = Seed(self.seed).derive(Self::CHANCE).derive(self.plies.len() as u64);
            self.decided[chance.role()] = game::drawn(&outcomes, seed.stream().random());
        }
        self.choices = choices;
        self.thoughts.clear();
    }

    /// The present state.
    pub(super) fn state(&self) -> &G::State {
        self.states.last().expect("a game has an initial state, which is never taken back")
    }

    /// The person who chose last, if one has.
    pub(super) fn chose_last(&self) -> Option<usize> {
        self.chose_last
    }

    /// The states that a role cannot distinguish, from which the search for them goes on.
    pub(super) fn worlds(&mut self, role: usize) -> &mut Worlds<G> {
        &mut self.worlds[role]
    }

    /// The joint moves so far.
    pub(super) fn plies(&self) -> &[Ply<G::Move>] {
        &self.plies
    }

    /// What strategies have thought in the present state, before all roles have decided.
    pub(super) fn thoughts(&self) -> &[Thought<G::Move>] {
        &self.thoughts
    }

    /// Whose decision is next. People decide before strategies do, which will not know what they decided.
    pub(super) fn turn(&self) -> Turn {
        if self.choices.is_none() {
            return Turn::Over;
        }
        let open = || (0..self.seats.len()).filter(|&role| self.decided[role].is_none());
        match (open().find(|&role| self.seats[role] == Seat::Person), open().next()) {
            (Some(role), _) => Turn::Person(role),
            (None, Some(role)) => Turn::Strategy(role),
            (None, None) => Turn::Nobody,
        }
    }

    /// The moves among which `role` chooses; none if the game is over.
    pub(super) fn menu(&self, role: usize) -> Menu {
        let moves = self.choices.iter().flat_map(|choices| choices.of_role(role));
        Menu::of_names(moves.map(|&mov| self.game.notation().move_name(mov)).collect())
    }

    /// A role, whose turn it is, decides for the move of this number on its menu.
    pub(super) fn choose(&mut self, role: usize, index: usize) {
        let mov = self.choices.as_ref().and_then(|choices| choices.of_role(role).get(index));
        self.decided[role] = mov.copied();
        self.chose_last = Some(role);
    }

    /// A strategy, whose turn it is, has decided.
    pub(super) fn decide(&mut self, thought: Thought<G::Move>) {
        self.decided[thought.role] = Some(thought.decision.mov);
        self.thoughts.push(thought);
    }

    /// Goes on to the next state, if it is nobody's turn. Says whether it did.
    pub(super) fn advance(&mut self) -> bool {
        if self.turn() != Turn::Nobody {
            return false;
        }
        let joint: Vec<G::Move> = self.decided.iter().flatten().copied().collect();
        let next = self.game.next(self.state(), &joint);
        let thoughts = std::mem::take(&mut self.thoughts);
        self.plies.push(Ply::of(self.game, self.state(), joint, thoughts));
        self.states.push(next);
        self.arrive();
        true
    }

    /// Takes back what came after the last decision of a person, and that decision; if nobody plays but
    /// strategies, the last decision of any. Says whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let people = self.seats.contains(&Seat::Person);
        let chance = self.game.chance().map(game::Chance::role);
        let takes = |role: usize| Some(role) != chance && (!people || self.seats[role] == Seat::Person);
        let chose = |choices: &Choices<G::Move>, role: usize| takes(role) && choices.of_role(role).len() > 1;
        if let Some(choices) = &self.choices
            && (0..self.seats.len()).any(|role| chose(choices, role) && self.decided[role].is_some())
        {
            self.arrive();
            return true;
        }
        let deciding = |state: &G::State| {
            let choices = Choices::of(self.game, state);
            (0..self.seats.len()).any(|role| chose(&choices, role))
        };
        let Some(ply) = (0..self.plies.len()).rev().find(|&ply| deciding(&self.states[ply])) else {
            return false;
        };
        self.states.truncate(ply + 1);
        self.plies.truncate(ply);
        self.arrive();
        true
    }

    /// What each role gets, if the game is over.
    pub(super) fn goals(&self) -> Option<Vec<game::Goal>> {
        let goal = |role| self.game.goal(self.state(), role);
        (self.turn() == Turn::Over).then(|| (0..self.seats.len()).map(goal).collect())
    }

    /// What people should know about the goals, if the game is over and they are doubtful.
    pub(super) fn remark(&self) -> Option<String> {
        self.goals().and_then(|_| self.game.notation().remark(self.state()))
    }

    /// Why the rules give no answer in the present state, if they do not.
    pub(super) fn fault(&self) -> Option<Fault> {
        if self.game.terminal(self.state()) { self.game.fault(self.state()) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use game::{FirstStage, Interrupt, Rules, Tree};
    use logic::{GroundLimits, Limits};
    use view::Render;

    use super::*;

    fn tree() -> Tree {
        Tree::from_brackets("((3 12 (7 9)) (2 4 6) (14 (5)))").unwrap()
    }

    fn seat(text: &str) -> Vec<Seat> {
        let seat = |name: &str| match name {
            "me" => Seat::Person,
            spec => Seat::Strategy(spec.parse().unwrap()),
        };
        text.split(' ').map(seat).collect()
    }

    fn thought<M>(role: usize, mov: M) -> Thought<M> {
        Thought { role, decision: Decision::unsearched(mov), seconds: 0.0, expected: None, assumption: None }
    }

    /// The strategy takes the move of this number.
    fn reply<G: Game>(session: &mut Session<'_, G>, index: usize) {
        let Turn::Strategy(role) = session.turn() else { panic!("{:?}", session.turn()) };
        let mut moves = Vec::new();
        session.game.legal(session.state(), role, &mut moves);
        session.decide(thought(role, moves[index]));
        assert!(session.advance());
    }

    #[test]
    fn turns_change_until_the_game_is_over() {
        let tree = tree();
        let mut session = Session::new(&tree, seat("me random"), 0);
        assert_eq!((session.turn(), session.goals()), (Turn::Person(0), None));
        assert!(!session.advance(), "nobody has decided");
        session.choose(0, 1);
        assert_eq!(session.turn(), Turn::Nobody);
        assert!(session.advance());
        reply(&mut session, 2);
        assert_eq!(session.turn(), Turn::Over);
        assert_eq!(session.goals(), Some(vec![6, 10]));
        assert_eq!(session.plies().len(), 2);
        assert_eq!(session.plies()[1].thoughts.len(), 1);
        assert!(session.menu(0).entries().is_empty() && !session.advance());
    }

    #[test]
    fn undo_takes_back_to_the_persons_last_decision_again_and_again() {
        let tree = tree();
        let mut session = Session::new(&tree, seat("me random"), 0);
        assert!(!session.undo());
        session.choose(0, 0);
        session.advance();
        reply(&mut session, 2);
        assert_eq!((session.turn(), session.plies().len()), (Turn::Person(0), 2));
        session.choose(0, 1);
        session.advance();
        assert_eq!(session.turn(), Turn::Over);
        assert!(session.undo());
        assert_eq!((session.turn(), session.plies().len()), (Turn::Person(0), 2));
        assert!(session.undo());
        assert_eq!((session.turn(), session.plies().len()), (Turn::Person(0), 0));
        assert!(!session.undo());
    }

    #[test]
    fn undo_while_the_strategy_thinks_takes_back_the_persons_move() {
        let tree = tree();
        let mut session = Session::new(&tree, seat("me random"), 0);
        session.choose(0, 0);
        session.advance();
        assert_eq!(session.turn(), Turn::Strategy(1));
        assert!(session.undo());
        assert_eq!(session.turn(), Turn::Person(0));
    }

    #[test]
    fn what_has_no_choice_is_played_at_once_and_nothing_to_come_back_to() {
        let tree = tree();
        let mut session = Session::new(&tree, seat("random me"), 0);
        reply(&mut session, 2);
        session.choose(1, 1);
        session.advance();
        // The only move of max.
        assert_eq!(session.turn(), Turn::Nobody);
        assert!(session.advance());
        assert_eq!((session.turn(), session.plies().len()), (Turn::Over, 3));
        assert!(session.undo());
        assert_eq!((session.turn(), session.plies().len()), (Turn::Person(1), 1));
        assert!(!session.undo(), "what the strategy decided is not the person's");
    }

    #[test]
    fn where_only_strategies_play_undo_takes_back_any_decision() {
        let tree = tree();
        let mut session = Session::new(&tree, seat("random random"), 0);
        reply(&mut session, 0);
        reply(&mut session, 0);
        assert!(session.undo());
        assert_eq!(session.turn(), Turn::Strategy(1));
        assert!(session.undo() && !session.undo());
    }

    #[test]
    fn where_roles_choose_at_the_same_time_people_choose_first() {
        let sheet = game::Builtin::named("rock-paper-scissors").unwrap().rules;
        let sheet = gdl::Rulesheet::parse("game", sheet.as_bytes()).unwrap();
        let rules = Rules::new(&sheet).unwrap();
        let mut session = Session::new(&rules, seat("random me"), 0);
        assert_eq!(session.turn(), Turn::Person(1));
        let paper = session.menu(1).find("paper").unwrap();
        session.choose(1, paper);
        assert_eq!(session.turn(), Turn::Strategy(0));
        assert!(session.undo());
        assert_eq!(session.turn(), Turn::Person(1));
        session.choose(1, paper);
        reply(&mut session, 1);
        assert_eq!(session.plies().len(), 1);
    }

    #[test]
    fn a_game_goes_on_where_it_was_on_another_circuit() {
        let sheet = game::Builtin::named("tictactoe").unwrap().rules;
        let sheet = gdl::Rulesheet::parse("game", sheet.as_bytes()).unwrap();
        let mut firsts = Vec::new();
        let first = FirstStage::new(|rules| firsts.push(rules)).with_most_gates(0);
        let (limits, ground, never) = (Limits::default(), GroundLimits::default(), Interrupt::never());
        let last = Rules::in_stages(&sheet, limits, &ground, None, &never, first).unwrap();
        let mut session = Session::new(&firsts[0], seat("me random"), 0);
        session.choose(0, 4);
        session.advance();
        reply(&mut session, 0);
        session.choose(0, 0);
        let menu = session.menu(1);
        session.go_over(&last);
        assert_eq!((session.turn(), session.menu(1)), (Turn::Nobody, menu));
        assert!(session.advance());
        let told = |state| last.render(state);
        let course = session.plies().iter().fold(last.initial(), |state, ply| last.next(&state, &ply.joint));
        assert_eq!((session.plies().len(), told(session.state())), (3, told(&course)));
        assert!(session.undo());
        assert_eq!((session.turn(), session.plies().len()), (Turn::Person(0), 2));
    }

    #[test]
    fn a_game_that_is_over_before_it_begins_asks_nobody() {
        let tree = Tree::from_brackets("7").unwrap();
        let mut session = Session::new(&tree, seat("me random"), 0);
        assert_eq!((session.turn(), session.goals()), (Turn::Over, Some(vec![7, 7])));
        assert!(!session.undo());
    }
}
