use std::io::{self, Read};

use game::hexadecimal;
use sha2::{Digest, Sha256};

/// Reads a file, and hashes what it reads.
pub(crate) struct HashingReader<R> {
    file: R,
    hash: Sha256,
}

impl<R: Read> HashingReader<R> {
    pub(crate) fn new(file: R) -> Self {
        Self { file, hash: Sha256::new() }
    }

    /// The SHA-256 of the whole file, in hexadecimal digits. What has not been read is read now.
    pub(crate) fn finish(mut self) -> io::Result<String> {
        io::copy(&mut self, &mut io::sink())?;
        Ok(hexadecimal(&self.hash.finalize()))
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.hash.update(&buffer[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_whole_file_however_much_of_it_was_wanted() {
        let mut reader = HashingReader::new(&b"abc"[..]);
        reader.read_exact(&mut [0]).unwrap();
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(reader.finish().unwrap(), abc);
    }
}
