use game::Game;

/// The best line of play that a role alone has found, to be followed while nothing better is.
#[derive(Clone, Debug)]
pub(super) struct Path<G: Game> {
    pub(super) goal: f64,
    /// The moves still to be made where there is a choice.
    moves: Vec<G::Move>,
    /// How many of them are made.
    made: usize,
    /// Where the next of them is to be made.
    at: G::State,
}

impl<G: Game> Path<G> {
    /// A line from `at` that pays `goal`.
    pub(super) fn new(goal: f64, moves: Vec<G::Move>, at: G::State) -> Self {
        Self { goal, moves, made: 0, at }
    }

    /// Whether the next move of it is to be made in `state`.
    pub(super) fn leads_on_from(&self, state: &G::State) -> bool {
        self.at == *state && self.made < self.moves.len()
    }

    /// The moves from here on.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.moves[self.made..]
    }

    /// Makes the next move, and all after it that are the only ones.
    pub(super) fn advance(&mut self, game: &G) {
        let Some(&mov) = self.moves().first() else { return };
        self.made += 1;
        follow(game, &mut self.at, mov, |_| {});
    }

    /// All moves from here on, those that are the only ones too, as joint moves.
    pub(super) fn line(&self, game: &G) -> Vec<Vec<G::Move>> {
        let (mut at, mut line) = (self.at.clone(), Vec::new());
        for &mov in self.moves() {
            follow(game, &mut at, mov, |mov| line.push(vec![mov]));
        }
        line
    }
}

/// Makes a move from a state, and all after it that are the only ones, and tells of each.
fn follow<G: Game>(game: &G, at: &mut G::State, mov: G::Move, mut tell: impl FnMut(G::Move)) {
    tell(mov);
    *at = game.next(at, &[mov]);
    let mut legal = Vec::new();
    // States without a choice could go in a circle: then nobody asks for the next move either.
    for _ in 0..1000 {
        if game.terminal(at) {
            break;
        }
        game.legal(at, 0, &mut legal);
        let &[only] = legal.as_slice() else { break };
        tell(only);
        *at = game.next(at, &[only]);
    }
}
