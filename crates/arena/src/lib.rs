//! The arena: matches and tournaments of strategies, their statistics, and the store that keeps them.
//!
//! A [`Match`] is one game between one player per role. A [`Tournament`] lets every strategy meet every
//! strategy in every seat, on all cores, with the same result for the same [`Seed`] whatever their number,
//! and counts a [`Table`] with 95 % intervals. A [`Store`] keeps tournaments in one file. A [`TournamentRun`]
//! does all of this for a rulesheet, from its [`TournamentOptions`] to the table: the command line and the
//! page both drive it.
//!
//! ```
//! use game::Tree;
//! use search::Spec;
//! use spielbaum_arena::{Store, Tournament};
//!
//! let tree = Tree::from_brackets("((3 12) (14 12) (2 4))")?;
//! let players = Spec::list("alpha-beta,random")?;
//! let tournament = Tournament::new(&tree, "lecture", &players, 50)?.with_seed(1);
//!
//! # let directory = tempfile::tempdir()?;
//! # let file = directory.path().join("store.db");
//! let mut store = Store::open(&file)?;
//! let mut recorder = store.begin(tournament.plan(), None)?;
//! let table = tournament.run(|progress| recorder.record(progress))?;
//! recorder.finish()?;
//!
//! let first_against_second = table.pairing(&[0, 1]).expect("every pairing is played");
//! assert_eq!(first_against_second.wins[0], 50); // against best play max still gets 12 of 2..=14
//! assert_eq!(store.table(1)?, table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod challenge;
mod chooser;
mod cluster;
mod counts;
mod director;
mod elo;
mod ending;
mod evaluations;
mod fingerprint;
mod fittings;
mod fixture;
mod game_profile;
mod interval;
mod ladder;
mod lineup;
mod r#match;
mod moves_hash;
#[cfg(feature = "openapi")]
mod openapi;
mod opening;
mod options;
mod payoffs;
mod plan;
mod playable_game;
mod rating;
mod record;
mod round;
mod run;
mod schedule;
mod seed;
mod sheet;
mod sprt;
mod store;
mod table;
mod tally;
#[cfg(test)]
mod testing;
mod tournament;
mod variety;

pub use challenge::Challenge;
pub use chooser::{Chooser, Fitting};
pub use counts::Stray;
pub use ending::Ending;
pub use evaluations::Evaluations;
pub use fingerprint::{fingerprint, name_of_rules};
pub use fittings::Fittings;
pub use fixture::{Finished, Fixture, Played};
pub use interval::Interval;
pub use lineup::{Lineup, Pace};
pub use r#match::{Failure, Match, MatchError, Player};
pub use moves_hash::MovesHash;
pub use opening::{Opening, OpeningError};
pub use options::{OutOfRange, TournamentFormat, TournamentLimits, TournamentOptions, UnreadOptions};
pub use plan::{Plan, Seating, top_goal};
pub use rating::{Comparisons, Estimate, Strengths};
pub use record::{MatchRecord, Outcome, Ply, ProtocolError, Thought};
pub use run::{
    GameSource, PreparationError, TournamentObserver, TournamentResult, TournamentRun, TournamentTask,
};
pub use schedule::Schedule;
pub use seed::Seed;
pub use sheet::{Sheet, SheetFormat};
pub use sprt::{Pentanomial, Sprt, SprtError, SprtParameters, Trial, Verdict};
pub use store::{
    Checksums, Cost, Costs, Damage, DamagedPart, EvaluationEntry, Listing, MatchEntry, PairingCost,
    PlayerCost, Recorder, ResumableTournament, ResumeError, Store, StoreError, TournamentEntry, Verification,
    VerifiedTournament,
};
pub use table::{FirstSeat, Pairing, Rating, RepeatedPairing, Table, Tested, UsedFile};
pub use tournament::{Progress, Tournament, TournamentError, Workers, WorkersError, Workforce};
