use super::Fate;

/// The first of the best rows so far, of a searcher who takes its greatest value.
pub(in crate::strategy) struct BestRow {
    /// Which row it is, once a row is complete.
    pub(in crate::strategy) index: Option<usize>,
    /// Its value; less than every payoff before a row is complete.
    pub(in crate::strategy) value: f64,
    /// Rows complete.
    rows: usize,
}

impl BestRow {
    pub(in crate::strategy) fn none() -> Self {
        Self { index: None, value: f64::NEG_INFINITY, rows: 0 }
    }

    /// Takes the value of the next row.
    pub(in crate::strategy) fn take(&mut self, value: f64) -> Fate {
        let row = self.rows;
        self.rows += 1;
        if value <= self.value {
            return Fate::Worse;
        }
        *self = Self { index: Some(row), value, ..*self };
        Fate::Better
    }
}
