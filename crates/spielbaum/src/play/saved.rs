//! Games kept in files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use game::{Course, Game, json_problem, read_text_from, replace_file};
use search::Spec;
use serde::{Deserialize, Serialize};

use super::seats::{Seat, role_names};
use super::session::Session;
use crate::error::Error;
use crate::players::with_files;

/// A game as a file holds it. `replay` reads it too; a file of moves alone is enough to go on from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// The game's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// What its rules are known by, whatever the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    roles: Option<Vec<String>>,
    /// The strategy that plays each role, none where a person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<Vec<Option<Spec>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// One move a role, in role order.
    joint_moves: Vec<Vec<String>>,
}

/// What tells a game from others.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    pub(super) name: String,
    pub(super) rules_sha256: String,
}

/// Bytes of the largest file that is read. There are games of a thousand plies, and moves of a hundred bytes.
const LARGEST: u64 = 16 << 20;

impl Saved {
    /// The game so far.
    pub(super) fn of<G: Game>(session: &Session<'_, G>, identity: &Identity) -> Self {
        let names =
            |joint: &[G::Move]| joint.iter().map(|&mov| session.game.notation().move_name(mov)).collect();
        Self {
            game: Some(identity.name.clone()),
            rules_sha256: Some(identity.rules_sha256.clone()),
            roles: Some(role_names(session.game)),
            players: Some(session.seats.iter().map(|seat| seat.spec().cloned()).collect()),
            seed: Some(session.seed),
            joint_moves: session.plies().iter().map(|ply| names(&ply.joint)).collect(),
        }
    }

    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display();
        let read = File::open(path).and_then(|file| read_text_from(file.take(LARGEST + 1)));
        let text = read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => Error::about(&name, "it is no saved game, not even text"),
            _ => Error::unreadable(&name, &error, "`save` in a game writes one"),
        })?;
        if text.len() as u64 > LARGEST {
            return Err(Error::about(name, "it is no saved game, which would not be so large"));
        }
        serde_json::from_str(&text).map_err(|error| {
            Error::about(name, format_args!("it is no saved game: {}", json_problem(&error)))
        })
    }

    /// Writes it to a file, which is there in full or as it was before.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string(self)?;
        replace_file(path, |out| writeln!(out, "{text}")).map_err(|error| Error::about(path.display(), error))
    }

    /// The game where it was left. Who plays and the seed are those of the file, where `kept` does not
    /// say otherwise.
    pub(super) fn resume<'g, G: Game>(
        self,
        path: &Path,
        game: &'g G,
        identity: &Identity,
        kept: Kept<'_>,
    ) -> Result<Session<'g, G>, Error> {
        let name = path.display();
        match (&self.rules_sha256, &self.game) {
            (Some(hash), saved) if *hash != identity.rules_sha256 => {
                let what = match saved {
                    Some(saved) if *saved != identity.name => format!("it is a game of {saved}"),
                    _ => "its rules were others".to_owned(),
                };
                return Err(Error::about(name, format_args!("{what}, not this {}", identity.name)));
            }
            (None, Some(saved)) if *saved != identity.name => {
                let what = format!("it is a game of {saved}, not of {}", identity.name);
                return Err(Error::about(name, what));
            }
            _ => {}
        }
        let course = Course::through(game, &self.joint_moves).map_err(|error| Error::about(name, error))?;
        let players = self.players.filter(|players| players.len() == game.roles() && !kept.players);
        let seat = |spec: Option<Spec>| match spec {
            Some(spec) => {
                with_files(spec).map(Seat::Strategy).map_err(|error| Error::about(path.display(), error))
            }
            None => Ok(Seat::Person),
        };
        let seats = match players {
            Some(players) => players.into_iter().map(seat).collect::<Result<_, _>>()?,
            None => kept.seats.to_vec(),
        };
        let seed = kept.seed.or(self.seed).unwrap_or_default();
        Ok(Session::resume(game, seats, seed, course))
    }
}

/// What of the present game stays when another is loaded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'k> {
    /// Who plays, if the file does not say so.
    pub(super) seats: &'k [Seat],
    /// Whether that counts more than the file.
    pub(super) players: bool,
    /// The seed, if it counts more than the file's.
    pub(super) seed: Option<u64>,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use game::Tree;

    use super::*;

    fn tree() -> Tree {
        Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap()
    }

    fn identity() -> Identity {
        Identity { name: "lecture".to_owned(), rules_sha256: "ab".to_owned() }
    }

    fn seats() -> Vec<Seat> {
        vec![Seat::Person, Seat::Strategy("random".parse().unwrap())]
    }

    /// What loading a file with this text comes to.
    fn loaded(text: &str) -> Result<(usize, Vec<Seat>, u64), String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.json");
        fs::write(&path, text).unwrap();
        let tree = tree();
        let kept = Kept { seats: &seats(), players: false, seed: None };
        let session = Saved::read(&path).and_then(|saved| saved.resume(&path, &tree, &identity(), kept));
        session
            .map(|session| (session.plies().len(), session.seats.clone(), session.seed))
            .map_err(|error| error.to_string().replace(&path.display().to_string(), "FILE"))
    }

    #[test]
    fn a_game_comes_back_as_it_was_saved() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.json");
        let tree = tree();
        let mut session = Session::new(&tree, seats(), 7);
        session.choose(0, 2);
        session.advance();
        Saved::of(&session, &identity()).write(&path).unwrap();
        let kept = Kept { seats: &[], players: false, seed: None };
        let back = Saved::read(&path).unwrap().resume(&path, &tree, &identity(), kept).unwrap();
        assert_eq!((back.state(), back.turn(), back.seed), (session.state(), session.turn(), 7));
        assert_eq!(back.seats, session.seats);
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing is left beside it");
        // What `replay` reads.
        assert_eq!(crate::moves::read_file(path.to_str().unwrap()).unwrap(), [["3", "noop"]]);
    }

    #[test]
    fn moves_alone_are_enough() {
        assert_eq!(loaded(r#"{"joint_moves": [["1", "noop"]]}"#), Ok((1, seats(), 0)));
        assert_eq!(loaded("\u{feff}{\"joint_moves\": []}"), Ok((0, seats(), 0)));
    }

    #[test]
    fn what_the_command_line_says_counts_more_than_the_file() {
        let tree = tree();
        let saved = Saved::of(&Session::new(&tree, seats(), 7), &identity());
        let kept = Kept { seats: &[Seat::Person, Seat::Person], players: true, seed: Some(9) };
        let session = saved.resume(Path::new("game.json"), &tree, &identity(), kept).unwrap();
        assert_eq!((session.seats, session.seed), (vec![Seat::Person; 2], 9));
    }

    #[test]
    fn damaged_files_and_other_games_are_refused() {
        let refusals = [
            (
                "{\"joint_moves\": [[",
                "FILE: it is no saved game: line 1, column 18: the text ends within a list",
            ),
            ("notes", "FILE: it is no saved game: line 1, column 2: expected"),
            (
                r#"{"game": "nim"}"#,
                "FILE: it is no saved game: line 1, column 15: missing field `joint_moves`",
            ),
            (r#"{"game": "nim", "joint_moves": []}"#, "FILE: it is a game of nim, not of lecture"),
            (
                r#"{"game": "nim", "rules_sha256": "cd", "joint_moves": []}"#,
                "FILE: it is a game of nim, not this lecture",
            ),
            (
                r#"{"game": "lecture", "rules_sha256": "cd", "joint_moves": []}"#,
                "FILE: its rules were others, not this lecture",
            ),
            (
                r#"{"joint_moves": [["4", "noop"]]}"#,
                "FILE: move 1: `4` is not legal for max; legal is 1, 2, 3",
            ),
            (
                r#"{"joint_moves": [], "players": ["deep-thought"]}"#,
                "FILE: it is no saved game: line 1, column 47: `deep-thought`",
            ),
        ];
        for (text, expected) in refusals {
            let message = loaded(text).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
        }
    }

    #[test]
    fn a_file_without_end_is_no_saved_game() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(LARGEST + 1).unwrap();
        let error = Saved::read(file.path()).unwrap_err().to_string();
        assert!(error.ends_with("it is no saved game, which would not be so large"), "{error}");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_and_nothing_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let tree = tree();
        let saved = Saved::of(&Session::new(&tree, seats(), 7), &identity());
        assert!(saved.write(&directory.path().join("no such folder/game.json")).is_err());
        let error = saved.write(directory.path()).unwrap_err();
        assert!(error.to_string().ends_with("it is a directory"), "{error}");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    }
}
