use game::{Choices, Game, children};

use crate::strategy::back_up::{Fate, Shape};
use crate::{Cut, Observer, Watch};

/// Children made at once at most: beyond that, states would take more memory than time is saved.
const AT_ONCE: usize = 4096;

/// An open node: the search is below it.
pub(super) struct Node<G: Game, N> {
    pub(super) state: G::State,
    choices: Choices<G::Move>,
    pub(super) shape: Shape,
    /// Whether chance moves at the same time, so that every child has the same state, in which chance is
    /// still to move.
    pub(super) chance_moves: bool,
    /// The states of the children not visited yet, the next one last, of a game that makes them all at once.
    children: Vec<G::State>,
    /// The row that is visited first; the others follow in the game's order.
    first: usize,
    /// The place of the row of the child to visit next, and its column.
    row: usize,
    column: usize,
    /// What the rule knows about the node.
    pub(super) known: N,
    /// The principal variation of the row being visited, and of the node: the joint moves, the last one
    /// first, so that a parent only adds its own at the end.
    row_line: Vec<G::Move>,
    pub(super) line: Vec<G::Move>,
    /// Bytes that it takes: those that it took when it was opened, and `kept` for the payoff vectors
    /// of children.
    pub(super) bytes: u64,
    kept: u64,
}

impl<G: Game, N> Node<G, N> {
    pub(super) fn new(
        state: G::State,
        choices: Choices<G::Move>,
        shape: Shape,
        first: usize,
        known: N,
    ) -> Self {
        let (children, row_line, line) = (Vec::new(), Vec::new(), Vec::new());
        let (bytes, kept, chance_moves) = (0, 0, false);
        Self {
            state,
            choices,
            shape,
            chance_moves,
            children,
            first,
            row: 0,
            column: 0,
            known,
            row_line,
            line,
            bytes,
            kept,
        }
    }

    /// Counts the bytes that it takes.
    pub(super) fn count(&mut self, game: &G) {
        let state = size_of::<G::State>() + game.heap_bytes(&self.state);
        let moves: usize = self.choices.each().map(<[_]>::len).sum();
        let bytes = size_of::<Self>() + (1 + self.children.capacity()) * state + moves * size_of::<G::Move>();
        self.bytes = bytes as u64;
    }

    /// Counts the bytes of the payoff vectors of a row with this fate, which are kept unless the row is
    /// the worse.
    pub(super) fn keep(&mut self, fate: Fate, bytes: u64) {
        let kept = match fate {
            Fate::Worse => self.kept,
            Fate::Better => bytes,
            Fate::Beside => self.kept + bytes,
        };
        self.bytes = self.bytes - self.kept + kept;
        self.kept = kept;
    }

    /// The move of the chooser that makes the row in this place.
    pub(super) fn move_at(&self, place: usize) -> usize {
        match place {
            0 => self.first,
            place if place <= self.first => place - 1,
            place => place,
        }
    }

    /// The shape of the table of children in which `chooser` chooses the row.
    pub(super) fn shape_of(game: &G, choices: &Choices<G::Move>, chooser: usize) -> Shape {
        let others = (0..game.roles()).filter(|&role| role != chooser);
        let columns =
            others.fold(1_usize, |product, role| product.saturating_mul(choices.of_role(role).len()));
        Shape { chooser, rows: choices.of_role(chooser).len(), columns }
    }

    /// How many children there are.
    fn width(&self) -> usize {
        self.shape.rows.saturating_mul(self.shape.columns)
    }

    /// Makes the states of all children, unless there are very many.
    pub(super) fn expand(&mut self, game: &G) {
        if self.width() > AT_ONCE {
            return;
        }
        let mut joints = Vec::with_capacity(self.width() * game.roles());
        let mut joint = Vec::with_capacity(game.roles());
        for row in 0..self.shape.rows {
            for column in 0..self.shape.columns {
                self.joint(game, row, column, &mut joint);
                joints.extend_from_slice(&joint);
            }
        }
        children(game, &self.state, &joints, &mut self.children);
        self.children.reverse();
    }

    /// Replaces the content of `joint` by the joint move to a child. Columns count the others' joint moves,
    /// the last role's choice changing fastest.
    fn joint(&self, game: &G, row: usize, mut column: usize, joint: &mut Vec<G::Move>) {
        joint.clear();
        joint.extend((0..game.roles()).rev().map(|role| {
            let moves = self.choices.of_role(role);
            if role == self.shape.chooser {
                return moves[self.move_at(row)];
            }
            let mov = moves[column % moves.len()];
            column /= moves.len();
            mov
        }));
        joint.reverse();
    }

    /// The state of the next child, if there is one, and in `joint` the joint move to it.
    pub(super) fn next_child(&mut self, game: &G, joint: &mut Vec<G::Move>) -> Option<G::State> {
        if self.row == self.shape.rows {
            return None;
        }
        self.joint(game, self.row, self.column, joint);
        if self.chance_moves {
            return Some(self.state.clone());
        }
        Some(self.children.pop().unwrap_or_else(|| game.next(&self.state, joint)))
    }

    /// Whether the child visited last is the last of its row.
    pub(super) fn in_last_column(&self) -> bool {
        self.column + 1 == self.shape.columns
    }

    /// Lets the observer know of the children after the one visited last in its row, which are left out.
    pub(super) fn tell_rest(&self, game: &G, cut: Cut, observer: &mut Watch<'_, G>) {
        let (row, columns) = (self.row, self.column + 1..self.shape.columns);
        let mut joints = columns.clone().map(|column| self.joint_to(game, row, column));
        observer.cut(cut, columns.len(), &mut joints);
    }

    /// Lets the observer know of all children not visited yet, which are left out; the child visited last was
    /// the last of its row.
    pub(super) fn tell_rows(&self, game: &G, cut: Cut, observer: &mut Watch<'_, G>) {
        let (rows, columns) = (self.row..self.shape.rows, 0..self.shape.columns);
        if rows.is_empty() {
            return;
        }
        let remaining = rows.len().saturating_mul(columns.len());
        let mut joints =
            rows.flat_map(|row| columns.clone().map(move |column| self.joint_to(game, row, column)));
        observer.cut(cut, remaining, &mut joints);
    }

    /// The joint move to a child, by the place of its row and its column.
    pub(super) fn joint_to(&self, game: &G, row: usize, column: usize) -> Vec<G::Move> {
        let mut joint = Vec::with_capacity(game.roles());
        self.joint(game, row, column, &mut joint);
        joint
    }

    /// The place of the row of the child visited last.
    pub(super) fn row(&self) -> usize {
        self.row
    }

    /// Takes over the principal variation below the child visited last.
    pub(super) fn lead(&mut self, game: &G, line: Vec<G::Move>) {
        self.row_line = line;
        if self.chance_moves {
            // What chance does is not known.
            self.row_line.clear();
            return;
        }
        let joint = self.joint_to(game, self.row, self.column);
        self.row_line.extend(joint);
    }

    /// Goes on to the next column.
    pub(super) fn next_column(&mut self) {
        self.column += 1;
    }

    /// Goes on to the next row, and returns the principal variation of this one.
    pub(super) fn next_row(&mut self) -> Vec<G::Move> {
        let skipped = self.shape.columns - 1 - self.column;
        self.children.truncate(self.children.len().saturating_sub(skipped));
        let line = std::mem::take(&mut self.row_line);
        self.row += 1;
        self.column = 0;
        line
    }

    /// Leaves out all rows not visited yet.
    pub(super) fn cut(&mut self) {
        self.row = self.shape.rows;
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;

    #[test]
    fn payoff_vectors_are_counted_as_long_as_they_are_kept() {
        let tree = Tree::from_brackets("(1 2 3)").unwrap();
        let choices = Choices::of(&tree, &tree.initial());
        let shape = Node::<Tree, ()>::shape_of(&tree, &choices, 0);
        let mut node = Node::new(tree.initial(), choices, shape, 0, ());
        node.count(&tree);
        let opened = node.bytes;
        let rows = [(Fate::Better, 100), (Fate::Beside, 50), (Fate::Worse, 1000), (Fate::Better, 10)];
        let counted = rows.map(|(fate, bytes)| {
            node.keep(fate, bytes);
            node.bytes - opened
        });
        assert_eq!(counted, [100, 150, 150, 10]);
    }
}
