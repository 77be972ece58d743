use std::io;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::Ply;
use super::counter::{Counter, Progress};
use super::grade::Grade;
use super::phase::Told;
use super::sets::Set;

/// What is known of a count but its sets, as the first line of a file. The sets follow: the layer, then those
/// in `reached`, then the positions.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    /// What the game and the order of variables are told by.
    game: String,
    plies: Vec<SavedPly>,
    clock: Vec<bool>,
    grade: Grade,
    keep: bool,
    reached: Vec<Vec<bool>>,
    positions: bool,
    peak: usize,
}

#[derive(Serialize, Deserialize)]
struct SavedPly {
    states: String,
    terminal: String,
    nodes: usize,
    table: usize,
    seconds: f64,
}

const FORMAT: &str = "spielbaum symbolic count 2";

impl Counter {
    /// Writes where the count stands.
    pub(super) fn save(&mut self, game: &str, file: &mut dyn io::Write) -> io::Result<()> {
        let progress = &self.progress;
        let reached: Vec<(&Vec<bool>, &Option<Set>)> = progress.reached.iter().collect();
        let header = Header {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            plies: progress.plies.iter().map(SavedPly::of).collect(),
            clock: progress.clock.clone(),
            grade: progress.grade.clone(),
            keep: progress.keep,
            reached: reached.iter().map(|&(clock, _)| clock.clone()).collect(),
            positions: progress.positions.is_some(),
            peak: self.peak,
        };
        serde_json::to_writer(&mut *file, &header)?;
        file.write_all(b"\n")?;
        let kept = reached.iter().filter_map(|&(_, states)| states.as_ref());
        let sets: Vec<&Set> =
            std::iter::once(&progress.layer).chain(kept).chain(&progress.positions).collect();
        self.sets.diagram.write(&sets, file)
    }

    /// Goes on from what [`save`](Self::save) has written of the same game and order of variables.
    pub(super) fn load(&mut self, game: &str, file: &mut dyn io::BufRead) -> io::Result<()> {
        let mut line = String::new();
        let foreign = || invalid("it is not a count, or one of another version");
        file.read_line(&mut line).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => foreign(),
            _ => error,
        })?;
        let header: Header = serde_json::from_str(&line).map_err(|_| foreign())?;
        if header.format != FORMAT {
            return Err(foreign());
        }
        if header.game != game {
            return Err(invalid("it is a count of other rules or in another order of variables"));
        }
        if header.positions != self.progress.positions.is_some() {
            return Err(invalid("it is a count with other options"));
        }
        let fluents = self.progress.clock.len();
        if std::iter::once(&header.clock).chain(&header.reached).any(|clock| clock.len() != fluents) {
            return Err(invalid("its clock is another one"));
        }
        if !header.grade.is_sound() {
            return Err(invalid("its equations are not in echelon form"));
        }
        let mut sets = self.sets.diagram.read(self.sets.number_of_elements(), file)?.into_iter();
        let mut set = || sets.next().ok_or_else(|| invalid("it has too few sets"));
        let layer = set()?;
        let mut reached = FxHashMap::default();
        for clock in header.reached {
            reached.insert(clock, header.keep.then(&mut set).transpose()?);
        }
        let positions = header.positions.then(&mut set).transpose()?;
        if sets.next().is_some() {
            return Err(invalid("it has too many sets"));
        }
        let plies = header.plies.iter().enumerate().map(|(number, ply)| ply.ply(number));
        self.progress = Progress {
            plies: plies.collect::<io::Result<_>>()?,
            layer,
            clock: header.clock,
            grade: header.grade,
            keep: header.keep,
            reached,
            positions,
        };
        self.told = Told::default();
        self.peak = header.peak;
        Ok(())
    }
}

impl SavedPly {
    fn of(ply: &Ply) -> Self {
        Self {
            states: ply.states.to_string(),
            terminal: ply.terminal.to_string(),
            nodes: ply.nodes,
            table: ply.table,
            seconds: ply.seconds,
        }
    }

    fn ply(&self, number: usize) -> io::Result<Ply> {
        let count = |digits: &str| {
            BigUint::parse_bytes(digits.as_bytes(), 10).ok_or_else(|| invalid("a count is no number"))
        };
        Ok(Ply {
            ply: number,
            states: count(&self.states)?,
            terminal: count(&self.terminal)?,
            nodes: self.nodes,
            table: self.table,
            seconds: self.seconds,
        })
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
