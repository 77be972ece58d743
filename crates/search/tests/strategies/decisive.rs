//! Searches that see moves which win at once by the circuit of their game.

use game::{ConnectFour, Game};
use rand::SeedableRng;
use spielbaum_search::{Budget, Decision, Request, SearchRng, Spec};

use super::rules;

/// The decision of a spec after some joint moves, by so many playouts.
fn decide<G: Game>(spec: &str, game: &G, moves: &[[&str; 2]], playouts: u64) -> Decision<G::Move> {
    let mut state = game.initial();
    for joint in moves {
        let joint = [0, 1].map(|role| game.move_named(&state, role, joint[role]).expect("it is legal"));
        state = game.next(&state, &joint);
    }
    let role = moves.len() % 2;
    let budget = Budget { playouts: Some(playouts), ..Budget::default() };
    let mut rng = SearchRng::seed_from_u64(5);
    let spec: Spec = spec.parse().expect("a strategy");
    spec.build().choose(Request::new(game, &state, role, &mut rng).within(budget)).expect("the game is sound")
}

/// The second role has three in the seventh column, and the first has to answer there.
const A_THREAT: [[&str; 2]; 6] = [
    ["(drop 1)", "noop"],
    ["noop", "(drop 7)"],
    ["(drop 2)", "noop"],
    ["noop", "(drop 7)"],
    ["(drop 1)", "noop"],
    ["noop", "(drop 7)"],
];

#[test]
fn a_move_that_lets_the_other_win_at_once_is_proven_without_a_visit() {
    let game = rules("connect-four");
    for spec in ["uct(decisive=win)", "uct(decisive=both)", "uct(decisive=lanes)"] {
        let decision = decide(spec, &game, &A_THREAT, 1);
        for estimate in &decision.moves {
            let stops = game.notation().move_name(estimate.mov) == "(drop 7)";
            assert_eq!(estimate.proven, !stops, "{spec}: {estimate:?}");
            assert!(stops || estimate.value == Some(0.0), "{spec}: {estimate:?}");
        }
        assert_eq!(game.notation().move_name(decision.mov), "(drop 7)");
    }
    let decision = decide("uct(solver=false,decisive=lanes)", &game, &A_THREAT, 1000);
    assert!(decision.moves.iter().all(|estimate| !estimate.proven));
}

#[test]
fn decisive_playouts_stay_in_lanes_where_a_circuit_shows_the_moves() {
    let game = rules("connect-four");
    for spec in ["uct(decisive=win)", "uct(decisive=both)", "uct(decisive=lanes)"] {
        let decision = decide(spec, &game, &[], 20_000);
        assert_eq!(decision.effort.visits(), 20_000);
        assert!(
            decision.effort.simulations * 4 < decision.effort.playouts,
            "{spec}: {}",
            decision.effort.simulations
        );
        assert_eq!(decision, decide(spec, &game, &[], 20_000), "{spec}");
    }
    let one_by_one = decide("uct(decisive=both,leaves=1,each=1)", &game, &[], 100);
    assert_eq!(one_by_one.effort.playouts, one_by_one.effort.simulations);
}

#[test]
fn where_nothing_shows_decisive_moves_only_lanes_goes_without() {
    let native = ConnectFour::new(7, 6).expect("a board");
    assert_eq!(decide("uct(decisive=lanes)", &native, &[], 500), decide("uct", &native, &[], 500));
    assert_ne!(decide("uct(decisive=both)", &native, &[], 500), decide("uct", &native, &[], 500));
    // Othello's take too many gates.
    let game = rules("othello-6x6");
    assert_eq!(decide("uct(decisive=lanes)", &game, &[], 500), decide("uct", &game, &[], 500));
    let both = decide("uct(decisive=both)", &game, &[], 20);
    assert_eq!(both.effort.playouts, both.effort.simulations, "they are made move by move");
}

#[test]
fn alpha_beta_sees_a_ply_beyond_its_depth() {
    let game = rules("connect-four");
    for spec in ["alpha-beta(depth=1,eval=zero)", "deepening(depth=1,eval=zero,decisive=false)"] {
        let decision = decide(spec, &game, &A_THREAT, 1);
        assert!(decision.moves.iter().all(|estimate| !estimate.proven), "{spec}");
    }
    for spec in ["alpha-beta(depth=1,eval=zero,decisive=true)", "deepening(depth=1,eval=zero,decisive=true)"]
    {
        let decision = decide(spec, &game, &A_THREAT, 1);
        assert_eq!(game.notation().move_name(decision.mov), "(drop 7)", "{spec}");
        let lost = |name: &str| {
            let named = |mov| game.notation().move_name(mov) == name;
            decision
                .moves
                .iter()
                .find(|estimate| named(estimate.mov))
                .is_some_and(|estimate| estimate.value == Some(0.0))
        };
        assert!(lost("(drop 1)") && !lost("(drop 7)"), "{spec}");
    }
}

#[test]
fn what_alpha_beta_proves_stays_the_same_in_fewer_nodes() {
    let game = rules("tictactoe");
    let after = [["(mark 2 2)", "noop"], ["noop", "(mark 1 1)"]];
    for moves in [&after[..0], &after[..1], &after[..2]] {
        let plain = decide("alpha-beta", &game, moves, 1);
        let decisive = decide("alpha-beta(decisive=true)", &game, moves, 1);
        assert_eq!((decisive.value, decisive.mov, decisive.proven), (plain.value, plain.mov, true));
        assert!(
            decisive.effort.nodes < plain.effort.nodes,
            "{} of {}",
            decisive.effort.nodes,
            plain.effort.nodes
        );
    }
}
