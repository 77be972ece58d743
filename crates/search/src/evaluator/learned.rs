use game::{Encoding, Game};
use learn::Reader;

use crate::evaluator::scaled;
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, LearnedFile, Meter, SearchRng, Status};

const FILE: Key<Option<LearnedFile>> = Key::learned("file", "the file that `spielbaum learn` has written");

pub(crate) const ENTRY: Entry = Entry {
    name: "learned",
    help: "an evaluation learned from the rules alone by `spielbaum learn`: tables of weights for combinations of values",
    reference: "Lucas, Learning to play Othello with n-tuple systems, Australian Journal of Intelligent Information Processing 4 (2008); Bagheri, Thill, Koch & Konen, Online adaptable learning rates for the game Connect-4, IEEE TCIAIG 8 (2016)",
    status: Status::Heuristic,
    model: None,
    positional: true,
    parameters: &[FILE.parameter],
};

/// An evaluation that was [learned](learn::Learner) of the same rules.
///
/// It is for rulesheets, played by their circuit.
///
/// Source: S. Lucas, *Learning to play Othello with n-tuple systems*, Australian Journal of Intelligent
/// Information Processing 4 (2008); S. Bagheri, M. Thill, P. Koch, W. Konen, *Online adaptable learning rates
/// for the game Connect-4*, IEEE TCIAIG 8 (2016).
#[derive(Clone, Debug)]
pub struct Learned {
    file: Option<LearnedFile>,
    /// The evaluation as it reads states of the game that it was asked about first.
    reader: Option<Reader>,
}

impl Learned {
    /// The evaluation in a file.
    pub fn new(file: LearnedFile) -> Self {
        Self { file: Some(file), reader: None }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self { file: spec.get(FILE), reader: None }
    }

    /// The evaluation, and what it needs of a game.
    fn parts<'p, G: Game>(
        &'p self,
        game: &'p G,
    ) -> Result<(&'p LearnedFile, &'p dyn Encoding<G::State>), String> {
        let Some(file) = &self.file else {
            return Err(
                "learned has no evaluation of this game: `spielbaum learn GAME` makes one and keeps it in the store, or name a file, as in learned(FILE)"
                    .to_owned(),
            );
        };
        let Some(encoding) = game.encoding() else {
            return Err(
                "learned reads the states of a rulesheet that has a circuit; playouts and zero need none"
                    .to_owned(),
            );
        };
        Ok((file, encoding))
    }

    /// The evaluation as it reads states of a game; none if it cannot.
    fn reader_of<G: Game>(&self, game: &G) -> Option<Reader> {
        let (file, encoding) = self.parts(game).ok()?;
        Reader::new(file.learned(), encoding, game.roles()).ok()
    }
}

impl<G: Game> Evaluator<G> for Learned {
    fn evaluate(&mut self, game: &G, state: &G::State, role: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        if self.reader.is_none() {
            self.reader = self.reader_of(game);
        }
        // None is possible only where nobody asked for objections: it says nothing.
        let value = self
            .reader
            .as_mut()
            .zip(game.encoding())
            .map(|(reader, encoding)| reader.value(encoding, state, role));
        value.map_or(scaled(game, 0.0), |value| scaled(game, f64::from(2.0 * value - 1.0)))
    }

    fn objection(&self, game: &G) -> Option<String> {
        if self.reader.is_some() {
            return None;
        }
        match self.parts(game) {
            Err(why) => Some(why),
            Ok((file, encoding)) => {
                let checked = file.learned().check(game, encoding);
                checked.err().map(|why| format!("learned({}): {why}", file.file().path()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::MnkGame;
    use learn::{LearnOptions, Learner};
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{decide, rules};
    use crate::{Budget, Spec, SpecFile};

    fn file(game: &str, rounds: usize) -> LearnedFile {
        let rules = rules(game);
        let mut learner = Learner::new(&rules, LearnOptions::default(), &|| true).unwrap();
        (0..rounds).for_each(|_| learner.round(&|| true));
        LearnedFile::new(format!("{game}.json"), learner.learned(game))
    }

    fn objection(spec: &str, learned: &LearnedFile, game: &str) -> Option<String> {
        let spec = spec.parse::<EvaluatorSpec>().unwrap().with_learned(learned);
        let game = rules(game);
        spec.build().objection(&game)
    }

    #[test]
    fn it_judges_states_of_the_game_it_was_learned_of_and_objects_to_all_others() {
        let learned = file("tictactoe", 40);
        assert_eq!(objection("learned", &learned, "tictactoe"), None);
        let other = objection("learned", &learned, "connect-four").unwrap();
        assert!(
            other.starts_with("learned(tictactoe.json): it was learned of tictactoe, which has no "),
            "{other}"
        );
        let game = rules("tictactoe");
        let mut evaluator = Learned::new(learned);
        let mut rng = SearchRng::seed_from_u64(0);
        let mut meter = Meter::start(Budget::default());
        let value = |evaluator: &mut Learned, role, meter: &mut Meter, rng: &mut SearchRng| {
            evaluator.evaluate(&game, &game.initial(), role, meter, rng)
        };
        let first = value(&mut evaluator, 0, &mut meter, &mut rng);
        let second = value(&mut evaluator, 1, &mut meter, &mut rng);
        assert!((40.0..80.0).contains(&first) && (first + second - 100.0).abs() < 1e-3, "{first} {second}");
    }

    #[test]
    fn without_a_file_or_a_circuit_it_says_what_to_do() {
        let game = rules("tictactoe");
        let spec: EvaluatorSpec = "learned".parse().unwrap();
        let why = spec.build().objection(&game).unwrap();
        assert!(why.contains("`spielbaum learn GAME` makes one"), "{why}");
        let native = MnkGame::new(3, 3, 3).unwrap();
        let why = Evaluator::<MnkGame>::objection(&Learned::new(file("tictactoe", 0)), &native).unwrap();
        assert!(why.contains("playouts and zero need none"), "{why}");
    }

    #[test]
    fn a_spec_takes_the_path_of_an_evaluation_and_gives_it_back_before_and_after_it_is_read() {
        let learned = file("tictactoe", 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a file.json");
        std::fs::write(&path, learned.file().content()).unwrap();
        let spec: Spec = format!("deepening(nodes=50,eval=learned(\"{}\"))", path.display()).parse().unwrap();
        assert_eq!(spec.unread_file(), path.to_str());
        let read = spec.clone().read_files().unwrap();
        assert_eq!((read.unread_file(), read.to_string()), (None, spec.to_string()));
        assert_eq!(read.files()[0].content(), learned.file().content());
        let copy = SpecFile::new(path.to_str().unwrap(), learned.file().content());
        assert_eq!(spec.clone().with_files(&[copy]).unwrap(), read);
        let game = rules("tictactoe");
        assert!(decide(&spec.to_string(), &game, &Budget::default()).is_err(), "it has not been read");
        std::fs::write(&path, "{}").unwrap();
        let error = spec.read_files().unwrap_err().to_string();
        assert!(error.contains("a file.json: this is not a learned evaluation"), "{error}");
    }

    #[test]
    fn an_evaluation_that_is_in_no_file_is_not_looked_for_in_one() {
        for path in ["store:nim.json", "now:nim.json"] {
            let error = LearnedFile::read(path).unwrap_err().to_string();
            assert!(error.contains("is in no file; `learned` without a file"), "{error}");
        }
    }

    #[test]
    fn a_spec_that_names_no_file_takes_what_is_at_hand_and_another_keeps_its_own() {
        let learned = file("tictactoe", 0);
        let given = |text: &str| text.parse::<Spec>().unwrap().with_learned(&learned).to_string();
        assert_eq!(given("deepening(eval=learned)"), "deepening(eval=learned(tictactoe.json))");
        assert_eq!(given("deepening(eval=learned(my.json))"), "deepening(eval=learned(my.json))");
        assert_eq!(given("uct"), "uct");
    }

    #[test]
    fn a_path_that_does_not_end_in_json_is_refused_with_the_place() {
        let text = "learned(table.toml)";
        insta::assert_snapshot!(text.parse::<EvaluatorSpec>().unwrap_err().pointing(text), @r"
        learned(table.toml)
                ^^^^^^^^^^ `file` takes a learned evaluation: a path that ends in .json, not `table.toml`
        ");
    }
}
