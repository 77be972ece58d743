use game::hexadecimal;
use sha2::{Digest, Sha256};

/// A file that a spec names, as it was when it was read: its path, its content and a hash of the content.
///
/// What a search does depends on the content, not on the file: it may change or vanish meanwhile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecFile {
    path: String,
    content: String,
    sha256: String,
}

impl SpecFile {
    /// A file with this content.
    pub fn new(path: impl Into<String>, content: impl Into<String>) -> Self {
        let (path, content) = (path.into(), content.into());
        let sha256 = hexadecimal(&Sha256::digest(&content));
        Self { path, content, sha256 }
    }

    /// Its path, as the spec names it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its content.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The SHA-256 of its content, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}
