use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::board::pitch;

/// Discs of the side to move, and of the other side.
type Discs = (u64, u64);

/// Bounds that took long to find, kept in memory and, if one is named, in a file.
///
/// The file is text: a line that names the format, one with the size of the board, then a line for each bound
/// as it was found. That has a letter for each cell, row by row, `x` for a disc of the side to move, `o` for
/// one of the other side, `-` for none, and the lower and the upper bound on the score. Each of the eight
/// images of a position may stand for it.
#[derive(Debug, Default)]
pub(super) struct Saved(Mutex<Store>);

#[derive(Debug, Default)]
struct Store {
    bounds: FxHashMap<Discs, (i32, i32)>,
    file: Option<(File, usize)>,
    error: Option<io::Error>,
}

const FORMAT: &str = "spielbaum othello bounds 1";

/// What a file begins with.
fn header(size: usize) -> String {
    format!("{FORMAT}\nsize {size}\n")
}

impl Saved {
    /// Reads the bounds of a file, if it is there, and adds those that are found from now on to it.
    pub(super) fn open(path: &Path, size: usize) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        let foreign = || invalid("it is no file of bounds of Othello, or one of another version");
        file.read_to_string(&mut text).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => foreign(),
            _ => error,
        })?;
        let header = header(size);
        let mut store = Store::default();
        if header.starts_with(&text) {
            // It is new, or its writer was interrupted at the beginning.
            file.set_len(0)?;
            file.write_all(header.as_bytes())?;
        } else {
            let records = text.strip_prefix(&header).ok_or_else(|| {
                let other = text.starts_with(FORMAT);
                if other { invalid("it is about a board of another size") } else { foreign() }
            })?;
            // A last line without an end was being written when the program was interrupted.
            let whole = records.rfind('\n').map_or(0, |end| end + 1);
            for (number, line) in records[..whole].lines().enumerate() {
                let (discs, lower, upper) = read(line, size)
                    .ok_or_else(|| invalid(&format!("line {} is no position with two bounds", number + 3)))?;
                if !store.add(discs, lower, upper) {
                    return Err(invalid(&format!("line {} contradicts an earlier one", number + 3)));
                }
            }
            file.set_len((header.len() + whole) as u64)?;
        }
        file.seek(io::SeekFrom::End(0))?;
        store.file = Some((file, size));
        Ok(Self(Mutex::new(store)))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bounds on the score of a position.
    pub(super) fn get(&self, own: u64, other: u64) -> Option<(i32, i32)> {
        self.store().bounds.get(&(own, other)).copied()
    }

    /// Keeps bounds.
    pub(super) fn put(&self, own: u64, other: u64, lower: i32, upper: i32) {
        let mut store = self.store();
        store.add((own, other), lower, upper);
        if let Some((file, size)) = &mut store.file
            && let Err(error) = file.write_all(written((own, other), *size, lower, upper).as_bytes())
        {
            store.error = Some(error);
            store.file = None;
        }
    }

    /// Notes that the bounds cannot all be right, and writes no more of them.
    pub(super) fn contradicted(&self) {
        let mut store = self.store();
        store.error = Some(invalid("its bounds contradict each other"));
        store.file = None;
    }

    /// Whether the file could not be written, or contradicts itself.
    pub(super) fn failed(&self) -> bool {
        self.store().error.is_some()
    }

    /// Why the file could not be written, or that it contradicts itself.
    pub(super) fn error(&self) -> Option<io::Error> {
        self.store().error.take()
    }
}

impl Store {
    /// Whether the bounds agree with those that are known.
    fn add(&mut self, discs: Discs, lower: i32, upper: i32) -> bool {
        let known = self.bounds.entry(discs).or_insert((lower, upper));
        *known = (known.0.max(lower), known.1.min(upper));
        known.0 <= known.1
    }
}

/// The bits of the cells, row by row.
fn cells(size: usize) -> impl Iterator<Item = u64> {
    (0..size * size).map(move |cell| 1 << (cell / size * pitch(size) + cell % size))
}

fn written((own, other): Discs, size: usize, lower: i32, upper: i32) -> String {
    let letter = |cell: u64| match (own & cell != 0, other & cell != 0) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => '-',
    };
    let board: String = cells(size).map(letter).collect();
    format!("{board} {lower} {upper}\n")
}

fn read(line: &str, size: usize) -> Option<(Discs, i32, i32)> {
    let mut words = line.split(' ');
    let board = words.next()?;
    let most = (size * size) as i32;
    let mut bound = || words.next()?.parse().ok().filter(|bound| (-most..=most).contains(bound));
    let (lower, upper) = (bound()?, bound()?);
    if board.len() != size * size || words.next().is_some() || lower > upper {
        return None;
    }
    let mut discs = (0, 0);
    for (cell, letter) in cells(size).zip(board.chars()) {
        match letter {
            'x' => discs.0 |= cell,
            'o' => discs.1 |= cell,
            '-' => {}
            _ => return None,
        }
    }
    Some((discs, lower, upper))
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
