use super::facts::Facts;
use crate::network::aig::Lit;
use crate::network::wide::Wide;

/// Literals that are assumed to hold, and what follows from them: their operands, what groups exclude, and
/// that moves are legal. Assumptions can be undone step by step.
pub(crate) struct Assumptions {
    pub(crate) facts: Facts,
    /// Whether each node holds.
    values: Vec<Option<bool>>,
    /// For each group the member that holds.
    taken: Vec<Option<Lit>>,
    /// For each group how many members do not hold.
    excluded: Vec<u32>,
    trail: Vec<Learnt>,
    open: Vec<Lit>,
}

#[derive(Clone, Copy)]
enum Learnt {
    Value(u32),
    Taken(u32),
    Excluded(u32),
}

/// The most consequences that are drawn from one assumption.
const MOST_CONSEQUENCES: usize = 256;

/// The most operands of an OR that is searched for the last one that may hold.
const WIDEST_OR: usize = 16;

impl Assumptions {
    pub(crate) fn new(facts: Facts) -> Self {
        let groups = facts.groups().len();
        Self {
            facts,
            values: Vec::new(),
            taken: vec![None; groups],
            excluded: vec![0; groups],
            trail: Vec::new(),
            open: Vec::new(),
        }
    }

    /// A point to go [`back`](Self::back) to.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The literals of inputs that were learnt to hold since `mark`.
    pub(crate) fn inputs_since<'a>(&'a self, wide: &'a Wide, mark: usize) -> impl Iterator<Item = Lit> + 'a {
        self.trail[mark..].iter().filter_map(|learnt| {
            let Learnt::Value(node) = *learnt else { return None };
            wide.input_of(node)?;
            Some(Lit::new(node, self.values[node as usize] == Some(false)))
        })
    }

    /// Undoes all assumptions since `mark`.
    pub(crate) fn back(&mut self, mark: usize) {
        for learnt in self.trail.drain(mark..) {
            match learnt {
                Learnt::Value(node) => self.values[node as usize] = None,
                Learnt::Taken(group) => self.taken[group as usize] = None,
                Learnt::Excluded(group) => self.excluded[group as usize] -= 1,
            }
        }
    }

    /// Whether a literal holds, if that is known.
    pub(crate) fn value(&self, wide: &Wide, literal: Lit) -> Option<bool> {
        if literal.node() == 0 {
            return Some(literal == Lit::TRUE);
        }
        if let Some(value) = self.direct(literal) {
            return Some(value);
        }
        let input = wide.input_of(literal.node())?;
        for &(group, member) in self.facts.groups_of(input) {
            if self.taken[group as usize].is_some_and(|taken| taken != member) {
                return Some(literal != member);
            }
        }
        let impossible = self
            .facts
            .legal(input)
            .is_some_and(|legal| legal == Lit::FALSE || self.direct(legal) == Some(false));
        impossible.then_some(literal.inverted())
    }

    fn direct(&self, literal: Lit) -> Option<bool> {
        Some(self.values.get(literal.node() as usize).copied()?? != literal.inverted())
    }

    /// Assumes a literal, and draws consequences. False if it contradicts earlier assumptions.
    pub(crate) fn assume(&mut self, wide: &Wide, literal: Lit) -> bool {
        self.values.resize(self.values.len().max(wide.gates().len()), None);
        self.open.clear();
        self.open.push(literal);
        let mut seen = 0;
        while let Some(literal) = self.open.pop() {
            match self.value(wide, literal) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
            seen += 1;
            if seen > MOST_CONSEQUENCES {
                break;
            }
            self.values[literal.node() as usize] = Some(!literal.inverted());
            self.trail.push(Learnt::Value(literal.node()));
            let operands = wide.operands(literal.node());
            if let Some(input) = wide.input_of(literal.node()) {
                self.learn_input(wide, input, literal);
            } else if !literal.inverted() {
                self.open.extend_from_slice(operands);
            } else if operands.len() <= WIDEST_OR {
                let mut unknown = operands.iter().filter(|&&operand| self.value(wide, operand) != Some(true));
                if let (Some(&last), None) = (unknown.next(), unknown.next()) {
                    self.open.push(!last);
                }
            }
        }
        true
    }

    fn learn_input(&mut self, wide: &Wide, input: usize, literal: Lit) {
        if !literal.inverted() {
            self.open.extend(self.facts.legal(input));
        }
        for at in 0..self.facts.groups_of(input).len() {
            let (number, member) = self.facts.groups_of(input)[at];
            let group = &self.facts.groups()[number as usize];
            if member == literal {
                self.taken[number as usize] = Some(member);
                self.trail.push(Learnt::Taken(number));
                continue;
            }
            self.excluded[number as usize] += 1;
            self.trail.push(Learnt::Excluded(number));
            if group.exactly && self.excluded[number as usize] as usize + 1 == group.members.len() {
                let last = group.members.iter().find(|&&member| self.value(wide, member) != Some(false));
                self.open.extend(last);
            }
        }
    }
}
