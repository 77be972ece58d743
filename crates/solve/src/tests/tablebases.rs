//! Searches that look states up in tablebases find what they find without them.

use std::path::{Path, PathBuf};

use game::{Choices, Game, Interrupt, Mover, Rules, RulesState, goal_sums};
use proptest::collection::vec;
use proptest::prelude::*;
use search::{
    Bound, Bounds, Budget, Decision, Known, LargeFile, Request, Score, SearchError, SearchRng, Spec, Survey,
    Tablebase,
};
use tempfile::TempDir;

use super::places::places;
use super::{rules, solve};
use crate::{Limits, Retrograde, samples};

type Move = <Rules as Game>::Move;

/// Searches that go to the end of the game.
const DEPTH_FIRST: [&str; 8] = [
    "minimax",
    "negamax",
    "alpha-beta",
    "alpha-beta(fail=hard,window=open)",
    "alpha-beta(table=1,killer=true,history=true,pvs=true,symmetry=true,aspiration=20)",
    "deepening",
    "deepening(table=0,fail=hard,order=static,reductions=true)",
    "deepening(mode=non-uniform,decisive=false)",
];

/// They explore so much that every move is tried often enough to be proven, also one that looks bad at first.
const TREE_SEARCHES: [&str; 5] = [
    "uct(c=2)",
    "uct(leaves=1,each=1,c=2)",
    "uct(transpositions=false,c=2)",
    "uct(threads=2,c=2)",
    "uct(rave=10,puct=10,c=2)",
];

/// Which of the states are in a tablebase.
#[derive(Clone, Debug)]
enum Part {
    /// Those whose numbers are marked.
    Any(Vec<bool>),
    /// All that the state of this number leads to, as in a tablebase of an endgame; the number is taken
    /// modulo the number of states.
    Endgame(usize),
}

fn parts() -> impl Strategy<Value = Part> {
    prop_oneof![vec(any::<bool>(), 14).prop_map(Part::Any), (0_usize..14).prop_map(Part::Endgame)]
}

/// All states, in the order in which they are found.
fn states(game: &Rules) -> Vec<RulesState> {
    states_from(game, game.initial())
}

fn states_from(game: &Rules, start: RulesState) -> Vec<RulesState> {
    let mut states = vec![start];
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        next += 1;
        if !game.terminal(&state) {
            for joint in Choices::of(game, &state).joint_moves() {
                let after = game.next(&state, &joint);
                if !states.contains(&after) {
                    states.push(after);
                }
            }
        }
    }
    states
}

/// A tablebase of some of the states.
fn part_of(
    game: &Rules,
    solved: &Retrograde<'_, Rules>,
    states: &[RulesState],
    keep: &dyn Fn(usize) -> bool,
) -> Tablebase {
    let least = *game.goal_range().start();
    let encoding = game.encoding().unwrap();
    let packed = encoding.packed(&Interrupt::never()).unwrap().unwrap();
    let score = |known: &Known, role: usize| match known[role] {
        None => Score::NOTHING,
        Some(sure) => (0..sure.plies).fold(Score::end(sure.value, least), |score, _| score.before()),
    };
    let kept = states.iter().enumerate().filter(|(number, _)| keep(*number));
    let mut entries: Vec<(Vec<u64>, Vec<Score>)> = kept
        .map(|(_, state)| {
            let known = solved.guarantees(state).unwrap();
            let scores = (0..game.roles()).map(|role| score(&known, role)).collect();
            (packed.packing().pack(encoding.bits(state)), scores)
        })
        .collect();
    entries.sort();
    let (keys, scores): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    let layer = (keys.concat(), scores.concat());
    Tablebase::new(game.roles(), packed.packing().words(), least, vec![layer])
}

/// A file of a tablebase of a part of the states.
fn file_of(game: &Rules, solved: &Retrograde<'_, Rules>, part: &Part) -> File {
    let states = states(game);
    let endgame = match part {
        Part::Any(_) => Vec::new(),
        Part::Endgame(number) => states_from(game, states[number % states.len()].clone()),
    };
    let keep = |number: usize| match part {
        Part::Any(kept) => kept[number],
        Part::Endgame(_) => endgame.contains(&states[number]),
    };
    File::of(game, &part_of(game, solved, &states, &keep))
}

/// A file of a tablebase in a folder that goes with it.
struct File {
    folder: TempDir,
}

impl File {
    fn of(game: &Rules, tablebase: &Tablebase) -> Self {
        let file = Self { folder: tempfile::tempdir().unwrap() };
        tablebase.write(game, &file.path()).unwrap();
        file
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("a.solved")
    }

    /// The spec with this file for its tablebase.
    fn with(&self, spec: &str) -> Spec {
        with(spec, &self.path())
    }
}

fn with(spec: &str, path: &Path) -> Spec {
    let parameter = format!("tablebase=\"{}\"", path.display());
    let text = match spec.strip_suffix(')') {
        Some(open) => format!("{open},{parameter})"),
        None => format!("{spec}({parameter})"),
    };
    text.parse::<Spec>().unwrap().read_files().unwrap()
}

fn decide(spec: &Spec, game: &Rules, state: &RulesState, role: usize) -> Result<Decision<Move>, SearchError> {
    decide_within(spec, game, state, role, Budget::default())
}

fn decide_within(
    spec: &Spec,
    game: &Rules,
    state: &RulesState,
    role: usize,
    budget: Budget,
) -> Result<Decision<Move>, SearchError> {
    let mut rng = <SearchRng as rand::SeedableRng>::seed_from_u64(3);
    spec.build().choose(Request::new(game, state, role, &mut rng).within(budget))
}

/// What is said of the moves is true: values, bounds and the move that is made.
fn is_true(found: &Decision<Move>, truth: &Decision<Move>) -> Result<(), TestCaseError> {
    prop_assert_eq!((found.value, found.proven), (truth.value, true));
    for (estimate, true_one) in found.moves.iter().zip(&truth.moves).filter(|(estimate, _)| estimate.proven) {
        let fits = match estimate.bound {
            None => estimate.value == true_one.value,
            Some(Bound::Upper) => estimate.value >= true_one.value,
            Some(Bound::Lower) => estimate.value <= true_one.value,
        };
        prop_assert!(fits, "{:?} for {:?}", estimate, true_one);
    }
    let chosen = truth.moves.iter().find(|estimate| estimate.mov == found.mov).unwrap();
    prop_assert!(truth.moves.len() == 1 || chosen.value == truth.value, "{:?} is no best move", chosen);
    Ok(())
}

/// Whether a proven value, or bound, agrees with what retrograde analysis has found. Of a role that is
/// sure of nothing, as play need not end, a search may know more: that there is no payoff that is better,
/// or worse.
fn agrees(value: f64, bound: Option<Bound>, known: Bounds) -> bool {
    match (known.at_least.map(f64::from), known.at_most.map(f64::from), bound) {
        (Some(least), Some(most), None) => least == value && most == value,
        (least, most, None) => {
            least.is_none_or(|least| least <= value) && most.is_none_or(|most| most >= value)
        }
        (least, most, Some(Bound::Upper)) => most.or(least).is_none_or(|known| known <= value),
        (least, most, Some(Bound::Lower)) => least.or(most).is_none_or(|known| known >= value),
    }
}

/// A line of play leads to an end that pays a role so much.
fn leads_to(game: &Rules, line: &[Vec<Move>], role: usize, value: f64) -> Result<(), TestCaseError> {
    let end = line.iter().fold(game.initial(), |state, joint| game.next(&state, joint));
    prop_assert!(game.terminal(&end), "the line stops on the way");
    prop_assert_eq!(f64::from(game.goal(&end, role)), value);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn with_any_part_of_the_states_a_search_to_the_end_finds_what_it_finds_without(
        places in prop_oneof![places(2, false, true), places(2, false, false), places(3, false, false), places(1, false, false)],
        part in parts(),
    ) {
        let game = places.rules();
        let start = game.initial();
        let file = file_of(&game, &solve(&game), &part);
        for role in 0..game.roles() {
            let truth = decide(&"minimax".parse().unwrap(), &game, &start, role).unwrap();
            for text in DEPTH_FIRST {
                let found = decide(&file.with(text), &game, &start, role).unwrap();
                is_true(&found, &truth)?;
                let constant = goal_sums(&game).start() == goal_sums(&game).end();
                // Others stop where they see a win, and where they look states up that nothing is known
                // to follow.
                let to_the_end = text.ends_with("max") || text == "alpha-beta";
                if to_the_end && matches!(part, Part::Endgame(_)) && game.roles() == 2 && constant {
                    leads_to(&game, &found.pv, role, found.value.unwrap())?;
                }
                if text == "minimax" {
                    prop_assert!(found.effort.nodes <= truth.effort.nodes);
                }
            }
        }
    }

    #[test]
    fn to_a_depth_a_search_proves_nothing_but_the_truth(
        places in prop_oneof![places(2, false, true), places(2, false, false)], part in parts(), depth in 1..5_u32,
    ) {
        let game = places.rules();
        let start = game.initial();
        let file = file_of(&game, &solve(&game), &part);
        let truth = decide(&"minimax".parse().unwrap(), &game, &start, 0).unwrap();
        for text in DEPTH_FIRST {
            let budget = Budget { depth: Some(depth), ..Budget::default() };
            let found = decide_within(&file.with(text), &game, &start, 0, budget).unwrap();
            if found.proven {
                is_true(&found, &truth)?;
            }
        }
    }

    #[test]
    fn a_tree_search_with_any_part_of_the_states_proves_the_value(
        places in prop_oneof![places(2, false, true), places(1, false, false)], part in parts(),
    ) {
        let game = places.rules();
        let start = game.initial();
        let file = file_of(&game, &solve(&game), &part);
        let truth = decide(&"minimax".parse().unwrap(), &game, &start, 0).unwrap();
        for text in TREE_SEARCHES {
            let found = decide(&file.with(text), &game, &start, 0).unwrap();
            // An only move is made without a search.
            if found.moves.len() > 1 {
                prop_assert_eq!((found.value, found.proven), (truth.value, true), "{}: {:?}", text, found.moves);
                let chosen = truth.moves.iter().find(|estimate| estimate.mov == found.mov).unwrap();
                prop_assert_eq!(chosen.value, truth.value, "{}", text);
            }
        }
    }

    #[test]
    fn once_all_states_but_the_root_are_known_no_simulation_is_needed(places in places(2, false, true)) {
        let game = places.rules();
        let (start, states) = (game.initial(), states(&game));
        let Mover::One(role) = Choices::of(&game, &start).mover() else { return Ok(()) };
        let file = File::of(&game, &part_of(&game, &solve(&game), &states, &|number| number > 0));
        let truth = decide(&"minimax".parse().unwrap(), &game, &start, role).unwrap();
        let found = decide(&file.with("uct"), &game, &start, role).unwrap();
        prop_assert_eq!((found.value, found.proven, found.effort.simulations), (truth.value, true, 0));
        let plain = decide(&file.with("minimax"), &game, &start, role).unwrap();
        prop_assert_eq!(plain.effort.nodes as usize, 1 + plain.moves.len());
    }

    #[test]
    fn a_root_that_is_known_with_all_that_follows_is_not_searched(places in places(2, true, true)) {
        let game = places.rules();
        prop_assume!(goal_sums(&game).start() == goal_sums(&game).end());
        let solved = solve(&game);
        let file = File::of(&game, &part_of(&game, &solved, &states(&game), &|_| true));
        let expected: Spec = format!("solved(\"{}\")", file.path().display()).parse().unwrap();
        let expected = expected.read_files().unwrap();
        for state in states(&game).iter().filter(|state| !game.terminal(state)) {
            let Mover::One(role) = Choices::of(&game, state).mover() else { continue };
            if solved.solution(state).unwrap().bounds[role].value().is_none() {
                continue;
            }
            let perfect = decide(&expected, &game, state, role).unwrap();
            for text in DEPTH_FIRST.into_iter().chain(TREE_SEARCHES) {
                let found = decide(&file.with(text), &game, state, role).unwrap();
                prop_assert!(found == perfect || found.moves.len() == 1, "{}: {:?}, not {:?}", text, found, perfect);
            }
        }
    }

    #[test]
    fn where_states_come_again_what_is_proven_is_what_retrograde_analysis_tells(
        places in places(2, true, true), part in parts(),
    ) {
        let game = places.rules();
        // Without an end there are no payoffs.
        prop_assume!(goal_sums(&game).start() == goal_sums(&game).end());
        let (start, solved) = (game.initial(), solve(&game));
        let expected = solved.solution(&start).unwrap();
        let file = file_of(&game, &solved, &part);
        for text in DEPTH_FIRST.into_iter().chain(TREE_SEARCHES) {
            let budget = Budget { depth: Some(7), playouts: Some(500), nodes: Some(20_000), ..Budget::default() };
            let found = decide_within(&file.with(text), &game, &start, 0, budget).unwrap();
            if found.proven {
                prop_assert!(agrees(found.value.unwrap(), None, expected.bounds[0]), "{}: {:?}", text, found);
            }
            for estimate in found.moves.iter().filter(|estimate| estimate.proven) {
                let Some(known) = expected.moves.iter().find(|known| known.role == 0 && known.mov == estimate.mov) else { continue };
                let agrees = agrees(estimate.value.unwrap(), estimate.bound, known.bounds);
                prop_assert!(agrees, "{}: {:?} for {:?}", text, estimate, known);
            }
        }
    }

    #[test]
    fn a_tree_that_is_kept_serves_where_only_some_states_are_known(
        places in places(2, false, true), part in parts(),
    ) {
        let game = places.rules();
        let solved = solve(&game);
        let file = file_of(&game, &solved, &part);
        let mut rng = <SearchRng as rand::SeedableRng>::seed_from_u64(3);
        let mut players = [(); 2].map(|()| file.with("uct").build());
        let mut state = game.initial();
        let value = solved.guarantees(&state).unwrap()[0].unwrap().value;
        while !game.terminal(&state) {
            let decisions = [0, 1].map(|role| players[role].choose(Request::new(&game, &state, role, &mut rng)).unwrap());
            state = game.next(&state, &decisions.each_ref().map(|decision| decision.mov));
        }
        prop_assert_eq!(game.goal(&state, 0), value, "both play perfectly");
    }
}

#[test]
fn a_tablebase_of_an_endgame_serves_from_the_start_of_the_game() {
    let game = rules("tictactoe");
    let moves = ["(mark 2 2)", "(mark 1 1)"].map(|mov| vec![mov.to_owned()]);
    let course = game::Course::through(&game, &moves).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("centre.solved");
    Retrograde::of(&game, course.end(), &Limits::default(), &|_| ()).unwrap().save(&path).unwrap();
    let start = game.initial();
    for text in ["alpha-beta(table=16)", "deepening", "minimax(depth=4)"] {
        let without = decide(&text.parse().unwrap(), &game, &start, 0).unwrap();
        let found = decide(&with(text, &path), &game, &start, 0).unwrap();
        assert_eq!((found.value, found.mov), (without.value, without.mov), "{text}");
        assert!(
            found.effort.nodes < without.effort.nodes,
            "{text}: {} and {} nodes",
            found.effort.nodes,
            without.effort.nodes
        );
        assert!(found.effort.tablebase_hits > 0, "{text}");
    }
    let found = decide(&with("uct(playouts=20000)", &path), &game, &start, 0).unwrap();
    assert!(found.effort.tablebase_hits > 0);
    // Its first state is known with all that follows.
    let found = decide(&with("deepening", &path), &game, course.end(), 0).unwrap();
    assert_eq!((found.effort.nodes, found.proven, found.effort.tablebase_hits), (0, true, 8));
}

#[test]
fn the_content_of_a_tablebase_takes_the_place_of_its_file() {
    let game = rules("tictactoe");
    let solved = Retrograde::of(&game, &game.initial(), &Limits::default(), &|_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.solved");
    solved.save(&path).unwrap();
    let read: Spec = format!("solved({:?})", path.to_str().unwrap()).parse().unwrap();
    let read = read.read_files().unwrap();
    let given = LargeFile::from_bytes("elsewhere.solved", &std::fs::read(&path).unwrap()).unwrap();
    let spec: Spec = "solved(elsewhere.solved)".parse().unwrap();
    let spec = spec.with_large_files(std::slice::from_ref(&given));
    assert_eq!(spec.large_files(), [given]);
    let values = |spec: &Spec| decide(spec, &game, &game.initial(), 0).unwrap().moves;
    assert_eq!(values(&spec), values(&read));
}

#[test]
fn of_moves_that_win_one_wins_soonest_and_of_moves_that_lose_one_loses_latest() {
    let sheet = samples::heaps(&[samples::Heap::new(9, &[1, 2, 3])], false);
    let game = Rules::new(&gdl::Rulesheet::parse("heap", sheet.as_bytes()).unwrap()).unwrap();
    let solved = solve(&game);
    let states = states(&game);
    let file = File::of(&game, &part_of(&game, &solved, &states, &|_| true));
    for state in states.iter().filter(|state| !game.terminal(state)) {
        let Mover::One(role) = Choices::of(&game, state).mover() else { continue };
        let expected = solved.solution(state).unwrap();
        for text in ["minimax", "deepening", "uct"] {
            let found = decide(&file.with(text), &game, state, role).unwrap();
            let plies = found.pv.len() as u32;
            assert_eq!(Some(plies), expected.bounds[role].plies, "{text}");
            assert_eq!(found.value, expected.bounds[role].value().map(f64::from), "{text}");
        }
    }
}

#[test]
fn a_tablebase_of_other_rules_or_one_that_has_not_been_read_is_refused_with_the_reason() {
    let (game, other) = (rules("tictactoe"), rules("nim"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.solved");
    solve(&other).save(&path).unwrap();
    for text in ["minimax", "negamax", "alpha-beta", "deepening", "uct", "uct(playouts=10)"] {
        let refused = decide(&with(text, &path), &game, &game.initial(), 0).unwrap_err().to_string();
        assert!(refused.contains("nim.solved: the tablebase is of other rules"), "{refused}");
        let unread: Spec =
            format!("{}(tablebase=no/such.solved)", text.split('(').next().unwrap()).parse().unwrap();
        assert_eq!(unread.unread_file(), Some("no/such.solved"));
        let refused = decide(&unread, &game, &game.initial(), 0).unwrap_err().to_string();
        assert!(refused.contains("`no/such.solved`") && refused.contains("has not been read"), "{refused}");
    }
}

#[test]
fn a_tree_search_refuses_tablebases_that_do_not_tell_what_best_play_pays() {
    let game = rules("prisoners-dilemma");
    let file = File::of(&game, &part_of(&game, &solve(&game), &states(&game), &|_| true));
    let refused = decide(&file.with("uct"), &game, &game.initial(), 0).unwrap_err().to_string();
    assert!(refused.contains("constant sum") && refused.contains("leave out `tablebase`"), "{refused}");
}

#[test]
fn a_file_keeps_a_sum_of_payoffs_that_the_rules_do_not_tell() {
    let game = super::sheet(super::CONNECTION);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("connection.solved");
    solve(&game).save(&path).unwrap();
    assert_eq!(Tablebase::read(&path).unwrap().survey(), Survey { sum: Some(100), in_turn: true });
    let found = decide(&with("uct", &path), &game, &game.initial(), 0).unwrap();
    assert_eq!((found.value, found.proven, found.effort.simulations), (Some(100.0), true, 0));
}

#[test]
fn of_roles_that_choose_at_the_same_time_a_value_counts_if_neither_can_do_better() {
    let game = rules("rock-paper-scissors");
    let solved = solve(&game);
    let states = states(&game);
    let file = File::of(&game, &part_of(&game, &solved, &states, &|_| true));
    let start = game.initial();
    assert_eq!(solved.solution(&start).unwrap().bounds[0].value(), None);
    let found = decide(&file.with("uct(playouts=2000,simultaneous=regret)"), &game, &start, 0).unwrap();
    assert!(
        !found.proven && found.effort.simulations > 0,
        "what a role is sure of is not the value of its mixed moves"
    );
}
