use sha2::{Digest, Sha256};

use crate::Ply;
use crate::fingerprint::first_64_bits;

/// What the moves of a match are known by: matches with the same joint moves have the same hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MovesHash {
    /// Of the joint moves of the opening; 0 without an opening.
    pub opening: u64,
    /// Of all joint moves.
    pub all: u64,
}

impl MovesHash {
    /// The hashes of a match that begins with an opening of so many plies.
    pub fn of(opening: u32, plies: &[Ply]) -> Self {
        let mut hash = Sha256::new();
        let mut hash_of_opening = 0;
        for (ply, Ply { joint_move, .. }) in (1..).zip(plies) {
            hash.update((joint_move.len() as u64).to_le_bytes());
            for mov in joint_move {
                hash.update((mov.len() as u64).to_le_bytes());
                hash.update(mov);
            }
            if ply == opening {
                hash_of_opening = first_64_bits(hash.clone());
            }
        }
        Self { opening: hash_of_opening, all: first_64_bits(hash) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(opening: u32, joint_moves: &[&[&str]]) -> MovesHash {
        let ply = |joint: &&[&str]| Ply {
            joint_move: joint.iter().map(|mov| (*mov).to_owned()).collect(),
            thoughts: Vec::new(),
        };
        MovesHash::of(opening, &joint_moves.iter().map(ply).collect::<Vec<_>>())
    }

    #[test]
    fn games_differ_where_their_moves_do() {
        let games: [&[&[&str]]; 5] =
            [&[&["ab", "c"]], &[&["a", "bc"]], &[&["ab"], &["c"]], &[], &[&["ab", "c"], &["d", "e"]]];
        for (place, game) in games.iter().enumerate() {
            let same = games.iter().filter(|other| hash(0, other).all == hash(0, game).all).count();
            assert_eq!(same, 1, "{place}");
        }
    }

    #[test]
    fn the_opening_is_the_first_plies() {
        let [one, other] = [["a", "b", "c"], ["a", "b", "d"]].map(|moves| moves.map(|mov| [mov]));
        let [one, other] = [one, other].map(|moves| {
            let plies: Vec<&[&str]> = moves.iter().map(<[&str; 1]>::as_slice).collect();
            [0, 2, 3].map(|opening| hash(opening, &plies))
        });
        assert_eq!(one.map(|hash| hash.all), [one[0].all; 3]);
        assert_eq!((one[0].opening, one[1].opening), (0, other[1].opening));
        assert!(one[1].opening != one[2].opening && one[2].opening != other[2].opening);
        assert_eq!(one[2].opening, one[2].all);
    }
}
