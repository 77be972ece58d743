use super::programs::ProgramLine;
use super::trials::Trials;
use super::{Algorithm, CodeLine, Line};
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Answers, Blank, Hint, Mark, Material, Reason, Verdict};

/// The wrong lines to choose from in a gap.
const WRONG: usize = 3;

/// The task to choose the lines that a program lacks.
#[derive(Debug)]
pub(crate) struct FillGaps {
    trials: &'static Trials,
    gaps: Vec<Gap>,
}

#[derive(Debug)]
struct Gap {
    /// The number of the line.
    line: usize,
    options: Vec<&'static str>,
}

/// What somebody put into each gap; none where a gap is as it was.
type Choices = Vec<Option<usize>>;

impl FillGaps {
    /// A random task with two to five gaps.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let algorithm = Algorithm::of_level(level, rng);
        let program = algorithm.program();
        let mut lines: Vec<usize> =
            (0..program.len()).filter(|&line| program[line].mistakes.len() >= WRONG).collect();
        rng.shuffle(&mut lines);
        lines.truncate([2, 3, 3, 4, 5][usize::from(level - 1)]);
        lines.sort_unstable();
        let gaps = lines.into_iter().map(|line| Gap::random(line, &program[line], rng)).collect();
        Self { trials: Trials::of(algorithm), gaps }
    }

    fn right(&self, gap: usize) -> usize {
        let Gap { line, options } = &self.gaps[gap];
        let text = self.trials.algorithm().program()[*line].text;
        // `random` puts the right line among the options.
        options.iter().position(|option| *option == text).unwrap_or_default()
    }

    /// The program with these lines, and with the right ones where nothing was chosen.
    fn program(&self, choices: &Choices) -> Vec<Line> {
        let mut lines = self.trials.algorithm().lines();
        for (gap, choice) in self.gaps.iter().zip(choices) {
            if let Some(choice) = *choice {
                lines[gap.line].1 = gap.options[choice];
            }
        }
        lines
    }

    /// The program with only this choice of somebody's.
    fn alone(&self, gap: usize, choice: usize) -> Vec<Line> {
        let mut choices: Choices = vec![None; self.gaps.len()];
        choices[gap] = Some(choice);
        self.program(&choices)
    }

    /// Whether some choice is wrong among right lines.
    fn is_wrong_alone(&self, choices: &Choices) -> bool {
        let wrong = |(gap, choice): (usize, &Option<usize>)| {
            choice.is_some_and(|choice| self.trials.failure(&self.alone(gap, choice)).is_some())
        };
        choices.iter().enumerate().any(wrong)
    }

    /// The choices of the answers that are possible.
    fn choices(&self, answers: &Answers) -> Choices {
        let choice = |(blank, gap): (Blank, &Gap)| match answers.get(&blank.id) {
            Some(&Answer::Choice(choice)) if choice < gap.options.len() => Some(choice),
            _ => None,
        };
        self.blanks().into_iter().zip(&self.gaps).map(choice).collect()
    }
}

impl Gap {
    fn random(number: usize, line: &ProgramLine, rng: &mut SeededRng) -> Self {
        let mut options = line.mistakes.to_vec();
        rng.shuffle(&mut options);
        options.truncate(WRONG);
        options.push(line.text);
        rng.shuffle(&mut options);
        Self { line: number, options }
    }
}

impl Task for FillGaps {
    fn material(&self) -> Material {
        let algorithm = self.trials.algorithm();
        let mut lines: Vec<CodeLine> = algorithm.lines().into_iter().map(CodeLine::fixed).collect();
        for Gap { line, options } in &self.gaps {
            let options = options.iter().map(|&option| option.to_owned()).collect();
            lines[*line] = CodeLine { text: None, options, ..lines[*line].clone() };
        }
        Material::Code { algorithm, lines, replacements: Vec::new() }
    }

    fn blanks(&self) -> Vec<Blank> {
        let blank = |(number, gap): (usize, &Gap)| {
            let takes = AnswerKind::Choice { count: gap.options.len() };
            Blank { id: format!("g{number}"), at: Some(gap.line), takes }
        };
        self.gaps.iter().enumerate().map(blank).collect()
    }

    fn answer(&self, blank: usize) -> Answer {
        Answer::Choice(self.right(blank))
    }

    fn accepts(&self, blank: usize, answer: &Answer) -> bool {
        let Answer::Choice(choice) = *answer else { return false };
        choice < self.gaps[blank].options.len() && self.trials.failure(&self.alone(blank, choice)).is_none()
    }

    fn reason(&self, blank: usize, answer: &Answer) -> Reason {
        let Answer::Choice(choice) = *answer else { return Reason::OtherKind };
        let lines = self.gaps[blank].options.len();
        if choice >= lines {
            Reason::NoLine { lines }
        } else {
            self.trials.reason(&self.alone(blank, choice))
        }
    }

    /// All are right if the program is. Otherwise each is tried alone among right lines; if none is wrong
    /// alone, those that are not the program's own are wrong together.
    fn marks(&self, blank: usize, shown: &Blank, answers: &Answers) -> Vec<Mark> {
        let choices = self.choices(answers);
        let Some(choice) = choices[blank] else { return self.marks_alone(blank, shown, answers) };
        let mark = |verdict, reason| {
            vec![Mark { blank: shown.id.clone(), at: shown.at, verdict, reason: Some(reason), mistake: None }]
        };
        match self.trials.reason(&self.program(&choices)) {
            same @ Reason::SameResults { .. } => mark(Verdict::Right, same),
            other if choice != self.right(blank) && !self.is_wrong_alone(&choices) => {
                mark(Verdict::Wrong, other)
            }
            _ => self.marks_alone(blank, shown, answers),
        }
    }

    fn hint(&self, blank: usize) -> Hint {
        let Gap { options, .. } = &self.gaps[blank];
        let ruled_out = (0..options.len()).find_map(|choice| {
            let failure = self.trials.failure(&self.alone(blank, choice))?;
            Some(Hint::NotLine { text: options[choice].to_owned(), failure })
        });
        ruled_out.expect("every mistake fails on some tree")
    }
}
