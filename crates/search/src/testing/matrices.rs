use game::{Game, Goal, Notation};

/// What a joint move of two roles leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    /// The end, with what the first and the second role get.
    Pays(Goal, Goal),
    /// Another matrix, by its number.
    Leads(usize),
}

/// Matrices in which two roles choose at the same time, the first a row and the second a column. The game begins in the first.
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
    /// The number of a matrix, or what each role got.
    type State = Result<usize, [Goal; 2]>;
    type Move = usize;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Self::State {
        Ok(0)
    }

    fn terminal(&self, state: &Self::State) -> bool {
        state.is_err()
    }

    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        if let Ok(number) = *state {
            let matrix = &self.0[number];
            moves.extend(0..if role == 0 { matrix.len() } else { matrix[0].len() });
        }
    }

    fn next(&self, state: &Self::State, joint: &[usize]) -> Self::State {
        match self.0[state.unwrap()][joint[0]][joint[1]] {
            Cell::Pays(first, second) => Err([first, second]),
            Cell::Leads(number) => Ok(number),
        }
    }

    fn goal(&self, state: &Self::State, role: usize) -> Goal {
        state.unwrap_err()[role]
    }

    fn notation(&self) -> &dyn Notation<Self::State, usize> {
        self
    }
}

impl Notation<Result<usize, [Goal; 2]>, usize> for Matrices {
    fn role_name(&self, role: usize) -> &str {
        ["row", "column"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}
