use std::error::Error;
use std::ffi::CString;
use std::fmt::Display;

use game::LoadError;
use gdl::{Place, Rejected, Severity};
use pyo3::exceptions::{PyOSError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

pyo3::create_exception!(
    spielbaum,
    SpielbaumError,
    PyValueError,
    "What was asked for cannot be done; the message tells why, and what can be done about it."
);
pyo3::create_exception!(
    spielbaum,
    RulesError,
    SpielbaumError,
    "A rulesheet is not correct. `findings` lists what is wrong: dictionaries of `severity`, `code`, `message`, `line`, `column` and `remedy`."
);

/// An error of the package with this message.
pub(crate) fn error(message: impl ToString) -> PyErr {
    SpielbaumError::new_err(message.to_string())
}

/// Tells what goes wrong and keeps nothing from being done.
pub(crate) fn warn(py: Python<'_>, what: &dyn Display) -> PyResult<()> {
    let warning = CString::new(what.to_string())?;
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &warning, 1)
}

/// What failed elsewhere, as an exception: the one that was raised there, if it was.
pub(crate) fn raised(failure: Box<dyn Error + Send + Sync>) -> PyErr {
    failure.downcast::<PyErr>().map_or_else(error, |exception| *exception)
}

/// Why a game could not be loaded, as an exception.
pub(crate) fn load_error(py: Python<'_>, failure: LoadError) -> PyErr {
    match failure {
        LoadError::Rejected(rejected) => rules_error(py, &rejected).unwrap_or_else(|error| error),
        LoadError::File { path, error } => {
            // Python tells the number itself.
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((error.raw_os_error(), text, path))
        }
        other => error(other),
    }
}

fn rules_error(py: Python<'_>, rejected: &Rejected) -> PyResult<PyErr> {
    let exception = RulesError::new_err(rejected.to_string());
    let findings = rejected.diagnostics.iter().map(|diagnostic| {
        let Place { line, column } = diagnostic.place();
        let finding = PyDict::new(py);
        let severity = if diagnostic.severity() == Severity::Error { "error" } else { "warning" };
        finding.set_item("severity", severity)?;
        finding.set_item("code", diagnostic.code().name())?;
        finding.set_item("message", diagnostic.message())?;
        finding.set_item("line", line)?;
        finding.set_item("column", column)?;
        finding.set_item("remedy", diagnostic.remedy())?;
        Ok(finding)
    });
    let findings: PyResult<Vec<Bound<'_, PyDict>>> = findings.collect();
    exception.value(py).setattr("findings", findings?)?;
    Ok(exception)
}
