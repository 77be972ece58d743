use game::{Builtin, Game, Pieces, Rules};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use search::SearchRng;

use super::super::{OthelloPosition, OthelloPositionProblem, othello};
use super::limits;
use crate::{Limits, OthelloProblem, Retrograde};

#[test]
fn rulesheets_and_native_boards_have_the_same_solution() {
    for name in ["othello-4x4", "othello-6x6"] {
        let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
        let game = Rules::new(&sheet).unwrap();
        let mut rng = SearchRng::seed_from_u64(1);
        let mut state = game.initial();
        let mut moves = [Vec::new(), Vec::new()];
        let left = |state: &_| {
            game.knowledge().pieces(state).unwrap().cells.iter().filter(|cell| cell.is_none()).count()
        };
        while left(&state) > 11 {
            (0..2).for_each(|role| game.legal(&state, role, &mut moves[role]));
            let next = game.next(&state, &[0, 1].map(|role: usize| *moves[role].choose(&mut rng).unwrap()));
            assert!(!game.terminal(&next), "another seed");
            state = next;
        }
        let solved =
            Retrograde::of(&game, &state, &Limits::default(), &|_| ()).unwrap().solution(&state).unwrap();
        let found = othello(&game, &state, &limits(), None, &|_| ()).unwrap();
        let values = |bounds: &[search::Bounds]| bounds.iter().map(search::Bounds::value).collect::<Vec<_>>();
        assert_eq!(values(&found.searched.solution.bounds), values(&solved.bounds));
        let [black, white] = found.discs.unwrap();
        assert_eq!(Some(50 + 50 * black.cmp(&white) as i32), found.searched.solution.bounds[0].value());
        for (mov, other) in found.searched.solution.moves.iter().zip(&solved.moves) {
            let value = other.bounds.value().unwrap();
            assert!(mov.bounds.at_least.unwrap() <= value && value <= mov.bounds.at_most.unwrap());
        }
    }
}

#[test]
fn other_games_are_refused() {
    let game = game::ConnectFour::new(6, 6).unwrap();
    let refused = othello(&game, &game.initial(), &limits(), None, &|_| ());
    assert!(matches!(refused, Err(OthelloProblem::Rules(_))));
    let pieces = |columns, rows, cells: &[Option<usize>]| Pieces { columns, rows, cells: cells.to_vec() };
    let refusal = |pieces| OthelloPosition::from_pieces(&pieces, 0).unwrap_err();
    assert_eq!(refusal(pieces(5, 5, &[None; 25])), OthelloPositionProblem::Size);
    assert_eq!(refusal(pieces(4, 6, &[None; 24])), OthelloPositionProblem::Size);
    assert_eq!(refusal(pieces(4, 4, &[Some(2); 16])), OthelloPositionProblem::NoBoard);
    assert_eq!(OthelloPosition::initial(7), Err(OthelloPositionProblem::Size));
}
