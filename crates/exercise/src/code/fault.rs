use super::trials::Trials;
use super::{Algorithm, CodeLine, Failure, Line};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Mark, Material, Reason, Verdict};

/// The numbers of the blanks.
const LINE: usize = 0;
const REPLACEMENT: usize = 1;

/// The task to find the wrong line of a program, and to choose the line that should stand in its place.
#[derive(Debug)]
pub(crate) struct FindFault {
    trials: &'static Trials,
    /// The program with its wrong line.
    lines: Vec<Line>,
    wrong: usize,
    replacements: Vec<&'static str>,
    right: usize,
}

impl FindFault {
    /// A random task with four lines to choose from, from level 3 on five.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let algorithm = Algorithm::of_level(level, rng);
        let program = algorithm.program();
        let mut numbers: Vec<usize> =
            (0..program.len()).filter(|&line| !program[line].mistakes.is_empty()).collect();
        rng.shuffle(&mut numbers);
        let wrong = numbers[0];
        let mistake = rng.pick(program[wrong].mistakes);
        let mut lines = algorithm.lines();
        lines[wrong].1 = mistake;
        // Another for the wrong line, and others for other lines, so that they do not tell which it is.
        let (right, count) = (program[wrong].text, if level < 3 { 4 } else { 5 });
        let mut replacements = vec![right];
        for number in numbers {
            let other = rng.pick(program[number].mistakes);
            if other != mistake && !replacements.contains(&other) && replacements.len() < count {
                replacements.push(other);
            }
        }
        rng.shuffle(&mut replacements);
        // It is among them.
        let right = replacements.iter().position(|line| *line == right).unwrap_or_default();
        Self { trials: Trials::of(algorithm), lines, wrong, replacements, right }
    }

    /// The program with a line in the place of another.
    fn program(&self, line: usize, replacement: usize) -> Vec<Line> {
        let mut lines = self.lines.clone();
        lines[line].1 = self.replacements[replacement];
        lines
    }

    fn mends(&self, line: usize, replacement: usize) -> bool {
        self.trials.failure(&self.program(line, replacement)).is_none()
    }

    /// Where the program goes wrong as it is given.
    fn given(&self) -> Failure {
        self.trials.failure(&self.lines).expect("every mistake fails on some tree")
    }

    /// That no line in the place of this one makes the program right, such as this replacement.
    fn still_fails(&self, line: usize, replacement: usize) -> Reason {
        match self.trials.failure(&self.program(line, replacement)) {
            Some(failure) => Reason::StillFails { text: self.replacements[replacement].to_owned(), failure },
            None => Reason::SameResults { trees: self.trials.count() },
        }
    }

    /// Whether some line in the place of this one makes the program right.
    fn is_wrong(&self, line: usize) -> bool {
        line < self.lines.len()
            && (0..self.replacements.len()).any(|replacement| self.mends(line, replacement))
    }
}

impl Task for FindFault {
    fn material(&self) -> Material {
        let lines = self.lines.iter().copied().map(CodeLine::fixed).collect();
        let replacements = self.replacements.iter().map(|&line| line.to_owned()).collect();
        Material::Code { algorithm: self.trials.algorithm(), lines, replacements }
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank =
            |id: &str, count| Blank { id: id.to_owned(), at: None, takes: AnswerKind::Choice { count } };
        vec![blank("line", self.lines.len()), blank("replacement", self.replacements.len())]
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Choice(if blank == LINE { self.wrong } else { self.right })
    }

    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        let Answer::Choice(choice) = *answer else { return false };
        match blank {
            LINE => self.is_wrong(choice),
            _ => choice < self.replacements.len() && self.mends(self.wrong, choice),
        }
    }

    fn reason(&self, blank: usize, answer: &Answer) -> Reason {
        let Answer::Choice(choice) = *answer else { return Reason::OtherKind };
        let lines = if blank == LINE { self.lines.len() } else { self.replacements.len() };
        match blank {
            _ if choice >= lines => Reason::NoLine { lines },
            LINE if self.is_wrong(choice) => Reason::GivenFails { failure: self.given() },
            LINE => self.still_fails(choice, 0),
            _ => self.trials.reason(&self.program(self.wrong, choice)),
        }
    }

    /// A replacement is tried in the line that was named, if that is wrong, else in the one that is.
    fn marks(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        let mut marks = self.marks_alone(blank, shown, answers);
        let possible = |id, count| match answers.get(id) {
            Some(&Answer::Choice(choice)) if choice < count => Some(choice),
            _ => None,
        };
        let line = possible("line", self.lines.len());
        let replacement = possible("replacement", self.replacements.len());
        let (Some(line), Some(replacement)) = (line, replacement) else { return marks };
        if blank == LINE && !self.is_wrong(line) {
            marks[0].reason = Some(self.still_fails(line, replacement));
        }
        if blank == REPLACEMENT && self.is_wrong(line) {
            marks[0].verdict = if self.mends(line, replacement) { Verdict::Right } else { Verdict::Wrong };
            marks[0].reason = Some(self.trials.reason(&self.program(line, replacement)));
        }
        marks
    }

    fn hint(&self, blank: usize) -> Hint {
        match blank {
            LINE => Hint::Fails { failure: self.given() },
            _ => Hint::WrongLine { line: self.wrong },
        }
    }
}
