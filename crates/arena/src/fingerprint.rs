use game::hexadecimal;
use sha2::{Digest, Sha256};

/// What a text of rules is known by, however the game is called: its SHA-256, in hexadecimal digits.
pub fn fingerprint(rules: &str) -> String {
    hexadecimal(&Sha256::digest(rules))
}

/// The first 64 bits of a hash: enough against accidents, if not against forgery.
pub(crate) fn first_64_bits(hash: Sha256) -> u64 {
    hash.finalize().iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
