use gdl::Interrupt;

use super::super::explorer::Explorer;
use super::*;
use crate::network::Lit;
use crate::samples;

/// Plays random moves on boards, and compares each with a game of its own that an explorer plays.
fn agrees(circuit: Circuit, boards: usize, steps: usize) {
    assert!(circuit.takes_turns());
    let circuit = Arc::new(circuit);
    let mut side_by_side = Boards::new(circuit.clone(), boards, 1);
    let mut explorer = Explorer::new(circuit.clone());
    let mut states = vec![circuit.initial().clone(); boards];
    let (mut moves, mut ends) = (vec![0; boards], 0);
    for _ in 0..steps {
        side_by_side.random_moves(&mut moves);
        let mut turns = vec![9; boards];
        side_by_side.write_turns(&mut turns);
        side_by_side.step(&moves).unwrap();
        let (mut ended, mut goals) = (vec![7; boards], vec![7.0; 2 * boards]);
        side_by_side.write_ended(&mut ended);
        side_by_side.write_goals(&mut goals);
        for (board, state) in states.iter_mut().enumerate() {
            let joint: Vec<u32> = (0..2)
                .map(|role| {
                    let own = turns[board] == role as i64;
                    if own { moves[board] as u32 } else { circuit.legal(state, role).next().unwrap() as u32 }
                })
                .collect();
            assert!((0..2).all(|role| circuit.is_legal(state, role, joint[role] as usize)));
            *state = explorer.next(state, &joint);
            assert_eq!(ended[board] == 1, state.terminal());
            for role in 0..2 {
                let paid = if state.terminal() { f32::from(state.goal(role).value) } else { 0.0 };
                assert_eq!(goals[2 * board + role], paid);
            }
            if state.terminal() {
                ends += 1;
                *state = circuit.initial().clone();
            }
            assert_eq!(side_by_side.state(board).words(), state.words());
        }
    }
    assert!(ends >= boards, "games end");
}

#[test]
fn boards_go_on_as_games_of_their_own() {
    agrees(samples::tic_tac_toe(), 3, 40);
    agrees(samples::tic_tac_toe(), 515, 12);
    agrees(samples::connect_four(), 70, 60);
}

#[test]
fn what_is_written_is_what_the_states_say() {
    let circuit = Arc::new(samples::connect_four());
    let mut boards = Boards::new(circuit.clone(), 600, 3);
    let mut moves = [0; 600];
    for _ in 0..20 {
        boards.random_moves(&mut moves);
        boards.step(&moves).unwrap();
    }
    let (fluents, actions) = (circuit.fluents(), boards.actions());
    let (mut held, mut legal) = (vec![7; 600 * fluents], vec![7; 600 * actions]);
    let mut turns = vec![7; 600];
    boards.write_fluents(&mut held);
    boards.write_legal(0, &mut legal);
    boards.write_turns(&mut turns);
    let mut counts = vec![7; 600];
    boards.count_legal(0, &mut counts);
    for board in 0..600 {
        let state = boards.state(board);
        for fluent in 0..fluents {
            assert_eq!(held[board * fluents + fluent] == 1, state.holds(fluent));
        }
        let expected: Vec<usize> = circuit.legal(&state, turns[board] as usize).collect();
        let row = &legal[board * actions..][..actions];
        let found: Vec<usize> = (0..actions).filter(|&mov| row[mov] == 1).collect();
        assert_eq!(found, expected);
        let (ranks, mut nth) = (vec![expected.len() as i64 - 1; 600], vec![7; 600]);
        boards.nth_legal(0, &ranks, &mut nth);
        assert_eq!(nth[board], *expected.last().unwrap() as i64);
        let just_below_1 = 1.0 - f64::EPSILON / 2.0;
        for (place, rank) in [
            (0.0, 0),
            (0.5, expected.len() / 2),
            (just_below_1, expected.len() - 1),
            (1.0, expected.len() - 1),
        ] {
            boards.legal_at(0, &[place; 600], &mut nth);
            assert_eq!(nth[board], expected[rank] as i64, "{place}");
        }
        assert_eq!(counts[board], expected.len() as i64);
    }
    let mut nth = vec![7; 600];
    boards.nth_legal(0, &[99; 600], &mut nth);
    assert!(nth.iter().all(|&mov| mov == Boards::NO_MOVE));
}

/// Tic-tac-toe in which the first role sees what the second does, and the second whether the first plays in
/// the first or the second cell.
fn tic_tac_toe_with_percepts() -> Circuit {
    let mut network = samples::board(3, 3, 3, false);
    let does = |role, mov| Lit::new(network.aig.inputs()[network.does_input(role, mov)], false);
    network.percepts =
        vec![(0..network.moves(1)).map(|mov| does(1, mov)).collect(), vec![does(0, 0), does(0, 1)]];
    Circuit::compile(network, &Interrupt::never()).unwrap()
}

#[test]
fn percepts_are_those_of_the_last_joint_move() {
    let circuit = Arc::new(tic_tac_toe_with_percepts());
    let mut explorer = Explorer::new(circuit.clone());
    let mut boards = Boards::new(circuit.clone(), 600, 2).with_percepts();
    assert_eq!(boards.percepts(), 10);
    let mut percepts = vec![7; 600 * 10];
    boards.write_percepts(0, &mut percepts);
    assert_eq!(percepts, [0; 600 * 10]);
    let (mut moves, mut turns, mut ended) = (vec![0; 600], vec![0; 600], vec![0; 600]);
    for _ in 0..20 {
        boards.random_moves(&mut moves);
        boards.write_turns(&mut turns);
        let before: Vec<State> = (0..600).map(|board| boards.state(board)).collect();
        boards.step(&moves).unwrap();
        for role in 0..2 {
            boards.write_percepts(role, &mut percepts);
            for (board, state) in before.iter().enumerate() {
                let joint = [0, 1].map(|role| if turns[board] == role { moves[board] as u32 } else { 9 });
                let expected = explorer.seen(state, &joint, role);
                let found = (0..10).filter(|&percept| percepts[10 * board + percept as usize] == 1);
                assert_eq!(found.collect::<Vec<u32>>(), expected);
            }
        }
        boards.write_ended(&mut ended);
    }
    assert!(ended.contains(&1) && ended.contains(&0), "games end at other times");
    boards.restart(2);
    boards.write_percepts(0, &mut percepts);
    assert_eq!(percepts, [0; 600 * 10]);
}

#[test]
fn an_illegal_move_is_told_and_changes_nothing() {
    let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), 1000, 0);
    let before = boards.state(7);
    for wrong in [9, 10, -1, i64::MAX, i64::MIN] {
        let mut moves = vec![0; 1000];
        moves[700] = wrong;
        let error = boards.step(&moves).unwrap_err();
        assert_eq!(error, MoveError::Illegal { board: 700, role: 0, mov: wrong });
        assert_eq!(boards.state(7), before);
    }
    boards.step(&[4; 1000]).unwrap();
    assert_eq!(boards.step(&[4; 1000]), Err(MoveError::Illegal { board: 0, role: 1, mov: 4 }));
}

#[test]
fn a_seed_repeats_a_game_whatever_other_boards_there_are() {
    let play = |boards: usize| {
        let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), boards, 5);
        let mut moves = vec![0; boards.len()];
        (0..5).for_each(|_| {
            boards.random_moves(&mut moves);
            boards.step(&moves).unwrap();
        });
        [0, 1].map(|board| boards.state(board))
    };
    assert_eq!(play(2), play(777));
    assert_ne!(play(2)[0], play(2)[1]);
}

#[test]
fn there_may_be_no_boards() {
    let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), 0, 0);
    assert!(boards.is_empty());
    boards.step(&[]).unwrap();
    boards.write_fluents(&mut []);
}

#[test]
fn where_chance_plays_alone_nobody_is_paid() {
    let text = "(role random) (init a) (legal random x) (legal random y) (<= (next b) (does random x))
        (<= terminal (not (true a))) (goal random 0)";
    let mut boards = Boards::new(Arc::new(crate::testing::circuit_of(text)), 600, 0);
    boards.play(3, &mut [0; 600], &mut []).unwrap();
    boards.write_goals(&mut []);
    boards.restart(1);
    boards.random_moves(&mut []);
    boards.step(&[]).unwrap();
    let mut ended = [0; 600];
    boards.write_ended(&mut ended);
    assert_eq!(ended, [1; 600], "chance has moved");
}

#[test]
fn random_play_wins_as_often_as_is_known() {
    let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), 2000, 3);
    let (mut games, mut goals) = (vec![0; 2000], vec![0.0; 4000]);
    boards.play(200, &mut games, &mut goals).unwrap();
    let played: i64 = games.iter().sum();
    // A random game takes 7.6 moves; the first player wins 58.5 of 100 games, the second 28.8.
    assert!((played as f64 / (400_000.0 / 7.62) - 1.0).abs() < 0.02, "{played} games");
    let first: f64 = goals.iter().step_by(2).sum();
    assert!((first / played as f64 - 64.84).abs() < 1.0, "{first} of {played} games");
    assert_eq!(goals.iter().sum::<f64>(), 100.0 * played as f64);
    assert!(games.iter().all(|&games| games > 10), "they end in each board");
}

#[test]
fn games_go_on_after_random_play_as_the_rules_say() {
    let circuit = Arc::new(samples::connect_four());
    let mut explorer = Explorer::new(circuit.clone());
    for (boards, steps) in [(1, 5), (600, 0), (600, 23)] {
        let mut side_by_side = Boards::new(circuit.clone(), boards, 7);
        let (mut games, mut goals) = (vec![0; boards], vec![0.0; 2 * boards]);
        side_by_side.play(steps, &mut games, &mut goals).unwrap();
        let (mut moves, mut turns) = (vec![0; boards], vec![0; boards]);
        side_by_side.random_moves(&mut moves);
        side_by_side.write_turns(&mut turns);
        let expected: Vec<_> = (0..boards)
            .map(|board| {
                let state = side_by_side.state(board);
                assert!(steps > 0 || state == *circuit.initial());
                let mover = turns[board] as usize;
                let joint = [0, 1].map(|role| match role == mover {
                    true => moves[board] as u32,
                    false => circuit.legal(&state, role).next().unwrap() as u32,
                });
                assert!((0..2).all(|role| circuit.is_legal(&state, role, joint[role] as usize)));
                let next = explorer.next(&state, &joint);
                if next.terminal() { circuit.initial().clone() } else { next }
            })
            .collect();
        side_by_side.step(&moves).unwrap();
        assert!((0..boards).all(|board| side_by_side.state(board) == expected[board]));
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let play = |seed| {
        let mut boards = Boards::new(Arc::new(samples::connect_four()), 700, seed);
        let (mut games, mut goals) = (vec![0; 700], vec![0.0; 1400]);
        boards.play(50, &mut games, &mut goals).unwrap();
        ((0..700).map(|board| boards.state(board)).collect::<Vec<_>>(), games)
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}
