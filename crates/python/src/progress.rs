use std::sync::Mutex;

use pyo3::prelude::*;

use crate::lock::lock;

/// How far some work is: its threads say so, and that of Python tells it to a function.
#[derive(Default)]
pub(crate) struct HowFar(Mutex<(u64, u64)>);

impl HowFar {
    /// So much is done of what there is at most.
    pub(crate) fn set(&self, done: u64, most: u64) {
        *lock(&self.0) = (done, most);
    }

    /// Calls the function, if there is one, with both numbers.
    pub(crate) fn tell(&self, function: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let far = *lock(&self.0);
        function.map_or(Ok(()), |function| function.call1(far).map(drop))
    }
}
