use std::collections::BTreeSet;

use super::trials::Trials;
use super::{Algorithm, CodeLine, Line};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Blank, Hint, Material, Reason};

/// The task to put lines of a program into their order.
#[derive(Debug)]
pub(crate) struct OrderLines {
    trials: &'static Trials,
    /// The lines as they are given.
    lines: Vec<Line>,
    /// The number of the first line that can be moved, and how many these are.
    first: usize,
    count: usize,
    /// The movable lines in their order.
    right: Vec<usize>,
}

impl OrderLines {
    /// A random task with four to nine adjacent lines in a wrong order.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let algorithm = Algorithm::of_level(level, rng);
        let (trials, right) = (Trials::of(algorithm), algorithm.lines());
        let count = [4, 5, 6, 7, 9][usize::from(level - 1)].min(right.len() - 1);
        // The first line is the function's head.
        let first = rng.within(1..=(right.len() - count) as u32) as usize;
        let mut order: Vec<usize> = (first..first + count).collect();
        loop {
            rng.shuffle(&mut order);
            let mut lines = right.clone();
            for (place, &line) in order.iter().enumerate() {
                lines[first + place] = right[line];
            }
            if trials.failure(&lines).is_some() {
                let place = |line| order.iter().position(|&other| other == line).map(|place| first + place);
                let right = (first..first + count).filter_map(place).collect();
                return Self { trials, lines, first, count, right };
            }
        }
    }

    fn movable(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// The program with its movable lines in this order; none if it does not name each of them once.
    fn program(&self, order: &[usize]) -> Option<Vec<Line>> {
        let named: BTreeSet<usize> = order.iter().copied().collect();
        if order.len() != self.count || !named.iter().copied().eq(self.movable()) {
            return None;
        }
        let mut lines = self.lines.clone();
        for (place, &line) in self.movable().zip(order) {
            lines[place] = self.lines[line];
        }
        Some(lines)
    }
}

impl Task for OrderLines {
    fn material(&self) -> Material {
        let line = |(number, &line): (usize, &Line)| CodeLine {
            movable: self.movable().contains(&number),
            ..CodeLine::fixed(line)
        };
        let lines = self.lines.iter().enumerate().map(line).collect();
        Material::Code { algorithm: self.trials.algorithm(), lines, replacements: Vec::new() }
    }

    fn blanks(&self) -> Vec<Blank> {
        vec![Blank { id: "order".to_owned(), at: None, takes: AnswerKind::Lines { count: self.count } }]
    }

    fn answer(&self, _blank: usize) -> Answer {
        Answer::Order(self.right.clone())
    }

    fn accepts(&self, _blank: usize, answer: &Answer) -> bool {
        let Answer::Order(order) = answer else { return false };
        self.program(order).is_some_and(|program| self.trials.failure(&program).is_none())
    }

    fn reason(&self, _blank: usize, answer: &Answer) -> Reason {
        let Answer::Order(order) = answer else { return Reason::OtherKind };
        match self.program(order) {
            Some(program) => self.trials.reason(&program),
            None => Reason::NotEveryLine { first: self.first, count: self.count },
        }
    }

    fn hint(&self, _blank: usize) -> Hint {
        Hint::FirstLine { place: self.first, text: self.lines[self.right[0]].1.to_owned() }
    }
}
