mod json;
mod xml;

use std::iter;
use std::time::{Duration, SystemTime};

use arena::{MatchRecord, Outcome, Ply, Seed, Slip, Thought};
use game::Goal;

/// What happened in a match, as a game master keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chronicle {
    /// What the match is called.
    pub id: String,
    /// A word of 32 letters and digits that nobody else has.
    pub token: String,
    /// Where the game is described; empty if nowhere.
    pub game_url: String,
    /// When it began.
    pub started: SystemTime,
    /// Who plays each role.
    pub players: Vec<String>,
    /// The time to look at the rules before the start, if there was any.
    pub preview_clock: Option<Duration>,
    /// The time to prepare.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// Whether the players saw other words than the rulesheet's.
    pub scrambled: bool,
    /// The fluents of every state, the initial one first.
    pub states: Vec<Vec<String>>,
    /// When each state was reached.
    pub state_times: Vec<SystemTime>,
    /// Every joint move.
    pub moves: Vec<Vec<String>>,
    /// What each player did wrong while it prepared, and then at every ply; empty where nothing.
    pub errors: Vec<Vec<String>>,
    /// How long each player took at every ply; none where nobody was asked.
    pub times: Vec<Vec<Option<Duration>>>,
    /// What each role got, if the match has come to its end and the rules say so.
    pub goals: Option<Vec<Goal>>,
    /// Whether the match was given up.
    pub aborted: bool,
}

impl Chronicle {
    /// The match as a tournament keeps it, to be repeated from this seed. Of what the players thought only the time is known.
    pub fn record(&self, seed: Seed) -> MatchRecord {
        let thought = |time: &Option<Duration>| {
            time.map(|time| Thought { value: None, visits: 0, playouts: 0, nodes: 0, time })
        };
        let ply = |(joint_move, times): (&Vec<String>, &Vec<Option<Duration>>)| Ply {
            joint_move: joint_move.clone(),
            thoughts: times.iter().map(thought).collect(),
        };
        MatchRecord {
            seed,
            opening: 0,
            plies: self.moves.iter().zip(&self.times).map(ply).collect(),
            slips: self.slips(),
            outcome: self.goals.clone().map_or(Outcome::Unscored, Outcome::Goals),
        }
    }

    /// What the players did wrong before the moves that were made, in the order of plies and roles.
    fn slips(&self) -> Vec<Slip> {
        let plies = iter::once(None).chain((0..self.moves.len() as u32).map(Some));
        let at = |(ply, errors): (Option<u32>, &Vec<String>)| {
            let wrong = errors.iter().enumerate().filter(|(_, error)| !error.is_empty());
            wrong.map(|(role, error)| Slip { ply, role, error: error.clone() }).collect::<Vec<_>>()
        };
        plies.zip(&self.errors).flat_map(at).collect()
    }

    /// Whether the match has come to its end, and the rules say what it was worth.
    fn completed(&self) -> bool {
        self.goals.is_some() && !self.aborted
    }
}

/// Milliseconds since 1970.
fn milliseconds(time: SystemTime) -> u64 {
    // A clock that is set to before 1970 is wrong anyway; 2^64 ms are half a billion years.
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use arena::{Plan, Played, Progress, Schedule, Store};

    use super::*;

    /// A match of two plies.
    pub(super) fn chronicle() -> Chronicle {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let started = SystemTime::UNIX_EPOCH + Duration::from_millis(1_795_294_824_690);
        Chronicle {
            id: "tourney.game.1".into(),
            token: "GRyByjxWvAyZ7aSXMlPUlDldGaiOnKwD".into(),
            game_url: String::new(),
            started,
            players: words(&["localhost:9147", "uct(time=1s)"]),
            preview_clock: None,
            start_clock: Duration::from_secs(10),
            play_clock: Duration::from_secs(4),
            scrambled: false,
            states: vec![
                words(&["(cell 1 (f a b))", "(control x)"]),
                words(&["(control o)", "open"]),
                words(&["done"]),
            ],
            state_times: [100, 2100, 2200].map(|ms| started + Duration::from_millis(ms)).to_vec(),
            moves: vec![words(&["(mark 1 (f a b))", "noop"]), words(&["noop", "(mark 2 2)"])],
            errors: vec![words(&["", "TO"]), words(&["", ""]), words(&["IL (mark 9 9)", ""])],
            times: vec![
                vec![Some(Duration::from_millis(1900)), Some(Duration::from_millis(3))],
                vec![None, Some(Duration::from_millis(80))],
            ],
            goals: Some(vec![0, 100]),
            aborted: false,
        }
    }

    #[test]
    fn a_record_keeps_moves_times_and_goals() {
        let record = chronicle().record(Seed(7));
        assert_eq!((record.seed, record.opening, record.plies.len()), (Seed(7), 0, 2));
        assert_eq!(record.plies[1].joint_move, ["noop", "(mark 2 2)"]);
        assert_eq!(record.plies[1].thoughts[0], None);
        assert_eq!(record.plies[0].thoughts[0].expect("asked").time, Duration::from_millis(1900));
        assert_eq!(record.outcome, Outcome::Goals(vec![0, 100]));
    }

    #[test]
    fn a_record_keeps_slips_at_their_plies() {
        let slip = |ply, role, error: &str| Slip { ply, role, error: error.into() };
        assert_eq!(
            chronicle().record(Seed(7)).slips,
            [slip(None, 1, "TO"), slip(Some(1), 0, "IL (mark 9 9)")]
        );
        let given_up = Chronicle { moves: chronicle().moves[..1].to_vec(), ..chronicle() };
        assert_eq!(given_up.record(Seed(7)).slips, [slip(None, 1, "TO")]);
        let nothing_known = Chronicle { errors: Vec::new(), ..chronicle() };
        assert_eq!(nothing_known.record(Seed(7)).slips, []);
    }

    #[test]
    fn a_record_comes_back_from_the_store() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut store = Store::open(directory.path().join("store.db")).expect("created");
        let plan = Plan {
            game: "any".into(),
            rules_hash: None,
            roles: 2,
            top_goal: 100,
            players: chronicle().players,
            schedule: Schedule::Rotation { matches: 1, chance: None },
            games_per_pairing: 1,
            seed: Seed(7),
            opening_plies: 0,
            ply_limit: u32::MAX,
            move_time: None,
            forfeit_after: None,
            sprt: None,
        };
        let (fixture, _) = plan.rotation(0).expect("the only one");
        let played = Played { fixture, record: chronicle().record(plan.seed) };
        let fresh = [played.clone()];
        let progress = Progress { fresh: &fresh, withdrawn: &[], done: 1, most: 1, tests: &[] };
        store.begin(&plan, None).expect("writable").record(&progress).expect("writable");
        assert_eq!(store.played(1).expect("kept"), (1, played));
    }

    #[test]
    fn a_match_given_up_has_no_goals() {
        let given_up = Chronicle { goals: None, aborted: true, ..chronicle() };
        assert_eq!(given_up.record(Seed(7)).outcome, Outcome::Unscored);
    }
}
