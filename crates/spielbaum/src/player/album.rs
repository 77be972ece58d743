use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use arena::{Plan, Played, Progress, Schedule, Store, StoreError, fingerprint, name_of_rules};
use ggp::{CHANCE, PlayedMatch};
use search::{Spec, SpecFile};

use crate::error::Error;
use crate::{output, store};

/// How long nothing is said of matches that are being kept.
const SOON: Duration = Duration::from_secs(1);

/// How long they are waited for after that: longer than the store waits for another program.
const LATE: Duration = Duration::from_secs(40);

/// Keeps the matches of a player in the store.
pub(super) struct Album {
    store: Store,
    /// What the player calls itself.
    name: String,
    /// The files that its strategy names.
    files: Vec<SpecFile>,
    /// Where the store is, if that was said.
    db: Option<PathBuf>,
}

/// An album that is being filled by a thread of its own.
pub(super) struct Filling(Receiver<()>);

impl Album {
    pub(super) fn open(db: Option<&Path>, name: &str, strategy: Option<&Spec>) -> Result<Self, Error> {
        let (_, store) = store::open(db)?;
        Ok(Self { store, name: name.to_owned(), files: Plan::files_of(strategy), db: db.map(Path::to_owned) })
    }

    /// Keeps what comes until nobody can send any more.
    pub(super) fn fill(mut self) -> (Sender<PlayedMatch>, Filling) {
        let (send, played) = mpsc::channel::<PlayedMatch>();
        let (end, ended) = mpsc::channel();
        thread::spawn(move || {
            // Hung up at the end, which is what the other side waits for.
            let _end = end;
            for played in played {
                let id = played.id.clone();
                match self.add(played) {
                    Ok(number) => {
                        let db = store::option(self.db.as_deref());
                        output::note(format_args!("{id}: kept, see `spielbaum results {number}{db}`"));
                    }
                    // The next one may be.
                    Err(error) => output::note(format_args!(
                        "error: {id}: {}",
                        store::fault(&error, self.db.as_deref())
                    )),
                }
            }
        });
        (send, Filling(ended))
    }

    /// Keeps a match as a rotation that has one only, and gives the number that it has in the store.
    fn add(&mut self, played: PlayedMatch) -> Result<i64, StoreError> {
        let plan = Plan { files: self.files.clone(), ..plan(&played, &self.name) };
        let mut recorder = self.store.begin(&plan, Some(&played.rules))?;
        let number = recorder.id();
        if let Some((fixture, _)) = plan.rotation(0) {
            let mut record = played.record;
            if let Some(chance) = plan.chance {
                record.outcome.leave_out(chance);
            }
            let fresh = [Played { fixture, record }];
            recorder.record(&Progress { fresh: &fresh, withdrawn: &[], done: 1, most: 1, tests: &[] })?;
        }
        recorder.finish()?;
        Ok(number)
    }
}

impl Filling {
    /// Waits until all has been kept, and says so if that takes long.
    pub(super) fn wait(self) {
        // Nothing is ever sent.
        let waits = |time| self.0.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        if waits(SOON) {
            output::note("waiting until the last matches are kept in the store; Ctrl-C gives them up");
            if waits(LATE) {
                output::note("warning: not all matches were kept: another program uses the store");
            }
        }
    }
}

/// The match as a tournament. All that is known of the others is which roles they had, and of the game
/// its rules.
fn plan(played: &PlayedMatch, name: &str) -> Plan {
    let hash = fingerprint(&played.rules);
    let chance = played.roles.iter().position(|role| role == CHANCE);
    let others = played.roles.iter().enumerate().filter(|&(role, _)| Some(role) != chance);
    let player = |(role, role_name): (usize, &String)| match role {
        _ if role == played.role => name.to_owned(),
        _ => format!("whoever was {role_name}"),
    };
    let rotation = Schedule::Rotation { matches: 1, chance: None };
    let plan = Plan::new(name_of_rules(&hash), others.map(player).collect(), rotation);
    Plan { rules_hash: Some(hash), chance, seed: played.record.seed, ..plan }
}

#[cfg(test)]
mod tests {
    use arena::{MatchRecord, Outcome, Ply, Seed};
    use game::Goal;

    use super::*;

    fn played(id: &str, goals: [Goal; 3]) -> PlayedMatch {
        let joint_move = ["noop", "(mark 1 1)", "(roll 6)"].map(String::from).to_vec();
        PlayedMatch {
            id: id.into(),
            rules: "(role white) (role black) (role random)".into(),
            roles: ["white", "black", "random"].map(String::from).to_vec(),
            role: 1,
            record: MatchRecord {
                seed: Seed(1),
                opening: 0,
                plies: vec![Ply { joint_move, thoughts: vec![None; 3] }],
                protocol_errors: Vec::new(),
                outcome: Outcome::Goals(goals.to_vec()),
                remark: None,
            },
        }
    }

    #[test]
    fn every_match_is_kept_with_its_players_and_moves() {
        let directory = tempfile::tempdir().unwrap();
        let db = directory.path().join("store.db");
        let weights = SpecFile::new("corners.toml", "[[phase]]\nweights = [[3, 2], [2, 4]]\n");
        let strategy: Spec = "minimax(depth=1,eval=positional(corners.toml))".parse().unwrap();
        let strategy = strategy.with_files(std::slice::from_ref(&weights)).unwrap();
        let (send, filling) = Album::open(Some(&db), "Alice", Some(&strategy)).unwrap().fill();
        send.send(played("a", [0, 100, 0])).unwrap();
        send.send(played("b", [50, 50, 0])).unwrap();
        drop(send);
        filling.wait();
        let store = Store::read(&db).unwrap();
        let listing = store.tournaments().unwrap();
        assert_eq!(listing.tournaments.len(), 2);
        for (entry, goals) in listing.tournaments.iter().zip([[0, 100, 0], [50, 50, 0]]) {
            let plan = store.plan(entry.id).unwrap();
            assert_eq!(plan.players, ["whoever was white", "Alice"]);
            assert_eq!((plan.roles, plan.chance), (2, Some(2)));
            assert_eq!(plan.files, std::slice::from_ref(&weights));
            let matches = store.matches(entry.id).unwrap();
            let (_, kept) = store.played(matches[0].id).unwrap();
            assert_eq!(matches.len(), 1);
            let outcome = Outcome::Goals(goals[..2].to_vec());
            assert_eq!(kept.record, MatchRecord { outcome, ..played("", goals).record });
        }
    }
}
