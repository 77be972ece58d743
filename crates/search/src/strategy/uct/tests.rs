use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Game, Scale};
use rand::SeedableRng;
use rstest::rstest;

use super::entry::EVAL;
use super::forest::{Forest, Question, add_up};
use super::settings::Settings;
use crate::testing::{
    self, Asked, Cell, Chain, Counting, Matrices, Noughts, Sketch, Walk, any_game, decide, decide_as,
    pennies, rules,
};
use crate::{Budget, Meter, MoveEstimate, Observer, Recorder, Request, SearchRng, Spec, Stop, Watch, Window};

/// Writes down what a search does, one word an event.
#[derive(Default)]
struct Diary(Vec<String>);

impl<G: Game> Observer<G> for Diary {
    fn enter(&mut self, _: &G::State, joint: &[G::Move], _: Window) {
        self.0.push(format!("enter {joint:?}"));
    }
    fn leaf(&mut self, value: f64) {
        self.0.push(format!("leaf {value}"));
    }
    fn ascend(&mut self) {
        self.0.push("ascend".to_owned());
    }
    fn playouts(&mut self, count: u64, goals: &[f64]) {
        self.0.push(format!("{count} playout {goals:?}"));
    }
    fn back_up(&mut self, role: usize, mov: G::Move, visits: u64, mean: f64) {
        self.0.push(format!("{role} {mov:?}: {visits} {mean}"));
    }
    fn proven_visits(&mut self, count: u64, goals: &[f64]) {
        self.0.push(format!("{count} proven {goals:?}"));
    }
}

fn diary<G: Game>(spec: &str, game: &G) -> Vec<String> {
    let (spec, game): (Spec, _) = (spec.parse().unwrap(), any_game(game));
    let (mut rng, mut diary) = (SearchRng::seed_from_u64(1), Diary::default());
    spec.build().choose(Request::new(&game, &game.initial(), 0, &mut rng).watched_by(&mut diary)).unwrap();
    diary.0
}

fn on_a_hundred(sketch: &Sketch) -> Walk {
    Walk { range: 0..=100, ..Walk::down(sketch) }
}

const PASS: usize = usize::MAX;

#[test]
fn the_plain_search_goes_by_the_paper() {
    // The first role chooses the left node, where the second has two moves, or an end that pays 40. Only one
    // move leads to each end, so that chance plays no part.
    let left = Sketch::Inner(1, vec![Sketch::Leaf(70), Sketch::Leaf(20)]);
    let forced = Sketch::Inner(1, vec![Sketch::Inner(0, vec![Sketch::Leaf(30)])]);
    let game = on_a_hundred(&Sketch::Inner(0, vec![forced, Sketch::Leaf(40), left]));
    let events = diary("uct(plain=true,c=0.1,playouts=2)", &game);
    let pass = PASS;
    let expected = [
        // The first move not tried yet gets a node and a playout.
        "enter []".to_owned(),
        format!("enter [0, {pass}]"),
        "1 playout [30.0, 70.0]".to_owned(),
        "ascend".to_owned(),
        "1 playout [30.0, 70.0]".to_owned(),
        "0 0: 1 30".to_owned(),
        "ascend".to_owned(),
        // Then the second; its node is an end of the game.
        "enter []".to_owned(),
        format!("enter [1, {pass}]"),
        "leaf 40".to_owned(),
        "1 proven [40.0, 60.0]".to_owned(),
        "ascend".to_owned(),
        "1 proven [40.0, 60.0]".to_owned(),
        "0 1: 1 40".to_owned(),
        "ascend".to_owned(),
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_plain_simulation_adds_one_node_and_counts_for_whoever_decides() {
    // Both moves of the first role lead to a choice of the second between 100 and 0 for the first.
    let choice = || Sketch::Inner(1, vec![Sketch::Leaf(100), Sketch::Leaf(0)]);
    let game = on_a_hundred(&Sketch::Inner(0, vec![choice(), choice()]));
    let events = diary("uct(plain=true,c=1,playouts=3)", &game);
    // Two simulations for the two moves; the third goes on below the better of them, to the first move there.
    let third: Vec<_> = events.iter().skip_while(|event| !event.starts_with("0 0: 1 0")).skip(1).collect();
    let entered = events.iter().filter(|event| event.starts_with("enter")).count();
    assert_eq!(entered, 2 + 2 + 3, "{events:?}");
    assert!(
        third.contains(&&"1 0: 1 0".to_owned()) || events.contains(&"1 0: 1 0".to_owned()),
        "100 for the first is 0 for the second"
    );
    let decision = decide("uct(plain=true,playouts=3)", &game, &Budget::default()).unwrap();
    assert_eq!((decision.effort.visits(), decision.effort.depth), (3, 2));
}

#[rstest]
fn uct_counts_to_21(
    #[values(
        "",
        "plain=true",
        "solver=false",
        "transpositions=false",
        "final=visits",
        "final=mean",
        "fpu=1.2",
        "threads=3,parallel=tree"
    )]
    options: &str,
) {
    let spec = format!("uct({options})");
    for said in (11..20).filter(|said| said % 4 != 0) {
        let decision = decide_as(&spec, &Counting, 0, &(said, 0), &Budget::default()).unwrap();
        assert_eq!(u32::from(decision.mov), 4 - said % 4, "after {said}");
    }
}

#[test]
fn the_solver_proves_the_second_players_win() {
    let decision = decide("uct(playouts=100000)", &Counting, &Budget::default()).unwrap();
    assert!(decision.proven);
    assert_eq!(decision.value, Some(0.0));
    assert!(decision.effort.visits() < 100_000);
    let unproven = decide("uct(solver=false)", &Counting, &Budget::default()).unwrap();
    assert!(!unproven.proven);
}

#[test]
fn a_proof_search_beside_sees_a_forced_win_without_a_playout() {
    let decision = decide_as("uct(proofs=0.5)", &Counting, 0, &(2, 0), &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.value, decision.proven), (2, Some(100.0), true));
    assert_eq!((decision.effort.playouts, decision.pv.len()), (0, 1));
    assert!(decision.effort.nodes > 0);
}

#[test]
fn a_proof_search_beside_tells_that_all_moves_lose() {
    let game = rules("counting-to-21");
    let options = "uct(proofs=0.9,solver=false,playouts=20000)";
    let decision = decide(options, &game, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.proven), (Some(0.0), true));
    assert!(decision.moves.iter().all(|estimate| estimate.proven && estimate.value == Some(0.0)));
    assert!(decision.effort.visits() > 0, "the hardest to refute is made");
}

#[test]
fn a_move_that_is_favoured_and_loses_is_not_made() {
    let replies = r#"{ "goals": [100, 0] }, "#.repeat(19);
    let text = format!(
        r#"{{ "roles": ["1", "2"], "range": [0, 100],
            "root": [{{ "mover": "2", "children": [{replies}{{ "goals": [0, 100] }}] }}, {{ "goals": [50, 50] }}] }}"#
    );
    let tree = game::Tree::from_json(&text).unwrap();
    let value = |options: &str| {
        let spec = format!("uct(solver=false,playouts=12,{options})");
        decide(&spec, &tree, &Budget::default()).unwrap().value
    };
    assert!(value("proofs=0").is_some_and(|value| value > 50.0), "few of the replies win");
    assert_eq!(value("proofs=0.9"), Some(50.0));
}

#[test]
fn a_loss_that_others_can_force_is_no_value_where_they_need_not_want_it() {
    // The second of three roles can keep the first to nothing, and gets nothing by it.
    let choice = r#"[{ "goals": [0, 0, 100] }, { "goals": [60, 40, 0] }]"#;
    let text = format!(r#"{{ "roles": ["1", "2", "3"], "range": [0, 100], "root": [{choice}, {choice}] }}"#);
    let tree = game::Tree::from_json(&text).unwrap();
    let decision = decide("uct(proofs=0.5,solver=false)", &tree, &Budget::default()).unwrap();
    assert!(!decision.proven && decision.moves.iter().all(|estimate| !estimate.proven), "{decision:?}");
}

#[test]
fn a_proof_search_beside_counts_states_and_leaves_what_it_does_not_know_of() {
    let spec = "uct(proofs=0.5,nodes=400,solver=false)";
    let decision = decide(spec, &Counting, &Budget::default()).unwrap();
    assert!((300..=401).contains(&decision.effort.nodes), "{decision:?}");
    let pennies = decide("uct(proofs=0.5,playouts=1000)", &pennies(), &Budget::default()).unwrap();
    assert_eq!(pennies.effort.visits(), 1000, "where roles choose at once it finds nothing");
}

#[test]
fn playouts_that_favour_moves_stay_in_lanes_and_learn_from_the_tree() {
    let game = rules("breakthrough-6x6");
    let settings = Settings::from_spec(&"uct(mast=lanes)".parse().unwrap());
    let (forest, found) =
        Forest::grown(&game, &settings, 0, Budget { playouts: Some(20_000), ..Budget::default() });
    assert_eq!(found.effort.visits(), 20_000);
    assert!(found.effort.simulations < 5_000, "each has several playouts");
    let averages = &forest.workers[0].guide.policy.averages;
    assert!(found.moves.iter().all(|candidate| averages.mean(0, candidate.mov).is_some()));
    let means: Vec<_> = found.moves.iter().filter_map(|candidate| averages.mean(0, candidate.mov)).collect();
    assert!(means.iter().all(|mean| (0.0..=100.0).contains(mean)), "{means:?}");
    // Where no lanes are, playouts are uniform.
    let plain = |options: &str| decide(&format!("uct({options})"), &Counting, &Budget::default()).unwrap();
    assert_eq!(plain("mast=lanes,playouts=500"), plain("playouts=500"));
}

#[test]
fn moves_of_single_playouts_count_as_first_where_lanes_would_tell_them_too() {
    let game = rules("tictactoe");
    let settings = Settings::from_spec(&"uct(rave=0,solver=false,leaves=1,each=1)".parse().unwrap());
    let (mut forest, _) =
        Forest::grown(&game, &settings, 0, Budget { playouts: Some(200), ..Budget::default() });
    let tree = forest.trees.remove(0).unwrap();
    let told: u32 = tree.amaf.unwrap().row(tree.root).iter().map(|sum| sum.count).sum();
    // A playout has five plies at least, of which no more than two are elsewhere in the tree.
    assert!(told >= 200 * 3, "{told}");
}

#[test]
fn playouts_that_tell_their_moves_stay_in_lanes() {
    let game = rules("tictactoe");
    let settings =
        Settings::from_spec(&"uct(rave=0,solver=false,transpositions=false,decisive=off)".parse().unwrap());
    let (mut forest, found) =
        Forest::grown(&game, &settings, 0, Budget { playouts: Some(8000), ..Budget::default() });
    assert!(found.effort.simulations < found.effort.playouts / 4, "each has several playouts");
    let mut tree = forest.trees.remove(0).unwrap();
    let mut amaf = tree.amaf.take().unwrap();
    let mut sums = |node: u32, role: u32| {
        tree.edges_of(node)
            .iter()
            .map(|edge| {
                let column = amaf.column(role, edge.mov) as usize;
                (edge.visits, amaf.row(node)[column])
            })
            .collect::<Vec<_>>()
    };
    // A way that ends in the tree counts as proven visits and adds nothing to these statistics.
    let root = sums(tree.root, 0);
    let playouts = found.effort.playouts as u32;
    for (visits, sum) in &root {
        assert!(
            sum.count >= visits.saturating_sub(found.effort.proven_visits as u32) && sum.count <= playouts,
            "{root:?}"
        );
        assert!((0.0..=100.0 * f64::from(sum.count)).contains(&sum.sum));
    }
    // The first player makes three to five of its moves in each game.
    let all: u32 = root.iter().map(|(_, sum)| sum.count).sum();
    assert!((3 * playouts..=5 * playouts).contains(&all), "{all} of {playouts}");
    // After a mark nobody can mark the cell again.
    let edge = tree.edges_of(tree.root)[4];
    let below = sums(edge.child, 1);
    assert_eq!(below.len(), 8);
    assert!([0, 1].iter().all(|&role| {
        let column = amaf.column(role, edge.mov) as usize;
        amaf.row(edge.child).get(column).is_none_or(|sum| sum.count == 0)
    }));
    // Where no circuit tells, playouts are made move by move.
    let alone = decide("uct(rave=0,solver=false,playouts=300)", &Counting, &Budget::default()).unwrap();
    assert_eq!((alone.effort.simulations, alone.effort.visits()), (300, 300));
}

#[test]
fn every_form_mixes_matching_pennies() {
    for form in ["decoupled", "joint", "random-mover"] {
        let spec = format!("uct(simultaneous={form},playouts=10000)");
        let decision = decide(&spec, &pennies(), &Budget::default()).unwrap();
        assert!((decision.value.unwrap() - 50.0).abs() < 10.0, "{form}: {decision:?}");
        assert!(!decision.proven);
    }
}

#[test]
fn where_several_roles_choose_a_proven_value_is_exact_and_that_of_all_moves() {
    // Whatever both choose, the first role then takes 100; by its other move it would get 0.
    let together = vec![vec![Cell::Leads(1); 2]; 2];
    let alone = vec![vec![Cell::Pays(100, 0)], vec![Cell::Leads(2)]];
    let game = Matrices(vec![together, alone, vec![vec![Cell::Pays(0, 100)]; 2]]);
    for form in ["decoupled", "joint", "random-mover", "regret", "exp3"] {
        for (role, value) in [100.0, 0.0].into_iter().enumerate() {
            let spec = format!("uct(simultaneous={form})");
            let decision = decide_as(&spec, &game, role, &0, &Budget::default()).unwrap();
            assert_eq!((decision.value, decision.proven), (Some(value), true), "{form} {role}");
            let exact = |estimate: &MoveEstimate<_>| estimate.proven && estimate.value == Some(value);
            assert!(decision.moves.iter().all(exact), "{form} {role}: {:?}", decision.moves);
        }
    }
}

#[test]
fn margins_choose_as_separate_statistics_do() {
    let decide =
        |form| decide(&format!("uct(simultaneous={form},playouts=3000)"), &pennies(), &Budget::default());
    assert_eq!(decide("joint"), decide("decoupled"));
}

#[rstest]
fn no_opinion_is_made_up_when_the_evaluators_playouts_are_used_up(
    #[values(None, Some(64))] together: Option<usize>,
) {
    // Whatever is played, the first role gets 70 and the second 20.
    let tree = (0..7).fold("70/20".to_owned(), |below, _| format!("({below} {below})"));
    let tree = game::Tree::from_brackets(&tree).unwrap();
    let asked = Asked::new(&tree, together);
    let (game, start) = (any_game(&asked), tree.initial());
    for playouts in 80..=120 {
        let spec: Spec = "uct(solver=false,cutoff=0,eval=playouts(n=10))".parse().unwrap();
        let (mut rng, mut recorder) = (SearchRng::seed_from_u64(3), Recorder::new(&game, 0, 1000));
        let request = Request::new(&game, &start, 0, &mut rng).watched_by(&mut recorder);
        let budget = Budget { playouts: Some(playouts), ..Budget::default() };
        let decision = spec.build().choose(request.within(budget)).unwrap();
        assert!(decision.effort.visits() <= playouts, "{} of {playouts}", decision.effort.visits());
        let root = &recorder.trace().nodes[0];
        assert_eq!(root.means, [70.0, 20.0], "{playouts}");
    }
}

#[test]
fn an_only_move_costs_nothing() {
    let game = Chain { plies: 3, worth: BTreeMap::from([(1, 1)]), fault_at: None };
    let decision = decide("uct", &game, &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.effort.playouts), (0, 0));
}

/// A role alone that takes its few chances: each yes earns what the ply is worth, to 100 in all.
fn chances() -> Chain {
    Chain { plies: 12, worth: BTreeMap::from([(0, 10), (3, 20), (4, 30), (9, 40)]), fault_at: None }
}

#[test]
fn a_role_alone_stops_at_the_top_of_the_goal_range_and_follows_the_line_there() {
    let chances = chances();
    let game = any_game(&chances);
    let spec: Spec = "uct(playouts=3000)".parse().unwrap();
    let mut strategy = spec.build();
    let (mut state, mut rng) = (game.initial(), SearchRng::seed_from_u64(3));
    let mut first = None;
    while !game.terminal(&state) {
        let decision = strategy.choose(Request::new(&game, &state, 0, &mut rng)).unwrap();
        if chances.worth.contains_key(&state.0) {
            assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(100.0), true));
            assert!(first.is_some() || decision.effort.visits() > 0);
            assert!(first.is_none() || decision.effort.visits() == 0, "the line is known");
            first = first.or(Some(decision.effort.visits()));
        }
        state = game.next(&state, &[decision.mov]);
    }
    assert!(first < Some(3000));
    assert_eq!(game.goal(&state, 0), 100);
}

/// The end that pays 60 is proven when the root is expanded, and simulations only go where nothing is
/// proven yet.
#[test]
fn a_role_alone_makes_a_move_that_is_proven_to_pay_more_than_its_best_simulation() {
    let sketch = Sketch::Inner(0, vec![Sketch::Inner(0, vec![Sketch::Leaf(0)]), Sketch::Leaf(60)]);
    let game = Walk { roles: 1, ..on_a_hundred(&sketch) };
    let decision = decide("uct", &game, &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(60.0), true));
}

#[test]
fn a_role_alone_goes_by_the_greatest_result_and_not_by_the_mean() {
    // Left pays 60 whatever comes; right pays 90 at one of eight ends, and 0 at all others.
    let all = |goals: &[i32]| Sketch::Inner(0, goals.iter().copied().map(Sketch::Leaf).collect());
    let sketch = Sketch::Inner(0, vec![all(&[60, 60]), all(&[0, 0, 0, 0, 0, 90, 0, 0])]);
    let game = Walk { roles: 1, ..on_a_hundred(&sketch) };
    let decision = decide("uct", &game, &Budget::default()).unwrap();
    assert!(decision.proven);
    assert_eq!((decision.mov, decision.value, decision.pv), (1, Some(90.0), vec![vec![1], vec![5]]));
    let plain = decide("uct(plain=true,playouts=9,c=0)", &game, &Budget::default()).unwrap();
    assert_eq!(plain.mov, 0, "the paper's algorithm goes by the mean");
}

#[test]
fn an_estimate_at_the_top_of_the_goal_range_proves_nothing() {
    let top = || Sketch::Inner(0, vec![Sketch::Leaf(100), Sketch::Leaf(100)]);
    let game = Walk { roles: 1, ..on_a_hundred(&Sketch::Inner(0, vec![top(), top()])) };
    let estimated = decide("uct(cutoff=0,eval=playouts(1),playouts=2)", &game, &Budget::default()).unwrap();
    assert_eq!((estimated.value, estimated.proven), (Some(100.0), false));
    assert!(decide("uct(playouts=2)", &game, &Budget::default()).unwrap().proven);
}

#[rstest]
fn the_evaluator_judges_leaves_in_place_of_playouts_also_one_by_one(
    #[values("leaves=1", "leaves=32")] options: &str,
    #[values(None, Some(1))] together: Option<usize>,
) {
    let spec = format!("uct(cutoff=0,eval=zero,solver=false,playouts=9,{options})");
    let game = on_a_hundred(&Sketch::uniform(3, 4, true));
    let decision = decide(&spec, &Asked::new(&game, together), &Budget::default()).unwrap();
    // No simulation comes to an end of the game, and every playout does.
    assert_eq!(decision.value, Some(50.0));
}

#[test]
fn the_tree_is_kept_from_one_decision_to_the_next() {
    let visits = |spec: &str| {
        let mut strategy = spec.parse::<Spec>().unwrap().build();
        let (budget, mut rng) = (Budget::default(), SearchRng::seed_from_u64(3));
        strategy
            .choose(Request::new(&any_game(&Counting), &(0, 0), 0, &mut rng).within(budget.clone()))
            .unwrap();
        let second = strategy
            .choose(Request::new(&any_game(&Counting), &(4, 0), 0, &mut rng).within(budget.clone()))
            .unwrap();
        assert_eq!(second.effort.visits(), 500);
        second.moves.iter().map(|estimate| estimate.visits).sum::<u64>()
    };
    assert!(visits("uct(playouts=500,solver=false)") > 520);
    assert!(visits("uct(playouts=500,solver=false,transpositions=false)") > 500);
    assert!(visits("uct(playouts=500,solver=false,threads=3,parallel=tree)") > 520);
    assert_eq!(visits("uct(playouts=500,solver=false,reuse=false)"), 500);
    assert_eq!(visits("uct(playouts=500,plain=true)"), 500);
}

#[test]
fn pondering_is_what_the_next_decision_finds() {
    let mut strategy = "uct(solver=false)".parse::<Spec>().unwrap().build();
    let (stop, mut rng) = (Stop::default(), SearchRng::seed_from_u64(3));
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(20));
            stop.press();
        });
        strategy
            .ponder(
                Request::new(&any_game(&Counting), &(1, 1), 0, &mut rng)
                    .within(Budget { stop: stop.clone(), ..Budget::default() }),
            )
            .unwrap();
    });
    let budget = Budget { playouts: Some(10), ..Budget::default() };
    let decision = strategy
        .choose(Request::new(&any_game(&Counting), &(4, 0), 0, &mut rng).within(budget.clone()))
        .unwrap();
    assert_eq!(decision.effort.visits(), 10);
    assert!(decision.moves.iter().map(|estimate| estimate.visits).sum::<u64>() > 20);
}

#[rstest]
fn a_bound_on_memory_holds_and_the_search_goes_on(
    #[values("plain=true", "threads=3,parallel=tree,solver=false,transpositions=false")] options: &str,
) {
    let spec: Spec = format!("uct({options})").parse().unwrap();
    let settings = Settings { memory: 20_000, reuse: true, ..Settings::from_spec(&spec) };
    let (mut forest, found) =
        Forest::grown(&Counting, &settings, 0, Budget { playouts: Some(20_000), ..Budget::default() });
    assert_eq!(found.effort.visits(), 20_000);
    assert_eq!(found.moves.iter().map(|candidate| candidate.visits).sum::<u64>(), 20_000);
    let tree = forest.trees.remove(0).unwrap();
    // A simulation adds a node, and the three edges of another.
    assert!(tree.bytes() <= 20_000 + 400, "{}", tree.bytes());
    assert!(tree.bytes() > 5_000);
}

#[test]
fn looking_for_ends_of_the_game_stops_when_it_is_told_to() {
    for spec in ["uct", "uct(bias=1)"] {
        let (stop, states) = (Stop::default(), AtomicU32::new(0));
        // Somebody presses the stop button when the third state is worked out.
        let impatient = |question| {
            if question == testing::Question::Next && states.fetch_add(1, Ordering::Relaxed) == 2 {
                stop.press();
            }
        };
        let budget = Budget { stop: stop.clone(), ..Budget::default() };
        let decision = decide(spec, &Noughts(&impatient), &budget).unwrap();
        assert_eq!((decision.moves.len(), decision.proven), (9, false), "{spec}");
        assert_eq!(states.into_inner(), 3, "{spec}");
    }
}

#[test]
fn threads_share_the_playouts_and_decide_the_same_again() {
    let decide =
        || decide("uct(threads=3,playouts=1000,solver=false)", &Counting, &Budget::default()).unwrap();
    let decision = decide();
    assert_eq!(decision.effort.visits(), 1000);
    assert_eq!(decision.moves.iter().map(|estimate| estimate.visits).sum::<u64>(), 1000);
    assert_eq!(decision, decide());
}

#[test]
fn a_tree_that_is_proven_ends_the_search_of_all_trees() {
    let started = Instant::now();
    let time = Duration::from_secs(60);
    let budget = Budget { time: Some(time), ..Budget::default() };
    let decision = decide("uct(threads=3,parallel=root)", &Counting, &budget).unwrap();
    assert!(decision.proven && started.elapsed() < time / 2);
}

#[test]
fn threads_grow_one_tree_unless_a_seed_is_to_give_the_same_decision_again_or_they_wait_for_it() {
    let in_crowd = |options: &str, budget: Budget, crowded: bool| {
        let spec: Spec = format!("uct({options})").parse().unwrap();
        Settings::from_spec(&spec).shares_tree(&budget, crowded)
    };
    let shares = |options: &str, budget: Budget| in_crowd(options, budget, false);
    let time = || Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
    assert!(shares("", time()) && shares("", Budget::default()));
    assert!(!shares("", Budget { playouts: Some(9), ..time() }));
    assert!(!shares("", Budget { nodes: Some(9), ..Budget::default() }));
    assert!(shares("threads=2,parallel=tree", Budget { playouts: Some(9), ..Budget::default() }));
    assert!(!shares("threads=2,parallel=root", time()));
    assert!(!in_crowd("", time(), true) && in_crowd("threads=2,parallel=tree", time(), true));
}

/// Keeps each thread that tells of its progress, and with it the tree.
struct Slow;

impl<G: Game> Observer<G> for Slow {
    fn watches(&self) -> bool {
        false
    }
    fn progress(&mut self, _: &Meter, _: &mut dyn FnMut() -> Vec<MoveEstimate<G::Move>>) {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn threads_that_wait_long_for_their_tree_go_on_with_trees_of_their_own() {
    let game = rules("tictactoe");
    let spec: Spec = "uct(threads=3,solver=false,leaves=1,each=1)".parse().unwrap();
    let settings = Settings::from_spec(&spec);
    let mut forest = Forest::new(&settings, || spec.get(EVAL).build());
    let state = game.initial();
    let question = Question { game: &game, settings: &settings, state: &state, role: 0, lookup: None };
    let mut rng = SearchRng::seed_from_u64(3);
    let mut counted = 0;
    // On a busy machine a search may be over before its last thread has begun.
    let started = Instant::now();
    while !forest.crowded {
        assert!(started.elapsed() < Duration::from_secs(60));
        let meter = Meter::start(Budget { time: Some(Duration::from_millis(300)), ..Budget::default() });
        let mut slow = Slow;
        let watch = Watch::by(&mut slow, Scale::GOALS);
        let found = forest.search(question, true, &meter, &mut rng, watch).unwrap();
        assert_eq!(forest.trees.len(), found.len());
        counted += found.iter().map(|one| one.effort.visits()).sum::<u64>();
        // The first tree is kept from one decision to the next.
        assert_eq!(add_up(&found).iter().map(|candidate| candidate.visits).sum::<u64>(), counted);
    }
    let meter = Meter::start(Budget { playouts: Some(counted), ..Budget::default() });
    let found = forest.search(question, false, &meter, &mut rng, Watch::none()).unwrap();
    assert_eq!(add_up(&found).iter().map(|candidate| candidate.visits).sum::<u64>(), 2 * counted);
}

/// What remains of the virtual visits of simulations would be seen in the statistics.
#[rstest]
fn in_a_tree_that_threads_share_every_visit_is_counted_once(
    #[values("each=8", "leaves=1,each=1", "mast=gibbs", "rave=10", "cutoff=0,eval=mobility")] options: &str,
) {
    let game = rules("tictactoe");
    let spec: Spec = format!("uct(threads=3,parallel=tree,solver=false,{options})").parse().unwrap();
    let settings = Settings::from_spec(&spec);
    let mut forest = Forest::new(&settings, || spec.get(EVAL).build());
    let state = game.initial();
    let question = Question { game: &game, settings: &settings, state: &state, role: 0, lookup: None };
    let meter = Meter::start(Budget { playouts: Some(3000), ..Budget::default() });
    let mut rng = SearchRng::seed_from_u64(3);
    let found = forest.search(question, true, &meter, &mut rng, Watch::none()).unwrap();
    let [found] = found.as_slice() else { panic!("{} trees", found.len()) };
    assert_eq!(found.effort.visits(), 3000);
    assert_eq!(found.moves.iter().map(|candidate| candidate.visits).sum::<u64>(), 3000);
    let tree = forest.trees.remove(0).unwrap();
    for node in (0..tree.nodes.len() as u32).filter(|&node| tree.node(node).count > 0) {
        let edges = tree.edges_of(node);
        assert_eq!(edges.iter().map(|edge| edge.visits).sum::<u32>(), tree.node(node).visits);
        for edge in edges {
            assert!((-1e-6..=100.0 * f64::from(edge.visits) + 1e-6).contains(&edge.sum), "{edge:?}");
        }
    }
}

#[test]
fn threads_that_share_a_tree_end_when_its_root_is_proven() {
    let budget = Budget { time: Some(Duration::from_hours(1)), ..Budget::default() };
    let decision = decide("uct(threads=3)", &Counting, &budget).unwrap();
    assert!(decision.proven && decision.value == Some(0.0), "{decision:?}");
}

#[test]
fn threads_that_share_a_tree_end_when_one_of_them_knows_a_way_to_the_top() {
    let budget = Budget { time: Some(Duration::from_hours(1)), ..Budget::default() };
    let decision = decide("uct(threads=3,solver=false)", &chances(), &budget).unwrap();
    assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(100.0), true));
}

#[test]
fn the_observer_of_a_shared_tree_sees_the_simulations_of_all_threads() {
    let root = |parallel: &str| {
        let spec: Spec =
            format!("uct(threads=3,parallel={parallel},playouts=900,solver=false)").parse().unwrap();
        let game = any_game(&Counting);
        let mut recorder = Recorder::new(&game, 0, 10_000);
        let mut rng = SearchRng::seed_from_u64(1);
        let request = Request::new(&game, &(0, 0), 0, &mut rng).watched_by(&mut recorder);
        assert_eq!(spec.build().choose(request).unwrap().effort.visits(), 900);
        let root = &recorder.trace().nodes[0];
        root.playouts + root.proven_visits
    };
    assert_eq!((root("tree"), root("root")), (900, 300));
}

#[test]
fn a_game_of_many_roles_counts_for_each_by_itself() {
    // The third role decides what the first gets by its own payoff, which is not the second's loss.
    let sketch =
        Sketch::Inner(0, vec![Sketch::Inner(2, vec![Sketch::Leaf(80), Sketch::Leaf(10)]), Sketch::Leaf(30)]);
    let game = Walk { roles: 3, ..on_a_hundred(&sketch) };
    let decision = decide("uct", &game, &Budget::default()).unwrap();
    assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(30.0), true));
}

#[test]
fn states_that_come_again_do_not_trap_the_search() {
    // A role walks round a circle of four places; at the first it may stop instead.
    let places = vec![(0, vec![1, 4], 0), (0, vec![2], 0), (0, vec![3], 0), (0, vec![0], 0), (0, vec![], 40)];
    let circle = Walk { range: 0..=100, ..Walk::new(places) };
    for spec in ["uct(playouts=300)", "uct(playouts=300,solver=false)", "uct(playouts=300,plain=true)"] {
        let decision = decide(spec, &circle, &Budget::default()).unwrap();
        assert_eq!(decision.effort.visits().min(300), decision.effort.visits(), "{spec}");
    }
}

#[rstest]
fn a_circle_of_forced_moves_is_no_endless_line_of_play(
    #[values("uct", "uct(solver=false)", "uct(plain=true)")] spec: &str,
) {
    // After a choice of two moves a role alone has a single one, which changes nothing any more.
    let game = Walk { roles: 1, ..Walk::new(vec![(0, vec![1, 1], 0), (0, vec![1], 0)]) };
    let decision = decide(spec, &game, &Budget { playouts: Some(20), ..Budget::default() }).unwrap();
    assert_eq!(decision.moves.len(), 2, "{spec}");
}

#[test]
fn a_line_of_play_that_goes_in_a_circle_is_told_once() {
    // Whoever leaves the circle of two places loses.
    let places = vec![(0, vec![1, 2], 0), (1, vec![0, 3], 0), (0, vec![], -4), (0, vec![], 4)];
    let decision = decide("uct(playouts=300)", &Walk::new(places), &Budget::default()).unwrap();
    assert_eq!(decision.pv, [[0, usize::MAX], [usize::MAX, 0]]);
}

#[test]
fn the_first_move_tried_in_the_root_is_the_one_the_evaluator_likes_best() {
    // The root and one simulation.
    let budget = Budget { nodes: Some(2), ..Budget::default() };
    let spec = "uct(bias=10,eval=playouts(100))";
    let decision = decide_as(spec, &Counting, 0, &(17, 0), &budget).unwrap();
    assert_eq!(decision.mov, 3, "saying 20 wins");
    assert_eq!(decision.moves.iter().map(|estimate| estimate.visits).collect::<Vec<_>>(), [0, 0, 1]);
}

#[test]
fn simulations_playouts_and_proven_visits_are_told_apart() {
    let decision = decide("uct(playouts=2000)", &Counting, &Budget::default()).unwrap();
    assert!(decision.effort.proven_visits > 0 && decision.effort.playouts > 0, "{decision:?}");
    let visits: u64 = decision.moves.iter().map(|estimate| estimate.visits).sum();
    assert_eq!(visits, decision.effort.visits(), "every visit of a move is the one or the other");
    assert!(decision.effort.simulations <= decision.effort.visits());
    // Where every move ends the game, there is nothing to play out.
    let ends = on_a_hundred(&Sketch::Inner(0, vec![Sketch::Leaf(40), Sketch::Leaf(30)]));
    let known = decide("uct(solver=false,playouts=500)", &ends, &Budget::default()).unwrap();
    assert_eq!((known.effort.simulations, known.effort.playouts, known.effort.proven_visits), (500, 0, 500));
    let flat = decide("flat-mc(playouts=70)", &ends, &Budget::default()).unwrap();
    assert_eq!((flat.effort.simulations, flat.effort.playouts, flat.effort.proven_visits), (70, 70, 0));
}

#[rstest]
fn a_tree_that_has_no_time_to_be_pruned_stops_growing_and_the_search_goes_on(
    #[values(
        "plain=true",
        "solver=false",
        "solver=false,transpositions=false",
        "solver=false,mast=gibbs,ngram=true",
        "solver=false,mast=lanes",
        "solver=false,rave=5"
    )]
    options: &str,
) {
    let spec: Spec = format!("uct({options})").parse().unwrap();
    // At a byte a second no tree can be pruned in an hour.
    let settings = Settings { memory: 12_000, pruned_a_second: 1.0, ..Settings::from_spec(&spec) };
    let time = Some(Duration::from_hours(1));
    let (mut forest, found) =
        Forest::grown(&Counting, &settings, 0, Budget { playouts: Some(20_000), time, ..Budget::default() });
    assert_eq!(found.effort.visits(), 20_000, "{options}");
    assert_eq!(found.moves.iter().map(|candidate| candidate.visits).sum::<u64>(), 20_000, "{options}");
    assert!(forest.trees.remove(0).unwrap().bytes() <= 12_000 + 400, "{options}");
}
