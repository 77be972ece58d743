use fixedbitset::FixedBitSet;
use game::Game;
use rustc_hash::FxHashMap;

/// How new states are: 1 where a fluent holds that held in no state before, 2 where a pair of fluents does, 3
/// elsewhere; only states that are as far from the goal are compared. Fluents that no move has an influence
/// on do not count.
///
/// Source: N. Lipovetzky, H. Geffner, *Width and serialization of classical planning problems*, ECAI (2012),
/// and *Best-first width search: exploration and exploitation in classical planning*, AAAI (2017).
pub(super) struct Novelty {
    /// For each fluent its number among those that count.
    numbers: Vec<Option<u32>>,
    count: usize,
    seen: FxHashMap<u32, Seen>,
    memory: usize,
    bytes: usize,
    holding: Vec<u32>,
    fresh: Vec<u32>,
}

/// What has held in states so far from the goal.
struct Seen {
    fluents: FixedBitSet,
    /// Bit `a * count + b` for `a < b`; none where it would take too much memory.
    pairs: Option<FixedBitSet>,
}

impl Novelty {
    /// The least new.
    pub(super) const OLD: u8 = 3;

    /// Of the states of a game, in so many bytes; none if it does not tell their fluents.
    pub(super) fn of<G: Game>(game: &G, root: &G::State, memory: usize) -> Option<Self> {
        let planning = game.planning()?;
        let clock = planning.clock();
        let mut count = 0;
        let numbers = (0..64 * planning.bits(root).len())
            .map(|fluent| {
                let counts = clock[fluent / 64] >> (fluent % 64) & 1 == 0;
                counts.then(|| {
                    count += 1;
                    count - 1
                })
            })
            .collect();
        Some(Self {
            numbers,
            count: count as usize,
            seen: FxHashMap::default(),
            memory,
            bytes: 0,
            holding: Vec::new(),
            fresh: Vec::new(),
        })
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How new a state is, given by its fluents, among those at a distance; it is not new any more from then
    /// on. `parent` is the state before it if that is as far from the goal, so that only what it does not
    /// share with it is compared.
    pub(super) fn see(&mut self, fluents: &[u64], distance: u32, parent: Option<&[u64]>) -> u8 {
        let Self { numbers, count, seen, memory, bytes, holding, fresh } = self;
        holding.clear();
        fresh.clear();
        for (place, &word) in fluents.iter().enumerate() {
            let new = parent.map_or(word, |parent| word & !parent[place]);
            let mut rest = word;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if let Some(number) = numbers[64 * place + bit] {
                    holding.push(number);
                    if new >> bit & 1 == 1 {
                        fresh.push(number);
                    }
                }
            }
        }
        let count = *count;
        let seen = seen.entry(distance).or_insert_with(|| {
            let size = (count * count).div_ceil(8);
            let room = *bytes + size <= *memory;
            *bytes += count.div_ceil(8) + if room { size } else { 0 };
            let pairs = room.then(|| FixedBitSet::with_capacity(count * count));
            Seen { fluents: FixedBitSet::with_capacity(count), pairs }
        });
        let mut novelty = Self::OLD;
        if let Some(pairs) = &mut seen.pairs {
            for &a in &*fresh {
                for &b in &*holding {
                    let (low, high) = (a.min(b) as usize, a.max(b) as usize);
                    if !pairs.put(low * count + high) {
                        novelty = 2;
                    }
                }
            }
        }
        for &fluent in &*fresh {
            if !seen.fluents.put(fluent as usize) {
                novelty = 1;
            }
        }
        novelty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn a_state_is_new_once() {
        let game = rules("lights-out");
        let root = game.initial();
        let mut novelty = Novelty::of(&game, &root, 1 << 20).unwrap();
        let fluents = game.planning().unwrap().bits(&root);
        assert_eq!(novelty.see(fluents, 5, None), 1);
        assert_eq!(novelty.see(fluents, 5, None), Novelty::OLD);
        assert_eq!(novelty.see(fluents, 4, None), 1, "not so far from the goal before");
    }

    #[test]
    fn a_pair_that_is_new_counts_less_than_a_fluent() {
        let game = rules("lights-out");
        let mut novelty = Novelty::of(&game, &game.initial(), 1 << 20).unwrap();
        let words = game.planning().unwrap().bits(&game.initial()).len();
        let with = |bits: u64| [&[bits][..], &vec![0; words - 1]].concat();
        let free: Vec<u64> =
            (0..64).filter(|&fluent| novelty.numbers[fluent].is_some()).map(|it| 1 << it).take(3).collect();
        let see = |novelty: &mut Novelty, bits| novelty.see(&with(bits), 0, None);
        assert_eq!(see(&mut novelty, free[0] | free[1]), 1);
        assert_eq!(see(&mut novelty, free[1] | free[2]), 1);
        assert_eq!(see(&mut novelty, free[0] | free[2]), 2);
        assert_eq!(see(&mut novelty, free[0] | free[1] | free[2]), Novelty::OLD);
    }
}
