use std::sync::Arc;

use ::game::{Game as _, RulesState};
use circuit::MoveError;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::prelude::*;

use crate::error::error;
use crate::game::Game;
use crate::loaded::Loaded;

/// How much memory boards may take together: some gigabytes.
const MOST_BYTES: u64 = 1 << 34;

/// Games side by side, without memory of their own for what they tell: arrays are given to be written.
///
/// `spielbaum.Vector` is what programs use.
#[pyclass(module = "spielbaum._spielbaum")]
pub(crate) struct Boards {
    game: Arc<Loaded>,
    boards: circuit::Boards,
}

impl Boards {
    pub(crate) fn game(&self) -> &Arc<Loaded> {
        &self.game
    }

    /// The positions of all boards.
    pub(crate) fn states(&self) -> Vec<RulesState> {
        (0..self.boards.len()).map(|board| RulesState::from(self.boards.state(board))).collect()
    }
}

#[pymethods]
impl Boards {
    /// So many boards of a game.
    #[new]
    fn new(game: &Game, boards: usize, seed: u64) -> PyResult<Self> {
        let game = Arc::clone(&game.0);
        let circuit = game.compiled().circuit();
        if circuit.initial().terminal() {
            return Err(error(format_args!("{} is over before the first move", game.name)));
        }
        if game.players.is_empty() {
            return Err(error(format_args!("nobody plays {}: its only role is random", game.name)));
        }
        let each = bytes_of_board(&game) as u64;
        if (boards as u64).checked_mul(each).is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(error(format_args!(
                "n = {boards}: a board of {} takes some {each} bytes, and all may take {} gigabytes; {} boards are the most",
                game.name,
                MOST_BYTES >> 30,
                MOST_BYTES / each
            )));
        }
        let mut boards = circuit::Boards::new(Arc::clone(circuit), boards, seed);
        if game.rules.percepts().is_some() {
            boards = boards.with_percepts();
        }
        Ok(Self { game, boards })
    }

    /// Begins all games anew.
    fn restart(&mut self, py: Python<'_>, seed: u64) {
        py.detach(|| self.boards.restart(seed));
    }

    /// Makes a move in each board. Tells what is wrong with a state that was reached, if a role has no legal
    /// move there: the moves have been made.
    fn step(&mut self, py: Python<'_>, moves: PyReadonlyArray1<'_, i64>) -> PyResult<Option<String>> {
        let moves = moves.as_slice()?;
        let Self { game, boards } = self;
        match py.detach(|| boards.step(moves)) {
            Ok(()) => Ok(None),
            Err(failure @ MoveError::Stuck { .. }) => Ok(Some(described(game, failure))),
            Err(failure @ MoveError::Illegal { .. }) => Err(error(described(game, failure))),
        }
    }

    /// Makes so many random joint moves in each board; adds how many games ended and what they paid.
    fn play(
        &mut self,
        py: Python<'_>,
        steps: u32,
        mut games: PyReadwriteArray1<'_, i64>,
        mut goals: PyReadwriteArray2<'_, f64>,
    ) -> PyResult<()> {
        let (games, goals) = (games.as_slice_mut()?, goals.as_slice_mut()?);
        let Self { game, boards } = self;
        py.detach(|| boards.play(steps, games, goals)).map_err(|failure| error(described(game, failure)))
    }

    /// Writes a random legal move for each board.
    fn random_moves(&mut self, py: Python<'_>, mut moves: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let moves = moves.as_slice_mut()?;
        py.detach(|| self.boards.random_moves(moves));
        Ok(())
    }

    /// Writes the legal move of each board that has so many before it.
    fn nth_legal(
        &self,
        py: Python<'_>,
        player: usize,
        ranks: PyReadonlyArray1<'_, i64>,
        mut moves: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let (ranks, moves) = (ranks.as_slice()?, moves.as_slice_mut()?);
        py.detach(|| self.boards.nth_legal(player, ranks, moves));
        Ok(())
    }

    /// Writes the legal move of each board at a place of the list of them, from 0 for the first to 1 for
    /// the last.
    fn legal_at(
        &self,
        py: Python<'_>,
        player: usize,
        places: PyReadonlyArray1<'_, f64>,
        mut moves: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let (places, moves) = (places.as_slice()?, moves.as_slice_mut()?);
        let within = |place: &f64| (0.0..=1.0).contains(place);
        // All of them, without a branch for each.
        if !places.iter().fold(true, |all, place| all & within(place)) {
            let board = places.iter().position(|place| !within(place)).unwrap_or(0);
            return Err(error(format_args!("board {board}: {} is not a number from 0 to 1", places[board])));
        }
        py.detach(|| self.boards.legal_at(player, places, moves));
        Ok(())
    }

    /// Writes how many legal moves a player has, or the one that moves, in each board.
    fn count_legal(
        &self,
        py: Python<'_>,
        player: usize,
        mut counts: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let counts = counts.as_slice_mut()?;
        py.detach(|| self.boards.count_legal(player, counts));
        Ok(())
    }

    /// Writes fluents, legal moves of each player or of the one that moves, and who moves.
    fn write_view(
        &self,
        py: Python<'_>,
        mut fluents: Option<PyReadwriteArray2<'_, u8>>,
        legal: Vec<PyReadwriteArray2<'_, u8>>,
        mut turns: Option<PyReadwriteArray1<'_, i64>>,
    ) -> PyResult<()> {
        let mut legal = legal;
        let fluents = fluents.as_mut().map(|fluents| fluents.as_slice_mut()).transpose()?;
        let legal: Result<Vec<&mut [u8]>, _> = legal.iter_mut().map(|legal| legal.as_slice_mut()).collect();
        let legal = legal?;
        let turns = turns.as_mut().map(|turns| turns.as_slice_mut()).transpose()?;
        py.detach(|| {
            if let Some(fluents) = fluents {
                self.boards.write_fluents(fluents);
            }
            legal.into_iter().enumerate().for_each(|(player, legal)| self.boards.write_legal(player, legal));
            if let Some(turns) = turns {
                self.boards.write_turns(turns);
            }
        });
        Ok(())
    }

    /// Writes in which boards a game has ended, and what it paid.
    fn write_ends(
        &self,
        py: Python<'_>,
        mut goals: PyReadwriteArray2<'_, f32>,
        mut ended: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let (goals, ended) = (goals.as_slice_mut()?, ended.as_slice_mut()?);
        py.detach(|| {
            self.boards.write_goals(goals);
            self.boards.write_ended(ended);
        });
        Ok(())
    }

    /// Writes what each player has seen of the last step, in a game that hides something.
    fn write_percepts(&self, py: Python<'_>, mut percepts: PyReadwriteArray3<'_, u8>) -> PyResult<()> {
        let percepts = percepts.as_slice_mut()?;
        let of_player = (self.boards.len() * self.boards.percepts()).max(1);
        py.detach(|| {
            for (player, percepts) in percepts.chunks_mut(of_player).enumerate() {
                self.boards.write_percepts(player, percepts);
            }
        });
        Ok(())
    }

    /// The position of a board as text.
    fn draw(&self, board: usize) -> PyResult<String> {
        if board >= self.boards.len() {
            return Err(error(format_args!("there is no board {board}: there are {}", self.boards.len())));
        }
        let reasoner = self.game.rules.reasoner();
        let state = self.boards.state(board);
        let held: Vec<_> = self.game.compiled().holding(&state);
        Ok(reasoner.texts(&held).join("  "))
    }
}

/// How many bytes a board takes, about: what its lane has, and what it has in the arrays of Python.
fn bytes_of_board(game: &Loaded) -> usize {
    let compiled = game.compiled();
    let slots = compiled.circuit().view_size().slots + compiled.circuit().step_size().slots;
    let moves: usize = game.players.iter().map(|&role| game.names(role).len()).sum();
    let percepts = game.players.iter().map(|&role| compiled.percepts(role).len()).max().unwrap_or(0);
    // As `Seen` tells in Python.
    let seen = (game.distinct_actions() + 2) * (percepts + 1);
    let observed = match game.rules.percepts() {
        Some(_) => game.players.len() * seen,
        None => compiled.fluents().len(),
    };
    slots.div_ceil(8) + moves + observed + 8 * game.players.len() + 8
}

/// Why moves cannot be made, in the words of the game.
fn described(game: &Loaded, failure: MoveError) -> String {
    let name = |role| game.rules.notation().role_name(role);
    match failure {
        MoveError::Illegal { board, role, mov } => {
            let text = usize::try_from(mov).ok().and_then(|mov| game.names(role).get(mov));
            let text = text.map_or(String::new(), |text| format!(", {text},"));
            format!("board {board}: action {mov}{text} is not legal for {}", name(role))
        }
        MoveError::Stuck { board, role } => format!(
            "board {board}: {} has no legal move, and the game is not over; give it a move such as `noop`, or end the game there",
            name(role)
        ),
    }
}
