use logic::{LogicError, RoleGoal, TermId};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::information_sets::InformationSets;
use crate::{Game, Notation, Playouts, Rules, RulesState};

/// What random playouts showed to be wrong with the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playtest {
    /// Playouts made to their ends.
    pub playouts: u64,
    /// What was met, in the order in which it was first met: one flaw of each kind for each role.
    pub flaws: Vec<Flaw>,
}

/// Something that the rules of a game leave open or undone in a reachable state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub kind: FlawKind,
    /// The playouts that came to such a state.
    pub playouts: u64,
    /// The fluents of such a state, the one that the fewest moves lead to of all that were met; sorted.
    pub state: Vec<String>,
    /// The joint moves that lead there, one text a role in role order.
    pub joint_moves: Vec<Vec<String>>,
}

/// What can be wrong with a reachable state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// It is terminal and gives a role no goal.
    NoGoal {
        /// The role's name.
        role: String,
    },
    /// It is terminal and gives a role several goals, or one that is not a whole number from 0 to 100.
    AmbiguousGoal {
        /// The role's name.
        role: String,
        /// The goals, sorted by their texts.
        goals: Vec<String>,
    },
    /// It is not terminal and a role has no legal move.
    NoMove {
        /// The role's name.
        role: String,
    },
    /// Which moves are legal for a role depends on what it cannot know: in another state, of which it has
    /// seen the same, others are.
    UnknowableMoves {
        /// The role's name.
        role: String,
        /// The moves that are legal in this state and not in the other, sorted by text.
        here: Vec<String>,
        /// The moves that are legal in the other state alone.
        there: Vec<String>,
        /// The fluents of the other state, sorted.
        other_state: Vec<String>,
        /// The joint moves that lead to the other state, one text a role in role order.
        other_joint_moves: Vec<Vec<String>>,
    },
    /// It is the initial state and terminal.
    OverAtOnce,
    /// It is not terminal after so many plies, in which play has come to some state twice: the game may go on
    /// for ever.
    NoEnd {
        /// The plies that led to it.
        plies: u32,
    },
    /// What follows from it exceeds the limits of the reasoner.
    NoAnswer(LogicError),
}

impl FlawKind {
    /// Whether two flaws count as one: they are of the same kind and concern the same role.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::NoGoal { role }, Self::NoGoal { role: other })
            | (Self::AmbiguousGoal { role, .. }, Self::AmbiguousGoal { role: other, .. })
            | (Self::NoMove { role }, Self::NoMove { role: other })
            | (Self::UnknowableMoves { role, .. }, Self::UnknowableMoves { role: other, .. }) => {
                role == other
            }
            (Self::OverAtOnce, Self::OverAtOnce)
            | (Self::NoEnd { .. }, Self::NoEnd { .. })
            | (Self::NoAnswer(_), Self::NoAnswer(_)) => true,
            _ => false,
        }
    }
}

/// Plays `count` games at random and notes the [flaws](Flaw) of the states they come to. When `go_on` says
/// no, the playout under way does not count; it is asked at every ply. A playout ends after
/// [`Playouts::PLY_LIMIT`] plies. The same seed gives the same playouts.
///
/// A game that goes on until then has the flaw [`NoEnd`](FlawKind::NoEnd) if the second half of the playout
/// comes to a state twice. A long game that ends by a step counter never does.
///
/// Of a game that hides something it remembers what players knew and could do, to find two histories that a
/// player cannot tell apart though different moves of it are legal. That a player cannot tell whether the
/// game is over is no flaw.
///
/// That nothing is found proves nothing: a flaw may lie where random playouts seldom come.
pub fn playtest(rules: &Rules, count: u64, seed: u64, go_on: &dyn Fn() -> bool) -> Playtest {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut test = Playtest { playouts: 0, flaws: Vec::new() };
    let mut sets = InformationSets::new(rules);
    let mut joints = Vec::new();
    while test.playouts < count {
        joints.clear();
        let mut met = Vec::new();
        let Some((end, flaws)) = play(rules, &mut rng, &mut joints, &mut sets, &mut met, go_on) else {
            break;
        };
        test.playouts += 1;
        for (kind, state, made) in met {
            test.note(rules, kind, &state, &joints[..made]);
        }
        for kind in flaws {
            test.note(rules, kind, &end, &joints);
        }
        if let Some(sets) = &mut sets {
            sets.end(&joints);
        }
    }
    test
}

/// A flaw of a state on the way, and how many moves of all roles together led to it.
type Met = (FlawKind, RulesState, usize);

/// Plays one game; `joints` gets the joint moves one after another, `met` the first state for each role
/// in which it cannot know its moves. Returns the last state with what is wrong there, or nothing if time
/// ran out.
fn play(
    rules: &Rules,
    rng: &mut Xoshiro256PlusPlus,
    joints: &mut Vec<TermId>,
    sets: &mut Option<InformationSets>,
    met: &mut Vec<Met>,
    go_on: &dyn Fn() -> bool,
) -> Option<(RulesState, Vec<FlawKind>)> {
    let limit = Playouts::<Rules>::PLY_LIMIT;
    let mut state = rules.initial();
    let (mut late, mut repeats) = (FxHashSet::default(), false);
    for made in 0..limit {
        if !go_on() {
            return None;
        }
        if made >= limit / 2 && !repeats {
            repeats = !late.insert(state.clone());
        }
        let moves = match rules.legal_moves_of_all(&state) {
            Err(error) => return Some((state, vec![FlawKind::NoAnswer(error)])),
            Ok(None) => {
                let mut flaws = goal_flaws(rules, &state);
                if made == 0 {
                    flaws.insert(0, FlawKind::OverAtOnce);
                }
                return Some((state, flaws));
            }
            Ok(Some(moves)) => moves,
        };
        let stuck = (0..).zip(&moves).filter(|(_, moves)| moves.is_empty());
        let flaws: Vec<_> = stuck.map(|(role, _)| FlawKind::NoMove { role: name(rules, role) }).collect();
        if !flaws.is_empty() {
            return Some((state, flaws));
        }
        let ply = joints.len();
        if let Some(sets) = sets {
            for (role, legal) in moves.iter().enumerate() {
                let Some((history, other)) = sets.compare(role, legal, ply) else { continue };
                let kind = unknowable_moves(rules, role, legal, other, history);
                if !met.iter().any(|(known, ..)| known.is_like(&kind)) {
                    met.push((kind, state.clone(), ply));
                }
            }
        }
        joints.extend(moves.iter().map(|moves| moves[rng.random_range(0..moves.len())]));
        if let Some(sets) = sets {
            sets.follow(rules, &state, &joints[ply..]);
        }
        state = match rules.successor(&state, &joints[ply..]) {
            Ok(next) => next,
            Err(error) => {
                joints.truncate(ply);
                return Some((state, vec![FlawKind::NoAnswer(error)]));
            }
        };
    }
    // It may end with the last move.
    let goes_on = repeats && matches!(rules.legal_moves_of_all(&state), Ok(Some(_)));
    Some((state, if goes_on { vec![FlawKind::NoEnd { plies: limit }] } else { Vec::new() }))
}

/// That a role may make other moves after a history than in a state in which it knows the same.
fn unknowable_moves(
    rules: &Rules,
    role: usize,
    legal: &[TermId],
    other: &[TermId],
    history: &[TermId],
) -> FlawKind {
    let only = |some: &[TermId], rest: &[TermId]| {
        let only: Vec<TermId> = some.iter().filter(|mov| !rest.contains(mov)).copied().collect();
        rules.reasoner().texts(&only)
    };
    let joints = || history.chunks_exact(rules.roles());
    let other_end = joints().fold(rules.initial(), |state, joint| rules.next(&state, joint));
    FlawKind::UnknowableMoves {
        role: name(rules, role),
        here: only(legal, other),
        there: only(other, legal),
        other_state: rules.reasoner().texts(&rules.fluents(&other_end)),
        other_joint_moves: joint_texts(rules, history),
    }
}

/// Joint moves one after another, in words.
fn joint_texts(rules: &Rules, joints: &[TermId]) -> Vec<Vec<String>> {
    let texts = |joint: &[TermId]| joint.iter().map(|&mov| rules.move_name(mov)).collect();
    joints.chunks_exact(rules.roles()).map(texts).collect()
}

/// What is wrong with the goals of a terminal state.
fn goal_flaws(rules: &Rules, state: &RulesState) -> Vec<FlawKind> {
    let goals = match rules.goals(state) {
        Err(error) => return vec![FlawKind::NoAnswer(error)],
        Ok(goals) => goals,
    };
    let flaws = goals.into_iter().enumerate().filter_map(|(role, goal)| match goal {
        RoleGoal::Unique(_) => None,
        RoleGoal::Missing => Some(FlawKind::NoGoal { role: name(rules, role) }),
        RoleGoal::Ambiguous(goals) => Some(FlawKind::AmbiguousGoal { role: name(rules, role), goals }),
    });
    flaws.collect()
}

fn name(rules: &Rules, role: usize) -> String {
    rules.role_name(role).to_owned()
}

impl Playtest {
    /// Notes what is wrong with a state that these joint moves lead to.
    fn note(&mut self, rules: &Rules, kind: FlawKind, state: &RulesState, joints: &[TermId]) {
        let plies = joints.len() / rules.roles();
        let known = self.flaws.iter().position(|flaw| flaw.kind.is_like(&kind));
        let playouts = 1 + known.map_or(0, |known| self.flaws[known].playouts);
        if let Some(known) = known
            && self.flaws[known].joint_moves.len() <= plies
        {
            self.flaws[known].playouts = playouts;
            return;
        }
        let flaw = Flaw {
            kind,
            playouts,
            state: rules.reasoner().texts(&rules.fluents(state)),
            joint_moves: joint_texts(rules, joints),
        };
        match known {
            Some(known) => self.flaws[known] = flaw,
            None => self.flaws.push(flaw),
        }
    }
}

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;
    use logic::Limits;

    use super::*;
    use crate::{Course, CourseError};

    fn engines(text: &str) -> [Rules; 2] {
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()]
    }

    fn test(rules: &Rules) -> Playtest {
        playtest(rules, 200, 0, &|| true)
    }

    /// One walks to an end of a row of five; `more` says what that is worth, and where it ends.
    fn row(more: &str) -> String {
        format!(
            "(role you) (init (at 3)) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
             (<= (legal you (go ?to)) (true (at ?from)) (succ ?from ?to))
             (<= (legal you (go ?to)) (true (at ?from)) (succ ?to ?from))
             (<= (next (at ?to)) (does you (go ?to))) {more}"
        )
    }

    #[test]
    fn a_terminal_state_without_a_goal_is_found_with_the_shortest_way_there() {
        let text = row("(<= terminal (true (at 1))) (<= terminal (true (at 5)))
             (<= (goal you 100) (true (at 5)))");
        for rules in engines(&text) {
            let Playtest { playouts: 200, flaws } = test(&rules) else { panic!("200 playouts") };
            let [flaw] = &flaws[..] else { panic!("{flaws:?}") };
            assert_eq!(flaw.kind, FlawKind::NoGoal { role: "you".into() });
            assert_eq!(
                (&flaw.state[..], &flaw.joint_moves[..]),
                (
                    &["(at 1)".to_owned()][..],
                    &[["(go 2)"], ["(go 1)"]].map(|joint| joint.map(str::to_owned).to_vec())[..]
                )
            );
            assert!((50..150).contains(&flaw.playouts), "about half of them: {}", flaw.playouts);
            let course = Course::through(&rules, &flaw.joint_moves).unwrap();
            assert!(rules.is_terminal(course.end()).unwrap());
        }
    }

    #[test]
    fn several_goals_and_a_goal_that_is_no_number_are_told_for_each_role() {
        let text = "(role a) (role b) (role c) (init x) (legal a go) (legal b go) (legal c go) (<= (next y) (true x)) (<= terminal (true y))
             (goal a 0) (goal a 100) (goal b 50) (pays all) (<= (goal c ?x) (pays ?x))";
        for rules in engines(text) {
            let kinds: Vec<FlawKind> = test(&rules).flaws.into_iter().map(|flaw| flaw.kind).collect();
            let ambiguous = |role: &str, goals: &[&str]| FlawKind::AmbiguousGoal {
                role: role.into(),
                goals: goals.iter().map(|&goal| goal.into()).collect(),
            };
            assert_eq!(kinds, [ambiguous("a", &["0", "100"]), ambiguous("c", &["all"])]);
        }
    }

    #[test]
    fn a_state_without_moves_that_is_not_terminal_is_found_once_for_each_role() {
        let text = "(role a) (role b) (init x) (<= (legal a go) (true x)) (<= (legal b go) (true x))
             (<= (next y) (true x)) (<= terminal (true z)) (goal a 0) (goal b 0)";
        for rules in engines(text) {
            let flaws = test(&rules).flaws;
            let kinds: Vec<&FlawKind> = flaws.iter().map(|flaw| &flaw.kind).collect();
            let stuck = ["a", "b"].map(|role| FlawKind::NoMove { role: role.into() });
            assert_eq!(kinds, [&stuck[0], &stuck[1]]);
            assert_eq!(
                (flaws[0].playouts, flaws[0].joint_moves.len(), &flaws[0].state[..]),
                (200, 1, &["y".to_owned()][..])
            );
            let next =
                Course::through(&rules, &[flaws[0].joint_moves.clone(), vec![vec!["go".into(); 2]]].concat());
            assert!(matches!(next, Err(CourseError::Fault(_))));
        }
    }

    #[test]
    fn the_initial_state_may_be_the_flawed_one() {
        let text = "(role a) (init x) (legal a go) terminal (<= (goal a 1) (true y))";
        for rules in engines(text) {
            let flaws = test(&rules).flaws;
            let kinds: Vec<&FlawKind> = flaws.iter().map(|flaw| &flaw.kind).collect();
            assert_eq!(kinds, [&FlawKind::OverAtOnce, &FlawKind::NoGoal { role: "a".into() }]);
            assert!(flaws.iter().all(|flaw| (flaw.joint_moves.len(), flaw.playouts) == (0, 200)));
        }
    }

    #[test]
    fn what_exceeds_the_limits_is_told_with_the_state_before_it() {
        let text = "(role a) (init (n z)) (legal a go) (<= (next (n (s ?n))) (true (n ?n)))
             (<= terminal (true b)) (goal a 1)";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits { term_depth: 3, ..Limits::default() }).unwrap();
        let flaws = test(&rules).flaws;
        let [Flaw { kind: FlawKind::NoAnswer(error), state, joint_moves, .. }] = &flaws[..] else {
            panic!("{flaws:?}")
        };
        assert!(matches!(error, LogicError::TermTooDeep { .. }), "{error}");
        assert_eq!((&state[..], joint_moves.len()), (&["(n (s z))".to_owned()][..], 1));
    }

    #[test]
    fn a_sound_game_shows_nothing_and_a_seed_gives_the_same_test() {
        let [rules, _] =
            engines(&row("(<= terminal (true (at 1))) (<= terminal (true (at 5))) (goal you 7)"));
        assert_eq!(test(&rules), Playtest { playouts: 200, flaws: Vec::new() });
        let [flawed, _] = engines(&row("(<= terminal (true (at 5))) (<= (goal you 7) (true (at 1)))"));
        assert_eq!(test(&flawed), test(&flawed));
    }

    /// Chance hides a coin. Ann may guess what it shows as `guess` says, and sees what `sees` says.
    fn coin(guess: &str, sees: &str) -> String {
        format!(
            "(role ann) (role random) (side heads) (side tails) (init fresh)
             (<= (legal random (toss ?s)) (side ?s) (true fresh)) (<= (legal random wait) (not (true fresh)))
             (<= (legal ann wait) (true fresh)) {guess} {sees}
             (<= (next (shows ?s)) (does random (toss ?s))) (<= (next over) (not (true fresh)))
             (<= terminal (true over)) (goal ann 50)"
        )
    }

    #[test]
    fn moves_that_a_player_cannot_know_are_told_with_both_histories() {
        let text = coin(
            "(<= (legal ann (call ?s)) (true (shows ?s))) (<= (legal ann pass) (not (true fresh)))",
            "(<= (sees ann tossed) (true fresh))",
        );
        for rules in engines(&text) {
            let flaws = test(&rules).flaws;
            let [flaw] = &flaws[..] else { panic!("{flaws:?}") };
            let FlawKind::UnknowableMoves { role, here, there, other_state, other_joint_moves } = &flaw.kind
            else {
                panic!("{flaws:?}")
            };
            assert_eq!(role, "ann", "of chance nothing is hidden");
            assert!(flaw.playouts > 50, "about half of them: {}", flaw.playouts);
            let side =
                |moves: &[String]| moves[0].trim_start_matches("(call ").trim_end_matches(')').to_owned();
            for (moves, state, joint_moves) in
                [(here, &flaw.state, &flaw.joint_moves), (there, other_state, other_joint_moves)]
            {
                let side = side(moves);
                assert_eq!(moves, &[format!("(call {side})")]);
                assert_eq!(state, &[format!("(shows {side})")]);
                assert_eq!(joint_moves, &[["wait".to_owned(), format!("(toss {side})")]]);
            }
            assert_ne!(here, there);
        }
    }

    #[test]
    fn what_a_player_knows_may_decide_which_moves_are_legal() {
        let peek = "(<= (legal ann (call ?s)) (true (shows ?s)))";
        let sound = [
            coin(peek, "(<= (sees ann ?s) (does random (toss ?s)))"),
            // Without percepts all see everything.
            coin(peek, ""),
            coin(
                "(<= (legal ann (call ?s)) (side ?s) (not (true fresh)))",
                "(<= (sees ann tossed) (true fresh))",
            ),
        ];
        for rules in sound.iter().flat_map(|text| engines(text)) {
            assert_eq!(test(&rules).flaws, []);
        }
    }

    #[test]
    fn a_player_need_not_know_whether_the_game_is_over() {
        let text = coin("(<= (legal ann go) (not (true fresh)))", "(<= (sees ann tossed) (true fresh))")
            + "(<= terminal (true (shows heads)))";
        for rules in engines(&text) {
            assert_eq!(test(&rules).flaws, []);
        }
    }

    #[test]
    fn chance_needs_no_goal_and_its_goals_mean_nothing() {
        for goals in ["", "(goal random 7)", "(goal random 0) (goal random 100)"] {
            let text = coin("(<= (legal ann go) (not (true fresh)))", "") + goals;
            for rules in engines(&text) {
                assert_eq!(test(&rules).flaws, []);
                let mut state = rules.initial();
                while !rules.terminal(&state) {
                    let joint: Vec<TermId> =
                        (0..2).map(|role| rules.legal_moves(&state, role).unwrap()[0]).collect();
                    state = rules.next(&state, &joint);
                }
                assert_eq!((rules.goal(&state, 0), rules.goal(&state, 1)), (50, 0));
                assert_eq!(rules.notation().remark(&state), None);
                let sums = crate::goal_sums(&rules);
                assert_eq!(sums, if rules.compiled().is_ok() { 50..=50 } else { 0..=100 });
            }
        }
    }

    #[test]
    fn an_endless_game_is_cut_and_told_and_time_is_asked_for_at_every_ply() {
        let [rules, _] = engines(&row("(<= terminal (true never)) (goal you 7)"));
        let Playtest { playouts: 2, flaws } = playtest(&rules, 2, 0, &|| true) else { panic!("2 playouts") };
        let [flaw] = &flaws[..] else { panic!("{flaws:?}") };
        assert_eq!((&flaw.kind, flaw.playouts), (&FlawKind::NoEnd { plies: 10_000 }, 2));
        assert_eq!((flaw.state.len(), flaw.joint_moves.len()), (1, 10_000));
        let asked = std::cell::Cell::new(0);
        let patience = || asked.replace(asked.get() + 1) < 10_005;
        assert_eq!(playtest(&rules, 2, 0, &patience).playouts, 1);
    }

    #[test]
    fn a_game_that_ends_after_more_plies_than_are_played_is_no_flaw() {
        // The bits of a number that every move increases by one; the game ends when all fourteen are one.
        let text = "(role you) (legal you go) (init (one 0))
             (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9)
             (succ 9 10) (succ 10 11) (succ 11 12) (succ 12 13) (succ 13 14)
             (carry 0) (<= (carry ?above) (succ ?bit ?above) (carry ?bit) (true (one ?bit)))
             (<= (next (one ?bit)) (succ ?bit ?above) (carry ?bit) (not (true (one ?bit))))
             (<= (next (one ?bit)) (true (one ?bit)) (not (carry ?bit)))
             (<= terminal (carry 14)) (goal you 7)";
        let [rules, _] = engines(text);
        assert_eq!(playtest(&rules, 1, 0, &|| true), Playtest { playouts: 1, flaws: Vec::new() });
    }
}
