use std::time::Duration;

use pyo3::prelude::*;

use crate::error::error;

/// A number of seconds as a time.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    time.map(|time| Duration::try_from_secs_f64(time).map_err(error)).transpose()
}
