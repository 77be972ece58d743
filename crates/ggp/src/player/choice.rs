use std::thread;
use std::time::{Duration, Instant};

use arena::{Chooser, Fitting, Lineup, Pace};
use game::{Interrupt, Rules};
use search::{Budget, LearnedFile, Spec, Stop};

use super::match_info::MatchInfo;

/// The strategy of a match, and what it was chosen by.
pub(super) enum Choice<'r> {
    /// The settings say it.
    Settled(Spec),
    /// It was found to fit the game.
    Found {
        fitting: Fitting,
        chooser: Box<Chooser<'r, Rules>>,
        /// The time that is left to reconsider it.
        left: Duration,
    },
}

/// The share of the analysis that may pass until what is known of the rules is found.
const FINDING: f64 = 0.1;

/// The longest time in which a choice is reconsidered, in all pauses of a match together.
const RECONSIDERING: Duration = Duration::from_secs(30);

impl<'r> Choice<'r> {
    /// The strategy of the player's settings if it can play the game, otherwise one that fits the game; and
    /// the reason.
    pub(super) fn make(game: &MatchInfo, rules: &'r Rules, analysis: &Budget) -> (Self, String) {
        let started = Instant::now();
        let known = known(game, rules, analysis);
        // One that leaves the choice open is as good as none.
        let own = game.settings.strategy.as_ref().filter(|spec| spec.start().is_none());
        let own = own.map(|spec| known.iter().fold(spec.clone(), Spec::with_learned));
        let objection = own.as_ref().and_then(|spec| Lineup::objection(rules, spec));
        if let (Some(spec), None) = (own, &objection) {
            let remark = format!("{spec}, from the settings");
            return (Self::Settled(spec), remark);
        }
        if let Some(objection) = objection {
            tracing::warn!("{}: {objection}; choosing a strategy that fits the game", game.id);
        }
        let time = analysis.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut chooser = Chooser::new(rules, Pace::of(rules))
            .with_name(format!("the game of match {}", game.id))
            .for_role(game.role)
            .with_threads(game.settings.threads)
            .with_learned(known)
            // Another match may have had little time to learn; a file says what is to be played by.
            .learning_on(game.settings.evaluations.is_store());
        let fitting = chooser.choose(&Budget { time, ..analysis.clone() });
        keep(game, &fitting);
        let remark = fitting.remark.clone();
        (Self::Found { fitting, chooser: Box::new(chooser), left: RECONSIDERING }, remark)
    }

    /// The strategy.
    pub(super) fn spec(&self) -> &Spec {
        match self {
            Self::Settled(spec) => spec,
            Self::Found { fitting, .. } => &fitting.spec,
        }
    }

    /// Goes on with the choice where matches have left it open, until the button is pressed, and gives the
    /// reason if it becomes another one.
    pub(super) fn reconsider(&mut self, game: &MatchInfo, until: &Stop) -> Option<String> {
        let Self::Found { fitting, chooser, left } = self else { return None };
        if !fitting.is_open() || left.is_zero() {
            return None;
        }
        let started = Instant::now();
        let time = Some((*left).min(game.play_clock));
        let mut again = chooser.choose(&Budget { time, stop: until.clone(), ..Budget::default() });
        *left = left.saturating_sub(started.elapsed());
        // Where there were few matches now, those before tell more than none.
        again.strength = again.strength.or(fitting.strength.take());
        if again.learned != fitting.learned {
            keep(game, &again);
        }
        let changed = again.spec != fitting.spec;
        *fitting = again;
        changed.then(|| fitting.remark.clone())
    }
}

/// What was learned of the game before.
fn known(game: &MatchInfo, rules: &Rules, analysis: &Budget) -> Option<LearnedFile> {
    let interrupt = Interrupt::after(analysis.time.unwrap_or_default().mul_f64(FINDING));
    game.settings.evaluations.of(rules, &interrupt).unwrap_or_else(|error| {
        tracing::warn!("{}: {error}; going on without what was learned before", game.id);
        None
    })
}

/// Keeps an evaluation that was learned, with what matches said of it. Another process may be writing, so
/// nobody waits for it.
fn keep(game: &MatchInfo, fitting: &Fitting) {
    if fitting.learned.is_none() {
        return;
    }
    let (id, evaluations, fitting) = (game.id.clone(), game.settings.evaluations.clone(), fitting.clone());
    thread::spawn(move || {
        if let Err(error) = evaluations.keep_from(&fitting) {
            tracing::warn!("{id}: what was learned is not kept: {error}");
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arena::{Evaluations, Seed};
    use gdl::Rulesheet;
    use learn::{LearnOptions, Learner, Strength};

    use super::super::PlayerSettings;
    use super::super::slots::Slots;
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn connect_four() -> (Arc<Rulesheet>, Rules) {
        let text = game::Builtin::named("connect-four").expect("a built-in game").rules;
        let sheet = Rulesheet::parse("connect-four", text.as_bytes()).expect("rules");
        let rules = Rules::new(&sheet).expect("a game");
        (Arc::new(sheet), rules)
    }

    fn match_of(sheet: &Arc<Rulesheet>, settings: PlayerSettings) -> MatchInfo {
        MatchInfo {
            id: "m".into(),
            sheet: Arc::clone(sheet),
            role: 0,
            role_name: "red".into(),
            start_clock: SECOND,
            play_clock: SECOND,
            settings: Arc::new(settings),
            seed: Seed(1),
            _slot: Slots::default().take("m").0,
        }
    }

    fn within(seconds: f64) -> Budget {
        Budget { time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() }
    }

    /// An evaluation of which matches are said to have shown this score.
    fn known(rules: &Rules, score: f64) -> LearnedFile {
        let mut learner = Learner::new(rules, LearnOptions::default(), &|| true).expect("a circuit");
        learner.round(&|| true);
        let (strategy, against) = ("deepening(eval=learned)".to_owned(), Some("uct".to_owned()));
        learner.note(Some(Strength { score, even: None, matches: 20, strategy, against }));
        LearnedFile::new("known.json", learner.learned("connect-four"))
    }

    #[tokio::test]
    async fn what_was_learned_before_decides_where_there_is_no_time_for_matches() {
        let (sheet, rules) = connect_four();
        for (score, chosen) in
            [(0.75, "deepening(eval=learned(known.json),table=256)"), (0.25, "uct(memory=400)")]
        {
            for strategy in [None, Some("auto"), Some("plan")] {
                let evaluations = Evaluations::File(known(&rules, score));
                let strategy = strategy.map(|spec| spec.parse().expect("a spec"));
                let settings =
                    PlayerSettings { evaluations, strategy, threads: 1, ..PlayerSettings::default() };
                let game = match_of(&sheet, settings);
                let (mut choice, remark) = Choice::make(&game, &rules, &within(0.3));
                assert_eq!(choice.spec().to_string(), chosen);
                assert!(
                    remark.contains("in 20 matches against uct(memory=400) when an evaluation was learned"),
                    "{remark}"
                );
                assert_eq!(choice.reconsider(&game, &Stop::default()), None, "no matches have left it open");
            }
        }
    }

    #[tokio::test]
    async fn a_strategy_of_the_settings_judges_by_what_is_known() {
        let (sheet, rules) = connect_four();
        let strategy = Some("deepening(depth=1,eval=learned)".parse().expect("a spec"));
        let evaluations = Evaluations::File(known(&rules, 0.5));
        let settings = PlayerSettings { evaluations, strategy, ..PlayerSettings::default() };
        let (choice, remark) = Choice::make(&match_of(&sheet, settings), &rules, &within(0.3));
        assert_eq!(choice.spec().to_string(), "deepening(depth=1,eval=learned(known.json))");
        assert!(remark.ends_with("from the settings"), "{remark}");
    }

    #[tokio::test]
    async fn an_open_choice_is_reconsidered_until_somebody_needs_the_thread() {
        let (sheet, rules) = connect_four();
        let directory = tempfile::tempdir().expect("a folder");
        let store = Evaluations::Store(directory.path().join("store.db"));
        let settings = PlayerSettings { evaluations: store, threads: 2, ..PlayerSettings::default() };
        let game = MatchInfo { play_clock: 4 * SECOND, ..match_of(&sheet, settings) };
        // On a busy machine most of the time may be gone before there is something to learn from.
        let made = [4.8, 9.6, 19.2, 38.4].into_iter().find_map(|seconds| {
            let (choice, remark) = Choice::make(&game, &rules, &within(seconds));
            remark.contains(" scores ").then_some(choice)
        });
        let mut choice = made.expect("time to learn");
        let games = |choice: &Choice<'_>| match choice {
            Choice::Found { fitting, .. } => {
                fitting.learned.as_ref().map(|learned| learned.learned().training.games)
            }
            Choice::Settled(_) => None,
        };
        let before = games(&choice);
        let open = |choice: &Choice<'_>| matches!(choice, Choice::Found { fitting, .. } if fitting.is_open());
        let pressed = Stop::default();
        pressed.press();
        assert_eq!(choice.reconsider(&game, &pressed), None, "there is no time");
        assert_eq!(games(&choice), before);
        if open(&choice) {
            choice.reconsider(&game, &Stop::default());
            assert!(games(&choice) > before);
        }
        // It is kept by a thread of its own.
        let told = (0..100).any(|_| {
            thread::sleep(Duration::from_millis(100));
            let (_, remark) = Choice::make(&game, &rules, &within(2.0));
            remark.contains("when an evaluation was learned")
        });
        assert!(told, "what matches said is known where there is no time for others");
    }
}
