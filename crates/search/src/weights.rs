mod error;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use game::read_text_from;
use serde::Deserialize;
use toml::Spanned;

use crate::{SpecFile, plain_file};
pub use error::{WeightsError, WeightsProblem};

/// The longest file of weights, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The largest weight, so that sums stay exact enough.
const MOST_WEIGHT: u32 = 1_000_000_000;

macro_rules! builtin {
    ($($name:literal),+ $(,)?) => {
        /// The tables that come with the program: the files of the folder `tables`.
        const BUILTIN: [(&str, &str); [$($name),+].len()] =
            [$(($name, include_str!(concat!("../tables/", $name, ".toml")))),+];
    };
}

builtin!["othello-corners", "othello-few-discs", "othello-phases"];

/// A weight for each cell of a board, in each phase of a game; built in, or from a TOML file.
///
/// A file lists the phases in order. Each but the last ends with a number of pieces on the board; weights
/// stand row by row from the top.
///
/// ```toml
/// [[phase]]
/// until = 4
/// weights = [[3, 2, 3], [2, 4, 2], [3, 2, 3]]
///
/// [[phase]]
/// weights = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    source: Source,
    table: Arc<Table>,
}

#[derive(Clone, Debug, PartialEq)]
enum Source {
    BuiltIn(&'static str),
    File(Arc<SpecFile>),
}

#[derive(Debug, PartialEq)]
struct Table {
    columns: usize,
    rows: usize,
    phases: Vec<Phase>,
}

/// The weights of one phase.
#[derive(Debug, PartialEq)]
pub(crate) struct Phase {
    /// The greatest number of pieces in it; none for the last phase.
    until: Option<usize>,
    weights: Vec<f64>,
    /// All weights together, whatever their signs.
    total: f64,
}

impl Phase {
    /// A weight for each cell, row by row from the top.
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }
}

impl Weights {
    /// The names of the built-in tables.
    pub const NAMES: [&str; BUILTIN.len()] = {
        let mut names = [""; BUILTIN.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = BUILTIN[i].0;
            i += 1;
        }
        names
    };

    /// The built-in table of this name.
    pub fn named(name: &str) -> Option<Self> {
        static TABLES: OnceLock<Vec<Weights>> = OnceLock::new();
        let read = |(name, text)| {
            Some(Self { source: Source::BuiltIn(name), table: Table::parse(name, text).ok()?.into() })
        };
        let tables = TABLES.get_or_init(|| BUILTIN.into_iter().filter_map(read).collect());
        tables.iter().find(|table| table.name() == name).cloned()
    }

    /// Reads the table in a TOML file.
    ///
    /// # Errors
    /// If the file cannot be read or is not such a table.
    pub fn read(path: &str) -> Result<Self, WeightsError> {
        let fail = |problem| WeightsError { name: path.to_owned(), line: None, problem };
        let unreadable = |error: std::io::Error| fail(WeightsProblem::Unreadable(error.to_string()));
        let file = plain_file::open(Path::new(path), MOST_BYTES).map_err(unreadable)?;
        let file = file.ok_or_else(|| fail(WeightsProblem::NoTable { most: MOST_BYTES }))?;
        Self::from_file(SpecFile::new(path, read_text_from(file).map_err(unreadable)?))
    }

    /// The table in a file that has been read.
    ///
    /// # Errors
    /// If its content is not such a table.
    pub fn from_file(file: SpecFile) -> Result<Self, WeightsError> {
        let table = Table::parse(file.path(), file.content())?.into();
        Ok(Self { source: Source::File(file.into()), table })
    }

    /// All weights of a phase together, whatever their signs, of the phase where that is the most: no board
    /// is worth more.
    pub(crate) fn total(&self) -> f64 {
        self.table.phases.iter().fold(0.0, |most, phase| phase.total.max(most))
    }

    /// The name of a built-in table, or the path of a file.
    pub fn name(&self) -> &str {
        match &self.source {
            Source::BuiltIn(name) => name,
            Source::File(file) => file.path(),
        }
    }

    /// The file that the table comes from; none if it comes with the program.
    pub fn file(&self) -> Option<&SpecFile> {
        match &self.source {
            Source::BuiltIn(_) => None,
            Source::File(file) => Some(file),
        }
    }

    /// How many columns and rows there are.
    pub fn size(&self) -> (usize, usize) {
        (self.table.columns, self.table.rows)
    }

    /// The phase of a game with so many pieces on the board.
    pub(crate) fn phase(&self, pieces: usize) -> &Phase {
        let phases = &self.table.phases;
        let at = phases.iter().position(|phase| phase.until.is_none_or(|until| pieces <= until));
        &phases[at.unwrap_or(phases.len() - 1)]
    }
}

impl Table {
    /// The table that a text describes; `name` is for errors.
    fn parse(name: &str, text: &str) -> Result<Self, WeightsError> {
        let line = |at: usize| text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1;
        let fail =
            |at: Option<usize>, problem| WeightsError { name: name.to_owned(), line: at.map(line), problem };
        let file: File = toml::from_str(text).map_err(|error| {
            let problem = WeightsProblem::Toml(error.message().to_owned());
            fail(error.span().map(|span| span.start), problem)
        })?;
        let Some(first) = file.phase.first() else { return Err(fail(None, WeightsProblem::NoPhase)) };
        let rows = first.get_ref().weights.len();
        let columns = first.get_ref().weights.first().map_or(0, |row| row.get_ref().len());
        let mut phases: Vec<Phase> = Vec::new();
        for (number, spanned) in file.phase.iter().enumerate() {
            let at = |problem| fail(Some(spanned.span().start), problem);
            let PhaseText { until, weights } = spanned.get_ref();
            if columns == 0 {
                return Err(at(WeightsProblem::Empty));
            }
            if weights.len() != rows {
                return Err(at(WeightsProblem::Rows { found: weights.len(), expected: rows }));
            }
            if let Some(row) = weights.iter().find(|row| row.get_ref().len() != columns) {
                let problem = WeightsProblem::Columns { found: row.get_ref().len(), expected: columns };
                return Err(fail(Some(row.span().start), problem));
            }
            let is_last = number + 1 == file.phase.len();
            let follows = |until| phases.last().is_none_or(|before| before.until < Some(until));
            if !until.map_or(is_last, |until| !is_last && follows(until)) {
                return Err(at(WeightsProblem::Until));
            }
            let weights: Vec<f64> = weights.iter().flat_map(Spanned::get_ref).copied().collect();
            let total = weights.iter().map(|weight| weight.abs()).sum();
            if !weights.iter().all(|weight| weight.abs() <= f64::from(MOST_WEIGHT)) || total == 0.0 {
                return Err(at(WeightsProblem::Weight { most: MOST_WEIGHT }));
            }
            phases.push(Phase { until: *until, weights, total });
        }
        Ok(Self { columns, rows, phases })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    phase: Vec<Spanned<PhaseText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PhaseText {
    until: Option<usize>,
    weights: Vec<Spanned<Vec<f64>>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Counting, decide};
    use crate::{Budget, EvaluatorSpec, Spec};

    const SMALL: &str =
        "[[phase]]\nuntil = 4\nweights = [[3, 2], [2, -4.5]]\n\n[[phase]]\nweights = [[1, 1], [1, 1]]\n";

    fn error(text: &str) -> String {
        Weights::from_file(SpecFile::new("table.toml", text)).unwrap_err().to_string()
    }

    #[test]
    fn every_built_in_table_is_one_for_othello() {
        for name in Weights::NAMES {
            let table = Weights::named(name).unwrap();
            assert_eq!((table.name(), table.size()), (name, (8, 8)));
        }
        assert_eq!(Weights::named("othello"), None);
    }

    #[test]
    fn every_file_of_the_tables_folder_is_built_in() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tables")).unwrap();
        let mut names: Vec<String> = folder
            .map(|file| file.unwrap().file_name().into_string().unwrap().trim_end_matches(".toml").to_owned())
            .collect();
        names.sort();
        assert_eq!(names, Weights::NAMES);
    }

    #[test]
    fn a_phase_reaches_to_its_number_of_pieces() {
        let table = Weights::from_file(SpecFile::new("small.toml", SMALL)).unwrap();
        assert_eq!(table.phase(0).weights(), [3.0, 2.0, 2.0, -4.5]);
        assert_eq!(table.phase(5).weights(), [1.0; 4]);
        assert_eq!(table.total(), 11.5);
    }

    #[test]
    fn bad_tables_are_refused_with_the_line_and_the_remedy() {
        insta::assert_snapshot!(error(""), @"table.toml: there is no phase; begin one by `[[phase]]`");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[1, 2], [3"), @"table.toml, line 2: unclosed array, expected `]`; a table has `[[phase]]`, each with `weights = [[...], ...]`, rows of numbers, and all but the last with `until = PIECES`");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[1, 2], [3, 4]]\nuntill = 3"), @"table.toml, line 3: unknown field `untill`, expected `until` or `weights`; a table has `[[phase]]`, each with `weights = [[...], ...]`, rows of numbers, and all but the last with `until = PIECES`");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[1, \"two\"]]"), @r#"table.toml, line 2: invalid type: string "two", expected f64; a table has `[[phase]]`, each with `weights = [[...], ...]`, rows of numbers, and all but the last with `until = PIECES`"#);
        insta::assert_snapshot!(error("[[phase]]\nuntil = 3"), @"table.toml, line 1: missing field `weights`; a table has `[[phase]]`, each with `weights = [[...], ...]`, rows of numbers, and all but the last with `until = PIECES`");
        insta::assert_snapshot!(error("[[phase]]\nweights = []"), @"table.toml, line 1: there are no weights; give a row of them for each row of the board, with one for each column");
        insta::assert_snapshot!(error("[[phase]]\nweights = [\n[1, 2],\n[3]]"), @"table.toml, line 4: the length of the row is 1 where the first one's is 2; give as many weights");
        insta::assert_snapshot!(error("[[phase]]\nuntil = 3\nweights = [[1]]\n\n[[phase]]\nweights = [[1], [2]]"), @"table.toml, line 5: the phase has 2 rows of weights where the first one has 1; give as many");
        insta::assert_snapshot!(error("[[phase]]\nuntil = 3\nweights = [[1]]"), @"table.toml, line 1: every phase but the last needs an `until` greater than that of the phase before, and the last one none");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[1]]\n\n[[phase]]\nweights = [[1]]"), @"table.toml, line 1: every phase but the last needs an `until` greater than that of the phase before, and the last one none");
        let falling = "[[phase]]\nuntil = 3\nweights = [[1]]\n[[phase]]\nuntil = 3\nweights = [[1]]\n[[phase]]\nweights = [[1]]";
        insta::assert_snapshot!(error(falling), @"table.toml, line 4: every phase but the last needs an `until` greater than that of the phase before, and the last one none");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[0, 0]]"), @"table.toml, line 1: weights are numbers from -1000000000 to 1000000000, and not all of a phase are 0");
        insta::assert_snapshot!(error("[[phase]]\nweights = [[nan]]"), @"table.toml, line 1: weights are numbers from -1000000000 to 1000000000, and not all of a phase are 0");
    }

    #[test]
    fn a_spec_takes_the_path_of_a_table_and_gives_it_back_before_and_after_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["plain.toml", "a (b), c=d.toml", "quoted \" and \\ both.toml"] {
            let path = folder.path().join(file);
            if std::fs::write(&path, SMALL).is_err() {
                // Not every system allows every name.
                continue;
            }
            let path = path.to_str().unwrap();
            let quoted = format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""));
            for text in [format!("positional({quoted})"), format!("positional( table = {quoted} )")] {
                let spec: EvaluatorSpec = text.parse().unwrap();
                assert_eq!(spec.to_string().parse::<EvaluatorSpec>().unwrap(), spec);
                assert_eq!((spec.unread_file(), spec.files()), (Some(path), Vec::new()));
                let read = spec.clone().read_files().unwrap();
                assert_eq!((read.unread_file(), read.to_string()), (None, spec.to_string()));
                assert_eq!(read.files(), [&SpecFile::new(path, SMALL)]);
            }
            let list = format!("random,minimax(depth=1,eval=positional({quoted})),random");
            assert_eq!(Spec::list(&list).unwrap().len(), 3);
        }
    }

    #[test]
    fn a_spec_without_its_table_is_refused_with_the_place_and_the_remedy() {
        let error = |text: &str| text.parse::<EvaluatorSpec>().unwrap_err().pointing(text);
        insta::assert_snapshot!(error("positional(othello-corner)"), @r"
        positional(othello-corner)
                   ^^^^^^^^^^^^^^ `othello-corner` is no table of weights; did you mean `othello-corners`? (known: othello-corners, othello-few-discs, othello-phases, or a path that ends in .toml)
        ");
        insta::assert_snapshot!(error("positional()x"), @r"
        positional()x
                    ^ expected the end, found `x`
        ");
        insta::assert_snapshot!(error("positional(table=)"), @r"
        positional(table=)
                         ^ expected a table of weights: othello-corners, othello-few-discs, othello-phases, or a path that ends in .toml, found `)`
        ");
        insta::assert_snapshot!(error("positional(\"\")"), @r#"
        positional("")
                   ^ expected a table of weights: othello-corners, othello-few-discs, othello-phases, or a path that ends in .toml, found `\"\"`
        "#);
        insta::assert_snapshot!(error("positional(\"a.toml)"), @r#"
        positional("a.toml)
                           ^ expected `"` at the end of the quoted text, found the end
        "#);
    }

    #[test]
    fn a_file_that_is_no_table_is_refused_with_its_path_and_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &std::path::Path| Weights::read(path.to_str().unwrap()).unwrap_err().to_string();
        let missing = error(&folder.path().join("missing.toml"));
        assert!(missing.contains("missing.toml: the file of weights cannot be read"), "{missing}");
        let path = folder.path().join("bad.toml");
        std::fs::write(&path, "[[phase]]\nweights = [[1, 2],\n[3]]").unwrap();
        let bad = error(&path);
        assert!(
            bad.contains("bad.toml, line 3: the length of the row is 1 where the first one's is 2"),
            "{bad}"
        );
        let path = folder.path().join("folder.toml");
        std::fs::create_dir(&path).unwrap();
        assert!(error(&path).contains("this is not a file of weights"));
    }

    #[test]
    fn parsing_a_spec_reads_no_file_and_a_search_by_it_is_refused() {
        let spec: Spec = "minimax(depth=1,eval=positional(no/such.toml))".parse().unwrap();
        assert_eq!(spec.unread_file(), Some("no/such.toml"));
        let refusal = decide(&spec.to_string(), &Counting, &Budget::default()).unwrap_err().to_string();
        assert!(refusal.contains("the file `no/such.toml`"), "{refusal}");
        assert!(spec.read_files().unwrap_err().to_string().contains("no/such.toml"));
    }

    #[test]
    fn a_copy_takes_the_place_of_a_file() {
        let spec: Spec = "minimax(depth=1,eval=positional(no/such.toml))".parse().unwrap();
        let other = spec.clone().with_files(&[SpecFile::new("other.toml", SMALL)]).unwrap();
        assert_eq!(other.unread_file(), Some("no/such.toml"));
        let copy = SpecFile::new("no/such.toml", SMALL);
        let given = spec.clone().with_files(std::slice::from_ref(&copy)).unwrap();
        assert_eq!((given.unread_file(), given.files()), (None, vec![&copy]));
        assert!(spec.with_files(&[SpecFile::new("no/such.toml", "none")]).is_err());
    }

    #[test]
    fn a_file_is_known_by_the_hash_of_its_content() {
        let file = SpecFile::new("any", "abc");
        assert_eq!(file.sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
