use search::{SpecError, SpecFileError};

use super::WorkersError;
use crate::counts::Stray;
use crate::{MatchError, OpeningError, StoreError};

/// Why a tournament could not be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// There are no players.
    #[error("a tournament needs at least one strategy")]
    NoPlayers,
    /// Chance has the only role.
    #[error("nobody plays this game: chance has its only role")]
    Nobody,
    /// The plan is a rotation, whose players are not all strategies of this program.
    #[error(
        "its matches were played one by one, also with players on the network; `spielbaum match` begins new ones"
    )]
    Rotation,
    /// There are no games to play.
    #[error("a tournament needs at least one game per pairing")]
    NoGames,
    /// A strategy is named twice.
    #[error("`{0}` is named twice; a table could not tell them apart")]
    Twice(String),
    /// The schedule has no pairings.
    #[error("there are no pairings: {0}")]
    NoPairings(&'static str),
    /// Players that sit in the order they are named are as many as roles.
    #[error("in this schedule every strategy has one seat: name {roles} strategies instead of {players}")]
    Seats {
        /// How many strategies were given.
        players: usize,
        /// How many roles the game has.
        roles: usize,
    },
    /// A sequential test compares games with the seats swapped.
    #[error("a sequential test swaps seats, and in this schedule nobody does; take the round-robin schedule")]
    UntestableInOrder,
    /// A sequential test is for games of two roles.
    #[error("a sequential test compares players of games for two roles; this one has {0}")]
    Untestable(usize),
    /// There are too many ways to fill the seats.
    #[error("{players} strategies fill the seats of {roles} roles in more than {} ways", .most)]
    TooManyPairings {
        /// How many strategies were given.
        players: usize,
        /// How many roles the game has.
        roles: usize,
        /// How many pairings there may be.
        most: u64,
    },
    /// A player of the plan is no strategy of this program.
    #[error("the tournament cannot go on: {0}")]
    Player(#[from] SpecError),
    /// The copy of a file that a player names is not what the player takes.
    #[error("the tournament cannot go on: {0}")]
    File(#[from] SpecFileError),
    /// The plan has no copy of a file that a player names.
    #[error("there is no copy of the file `{0}`, which a player of the tournament needs")]
    NoCopy(String),
    /// A tablebase or a policy that a player names is not the one that the tournament was planned with.
    #[error(
        "the tournament cannot go on: `{path}` is not what it was when the tournament began; put the file with the SHA-256 {sha256} back"
    )]
    OtherFile {
        /// The path of the file, as the player's spec names it.
        path: String,
        /// The SHA-256 of what it held, in hexadecimal digits.
        sha256: String,
    },
    /// The plan is for another game.
    #[error("the tournament was planned for a game of {planned} roles; this one has {found}")]
    OtherGame {
        /// How many roles were planned for.
        planned: usize,
        /// How many there are.
        found: usize,
    },
    /// The plan is for another game: one with as many players, and another role of chance.
    #[error("the tournament was planned for another game, in which chance has another role or none")]
    OtherChance,
    /// No player would ever be asked: the ply limit is within the opening.
    #[error(
        "the ply limit {ply_limit} ends every match within its {opening_plies} random moves; ask for shorter openings or longer matches"
    )]
    NothingAfterOpening {
        /// How long openings were to be.
        opening_plies: u32,
        /// How long matches were to be.
        ply_limit: u32,
    },
    /// There is no opening of the length that was asked for.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The results of an earlier run do not belong to the plan.
    #[error("the earlier results hold {0}")]
    Stray(#[from] Stray),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Those who play the matches in the place of threads fail.
    #[error(transparent)]
    Workers(WorkersError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The matches could not be recorded.
    #[error(transparent)]
    Store(#[from] StoreError),
}
