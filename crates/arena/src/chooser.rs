use std::time::Duration;

use game::{Game, goal_sums};
use learn::{Learned, Strength};
use rand::SeedableRng;
use search::{Budget, LearnedFile, Meter, Request, SearchRng, Spec, Stop};

use crate::challenge::even_score;
use crate::game_profile::{GameKind, GameProfile};
use crate::{Challenge, Interval, Pace};

mod trial;

use trial::Trial;

/// The strategy that fits a game, for a match on the clock, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    /// The strategy.
    pub spec: Spec,
    /// A remark on the choice, one line for people.
    pub remark: String,
    /// The matches that were played to choose, of each strategy that came into question against the one that
    /// would fit without them; and of that one against itself, unless the rules tell what it gets then.
    pub matches: Vec<Challenge>,
    /// What the matches said of the best strategy; none if they were too few.
    pub strength: Option<Strength>,
    /// The evaluation that was learned to choose, from nothing or from one that was known; none if nothing
    /// was learned.
    pub learned: Option<LearnedFile>,
}

impl Fitting {
    /// Whether the matches were so few, or so even, that more of them could say otherwise.
    pub fn is_open(&self) -> bool {
        let Some(Strength { score, even: Some(even), matches, .. }) = self.strength else {
            return !self.matches.is_empty();
        };
        let Interval { low, high } = Interval::wilson(score * matches as f64, matches as u64);
        (low..high).contains(&even)
    }

    /// The evaluation that was learned, with what the matches said, to be kept. A large one takes a second
    /// to write.
    pub fn to_keep(&self) -> Option<LearnedFile> {
        let file = self.learned.as_ref()?;
        let mut learned = Learned::clone(file.learned());
        self.strength.iter().for_each(|strength| learned.training.note(None, Some(strength.clone())));
        Some(LearnedFile::new(file.file().path(), learned))
    }
}

/// Chooses the strategy that fits a game.
///
/// - `plan` fits a role alone, who wants one way to the greatest goal.
/// - `deepening` fits a game that it solves quickly, for a role that wins against all play.
/// - `uct` fits all others, on all cores. It does so as well where a quick search proves a draw or a loss:
///   all moves that keep the value are the same to `deepening`, but not against opponents that make mistakes,
///   and playouts are much like those.
/// - Where the rules are slow, playouts are few, and those that prefer what has come to much cost no more
///   than others; there may be no time to look for the end of the game at all of many moves.
/// - A search by an evaluation fits where matches against that `uct` say so. If there are some seconds, an
///   evaluation is learned in most of them, unless one is known already, and the rest goes into matches. Of a
///   known one, what its learner found in matches counts where there is no time for others.
/// - `factored-uct` fits where moves are made of actions in several independent games, if matches say so; and
///   so may other settings of `uct`, or `deepening` by other evaluators.
/// - `ismcts` fits where the rules hide something, unless `pimc` or `hyperplay` does better against it in
///   matches, for which there must be some seconds.
/// - `flat-mc` fits where roles choose at the same time among so many moves that joint moves cannot
///   be counted.
///
/// It may be asked again, to learn on and to play further matches.
pub struct Chooser<'g, G: Game> {
    game: &'g G,
    name: String,
    pace: Pace,
    role: Option<usize>,
    threads: usize,
    /// Threads that learn.
    cores: usize,
    known: Option<LearnedFile>,
    /// Whether a known evaluation is learned on.
    learns_on: bool,
    /// What was seen of the game before.
    seen: Option<Seen<'g, G>>,
}

/// What was seen of a game.
struct Seen<'g, G: Game> {
    remark: String,
    /// The strategy that fits without matches.
    spec: Spec,
    /// Matches that may say otherwise; none if they are of no use.
    trial: Option<Trial<'g, G>>,
}

/// Threads that a strategy can have.
const THREADS: usize = 256;

/// Megabytes of all trees together.
const MEMORY: usize = 400;

/// Megabytes of the table of a search by an evaluation.
const TABLE: usize = 256;

/// Time in which a search must solve a game from its beginning, to be trusted to do so in every play clock.
const SOLVED_WITHIN: Duration = Duration::from_secs(1);

/// Moves a choice up to which it is worth while to look at all states below one, where they are worked out
/// one after another.
const FEW_MOVES: f64 = 50.0;

/// The search that solves games.
const SOLVER: &str = "deepening";

impl<'g, G: Game> Chooser<'g, G> {
    /// Chooses for a game that answers at this pace: for all its roles, and for searches on one thread.
    pub fn new(game: &'g G, pace: Pace) -> Self {
        let name = "this game".to_owned();
        Self { game, name, pace, role: None, threads: 1, cores: 1, known: None, learns_on: false, seen: None }
    }

    /// The game is called so in what is learned of it.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Chooses for this role only.
    #[must_use]
    pub fn for_role(self, role: usize) -> Self {
        Self { role: Some(role), ..self }
    }

    /// Searches have so many threads, and so has learning.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        let threads = threads.clamp(1, THREADS);
        Self { threads, cores: threads, ..self }
    }

    /// Learning has so many threads, whatever searches have.
    #[must_use]
    pub fn with_cores(self, cores: usize) -> Self {
        Self { cores: cores.max(1), ..self }
    }

    /// An evaluation of the game that is known already, if there is one: nothing is learned then, and
    /// strategies judge by it.
    #[must_use]
    pub fn with_learned(self, known: Option<LearnedFile>) -> Self {
        Self { known, ..self }
    }

    /// Whether a known evaluation is learned on, so that strategies judge by what comes of it.
    #[must_use]
    pub fn learning_on(self, learns_on: bool) -> Self {
        Self { learns_on, ..self }
    }

    /// Chooses within the time of `budget` and until its stop button is pressed. It is not late by more than
    /// a ply, or by a tenth of the time. There is an answer for every game, also for one that fails or has
    /// ended. Asked again, it goes on where it was.
    pub fn choose(&mut self, budget: &Budget) -> Fitting {
        let meter = Meter::start(budget.clone());
        if self.seen.is_none() {
            self.seen = Some(self.look(&meter));
        }
        let Some(Seen { remark, spec, trial }) = &mut self.seen else {
            unreachable!("it was looked at just now")
        };
        let (mut remark, mut spec) = (remark.clone(), spec.clone());
        let (mut matches, mut strength, mut learned) = (Vec::new(), None, None);
        if let Some(trial) = trial {
            trial.go_on(&meter);
            (matches, strength, learned) = (trial.matches(), trial.strength(), trial.learned());
            if let Some((chosen, why)) = trial.verdict() {
                remark += &why;
                spec = chosen;
            } else if !matches.is_empty() {
                remark += ", too few matches to compare strategies";
            }
        }
        Fitting { remark: format!("{remark}: {spec}"), spec, matches, strength, learned }
    }

    /// The strategy that a spec leaves open, chosen in the time that the spec gives and with its bound on the
    /// time of a decision, and what it was chosen by; or the spec itself, with the known evaluation wherever
    /// it wants one and names no file.
    pub fn settle(mut self, spec: Spec, stop: &Stop) -> (Spec, Option<Fitting>) {
        match spec.start() {
            Some(time) => {
                let budget = Budget { time: Some(time), stop: stop.clone(), ..Budget::default() };
                let fitting = self.choose(&budget);
                let chosen = fitting.spec.clone().with_time_of(&spec);
                (chosen, Some(fitting))
            }
            None => (self.known.iter().fold(spec, Spec::with_learned), None),
        }
    }

    /// Looks at the game without playing matches.
    fn look(&self, meter: &Meter) -> Seen<'g, G> {
        let Self { game, pace, role, threads, cores, .. } = *self;
        if game.percepts().is_some() {
            let remark = "the rules hide something".to_owned();
            let spec = spec("ismcts");
            let even = even_score(game, &goal_sums(game));
            let trial = (pace != Pace::Slow)
                .then(|| Trial::new(game, &spec, hidden_candidates(), even).without_learning());
            return Seen { remark, spec, trial };
        }
        if game.chance().is_some() {
            let spec = spec(&format!("uct(threads={threads},memory={MEMORY})"));
            return Seen { remark: "chance moves".to_owned(), spec, trial: None };
        }
        let profile = GameProfile::of(game, || !meter.interrupted());
        let mut remark = describe(&profile, pace);
        if game.roles() == 1 {
            return Seen {
                remark,
                spec: spec(&format!("plan(threads={threads},memory={MEMORY})")),
                trial: None,
            };
        }
        let solution = role.filter(|_| pace != Pace::Slow).and_then(|role| {
            let value = solution(game, role, &profile, meter)?;
            remark += &format!(", {} is sure of {value}", game.notation().role_name(role));
            Some(value)
        });
        let won = solution.is_some_and(|value| value >= f64::from(*game.goal_range().end()));
        let text = if won {
            SOLVER.to_owned()
        } else if profile.countable {
            let options = match pace {
                Pace::Slow if profile.branching().is_some_and(|moves| moves > FEW_MOVES) => {
                    ",mast=gibbs,ngram=true,solver=false"
                }
                Pace::Slow => ",mast=gibbs,ngram=true",
                _ => "",
            };
            format!("uct(threads={threads},memory={MEMORY}{options})")
        } else {
            "flat-mc".to_owned()
        };
        let spec = spec(&text);
        let worth_while = solution.is_none() && profile.countable && pace != Pace::Slow;
        let sums = [Some(goal_sums(game)), profile.sums()];
        let even = sums.into_iter().flatten().find_map(|sums| even_score(game, &sums));
        let trial = worth_while
            .then(|| Trial::new(game, &spec, candidates(profile.kind, threads), even))
            .map(|trial| trial.with_name(&self.name).with_threads(cores))
            .map(|trial| trial.with_factored(self::spec(&format!("factored-uct(memory={MEMORY})"))))
            .map(|trial| trial.with_learned(self.known.clone(), self.learns_on));
        Seen { remark, spec, trial }
    }
}

fn spec(text: &str) -> Spec {
    text.parse().expect("the catalogue has the strategies above and their parameters")
}

/// The strategies that come into question, those first that are likely to be the best.
fn candidates(kind: GameKind, threads: usize) -> Vec<Spec> {
    let tree = format!("threads={threads},memory={MEMORY}");
    let texts = match kind {
        GameKind::SinglePlayer => vec![],
        GameKind::TwoPlayer => vec![
            format!("deepening(eval=learned,table={TABLE})"),
            format!("uct({tree},cutoff=0,puct=1,eval=learned)"),
            format!("uct({tree},puct=1,eval=learned)"),
            format!("uct({tree},cutoff=0,implicit=0.3,eval=learned)"),
            format!("uct({tree},leaves=64,c=0.2,rave=50,amaf=0.0001)"),
            format!("deepening(eval=goal-proximity,table={TABLE})"),
            format!("deepening(eval=mobility,table={TABLE})"),
        ],
        GameKind::MultiPlayer => vec![
            format!("deepening(eval=learned,table={TABLE})"),
            format!("uct({tree},cutoff=0,puct=1,eval=learned)"),
            "maxn(eval=learned)".to_owned(),
            format!("uct({tree},puct=1,eval=learned)"),
        ],
        GameKind::Simultaneous => vec![
            "pessimistic(eval=learned)".to_owned(),
            format!("uct({tree},cutoff=0,eval=learned)"),
            format!("uct({tree},spite=0.05)"),
        ],
    };
    texts.iter().map(|text| spec(text)).collect()
}

/// The strategies that come into question where the rules hide something.
fn hidden_candidates() -> Vec<Spec> {
    ["pimc", "hyperplay"].map(spec).into()
}

/// The profile of a game in words.
fn describe(profile: &GameProfile, pace: Pace) -> String {
    let mut remark = profile.kind.remark().to_owned();
    remark += match profile.constant_sum() {
        _ if profile.kind == GameKind::SinglePlayer => "",
        Some(true) => ", constant sum as far as seen",
        Some(false) => ", no constant sum",
        None => "",
    };
    if let Some(branching) = profile.branching() {
        remark += &format!(", {branching:.0} moves a choice");
    }
    if pace == Pace::Slow {
        remark += ", slow rules";
    }
    remark
}

/// What a role is sure of whatever others do, if that is found quickly, and in no more than half of the time
/// that is left.
fn solution<G: Game>(game: &G, role: usize, profile: &GameProfile, meter: &Meter) -> Option<f64> {
    let state = game.initial();
    if profile.kind != GameKind::TwoPlayer || meter.interrupted() || game.terminal(&state) {
        return None;
    }
    let left = meter.budget().time.map_or(SOLVED_WITHIN, |time| time.saturating_sub(meter.elapsed()) / 2);
    let budget = Budget {
        time: Some(left.min(SOLVED_WITHIN)),
        stop: meter.budget().stop.clone(),
        ..Budget::default()
    };
    let mut rng = SearchRng::seed_from_u64(0);
    let request = Request::new(game, &state, role, &mut rng).within(budget);
    let decision = spec(SOLVER).build().choose(request).ok()?;
    decision.value.filter(|_| decision.proven)
}

#[cfg(test)]
mod tests {
    use game::{Rules, Tree};
    use gdl::Rulesheet;
    use logic::Limits;

    use super::trial::is_product;
    use super::*;
    use crate::Lineup;
    use crate::testing::{ENDLESS, Pennies, Walk, rules};

    fn seconds(seconds: f64) -> Budget {
        Budget { time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() }
    }

    fn of<G: Game>(game: &G, role: usize, pace: Pace, budget: &Budget) -> Fitting {
        Chooser::new(game, pace).for_role(role).with_threads(2).choose(budget)
    }

    fn fitting<G: Game>(game: &G) -> String {
        of(game, 0, Pace::Fast, &seconds(0.2)).spec.to_string()
    }

    #[test]
    fn nothing_stands_against_the_strategy_of_any_kind_of_game() {
        for name in
            ["lights-out", "maze", "nim", "connect-four", "tictactoe-3p", "rock-paper-scissors", "tron"]
        {
            let game = rules(name);
            for pace in [Pace::Fast, Pace::Slow] {
                for role in 0..game.roles() {
                    let Fitting { spec, remark, .. } = of(&game, role, pace, &seconds(0.1));
                    assert_eq!(Lineup::objection(&game, &spec), None, "{name}");
                    assert!(remark.contains(&spec.to_string()) && !remark.contains('\n'), "{name}: {remark}");
                }
            }
        }
    }

    #[test]
    fn the_remark_tells_what_was_seen() {
        let remark = |name, pace| of(&rules(name), 0, pace, &seconds(1.0)).remark;
        let connect_four = remark("connect-four", Pace::Fast);
        assert!(connect_four.contains("two roles that move in turn"), "{connect_four}");
        assert!(connect_four.contains("constant sum as far as seen, 7 moves"), "{connect_four}");
    }

    #[test]
    fn a_role_alone_plans() {
        let tree = r#"{"roles": ["a"], "root": [1, {"static": 5, "children": [2, 70]}]}"#;
        assert_eq!(fitting(&Tree::from_json(tree).unwrap()), "plan(memory=400,threads=2)");
        assert_eq!(fitting(&rules("maze")), "plan(memory=400,threads=2)");
        assert_eq!(fitting(&rules("peg-solitaire")), "plan(memory=400,threads=2)");
    }

    #[test]
    fn moves_that_are_made_in_two_games_at_once_are_chosen_in_each() {
        let counters = "(role a) (role b) (init (left 0)) (init (right 0)) (init (step 0)) (after 0 1) (after 1 2) (after 2 3) (after 3 4)
            (<= (more ?n ?m) (after ?n ?m)) (<= (more ?n ?n) (after ?n ?m)) (<= (more ?n ?n) (after ?m ?n))
            (<= (legal ?r (to ?m ?n)) (role ?r) (true (left ?i)) (more ?i ?m) (true (right ?j)) (more ?j ?n))
            (<= (next (left ?m)) (does a (to ?m ?n))) (<= (next (right ?n)) (does a (to ?m ?n)))
            (<= (next (step ?n)) (true (step ?m)) (after ?m ?n)) (<= terminal (true (step 3)))
            (<= (goal a 100) (true (left 3)) (true (right 2))) (<= (goal a 0) (not (true (left 3)))) (<= (goal a 0) (not (true (right 2)))) (goal b 50)";
        let product = Rules::new(&Rulesheet::parse("counters", counters.as_bytes()).unwrap()).unwrap();
        // On a busy machine the time may be too short for matches.
        let tried = [4.0, 8.0, 16.0].into_iter().any(|time| {
            let fitting = Chooser::new(&product, Pace::Fast).choose(&seconds(time));
            fitting.matches.iter().any(|row| row.challenger.to_string().starts_with("factored-uct"))
        });
        assert!(tried);
        for name in ["nim", "connect-four", "tron"] {
            assert!(!is_product(&rules(name), &Meter::start(seconds(5.0))), "{name}");
        }
    }

    #[test]
    fn who_wins_against_all_play_follows_a_proof_and_others_hope_for_errors() {
        let of = |role| of(&rules("counting-to-21"), role, Pace::Fast, &seconds(2.0));
        let (first, second) = (of(0), of(1));
        assert_eq!(first.spec.to_string(), "uct(memory=400,threads=2)", "{}", first.remark);
        assert_eq!(second.spec.to_string(), "deepening", "{}", second.remark);
        assert_eq!(fitting(&rules("tictactoe")), "uct(memory=400,threads=2)", "a draw");
    }

    /// Chooses until a strategy has been tried in matches and this is told of the choice. Each attempt has
    /// more time: on a busy machine matches take more than they were planned to.
    fn choose_by_matches<G: Game>(chooser: &mut Chooser<'_, G>, told: &str) -> Fitting {
        let chosen = [3.5, 7.0, 14.0, 28.0, 56.0].into_iter().find_map(|time| {
            let fitting = chooser.choose(&seconds(time));
            let is_tried = fitting.matches.iter().any(|one| one.payoffs.len() >= 4);
            let is_told = [" matches against ", told].iter().all(|text| fitting.remark.contains(text));
            (is_tried && is_told).then_some(fitting)
        });
        chosen.unwrap_or_else(|| panic!("nothing was tried in matches and told as \"{told}\""))
    }

    #[test]
    fn with_some_seconds_an_evaluation_is_learned_and_tried_in_matches() {
        let game = rules("tictactoe-3p");
        let mut chooser = Chooser::new(&game, Pace::Fast);
        let Fitting { spec, remark, matches, learned, .. } = choose_by_matches(&mut chooser, "learned");
        assert!(
            remark.contains(", an evaluation was learned from ") && remark.contains(" matches against "),
            "{remark}"
        );
        let played = |matches: &[Challenge]| matches.iter().map(|one| one.payoffs.len()).sum::<usize>();
        assert!(matches.iter().any(|one| one.payoffs.len() >= 4) && learned.is_some());
        assert_eq!(spec.unread_file(), None);
        assert_eq!(Lineup::objection(&game, &spec), None);
        // It goes on.
        let again = choose_by_matches(&mut chooser, "");
        let games = |learned: Option<LearnedFile>| learned.unwrap().learned().training.games;
        assert!(games(again.learned) > games(learned));
        assert!(played(&again.matches) > 0);
    }

    #[test]
    fn strategies_for_games_that_hide_something_are_tried_in_matches() {
        let game = rules("kuhn-poker");
        let quick = of(&game, 0, Pace::Fast, &seconds(0.2));
        assert_eq!((quick.spec.to_string().as_str(), quick.matches.len()), ("ismcts", 0));
        let Fitting { spec, remark, matches, learned, .. } = of(&game, 0, Pace::Fast, &seconds(5.0));
        let tried: Vec<String> = matches.iter().map(|one| one.challenger.to_string()).collect();
        assert_eq!(tried, ["pimc", "hyperplay", "ismcts"], "{remark}");
        assert!(remark.contains(" matches against ismcts: ") && learned.is_none(), "{remark}");
        assert_eq!(Lineup::objection(&game, &spec), None);
    }

    #[test]
    fn a_strategy_plays_against_itself_where_nobody_knows_what_it_gets_then() {
        // On a busy machine the time may be too short for enough matches.
        let told = [5.0, 10.0, 20.0].into_iter().find_map(|time| {
            let fitting = of(&rules("monty-hall"), 0, Pace::Fast, &seconds(time));
            fitting.strength.is_some().then_some(fitting)
        });
        let Fitting { remark, matches, strength, .. } = told.expect("enough matches");
        let itself = matches.iter().find(|one| one.challenger == one.other).expect("matches of one strategy");
        assert_eq!((strength.unwrap().even, &*itself.challenger.to_string()), (itself.score(), "ismcts"));
        assert!(remark.contains("% against itself: "), "{remark}");
    }

    #[test]
    fn a_choice_is_open_where_matches_are_few_or_even() {
        let open = |played: usize, strength: Option<(f64, usize, f64)>| {
            let strength = strength.map(|(score, matches, even)| Strength {
                score,
                even: Some(even),
                matches,
                strategy: "deepening".to_owned(),
                against: Some("uct".to_owned()),
            });
            let matches = vec![Challenge::new(spec("deepening"), spec("uct")); played];
            Fitting { spec: spec("uct"), remark: String::new(), matches, strength, learned: None }.is_open()
        };
        assert!(!open(0, None), "none are played");
        assert!(open(1, None), "too few");
        assert!(open(1, Some((0.6, 5, 0.5))));
        assert!(!open(1, Some((1.0, 20, 0.5))) && !open(1, Some((0.0, 20, 0.5))));
        assert!(
            open(1, Some((0.33, 9, 0.33))) && !open(1, Some((0.33, 9, 0.8))),
            "one of three gets a third"
        );
    }

    #[test]
    fn a_known_evaluation_is_tried_or_has_been() {
        let game = rules("tictactoe-3p");
        let mut learner = learn::Learner::new(&game, learn::LearnOptions::default(), &|| true).unwrap();
        learner.round(&|| true);
        learner.note(Some(learn::Strength {
            score: 0.75,
            even: Some(0.33),
            matches: 20,
            strategy: "deepening(eval=learned)".to_owned(),
            against: Some("uct".to_owned()),
        }));
        let known = LearnedFile::new("known.json", learner.learned("game"));
        let mut chooser = Chooser::new(&game, Pace::Fast).with_learned(Some(known.clone()));
        let quick = chooser.choose(&seconds(0.2));
        assert_eq!(quick.spec.to_string(), "deepening(eval=learned(known.json),table=256)");
        assert!(quick.remark.contains("scored 75 % in 20 matches against uct"), "{}", quick.remark);
        assert!(quick.matches.is_empty());
        let mut chooser = Chooser::new(&game, Pace::Fast).with_learned(Some(known.clone()));
        let slow = choose_by_matches(&mut chooser, "an evaluation is known");
        assert!(!slow.matches.is_empty() && slow.learned.is_none());
        let mut chooser = Chooser::new(&game, Pace::Fast).with_learned(Some(known.clone())).learning_on(true);
        let further = choose_by_matches(&mut chooser, "more games");
        let games = |learned: &LearnedFile| learned.learned().training.games;
        assert!(games(&further.learned.unwrap()) > games(&known));
    }

    #[test]
    fn slow_rules_are_not_searched_to_the_end() {
        let fitting = of(&rules("counting-to-21"), 1, Pace::Slow, &seconds(1.0));
        assert!(!fitting.remark.contains("sure of"), "{}", fitting.remark);
        assert_eq!(fitting.spec.to_string(), "uct(memory=400,threads=2,mast=gibbs,ngram=true)");
        let ends = vec!["1"; 60].join(" ");
        let wide = Tree::from_brackets(&format!("({ends})")).unwrap();
        let fitting = of(&wide, 0, Pace::Slow, &seconds(1.0));
        assert!(fitting.spec.to_string().contains("solver=false"), "{}", fitting.remark);
    }

    #[test]
    fn a_budget_that_is_spent_gives_a_strategy_too() {
        let pressed = Budget { stop: Stop::default(), ..Budget::default() };
        pressed.stop.press();
        for budget in [&seconds(0.0), &pressed] {
            let spec = of(&rules("connect-four"), 0, Pace::Fast, budget).spec;
            assert_eq!(spec.to_string(), "uct(memory=400,threads=2)");
        }
    }

    #[test]
    fn a_game_that_fails_or_has_ended_or_has_no_end_gets_a_strategy_too() {
        for ply in 0..4 {
            assert_eq!(fitting(&Walk::failing_at(ply)), "plan(memory=400,threads=2)");
        }
        assert_eq!(fitting(&Tree::from_brackets("7").unwrap()), "uct(memory=400,threads=2)");
        assert_eq!(fitting(&ENDLESS), "plan(memory=400,threads=2)");
        assert_eq!(fitting(&Pennies), "uct(memory=400,threads=2)");
    }

    #[test]
    fn a_role_without_a_legal_move_does_no_harm() {
        let text = "(role a) (role b) (init (at 1)) (<= (legal a go) (true (at 1))) (<= (next (at 2)) (does a go)) \
            (<= terminal (true (at 3))) (goal a 1) (goal b 1)";
        let sheet = Rulesheet::parse("stuck", text.as_bytes()).unwrap();
        for (game, pace) in [
            (Rules::new(&sheet).unwrap(), Pace::Fast),
            (Rules::reasoned(&sheet, Limits::default()).unwrap(), Pace::Slow),
        ] {
            let fitting = of(&game, 1, pace, &seconds(0.1));
            assert!(fitting.remark.contains("two roles"), "{}", fitting.remark);
        }
    }

    #[test]
    fn threads_share_the_memory() {
        let of = |threads| {
            let mut chooser = Chooser::new(&Pennies, Pace::Fast).with_threads(threads);
            chooser.choose(&seconds(0.1)).spec.to_string()
        };
        assert_eq!(of(0), "uct(memory=400)");
        assert_eq!(of(4), "uct(memory=400,threads=4)");
        assert_eq!(of(1000), "uct(memory=400,threads=256)");
    }
}
