use std::hash::{DefaultHasher, Hash, Hasher};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers that depend on an input alone.
pub(crate) fn of_input(input: &[u8]) -> Xoshiro256PlusPlus {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    Xoshiro256PlusPlus::seed_from_u64(hasher.finish())
}
