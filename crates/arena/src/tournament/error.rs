use search::{SpecError, WeightsError};

use crate::counts::Stray;
use crate::{MatchError, OpeningError, StoreError};

/// Why a tournament could not be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Nobody to play.
    #[error("a tournament needs at least one strategy")]
    NoPlayers,
    /// Matches of players who are none of this program's.
    #[error(
        "its matches were played one by one, also with players on the network; `spielbaum match` begins new ones"
    )]
    Rotation,
    /// Nothing to play.
    #[error("a tournament needs at least one game per pairing")]
    NoGames,
    /// The same strategy twice.
    #[error("`{0}` is named twice; a table could not tell them apart")]
    Twice(String),
    /// A schedule that brings nobody together.
    #[error("nobody meets anybody: {0}")]
    NoPairings(&'static str),
    /// A test that is not made for such a game.
    #[error("a sequential test compares players of games for two roles; this one has {0}")]
    Untestable(usize),
    /// There are more ways to fill the seats than anybody could play.
    #[error("{players} strategies fill the seats of {roles} roles in more than {} ways", .most)]
    TooManyPairings {
        /// How many strategies were given.
        players: usize,
        /// How many roles the game has.
        roles: usize,
        /// How many pairings there may be.
        most: u64,
    },
    /// A plan whose players this program does not have.
    #[error("the tournament cannot go on: {0}")]
    Player(#[from] SpecError),
    /// The copy of a file that a player names is not what the player takes.
    #[error("the tournament cannot go on: {0}")]
    File(#[from] WeightsError),
    /// A plan without a copy of a file that a player names.
    #[error("there is no copy of the file `{0}`, which a player of the tournament needs")]
    NoCopy(String),
    /// A plan for another game.
    #[error("the tournament was planned for a game of {planned} roles; this one has {found}")]
    OtherGame {
        /// How many roles were planned for.
        planned: usize,
        /// How many there are.
        found: usize,
    },
    /// Nobody would ever be asked.
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
    /// Results of an earlier run that are not the plan's.
    #[error("the earlier results hold {0}")]
    Stray(#[from] Stray),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The matches could not be recorded.
    #[error(transparent)]
    Store(#[from] StoreError),
}
