use game::{Game, InformationState, drawn};
use rand::RngExt;

use crate::key::Key;
use crate::{
    Decision, Entry, HiddenRequest, PolicyError, PolicyFile, Request, SearchError, Spec, Status, Strategy,
};

const FILE: Key<Option<PolicyFile>> = Key::policy(
    "file",
    "the file of the policy, which `spielbaum solve GAME --method cfr+ -o FILE.policy` writes",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "policy",
    help: "draws its moves by the probabilities of a policy, in games with hidden information",
    reference: "Kuhn, Extensive games and the problem of information, Contributions to the Theory of Games II (1953)",
    status: Status::Exact,
    model: None,
    positional: true,
    parameters: &[FILE.parameter],
};

/// Play by a policy from a file: each move is drawn by its probability in the information set that the role
/// is in.
///
/// The file must be of the same rules. An equilibrium of two roles of constant sum gets the value of the game
/// on the average, whatever the other does.
///
/// Source: H. W. Kuhn, *Extensive games and the problem of information*, Contributions to the Theory of Games
/// II (1953), who calls it a behaviour strategy.
#[derive(Clone, Debug)]
pub struct PolicyPlayer {
    file: Option<PolicyFile>,
    /// Whether the policy was found to be of the game.
    fits: bool,
}

impl PolicyPlayer {
    /// Play by the policy in a file.
    pub fn new(file: PolicyFile) -> Self {
        Self { file: Some(file), fits: false }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self { file: spec.get(FILE), fits: false }
    }

    /// The probabilities of the legal moves of a role that knows that much.
    fn probabilities<G: Game>(
        &mut self,
        game: &G,
        information: &InformationState<G::Move>,
        legal: &[G::Move],
    ) -> Result<Vec<f64>, SearchError> {
        if !self.fits {
            let file = self.file()?;
            file.policy().check(game).map_err(|error| refusal(format!("{}: {error}", file.path())))?;
            self.fits = true;
        }
        let file = self.file()?;
        if legal.len() == 1 {
            // Where there is no choice, the policy has no line.
            return Ok(vec![1.0]);
        }
        file.policy().mixture(game, information, legal).ok_or_else(|| {
            let why = "the policy does not tell what to do with what the role knows now; it is of other rules, or a part is missing";
            refusal(format!("{}: {why}", file.path()))
        })
    }

    fn file(&self) -> Result<&PolicyFile, SearchError> {
        self.file.as_ref().ok_or_else(|| {
            refusal("it has no policy: `spielbaum solve GAME --method cfr+ -o FILE.policy` writes one of a game with `sees`, which is named as in policy(FILE.policy)")
        })
    }
}

fn refusal(why: impl Into<String>) -> SearchError {
    SearchError::Inapplicable { strategy: ENTRY.name, why: why.into() }
}

impl<G: Game> Strategy<G> for PolicyPlayer {
    fn choose(&mut self, _request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let path = self.file()?.path();
        Err(refusal(format!("{path}: {}", PolicyError::NothingHidden)))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { game, information, legal, rng, .. } = request;
        let probabilities = self.probabilities(game, information, legal)?;
        let moves = legal.iter().copied().zip(probabilities);
        let outcomes: Vec<(G::Move, f64)> = moves.filter(|&(_, probability)| probability > 0.0).collect();
        let Some(mov) = drawn(&outcomes, rng.random()) else {
            return Err(refusal("the policy gives none of the role's legal moves a probability above 0"));
        };
        Ok(Decision { mov, ..Decision::first_of(legal) })
    }

    fn mixture(&mut self, request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        let HiddenRequest { game, information, legal, .. } = request;
        self.probabilities(game, information, legal).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use game::Rules;
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{any_game, decide, rules};
    use crate::{Budget, LargeFile, SavedMixture, SavedPolicy, SearchRng};

    #[test]
    fn without_a_file_or_secrets_it_says_what_to_do() {
        let error = decide("policy", &rules("tictactoe"), &Budget::default()).unwrap_err().to_string();
        assert!(error.contains("spielbaum solve GAME --method cfr+ -o FILE.policy"), "{error}");
    }

    /// Coins of two roles that neither sees of the other; a heads pays so much.
    fn coins(goal: u32) -> Rules {
        let text = format!(
            "(role a) (role b) (init (step 1)) (legal a heads) (legal a tails) (legal b heads) (legal b tails)
            (<= (sees a moved) (does b ?coin)) (<= (next (both ?coin)) (does a ?coin)) (next (step 2))
            (<= terminal (true (step 2))) (<= (goal a {goal}) (true (both heads))) (<= (goal a 0) (true (both tails))) (goal b 50)"
        );
        Rules::new(&gdl::Rulesheet::parse("coins", text.as_bytes()).unwrap()).unwrap()
    }

    /// A policy by which a shows heads three times of four.
    fn policy(game: &Rules) -> SavedPolicy {
        policy_of(game, &[0.75, 0.25]).unwrap()
    }

    /// A policy by which a shows heads and tails with these probabilities.
    fn policy_of(game: &Rules, probabilities: &[f64]) -> Result<SavedPolicy, PolicyError> {
        let mut moves = Vec::new();
        game.legal(&game.initial(), 0, &mut moves);
        let known = InformationState::initial(0);
        SavedPolicy::new(game, "by hand", [SavedMixture { known, moves: &moves, probabilities }])
    }

    #[test]
    fn the_moves_of_an_information_set_have_a_probability_each() {
        let game = coins(100);
        for wrong in [&[0.75, 0.5][..], &[1.25, -0.25], &[1.0], &[0.5, 0.25, 0.25], &[f64::NAN, 1.0]] {
            assert!(matches!(policy_of(&game, wrong), Err(PolicyError::NoMixture)), "{wrong:?}");
        }
    }

    #[test]
    fn moves_are_drawn_by_the_probabilities_in_the_file() {
        let (game, folder) = (coins(100), tempfile::tempdir().unwrap());
        let path = folder.path().join("coins.policy");
        policy(&game).write(&path).unwrap();
        let spec: Spec = format!("policy({:?})", path.to_str().unwrap()).parse().unwrap();
        let spec = spec.read_files().unwrap();
        let any = any_game(&game);
        let mut strategy = spec.build();
        let (mut legal, mut rng) = (Vec::new(), SearchRng::seed_from_u64(1));
        game.legal(&game.initial(), 0, &mut legal);
        let known = InformationState::initial(0);
        let heads = (0..1_000).filter(|_| {
            strategy.choose_hidden(HiddenRequest::new(&any, &known, &legal, &mut rng)).unwrap().mov
                == legal[0]
        });
        assert!((700..800).contains(&heads.count()));
        let mixture = strategy.mixture(HiddenRequest::new(&any, &known, &legal, &mut rng)).unwrap();
        assert_eq!(mixture, Some(vec![0.75, 0.25]));
        // The other role has no line.
        let known = InformationState::initial(1);
        let error = strategy.choose_hidden(HiddenRequest::new(&any, &known, &legal, &mut rng)).unwrap_err();
        assert!(error.to_string().contains("a part is missing"), "{error}");
        // Payoffs belong to the rules.
        let other = coins(90);
        assert!(matches!(policy(&game).check(&other), Err(PolicyError::OtherRules)));
    }

    #[test]
    fn what_a_file_holds_takes_its_place() {
        let (game, folder) = (coins(100), tempfile::tempdir().unwrap());
        let path = folder.path().join("coins.policy");
        policy(&game).write(&path).unwrap();
        let content = fs::read(&path).unwrap();
        let given = LargeFile::from_bytes("no/such.policy", &content).unwrap();
        let spec: Spec = "policy(no/such.policy)".parse().unwrap();
        assert!(spec.clone().with_files(&[]).is_err());
        assert_eq!(spec.clone().with_large_files(&[]).unread_file(), Some("no/such.policy"));
        let read = spec.with_large_files(std::slice::from_ref(&given));
        assert_eq!((read.unread_file(), read.large_files()), (None, vec![given]));
        // It is no tablebase.
        let solved: Spec = "solved(no/such.solved)".parse().unwrap();
        let misnamed = LargeFile::from_bytes("no/such.solved", &content).unwrap();
        assert_eq!(solved.with_large_files(&[misnamed]).unread_file(), Some("no/such.solved"));
        let cut = LargeFile::from_bytes("cut.policy", &content[..content.len() - 1]).unwrap_err().to_string();
        assert!(cut.starts_with("cut.policy: ") && cut.contains("it does not end"), "{cut}");
        let foreign = LargeFile::from_bytes("any", b"any").unwrap_err().to_string();
        assert!(foreign.starts_with("any: this is no tablebase"), "{foreign}");
    }

    #[test]
    fn damaged_files_are_told_with_their_lines() {
        let (game, folder) = (coins(100), tempfile::tempdir().unwrap());
        let path = folder.path().join("coins.policy");
        policy(&game).write(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(
            text.lines().nth(2).unwrap(),
            r#"{"role":"a","knows":[],"moves":{"heads":0.75,"tails":0.25}}"#
        );
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            SavedPolicy::read(&path).unwrap_err().to_string()
        };
        assert!(read("nothing\n").contains("this is no policy"));
        assert!(
            read(&text.replace("0.25", "0.3"))
                .contains("line 3: the probabilities of the moves do not add up to 1")
        );
        assert!(read(&text.replace(r#""role":"a""#, r#""role":"c""#)).contains("line 3: there is no role c"));
        assert!(read(text.trim_end()).contains("line 3: it does not end"));
        let last = text.lines().nth(2).unwrap();
        assert!(read(&format!("{text}{last}\n")).contains("line 4: the information set has come before"));
        assert!(SavedPolicy::read(folder.path()).unwrap_err().to_string().contains("this is no policy"));
    }
}
