use rustc_hash::{FxHashMap, FxHashSet};

use super::numbers::Numbers;
use super::table::{Print, Table};

/// As many states as a disproof may rest on to be kept, and as many other disproofs as may be followed to see
/// whether it holds.
const MOST_CONDITIONS: usize = 64;

/// Bytes that an entry takes beside its conditions.
const ENTRY: usize = 2 * size_of::<(Print, Box<[Print]>)>();

/// Disproofs that rest on other states, since a state came again below itself: in such a state those who are
/// against the claim can keep it from coming true, or reach one of the states that the disproof rests on.
///
/// That is so on every way there. The disproof counts where each of those states is open on the way to the
/// state, which then comes again, or is disproven itself: by the table, or by another entry here. Entries may
/// rest on one another, since who goes round them for ever has kept the claim from coming true.
///
/// After A. Kishimoto, M. Müller, *A solution to the GHI problem for depth-first proof-number search*,
/// Information Sciences 175 (2005). They keep the whole way with a disproof, and play the disproof again on
/// another way to see whether it holds there; what they find out by playing is written down here.
#[derive(Debug)]
pub(super) struct Conditional {
    disproofs: FxHashMap<Print, Box<[Print]>>,
    bytes: usize,
    most: usize,
}

impl Conditional {
    /// Room for so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { disproofs: FxHashMap::default(), bytes: 0, most: bytes }
    }

    /// Keeps a disproof, unless it rests on too many states. If there is no room, all others go.
    pub(super) fn put(&mut self, print: Print, conditions: &[Print]) {
        if conditions.len() > MOST_CONDITIONS {
            return;
        }
        let bytes = |conditions: &[Print]| ENTRY + size_of_val(conditions);
        if let Some(before) = self.disproofs.remove(&print) {
            self.bytes -= bytes(&before);
        }
        if self.bytes + bytes(conditions) > self.most {
            (self.disproofs, self.bytes) = (FxHashMap::default(), 0);
        }
        self.bytes += bytes(conditions);
        self.disproofs.insert(print, conditions.into());
    }

    /// The open states that the disproof of a state rests on; none if it is not known to be disproven on
    /// this path.
    pub(super) fn get(&self, print: Print, path: &FxHashSet<Print>, table: &Table) -> Option<Vec<Print>> {
        let mut rests_on = Vec::new();
        let mut followed = vec![print];
        let mut next = 0;
        while let Some(&state) = followed.get(next) {
            next += 1;
            for &condition in self.disproofs.get(&state)? {
                if rests_on.contains(&condition) || followed.contains(&condition) {
                    continue;
                }
                if path.contains(&condition) {
                    rests_on.push(condition);
                } else if table.get(condition) != Some(Numbers::DISPROVEN) {
                    followed.push(condition);
                }
            }
            if followed.len() > MOST_CONDITIONS {
                return None;
            }
        }
        Some(rests_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prints<const N: usize>() -> [Print; N] {
        std::array::from_fn(|state| Print::of(&state))
    }

    #[test]
    fn a_disproof_holds_where_what_it_rests_on_is_open_or_disproven() {
        let [a, b, c] = prints();
        let (mut kept, mut table) = (Conditional::new(1 << 20), Table::new(1 << 20));
        kept.put(a, &[b, c]);
        let path = |states: &[Print]| states.iter().copied().collect::<FxHashSet<_>>();
        assert_eq!(kept.get(a, &path(&[b, c]), &table), Some(vec![b, c]));
        assert_eq!(kept.get(a, &path(&[b]), &table), None);
        table.put(c, Numbers::DISPROVEN, 1);
        assert_eq!(kept.get(a, &path(&[b]), &table), Some(vec![b]));
    }

    #[test]
    fn disproofs_that_rest_on_one_another_hold() {
        let [a, b, c] = prints();
        let (mut kept, table) = (Conditional::new(1 << 20), Table::new(1 << 20));
        kept.put(a, &[b]);
        kept.put(b, &[a, c]);
        assert_eq!(kept.get(a, &FxHashSet::default(), &table), None);
        kept.put(c, &[b]);
        assert_eq!(kept.get(a, &FxHashSet::default(), &table), Some(Vec::new()));
    }

    #[test]
    fn memory_is_bounded() {
        let [a, b, c] = prints();
        let mut kept = Conditional::new(2 * (ENTRY + size_of::<Print>()));
        for state in [a, b, a, c] {
            kept.put(state, &[c]);
        }
        assert_eq!(kept.disproofs.len(), 1);
        assert_eq!(kept.bytes, ENTRY + size_of::<Print>());
    }
}
