//! Damaged stores: what is read of one is what was recorded, or there is a warning or an error.

use std::fs;
use std::io::Write;
use std::sync::LazyLock;

use arena::{Costs, Finished, Listing, MatchEntry, Plan, Played, Store, StoreError, Table};
use rand::RngExt;

use crate::corpus::memory;
use crate::{Form, Property, folder, rng};

pub(crate) const PROPERTY: Property = Property {
    name: "store_files",
    what: "What is read of a damaged store is what was recorded, or there is a warning or an error",
    holds,
    form: Form::Bytes,
    tested: 10_000,
    borrows: &[],
};

/// What one way to read a store gives.
#[derive(Debug, PartialEq)]
enum Shown {
    Listing(Listing),
    Plan(Box<Plan>),
    Rules(Option<String>),
    Version(Option<String>),
    Table(Box<Table>),
    Matches(Vec<MatchEntry>),
    Finished(Vec<Finished>),
    Costs(Box<Costs>),
    Played(Vec<Played>),
}

type Read = fn(&Store, i64) -> Result<Shown, StoreError>;

/// All ways to read a store.
const READS: [Read; 9] = [
    |store, _| store.tournaments().map(Shown::Listing),
    |store, id| store.plan(id).map(|plan| Shown::Plan(Box::new(plan))),
    |store, id| store.rules(id).map(Shown::Rules),
    |store, id| store.version(id).map(Shown::Version),
    |store, id| store.table(id).map(|table| Shown::Table(Box::new(table))),
    |store, id| store.matches(id).map(Shown::Matches),
    |store, id| store.finished(id).map(Shown::Finished),
    |store, id| store.costs(id).map(|costs| Shown::Costs(Box::new(costs))),
    |store, id| {
        let mut all = Vec::new();
        store.each_played(id, |_, played| {
            all.push(played);
            Ok::<_, StoreError>(())
        })?;
        Ok(Shown::Played(all))
    },
];

/// The tournaments of the seed.
const TOURNAMENTS: i64 = 2;

/// Reads of each tournament, by their numbers.
const ALL: usize = READS.len() * TOURNAMENTS as usize;

/// Reads of one input, since opening it takes longer, and one after which verifying is tried.
const TRIED: usize = 4;

/// The seed, and what all reads of it give.
static SOUND: LazyLock<(Vec<u8>, Vec<Shown>)> = LazyLock::new(|| {
    let file = folder(PROPERTY.name).join(SEED);
    let store = Store::read(&file).expect("the seed is a store");
    let shown = (0..ALL).map(|number| read(&store, number).expect("the seed is sound")).collect();
    assert_eq!(store.warnings(), [""; 0]);
    (fs::read(&file).expect("the seed can be read"), shown)
});

/// The file of the seed.
const SEED: &str = "two-tournaments.sqlite";

fn read(store: &Store, number: usize) -> Result<Shown, StoreError> {
    READS[number / TOURNAMENTS as usize](store, 1 + number as i64 % TOURNAMENTS)
}

fn holds(bytes: &[u8]) {
    let (seed, expected) = &*SOUND;
    let mut file = tempfile::NamedTempFile::new_in(memory()).expect("a file in memory");
    file.write_all(bytes).expect("it has a place in memory");
    let Ok(store) = Store::read(file.path()) else { return };
    // One that is read alone, and then others: a warning counts for all that come after it.
    let mut rng = rng::of_input(bytes);
    let first = rng.random_range(0..ALL);
    for number in (0..TRIED).map(|step| (first + 5 * step) % ALL) {
        let shown = read(&store, number);
        let right = shown.as_ref().is_ok_and(|shown| *shown == expected[number]);
        assert!(
            right || shown.is_err() || !store.warnings().is_empty(),
            "read {number} gives {shown:?} without a warning"
        );
    }
    if rng.random_range(0..TRIED) == 0
        && let Ok(verification) = store.verify()
        && bytes == seed
    {
        assert!(verification.is_sound());
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use arena::Tournament;
    use game::Tree;
    use search::{Spec, SpecFile};

    use super::*;

    /// Two small tournaments, the second interrupted and with a file.
    fn make(file: &Path) {
        let tree = Tree::from_brackets("((3 12) (2 4))").expect("a tree");
        let mut store = Store::open(file).expect("created");
        for (players, copies) in
            [("random,alpha-beta", vec![]), ("random,uct(playouts=4)", vec![SpecFile::new("a.toml", "a")])]
        {
            let players = Spec::list(players).expect("specs");
            let tournament =
                Tournament::new(&tree, "tree", &players, 2).expect("reasonable").with_rules_hash("abc");
            let plan = Plan { files: copies, ..tournament.plan().clone() };
            let finishes = plan.files.is_empty();
            let tournament = Tournament::planned(&tree, plan).expect("reasonable");
            let mut recorder = store.begin(tournament.plan(), Some("(role max)")).expect("writable");
            tournament.run(|progress| recorder.record(progress)).expect("plays");
            if finishes {
                recorder.finish().expect("writable");
            }
        }
    }

    #[test]
    fn the_seed_is_a_store_of_this_version() {
        let seed = folder(PROPERTY.name).join(SEED);
        if std::env::var_os("UPDATE_STORE").is_some() {
            let folder = tempfile::tempdir().expect("a folder");
            make(&folder.path().join("store.db"));
            fs::copy(folder.path().join("store.db"), &seed).expect("writable");
        }
        let store = Store::read(&seed).expect("readable");
        let verification = store.verify().expect("readable");
        assert!(verification.is_sound(), "write the seed anew: UPDATE_STORE=1 cargo test -p properties seed");
        assert_eq!(verification.tournaments.len(), TOURNAMENTS as usize);
        assert!(verification.tournaments.iter().all(|it| it.checksums == arena::Checksums::All));
        let version = |file: &Path| fs::read(file).expect("readable")[60..64].to_vec();
        let folder = tempfile::tempdir().expect("a folder");
        make(&folder.path().join("store.db"));
        assert_eq!(
            version(&seed),
            version(&folder.path().join("store.db")),
            "the schema is another; write the seed anew: UPDATE_STORE=1 cargo test -p properties seed"
        );
    }
}
