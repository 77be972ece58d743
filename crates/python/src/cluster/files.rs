//! The files that specs name, for processes that cannot open them: paths and contents.

use std::fs;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use search::{LargeFile, SpecFile};

use crate::error::error;

/// Learned evaluations and tables of weights.
pub(crate) type Texts = Vec<(String, String)>;

/// Tablebases and policies: arrays are handed to another process without a copy, by memory that both can read.
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

pub(crate) fn large_files(arrays: ReadArrays<'_>) -> PyResult<Vec<LargeFile>> {
    let file = |(path, content): (String, PyReadonlyArray1<'_, u8>)| {
        LargeFile::from_bytes(path, content.as_slice()?).map_err(error)
    };
    arrays.into_iter().map(file).collect()
}
