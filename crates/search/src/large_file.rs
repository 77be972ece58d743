use crate::{Domain, PolicyFile, SpecFileError, TablebaseFile, Value};

/// A file that a spec names and that is too large for a copy in a store: a tablebase or a policy, as it was
/// when it was read.
#[derive(Clone, Debug, PartialEq)]
pub enum LargeFile {
    /// A tablebase.
    Tablebase(TablebaseFile),
    /// A policy.
    Policy(PolicyFile),
}

impl LargeFile {
    /// The file of a path with this content, wherever that comes from. The first line tells which of the two
    /// it is.
    ///
    /// # Errors
    /// If it is neither, or damaged.
    pub fn from_bytes(path: impl Into<String>, content: &[u8]) -> Result<Self, SpecFileError> {
        let path = path.into();
        if PolicyFile::begins(content) {
            let read = PolicyFile::from_bytes(path.clone(), content);
            return read.map(Self::Policy).map_err(|problem| SpecFileError::policy(path, &problem));
        }
        let read = TablebaseFile::from_bytes(path.clone(), content);
        read.map(Self::Tablebase).map_err(|problem| SpecFileError::tablebase(path, &problem))
    }

    /// Its path, as the spec names it.
    pub fn path(&self) -> &str {
        match self {
            Self::Tablebase(file) => file.path(),
            Self::Policy(file) => file.path(),
        }
    }

    /// The SHA-256 of its content, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        match self {
            Self::Tablebase(file) => file.sha256(),
            Self::Policy(file) => file.sha256(),
        }
    }

    /// The value of a parameter that takes such a file; none if it takes another.
    pub(crate) fn value(&self, domain: Domain) -> Option<Value> {
        match (self, domain) {
            (Self::Tablebase(file), Domain::Tablebase) => Some(Value::Tablebase(file.clone())),
            (Self::Policy(file), Domain::Policy) => Some(Value::Policy(file.clone())),
            _ => None,
        }
    }
}
