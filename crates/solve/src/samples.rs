//! Games without names, for tests and benchmarks.

/// A heap of which a turn takes one of several counts of objects.
#[derive(Clone, Debug)]
pub struct Heap {
    size: usize,
    counts: Vec<usize>,
}

impl Heap {
    /// A heap of so many objects.
    pub fn new(size: usize, counts: &[usize]) -> Self {
        let mut counts = counts.to_vec();
        counts.sort_unstable();
        counts.dedup();
        Self { size, counts }
    }

    /// Whether anything can be taken.
    pub fn has_move(&self) -> bool {
        self.counts.iter().any(|&count| count <= self.size)
    }
}

/// Two roles that take turns to act as `act` says; who cannot `act` has lost, or has won in misère play.
fn turns(misere: bool) -> String {
    let (own, other) = if misere { (100, 0) } else { (0, 100) };
    format!(
        "(role first) (role second) (opponent first second) (opponent second first)
(<= (base (control ?player)) (role ?player)) (init (control first))
(<= (input ?player noop) (role ?player))
(<= (input ?player ?act) (role ?player) (act ?act))
(<= (legal ?player ?act) (true (control ?player)) (possible ?act))
(<= (legal ?player noop) (role ?player) (not (true (control ?player))))
(<= (next (control ?other)) (true (control ?player)) (opponent ?player ?other))
(<= some_move (possible ?act)) (<= terminal (not some_move))
(<= (goal ?player {own}) (true (control ?player)))
(<= (goal ?player {other}) (role ?player) (not (true (control ?player))))\n"
    )
}

/// Heaps of which two roles take turns to take; who cannot has lost, or has won in misère play.
pub fn heaps(heaps: &[Heap], misere: bool) -> String {
    let mut sheet = turns(misere);
    for (heap, Heap { size, counts }) in heaps.iter().enumerate() {
        sheet += &format!("(heap {heap}) (init (heap {heap} {size}))\n");
        sheet.extend((0..=*size).map(|size| format!("(base (heap {heap} {size}))\n")));
        for from in 0..=*size {
            let counts = counts.iter().filter(|&&count| count <= from);
            sheet.extend(counts.map(|count| format!("(takes {heap} {count} {from} {})\n", from - count)));
        }
    }
    sheet + "(<= (act (take ?heap ?count)) (takes ?heap ?count ?from ?to))
(<= (possible (take ?heap ?count)) (true (heap ?heap ?from)) (takes ?heap ?count ?from ?to))
(<= (next (heap ?heap ?to)) (does ?player (take ?heap ?count)) (true (heap ?heap ?from)) (takes ?heap ?count ?from ?to))
(<= (next (heap ?heap ?size)) (true (heap ?heap ?size)) (not (taken ?heap)))
(<= (taken ?heap) (does ?player (take ?heap ?count)))\n"
}

/// Rows of coins, of which a turn takes one coin or two that lie side by side (Kayles); who cannot has lost.
pub fn kayles(lengths: &[usize]) -> String {
    let mut sheet = turns(false);
    for (row, &length) in lengths.iter().enumerate() {
        sheet.extend(
            (0..length).map(|place| format!("(place {row} {place}) (right {place} {})\n", place + 1)),
        );
    }
    sheet + "(<= (base (coin ?row ?place)) (place ?row ?place)) (<= (init (coin ?row ?place)) (place ?row ?place))
(<= (act (one ?row ?place)) (place ?row ?place))
(<= (act (two ?row ?place)) (place ?row ?place) (right ?place ?next) (place ?row ?next))
(<= (possible (one ?row ?place)) (true (coin ?row ?place)))
(<= (possible (two ?row ?place)) (true (coin ?row ?place)) (right ?place ?next) (true (coin ?row ?next)))
(<= (taken ?row ?place) (does ?player (one ?row ?place)))
(<= (taken ?row ?place) (does ?player (two ?row ?place)))
(<= (taken ?row ?next) (does ?player (two ?row ?place)) (right ?place ?next))
(<= (next (coin ?row ?place)) (true (coin ?row ?place)) (not (taken ?row ?place)))\n"
}
