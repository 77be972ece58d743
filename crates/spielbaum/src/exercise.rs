mod chance;
mod code;
mod html;
mod maxn;
mod pvs;
mod text;
mod words;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use exercise::{Blank, Exercise, ExerciseKind, Sheet, Solution};
use game::{Game, replace_file};
use serde::Serialize;

use crate::error::Error;
use crate::{output, tree};

/// Make exercises, and print them as a sheet with or without solutions
///
/// Without KIND and TREE it lists the kinds. The same kind, level and seed always give the same exercises,
/// here and on the page.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum exercise minimax windows --level 2 --count 3
  spielbaum exercise minimax alpha-beta-cuts uct --seed 7 --sheet sheet.html --solutions
  spielbaum exercise '((3 12 8) (2 4 6) (14 5 2))' --solutions
  spielbaum exercise '((? 3 6) (?1/4|3/4 2 9))' --kinds expectiminimax --solutions
  spielbaum exercise trees/maxn.tree.json '(min (0.5 3) (2 9))' --kinds minimax,maxn --sheet sheet.html

A TREE is typed as `spielbaum help tree` says. Each exercise that fits it is made of it, or those that fit of the ones
that `--kinds` names.")]
pub(crate) struct Arguments {
    /// Kinds of exercises, and trees of one's own: brackets, a file of brackets or JSON, or `-`
    #[arg(value_name = "KIND|TREE")]
    subjects: Vec<String>,
    /// The level of the exercises of a KIND, from 1, easy, to 5, hard [default: 1]
    #[arg(long, value_name = "1-5", requires = "subjects", value_parser = clap::value_parser!(u8).range(1..=i64::from(Exercise::LEVELS)))]
    level: Option<u8>,
    /// The seed of the series of a KIND [default: 0]
    #[arg(long, value_name = "N", requires = "subjects")]
    seed: Option<u64>,
    /// The number of the first exercise in the series [default: 1]
    #[arg(long, value_name = "N", requires = "subjects", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// How many exercises of each KIND [default: 1]
    #[arg(long, value_name = "N", requires = "subjects", value_parser = clap::value_parser!(u32).range(1..=1000))]
    count: Option<u32>,
    /// Which exercises to make of each TREE that they fit [default: all]
    #[arg(long, value_name = "KIND,...", requires = "subjects", value_delimiter = ',')]
    kinds: Vec<ExerciseKind>,
    /// Print the solutions too, with reasons, after the exercises
    #[arg(long, requires = "subjects")]
    solutions: bool,
    /// Write the sheet to a file: HTML with drawn trees if its name ends in .html, else text
    #[arg(long, value_name = "FILE", requires = "subjects", conflicts_with = "json")]
    sheet: Option<PathBuf>,
    /// The heading of the sheet
    #[arg(
        long,
        value_name = "TEXT",
        requires = "subjects",
        conflicts_with = "json",
        default_value = "Exercises in game-tree search"
    )]
    title: String,
    /// Print a JSON array of {sheet}, with --solutions of {sheet, solution}, in which exercises are numbered
    /// from 0; or of {kind, title} without KIND and TREE
    #[arg(long)]
    json: bool,
}

/// An exercise on a sheet.
struct Paper {
    sheet: Sheet,
    solution: Solution,
}

#[derive(Serialize)]
struct Document {
    sheet: Sheet,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Solution>,
}

#[derive(Serialize)]
struct KindEntry {
    kind: ExerciseKind,
    title: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if arguments.subjects.is_empty() {
        return list(arguments.json);
    }
    arguments.refuse_idle_options()?;
    output::check_outputs(
        &[("--sheet", arguments.sheet.as_deref())],
        arguments.subjects.iter().map(PathBuf::from),
    )?;
    let mut papers = Vec::new();
    for subject in &arguments.subjects {
        for exercise in exercises(arguments, subject)? {
            papers.push(Paper::of(&exercise));
        }
    }
    if arguments.json {
        output::json(&documents(papers, arguments.solutions))?;
        return Ok(ExitCode::SUCCESS);
    }
    let title = &arguments.title;
    let render = |path: Option<&PathBuf>| match path.and_then(|path| path.extension()) {
        Some(ending) if ending == "html" || ending == "htm" => {
            html::render(title, &papers, arguments.solutions)
        }
        _ => text::render(title, &papers, arguments.solutions),
    };
    let sheet = render(arguments.sheet.as_ref());
    match &arguments.sheet {
        Some(path) => replace_file(path, |out| out.write_all(sheet.as_bytes()))
            .map_err(|error| Error::about(path.display(), error))?,
        None => output::line(sheet.trim_end())?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Refuses options about kinds where only trees are named, and about trees where only kinds are.
    fn refuse_idle_options(&self) -> Result<(), Error> {
        let kinds = self.subjects.iter().filter(|subject| subject.parse::<ExerciseKind>().is_ok()).count();
        let of_kinds = [
            ("--level", self.level.is_some()),
            ("--seed", self.seed.is_some()),
            ("--number", self.number.is_some()),
            ("--count", self.count.is_some()),
        ];
        let idle = of_kinds.iter().find(|(_, given)| *given && kinds == 0);
        if let Some((option, _)) = idle {
            return Err(Error::Usage(format!(
                "`{option}` is for exercises of a KIND; those of a TREE are made of that tree alone, leave it away"
            )));
        }
        if !self.kinds.is_empty() && kinds == self.subjects.len() {
            return Err(Error::Usage(
                "`--kinds` chooses among the exercises of a TREE, and none is named; name the kinds without it, as in `spielbaum exercise minimax windows`"
                    .to_owned(),
            ));
        }
        Ok(())
    }
}

/// The exercises that a subject names: some of a kind, or those of a tree.
fn exercises(arguments: &Arguments, subject: &str) -> Result<Vec<Exercise>, Error> {
    let &Arguments { level, seed, number, count, ref kinds, .. } = arguments;
    let (level, seed) = (level.unwrap_or(1), seed.unwrap_or(0));
    let (number, count) = (number.unwrap_or(1), count.unwrap_or(1));
    let no_kind = match subject.parse::<ExerciseKind>() {
        Ok(kind) => {
            let first = number - 1;
            let end = first.checked_add(count).ok_or_else(|| {
                Error::Usage(format!(
                    "`--number {number} --count {count}` goes beyond the last exercise of a series, number {}",
                    u32::MAX
                ))
            })?;
            let exercise = |number| Exercise::new(kind, level, seed, number);
            return (first..end)
                .map(exercise)
                .collect::<Result<_, _>>()
                .map_err(|error| Error::Usage(error.to_string()));
        }
        Err(no_kind) => no_kind,
    };
    let is_name = !subject.starts_with(['(', '[', '{', '-', '"']) && !subject.contains(['/', '.', ':']);
    if is_name && !Path::new(subject).exists() {
        return Err(Error::Usage(format!("{no_kind}; a tree of brackets looks like '((3 12) (2 4))'")));
    }
    let tree = tree::read(subject)?;
    let about = |error| Error::about(subject, error);
    if !kinds.is_empty() {
        let mut refused = Vec::new();
        let made = |&kind| Exercise::of_tree(kind, &tree).map_err(|why| refused.push(why)).ok();
        let fitting: Vec<Exercise> = kinds.iter().filter_map(made).collect();
        if fitting.is_empty() {
            return refused.into_iter().next().map_or(Ok(fitting), |why| Err(about(why)));
        }
        refused.iter().for_each(|why| output::note(format_args!("note: {subject}: {why}")));
        return Ok(fitting);
    }
    let fitting = Exercise::kinds_of_tree(&tree);
    if fitting.is_empty() {
        // What stands against the simplest kind stands against all.
        let simplest =
            if tree.chance().is_some() { ExerciseKind::Expectiminimax } else { ExerciseKind::Minimax };
        Exercise::of_tree(simplest, &tree).map_err(about)?;
    }
    fitting.into_iter().map(|kind| Exercise::of_tree(kind, &tree).map_err(about)).collect()
}

/// Lists the kinds.
fn list(json: bool) -> Result<ExitCode, Error> {
    let entries = ExerciseKind::ALL.map(|kind| KindEntry { kind, title: words::title(kind) });
    if json {
        output::json(&entries)?;
    } else {
        for KindEntry { kind, title } in entries {
            output::line(format_args!("{:<20} {title}", kind.name()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The papers as JSON has them: without their solutions unless these are wanted.
fn documents(papers: Vec<Paper>, solutions: bool) -> Vec<Document> {
    let document = |Paper { sheet, solution }| Document { sheet, solution: solutions.then_some(solution) };
    papers.into_iter().map(document).collect()
}

impl Paper {
    fn of(exercise: &Exercise) -> Self {
        Self { sheet: exercise.sheet(), solution: exercise.solution() }
    }

    /// The heading of the exercise in this place of the sheet: its kind, and by what it is made again.
    fn heading(&self, index: usize) -> String {
        let Sheet { kind, level, seed, number, .. } = &self.sheet;
        let title = words::title(*kind);
        match (level, seed, number) {
            (Some(level), Some(seed), Some(number)) => {
                format!("{}. {title} ({kind}, level {level}, seed {seed}, number {})", index + 1, number + 1)
            }
            _ => format!("{}. {title}", index + 1),
        }
    }

    /// The answers, each with why it is right; below it if there are several reasons, or below all answers if
    /// they have one reason together.
    fn solved(&self) -> Vec<String> {
        let Solution { answers, marks } = &self.solution;
        let answer = |blank: &Blank| {
            let answer = words::answer(&self.sheet, blank, answers.get(&blank.id)?);
            Some(format!("{}: {answer}", words::place(&self.sheet, blank)))
        };
        let all = words::reasons(&self.sheet, marks);
        if all.len() > 1 && all.iter().all(|reason| *reason == all[0]) {
            return self.sheet.blanks.iter().filter_map(answer).chain(all.into_iter().take(1)).collect();
        }
        let mut lines = Vec::new();
        for blank in &self.sheet.blanks {
            let own = marks.iter().filter(|mark| mark.blank == blank.id);
            let reasons = words::reasons(&self.sheet, own);
            match (answer(blank), reasons.as_slice()) {
                (Some(answer), [reason]) if !reason.is_empty() => lines.push(format!("{answer}. {reason}")),
                (answer, [_]) => lines.extend(answer),
                (answer, _) => lines.extend(answer.into_iter().chain(reasons)),
            }
        }
        // Branches that are cut together are cut for one reason.
        lines.dedup();
        lines
    }
}
