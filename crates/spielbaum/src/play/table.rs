//! Where people sit: the game under way, and what can be done with it as a whole.

use std::path::Path;
use std::ptr;
use std::sync::OnceLock;

use arena::Lineup;
use game::Game;
use search::{Spec, Stop, TablebaseFile};

use super::saved::{Identity, Kept, Saved};
use super::seats::Seat;
use super::session::Session;
use crate::error::Error;

/// Tells why a state is won or lost, or why that is not told, unless the button is pressed before.
pub(super) type Why<G> = fn(&G, &<G as Game>::State, &Stop) -> String;

/// A game under way, and what it takes to save, load and advise.
pub(super) struct Table<'g, G: Game> {
    pub(super) session: Session<'g, G>,
    /// The same game on its final circuit, once that is there, if the session began on a first one.
    pub(super) optimised: &'g OnceLock<G>,
    pub(super) identity: Identity,
    /// Who gives hints.
    pub(super) hint: Spec,
    /// Where exact values are looked up; they are worked out if there is no such file.
    pub(super) tablebase: Option<TablebaseFile>,
    /// Tells why a state is won or lost, or why that is not told.
    pub(super) why: Why<G>,
}

impl<G: Game> Table<'_, G> {
    /// Goes over to the final circuit, if it is there by now. Says whether it did: then strategies do not
    /// know the states any more.
    pub(super) fn go_over(&mut self) -> bool {
        let better = self.optimised.get().filter(|optimised| !ptr::eq(*optimised, self.session.game));
        better.is_some_and(|optimised| {
            self.session.go_over(optimised);
            true
        })
    }

    /// Saves the game, in the place of what the file held before.
    pub(super) fn save(&self, path: &Path) -> Result<(), Error> {
        Saved::of(&self.session, &self.identity).write(path)
    }

    /// Goes on with a saved game. If that fails, everything stays as it is.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), Error> {
        let kept = Kept { seats: &self.session.seats, players: false, seed: None };
        let session = Saved::read(path)?.resume(path, self.session.game, &self.identity, kept)?;
        let mut players = session.seats.iter().filter_map(Seat::spec);
        if let Some(error) = players.find_map(|spec| Lineup::objection(session.game, spec)) {
            return Err(Error::about(path.display(), error));
        }
        self.session = session;
        Ok(())
    }

    /// Begins again with the next seed, so that chance falls otherwise.
    pub(super) fn renew(&mut self) {
        let Session { game, seats, seed, .. } = &self.session;
        self.session = Session::new(game, seats.clone(), seed.wrapping_add(1));
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;

    #[test]
    fn a_file_that_cannot_be_loaded_changes_nothing() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let identity = Identity { name: "lecture".to_owned(), rules_sha256: "ab".to_owned() };
        let mut session = Session::new(&tree, vec![Seat::Person, Seat::Person], 4);
        session.choose(0, 1);
        session.advance();
        let hint = "random".parse().unwrap();
        let optimised = &OnceLock::new();
        let mut table =
            Table { session, optimised, identity, hint, tablebase: None, why: |_, _, _| String::new() };
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.json");
        assert!(matches!(table.load(&path), Err(Error::Usage(_))));
        table.save(&path).unwrap();
        std::fs::write(directory.path().join("damaged"), "{").unwrap();
        assert!(table.load(&directory.path().join("damaged")).is_err());
        assert_eq!((table.session.plies().len(), table.session.seed), (1, 4));
        table.renew();
        assert_eq!((table.session.plies().len(), table.session.seed), (0, 5));
        table.load(&path).unwrap();
        assert_eq!((table.session.plies().len(), table.session.seed), (1, 4));
    }
}
