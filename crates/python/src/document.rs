use pyo3::prelude::*;
use serde::Serialize;

use crate::error::error;

/// What the program prints as JSON, as dictionaries and lists.
pub(crate) fn document<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(what).map_err(error)?;
    py.import("json")?.call_method1("loads", (text,))
}
