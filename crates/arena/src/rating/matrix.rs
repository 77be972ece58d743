use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    /// Row by row.
    entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..][..self.size]
    }

    /// Adds `factor` times the product of a vector with its own transpose, the vector given by its entries
    /// that are not zero.
    pub(super) fn add_square(&mut self, factor: f64, vector: &[(usize, f64)]) {
        for &(i, a) in vector {
            for &(j, b) in vector {
                self[(i, j)] += factor * a * b;
            }
        }
    }

    /// The inverse of a symmetric positive definite matrix, by Cholesky's factors.
    pub(super) fn inverse(&self) -> Self {
        let factor = self.cholesky();
        // The columns of the factor's inverse, as rows: these are what has to be multiplied.
        let mut columns = Self::zero(self.size);
        for column in 0..self.size {
            columns[(column, column)] = 1.0 / factor[(column, column)];
            for i in column + 1..self.size {
                let sum = dot(&factor.row(i)[column..i], &columns.row(column)[column..i]);
                columns[(column, i)] = -sum / factor[(i, i)];
            }
        }
        columns.times_transpose(&columns)
    }

    /// The lower triangle `L` with `L L^T` equal to this symmetric positive definite matrix.
    fn cholesky(&self) -> Self {
        let mut factor = Self::zero(self.size);
        for i in 0..self.size {
            for j in 0..=i {
                let rest = self[(i, j)] - dot(&factor.row(i)[..j], &factor.row(j)[..j]);
                factor[(i, j)] = if i == j { rest.sqrt() } else { rest / factor[(j, j)] };
            }
        }
        factor
    }

    /// The product with the transpose of another matrix; with a symmetric one, the product.
    pub(super) fn times_transpose(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for i in 0..self.size {
            for j in 0..self.size {
                product[(i, j)] = dot(self.row(i), other.row(j));
            }
        }
        product
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::zero(3);
        matrix.add_square(2.0, &[(0, 1.0), (1, -1.0)]);
        matrix.add_square(5.0, &[(1, 1.0), (2, -1.0)]);
        matrix.add_square(0.1, &[(0, 1.0), (1, 1.0), (2, 1.0)]);
        let product = matrix.times_transpose(&matrix.inverse());
        for i in 0..3 {
            for j in 0..3 {
                assert!((product[(i, j)] - f64::from(u8::from(i == j))).abs() < 1e-12, "{product:?}");
            }
        }
    }
}
