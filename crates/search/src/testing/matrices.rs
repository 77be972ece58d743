use game::{Game, Goal, Notation};

/// What a joint move of two roles leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    /// The end, with what the first and the second role get.
    Pays(Goal, Goal),
    /// Another matrix, by its number.
    Leads(usize),
}

/// Matrices in which two roles choose at the same time, the first a row and the second a column. The game
/// begins in the first.
#[derive(Clone, Debug)]
pub(crate) struct Matrices(pub(crate) Vec<Vec<Vec<Cell>>>);

impl Matrices {
    /// A single matrix of what each role gets.
    pub(crate) fn single(payoffs: &[&[(Goal, Goal)]]) -> Self {
        let row =
            |row: &&[(Goal, Goal)]| row.iter().map(|&(first, second)| Cell::Pays(first, second)).collect();
        Self(vec![payoffs.iter().map(row).collect()])
    }
}

/// Matching pennies: both choose at once; the first wins if they choose alike.
pub(crate) fn pennies() -> Matrices {
    Matrices::single(&[&[(100, 0), (0, 100)], &[(0, 100), (100, 0)]])
}

impl Game for Matrices {
    /// The number of a matrix. What is more than there are matrices is an end, where the first role gets the
    /// quotient by 101 and the second the remainder.
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> usize {
        0
    }

    fn terminal(&self, state: &usize) -> bool {
        *state >= self.0.len()
    }

    fn legal(&self, state: &usize, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        if let Some(matrix) = self.0.get(*state) {
            moves.extend(0..if role == 0 { matrix.len() } else { matrix[0].len() });
        }
    }

    fn next(&self, state: &usize, joint: &[usize]) -> usize {
        match self.0[*state][joint[0]][joint[1]] {
            Cell::Pays(first, second) => self.0.len() + (101 * first + second) as usize,
            Cell::Leads(number) => number,
        }
    }

    fn goal(&self, state: &usize, role: usize) -> Goal {
        let end = (*state - self.0.len()) as Goal;
        [end / 101, end % 101][role]
    }

    fn notation(&self) -> &dyn Notation<usize, usize> {
        self
    }
}

impl Notation<usize, usize> for Matrices {
    fn role_name(&self, role: usize) -> &str {
        ["row", "column"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}
