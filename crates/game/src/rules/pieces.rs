use logic::{Reasoner, TermId};

use crate::{Board, Fluent, Pieces};

/// Which fluents of a rulesheet are pieces on its board, and whose.
pub(super) struct PieceMap {
    board: Board,
    /// The pieces among the circuit's fluents: the fluent's number, the cell, and the role.
    numbered: Vec<(usize, usize, usize)>,
}

impl PieceMap {
    /// The map of the board that is made by `possible`, all fluents that may ever hold; none if they make no
    /// board or no role has pieces on it.
    pub(super) fn of_possible(
        reasoner: &Reasoner,
        roles: &[String],
        possible: &[TermId],
        initial: &[TermId],
    ) -> Option<Self> {
        let board = Board::find(&Fluent::all(reasoner, possible), &Fluent::all(reasoner, initial), roles)?;
        let mut map = Self { board, numbered: Vec::new() };
        for (number, &term) in possible.iter().enumerate() {
            if let Some((cell, role)) = map.piece(&Fluent::of(reasoner, term)) {
                map.numbered.push((number, cell, role));
            }
        }
        (!map.numbered.is_empty()).then_some(map)
    }

    /// The map of the board that `initial` shows, if it shows all of it: a content for every cell, blanks
    /// among them.
    pub(super) fn of_initial(reasoner: &Reasoner, roles: &[String], initial: &[TermId]) -> Option<Self> {
        let initial = Fluent::all(reasoner, initial);
        let board = Board::find(&initial, &initial, roles)?;
        let contents: Vec<&str> = initial.iter().filter_map(|it| Some(board.cell(it)?.1)).collect();
        let whole = contents.len() == board.cells() && board.blank().is_some();
        whole.then(|| Self { board, numbered: Vec::new() })
    }

    /// The pieces in a state of the circuit, where `holds` tells which fluents hold.
    pub(super) fn of_bits(&self, holds: impl Fn(usize) -> bool) -> Pieces {
        let mut pieces = self.empty();
        for &(number, cell, role) in &self.numbered {
            if holds(number) {
                pieces.cells[cell] = Some(role);
            }
        }
        pieces
    }

    /// The pieces among these fluents.
    pub(super) fn of_terms(&self, reasoner: &Reasoner, state: &[TermId]) -> Pieces {
        let mut pieces = self.empty();
        for (cell, role) in state.iter().filter_map(|&term| self.piece(&Fluent::of(reasoner, term))) {
            pieces.cells[cell] = Some(role);
        }
        pieces
    }

    fn empty(&self) -> Pieces {
        let (columns, rows) = (self.board.columns().len(), self.board.rows().len());
        Pieces { columns, rows, cells: vec![None; self.board.cells()] }
    }

    /// The cell and the role of the piece that a fluent is.
    fn piece(&self, fluent: &Fluent) -> Option<(usize, usize)> {
        let (cell, content) = self.board.cell(fluent)?;
        Some((cell, self.board.owner(content)?))
    }
}

#[cfg(test)]
mod tests {
    use logic::Limits;

    use super::*;
    use crate::testing::sheet;
    use crate::{Game, Rules};

    /// The pieces at the start, a row a word: a digit for a role, a dot for none.
    fn drawn(rules: &Rules) -> Option<String> {
        let Pieces { columns, rows, cells } = rules.knowledge().pieces(&rules.initial())?;
        assert_eq!(cells.len(), columns * rows);
        let glyph = |cell: &Option<usize>| cell.map_or(".".to_owned(), |role| role.to_string());
        let row = |row: &[Option<usize>]| row.iter().map(glyph).collect::<String>();
        Some(cells.chunks_exact(columns).map(row).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn boards_are_read_from_the_top() {
        let pieces = |name| drawn(&Rules::new(&sheet(name)).unwrap());
        assert_eq!(pieces("tictactoe").unwrap(), "... ... ...");
        assert_eq!(pieces("othello-4x4").unwrap(), ".... .01. .10. ....");
        assert_eq!(pieces("breakthrough-6x6").unwrap(), "111111 111111 ...... ...... 000000 000000");
        assert_eq!(pieces("connect-four-3p").unwrap().len(), 8 * 6 + 5);
    }

    #[test]
    fn names_make_no_difference() {
        let text = crate::Builtin::named("othello-4x4").unwrap().rules;
        let renamed = text.replace("black", "b").replace("white", "w");
        let sheet = gdl::Rulesheet::parse("othello.kif", renamed.as_bytes()).unwrap();
        assert_eq!(drawn(&Rules::new(&sheet).unwrap()).unwrap(), ".... .01. .10. ....");
    }

    #[test]
    fn games_without_a_board_or_without_pieces_have_none() {
        for name in ["nim", "eight-puzzle", "counting-to-21", "prisoners-dilemma"] {
            assert_eq!(drawn(&Rules::new(&sheet(name)).unwrap()), None, "{name}");
        }
    }

    #[test]
    fn without_a_circuit_the_initial_state_must_show_the_whole_board() {
        let pieces = |name| drawn(&Rules::reasoned(&sheet(name), Limits::default()).unwrap());
        assert_eq!(pieces("tictactoe").unwrap(), "... ... ...");
        assert_eq!(pieces("othello-4x4"), None);
    }
}
