use rustc_hash::FxHashMap;

use super::Position;
use crate::Label;

/// The labels of all positions that some can lead to.
///
/// Who is to move wins where some move leads to a lost position, and loses where every move leads to a won one. Labels are given backwards from
/// the ends of the game until there are no more to give, as moves may be taken back in Northcott's game, where going forward would never end.
///
/// Source: E. Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels*, 5th International Congress of Mathematicians (1912).
#[derive(Clone, Debug)]
pub(crate) struct Labelling {
    numbers: FxHashMap<Position, usize>,
    labels: Vec<Option<Label>>,
}

impl Labelling {
    /// Labels `starts` and all that they lead to.
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

    /// The label of a position that was among the starts or that they lead to; none of any other, nor where both could go on for ever.
    pub(crate) fn label(&self, position: &Position) -> Option<Label> {
        let number = self.numbers.get(&position.canonical())?;
        self.labels[*number]
    }
}

fn label(positions: &[Position], successors: &[Vec<usize>]) -> Vec<Option<Label>> {
    let mut above = vec![Vec::new(); positions.len()];
    for (position, next) in successors.iter().enumerate() {
        next.iter().for_each(|&next| above[next].push(position));
    }
    let mut labels = vec![None; positions.len()];
    // How many moves are not known to lead to a won position.
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
