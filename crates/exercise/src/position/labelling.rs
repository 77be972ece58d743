use rustc_hash::FxHashMap;

use super::{Move, Position, Successor};
use crate::Label;

/// The labels of all positions that can be reached from some positions.
///
/// A position is won if some move leads to a lost one, and lost if every move leads to a won one. The labels
/// are computed backwards from the terminal positions (retrograde analysis), because in Northcott's game
/// moves can be undone and a forward search would not end.
///
/// Source: E. Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels*, 5th
/// International Congress of Mathematicians (1912).
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    numbers: FxHashMap<Position, usize>,
    labels: Vec<Option<Label>>,
}

impl Labelling {
    /// Labels `starts` and all positions that can be reached from them.
    pub(crate) fn of<'p>(starts: impl IntoIterator<Item = &'p Position>) -> Self {
        let mut numbers = FxHashMap::default();
        let mut positions = Vec::new();
        let mut number = |position: Position, positions: &mut Vec<Position>| {
            *numbers.entry(position).or_insert_with_key(|position| {
                positions.push(position.clone());
                positions.len() - 1
            })
        };
        for start in starts {
            number(start.canonical(), &mut positions);
        }
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while let Some(position) = positions.get(successors.len()).cloned() {
            let next = |mov| number(position.after(mov).canonical(), &mut positions);
            let mut next: Vec<usize> = position.moves().into_iter().map(next).collect();
            next.sort_unstable();
            next.dedup();
            successors.push(next);
        }
        let labels = label(&positions, &successors);
        Self { numbers, labels }
    }

    /// The label of a position; none if it cannot be reached from the starts, or if neither player can force
    /// the end of the game.
    pub(crate) fn label(&self, position: &Position) -> Option<Label> {
        let number = self.numbers.get(&position.canonical())?;
        self.labels[*number]
    }

    /// The first move from a position to a lost one, if there is one.
    pub(crate) fn winning_move(&self, position: &Position) -> Option<Successor> {
        let lost = |mov: &Move| self.label(&position.after(*mov)) == Some(Label::Lose);
        position.moves().into_iter().find(lost).map(|mov| position.successor(mov))
    }
}

fn label(positions: &[Position], successors: &[Vec<usize>]) -> Vec<Option<Label>> {
    let mut above = vec![Vec::new(); positions.len()];
    for (position, next) in successors.iter().enumerate() {
        next.iter().for_each(|&next| above[next].push(position));
    }
    let mut labels = vec![None; positions.len()];
    // The number of moves that are not known to lead to a won position.
    let mut open: Vec<usize> = successors.iter().map(Vec::len).collect();
    let mut known = Vec::new();
    for (position, _) in open.iter().enumerate().filter(|&(_, &open)| open == 0) {
        let end = if positions[position].end_wins() { Label::Win } else { Label::Lose };
        known.push((position, end));
    }
    while let Some((position, label)) = known.pop() {
        if labels[position].replace(label).is_some() {
            continue;
        }
        for &above in above[position].iter().filter(|&&above| labels[above].is_none()) {
            match label {
                Label::Lose => known.push((above, Label::Win)),
                Label::Win => {
                    open[above] -= 1;
                    if open[above] == 0 {
                        known.push((above, Label::Lose));
                    }
                }
            }
        }
    }
    labels
}
