//! What people see: everything, or, in a game that hides something, what the role knows whose turn it is.

use game::Game;
use search::Stop;
use view::Render;

use super::seats::Seat;
use super::session::{Session, Turn};

impl<G: Game> Session<'_, G> {
    /// Whether the game hides something from its roles.
    pub(super) fn hides(&self) -> bool {
        self.game.percepts().is_some()
    }

    /// Whether something is hidden from people until the game is over.
    pub(super) fn is_covered(&self) -> bool {
        self.hides() && !self.uncovered && self.seats.contains(&Seat::Person)
    }

    /// The role whose knowledge is all that is shown: that of the person whose turn it is, or was last. None
    /// where everything is shown: nothing is hidden from people, or the game is over.
    pub(super) fn viewer(&self) -> Option<usize> {
        if !self.is_covered() {
            return None;
        }
        match self.turn() {
            Turn::Over => None,
            Turn::Person(role) => Some(role),
            Turn::Strategy(_) | Turn::Nobody => {
                let is_person = |&role: &usize| self.seats[role] == Seat::Person;
                self.chose_last().filter(is_person).or_else(|| (0..self.seats.len()).find(is_person))
            }
        }
    }

    /// Shows everything that the game hides, or hides it again.
    ///
    /// # Errors
    /// If there is nothing to show: why.
    pub(super) fn uncover(&mut self) -> Result<(), &'static str> {
        if !self.hides() {
            return Err("this game hides nothing");
        }
        if self.viewer().is_none() && !self.uncovered {
            return Err("everything is shown already");
        }
        self.uncovered = !self.uncovered;
        Ok(())
    }
}

impl<G: Render> Session<'_, G> {
    /// The present state as text; of a game that hides something what the [viewer](Self::viewer) knows of it,
    /// and how many states that leaves.
    pub(super) fn board(&mut self) -> String {
        let Some(role) = self.viewer() else { return self.game.render(self.state()) };
        let (game, viewpoint) = (self.game, self.viewpoint(role));
        let name = game.notation().role_name(role);
        let set = match viewpoint.information_set(game, self.worlds(role), &Stop::default()) {
            Ok(set) => set,
            Err(why) => return format!("what {name} knows cannot be shown: {why}"),
        };
        let shown = match (set.states.len(), set.is_complete) {
            (0, _) => return format!("no state of {name}'s information set was found in time"),
            (1, true) => format!("{name} knows the whole state"),
            (count, true) => format!("the same in all {count} states of {name}'s information set"),
            (count, false) => format!("the same in {count} states drawn from {name}'s information set"),
        };
        let common = game.render_common(&set.states);
        if common.is_empty() { shown } else { format!("{common}\n{shown}") }
    }
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Rules};

    use super::super::text;
    use super::*;

    fn rules(name: &str) -> Rules {
        let text = Builtin::named(name).unwrap().rules;
        Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap()
    }

    fn session<'g>(rules: &'g Rules, people: &[usize]) -> Session<'g, Rules> {
        let seat = |role| {
            if people.contains(&role) { Seat::Person } else { Seat::Strategy("random".parse().unwrap()) }
        };
        Session::new(rules, (0..rules.roles()).map(seat).collect(), 1)
    }

    /// The role whose turn it is makes the move of this name.
    fn choose(session: &mut Session<'_, Rules>, name: &str) {
        let (Turn::Person(role) | Turn::Strategy(role)) = session.turn() else { panic!("nobody's turn") };
        let index = session.menu(role).find(name).unwrap();
        session.choose(role, index);
        session.advance();
    }

    #[test]
    fn a_player_of_poker_sees_its_own_card_until_the_end() {
        let rules = rules("kuhn-poker");
        let mut session = session(&rules, &[0]);
        assert!(session.advance(), "the cards are dealt");
        assert_eq!(session.viewer(), Some(0));
        let board = session.board();
        assert!(board.contains("(holds alice ") && !board.contains("(holds bob "), "{board}");
        assert!(board.ends_with("\nthe same in all 2 states of alice's information set"), "{board}");
        let [dealt] = text::observed(&session, 0, 0).try_into().unwrap();
        assert!(dealt.starts_with("sees (card "), "{dealt}");
        choose(&mut session, "bet");
        assert_eq!(text::observed(&session, 0, 1), ["bet", "sees (did alice bet)"]);
        assert_eq!(session.viewer(), Some(0), "bob thinks, and alice waits");
        assert!(!session.board().contains("(holds bob "));
        choose(&mut session, "bet");
        assert_eq!((session.turn(), session.viewer()), (Turn::Over, None));
        assert!(session.board().contains("(holds bob "));
    }

    #[test]
    fn who_chose_last_is_shown_its_knowledge_until_it_is_another_persons_turn() {
        let rules = rules("kuhn-poker");
        let mut session = session(&rules, &[0, 1]);
        session.advance();
        let alice = session.board();
        choose(&mut session, "pass");
        assert_eq!(session.viewer(), Some(1));
        let bob = session.board();
        assert!(bob.contains("(holds bob ") && !bob.contains("(holds alice "), "{alice}\n{bob}");
        assert!(session.undo());
        assert_eq!((session.viewer(), session.board()), (Some(0), alice));
    }

    #[test]
    fn cells_that_may_hold_a_mark_of_the_opponent_are_unknown() {
        let rules = rules("phantom-tictactoe");
        let mut session = session(&rules, &[0]);
        assert!(session.board().ends_with("\nxplayer knows the whole state"));
        choose(&mut session, "mark 2 2");
        choose(&mut session, "mark 1 3");
        assert_eq!(
            session.board(),
            "3  ? ? ?\n2  ? x ?\n1  ? ? ?\n   1 2 3\n(control xplayer)\nthe same in all 8 states of xplayer's information set"
        );
    }

    #[test]
    fn everything_is_shown_to_who_asks_for_it_or_only_watches() {
        let rules = rules("phantom-tictactoe");
        let mut watched = session(&rules, &[]);
        assert_eq!((watched.viewer(), watched.uncover()), (None, Err("everything is shown already")));
        assert_eq!(watched.board(), rules.render(watched.state()));
        let mut session = session(&rules, &[1]);
        assert_eq!(session.viewer(), Some(1), "it waits");
        assert_eq!((session.uncover(), session.viewer()), (Ok(()), None));
        assert_eq!((session.uncover(), session.viewer()), (Ok(()), Some(1)));
        let open = self::rules("tictactoe");
        let mut open = self::session(&open, &[0]);
        assert_eq!((open.viewer(), open.uncover()), (None, Err("this game hides nothing")));
    }
}
