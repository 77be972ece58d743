//! The files that specs name, for processes that cannot open them: paths and contents.

use std::fs;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use search::{LargeFile, SpecFile, SpecFileError, Stop};

use crate::error::error;
use crate::interrupt::interruptible;

/// Learned evaluations and tables of weights.
pub(crate) type Texts = Vec<(String, String)>;

/// Tablebases and policies: arrays are handed to another process without a copy, by memory that both
/// can read.
pub(crate) type Arrays<'py> = Vec<(String, Bound<'py, PyArray1<u8>>)>;

/// [`Arrays`] as they come in.
pub(crate) type ReadArrays<'py> = Vec<(String, PyReadonlyArray1<'py, u8>)>;

pub(crate) fn texts_of<'f>(files: impl IntoIterator<Item = &'f SpecFile>) -> Texts {
    let text = |file: &SpecFile| (file.path().to_owned(), file.content().to_owned());
    files.into_iter().map(text).collect()
}

pub(crate) fn spec_files(texts: Texts) -> Vec<SpecFile> {
    texts.into_iter().map(|(path, content)| SpecFile::new(path, content)).collect()
}

/// Reads the contents again, as what was read keeps values instead.
pub(crate) fn arrays_of<'py>(py: Python<'py>, files: &[LargeFile]) -> PyResult<Arrays<'py>> {
    let array = |file: &LargeFile| {
        let path = file.path();
        let content = py.detach(|| fs::read(path));
        let content = content.map_err(|failure| error(format_args!("{path}: {failure}")))?;
        Ok((path.to_owned(), PyArray1::from_vec(py, content)))
    };
    files.iter().map(array).collect()
}

pub(crate) fn large_files(py: Python<'_>, arrays: ReadArrays<'_>) -> PyResult<Vec<LargeFile>> {
    let contents: Result<Vec<(&String, &[u8])>, _> =
        arrays.iter().map(|(path, content)| content.as_slice().map(|content| (path, content))).collect();
    let contents = contents?;
    let stop = Stop::default();
    // One that is left out is asked for by nobody, as an exception follows.
    let contents = contents.into_iter().take_while(|_| !stop.pressed());
    let read = || contents.map(|(path, content)| LargeFile::from_bytes(path, content)).collect();
    let read: Result<Vec<LargeFile>, SpecFileError> = interruptible(py, &stop, read)?;
    read.map_err(error)
}
