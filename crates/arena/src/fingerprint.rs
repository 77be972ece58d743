use game::hexadecimal;
use sha2::{Digest, Sha256};

/// Digits that tell rules apart whose names nobody knows.
const DIGITS: usize = 8;

/// What a text of rules is known by, however the game is called: its SHA-256, in hexadecimal digits.
pub fn fingerprint(rules: &str) -> String {
    hexadecimal(&Sha256::digest(rules))
}

/// What rules with this [`fingerprint`] are called where nobody has named them.
pub fn name_of_rules(fingerprint: &str) -> String {
    format!("rules-{}", fingerprint.get(..DIGITS).unwrap_or(fingerprint))
}

/// The first 64 bits of a hash: enough against accidents, if not against forgery.
pub(crate) fn first_64_bits(hash: Sha256) -> u64 {
    hash.finalize().iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
