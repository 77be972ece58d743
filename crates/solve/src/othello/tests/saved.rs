use std::fs;
use std::path::Path;
use std::time::Duration;

use game::Othello;

use super::super::board::Board;
use super::super::{OthelloPosition, OthelloSolver};
use super::{late, limits, position};
use crate::Limits;

/// A solver with a file of bounds, in which most of them are saved.
fn saving(path: &Path, limits: Limits) -> OthelloSolver {
    OthelloSolver { worth_saving: 1000, ..OthelloSolver::new(limits).with_checkpoint(6, path).unwrap() }
}

#[test]
fn who_resumes_finds_what_was_found_without_interruption() {
    let game = Othello::new(6).unwrap();
    let here = position(&game, &late(&game, 20, 8));
    let whole = OthelloSolver::new(limits()).solve(&here, &|_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bounds");
    let soon = Limits { time: Some(Duration::from_millis(40)), ..limits() };
    let cut = saving(&path, soon).solve(&here, &|_| ()).unwrap();
    assert_eq!(cut.score.score(), None);
    let saved = fs::read_to_string(&path).unwrap();
    let resumed = saving(&path, limits()).solve(&here, &|_| ()).unwrap();
    assert_eq!(resumed.score, whole.score);
    let more = fs::read_to_string(&path).unwrap();
    assert!(more.starts_with(&saved) && more.len() > saved.len());
    let again = saving(&path, limits()).solve(&here, &|_| ()).unwrap();
    assert_eq!(again.score, whole.score);
    assert!(again.nodes * 4 < whole.nodes, "{} of {}", again.nodes, whole.nodes);
}

#[test]
fn a_record_that_was_cut_is_left_out_and_another_file_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bounds");
    let open = |size: u8| OthelloSolver::new(limits()).with_checkpoint(size, &path);
    drop(open(6).unwrap());
    let header = fs::read_to_string(&path).unwrap();
    assert_eq!(header, "spielbaum othello bounds 1\nsize 6\n");
    let record = format!("{}xo{} -4 36\n", "-".repeat(14), "-".repeat(20));
    fs::write(&path, format!("{header}{record}{}", &record[..20])).unwrap();
    let solver = open(6).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{header}{record}"));
    // The cells of the third row from the left.
    assert_eq!(solver.saved.get(1 << 16, 1 << 17), Some((-4, 36)));
    solver.saved.put(1 << 16, 1 << 17, -6, 10);
    assert_eq!(open(6).unwrap().saved.get(1 << 16, 1 << 17), Some((-4, 10)));
    assert_eq!(open(4).unwrap_err().to_string(), "it is about a board of another size");
    fs::write(&path, &header[..30]).unwrap();
    drop(open(6).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), header);
    let board = &record[..36];
    for text in [
        "a letter\n",
        &format!("{header}{}\n", &record[..20]),
        &format!("{header}{board} 5 4\n"),
        &format!("{header}{record}{board} -36 -10\n"),
    ] {
        fs::write(&path, text).unwrap();
        assert!(open(6).is_err(), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "what is refused stays as it was");
    }
}

#[test]
fn bounds_that_contradict_each_other_end_the_search_with_an_error() {
    let here = OthelloPosition::initial(6).unwrap();
    let solver = OthelloSolver::new(limits());
    for cell in here.moves() {
        let next = here.after(cell).unwrap();
        let (own, other) = Board::<6>::canonical(next.own, next.other);
        solver.saved.put(own, other, 10, -10);
    }
    let error = solver.solve(&here, &|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "its bounds contradict each other");
}
