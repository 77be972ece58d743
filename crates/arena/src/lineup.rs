use game::{Game, InformationState, Rules};
use rand::SeedableRng;
use search::{Budget, Decision, HiddenRequest, Request, SearchError, SearchRng, Spec};

use crate::game_profile::{GameKind, GameProfile};

/// The default players of a tournament of a game, and the default number of games: strategies that can play
/// such a game, with budgets that suit it. The budgets count plies, nodes and playouts and not seconds, so
/// that the seed determines every game.
#[derive(Clone, Debug, PartialEq)]
pub struct Lineup {
    /// The players.
    pub players: Vec<Spec>,
    /// Remarks on the choice, for people.
    pub remarks: Vec<String>,
    /// Games of all pairings together.
    games: usize,
}

/// How fast a game answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// From memory, such as a [`Tabulated`](game::Tabulated) one.
    Table,
    /// A million states a second or so, such as a compiled one.
    Fast,
    /// The rules are evaluated anew at every move.
    Slow,
}

impl Pace {
    /// The pace of rules as they are.
    pub fn of(rules: &Rules) -> Self {
        if rules.compiled().is_ok() { Self::Fast } else { Self::Slow }
    }
}

/// How far a search can look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// To the end of the game.
    End,
    /// Some plies.
    Near,
    /// Few, and there are few playouts.
    Short,
}

/// Nodes within which a search must reach the end of the game to play without a depth limit; a fraction of
/// a second.
const SOLVABLE_NODES: u64 = 300_000;

/// Pairings at most; where more roles would make more of them, there are fewer players.
const PAIRINGS: usize = 100;

impl GameKind {
    /// The search that might see the end of such a game.
    fn search(self) -> &'static str {
        match self {
            Self::SinglePlayer | Self::TwoPlayer => "alpha-beta",
            Self::MultiPlayer => "maxn",
            Self::Simultaneous => "pessimistic",
        }
    }

    /// The players, as a list of specs. Where many roles leave room for few players, the first ones stay.
    fn players(self, reach: Reach) -> &'static str {
        match (self, reach) {
            (Self::SinglePlayer, Reach::End) => "alpha-beta,random,flat-mc,uct",
            (Self::SinglePlayer, Reach::Near) => {
                "deepening(nodes=1000,eval=goal-proximity),random,flat-mc,uct(playouts=1000)"
            }
            (Self::SinglePlayer, Reach::Short) => "random,flat-mc(playouts=40),uct(playouts=40)",
            (Self::TwoPlayer, Reach::End) => "alpha-beta,random,flat-mc,stepwise-mcts",
            (Self::TwoPlayer, Reach::Near) => {
                "deepening(nodes=1000,eval=mobility),random,flat-mc,uct(playouts=1000)"
            }
            (Self::TwoPlayer, Reach::Short) => {
                "alpha-beta(depth=2),random,flat-mc(playouts=40),uct(playouts=40)"
            }
            (Self::MultiPlayer, Reach::End) => "uct,maxn,random,paranoid",
            (Self::MultiPlayer, Reach::Near) => {
                "uct(playouts=1000),maxn(depth=2,eval=playouts),random,paranoid(depth=2,eval=playouts)"
            }
            (Self::MultiPlayer, Reach::Short) => "uct(playouts=40),maxn(depth=1,eval=playouts(1)),random",
            (Self::Simultaneous, Reach::End) => "uct,pessimistic,random,random-opponent",
            (Self::Simultaneous, Reach::Near) => {
                "uct(playouts=1000),pessimistic(depth=1,eval=playouts),random,random-opponent(depth=1,eval=playouts)"
            }
            (Self::Simultaneous, Reach::Short) => "uct(playouts=40),random,flat-mc(playouts=40)",
        }
    }
}

impl Reach {
    /// Games of all pairings together.
    fn games(self) -> usize {
        match self {
            Self::End => 1600,
            Self::Near => 96,
            Self::Short => 64,
        }
    }

    /// Why strategies have these budgets, in words.
    fn remark(self, pace: Pace) -> &'static str {
        match (self, pace) {
            (Self::End, _) => "small enough for a search to the end of the game",
            (Self::Near, Pace::Table) => {
                "too large for a quick search to its end without a table of states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take"
            }
            (Self::Near, Pace::Fast | Pace::Slow) => {
                "too large for a table of its states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take"
            }
            (Self::Short, _) => {
                "its rules are evaluated anew at every move, so that searches are short and games few"
            }
        }
    }
}

impl Lineup {
    /// The line-up of a game that answers at this pace.
    pub fn of<G: Game>(game: &G, pace: Pace) -> Self {
        let nodes = if pace == Pace::Table { SOLVABLE_NODES } else { 0 };
        Self::searched(game, pace, nodes)
    }

    fn searched<G: Game>(game: &G, pace: Pace, nodes: u64) -> Self {
        if game.percepts().is_some() {
            return Self::hidden(game, pace);
        }
        let kind = GameProfile::of(game, || true).kind;
        let reach = match pace {
            Pace::Slow => Reach::Short,
            _ if nodes > 0 && solved(game, kind, nodes) => Reach::End,
            _ => Reach::Near,
        };
        let mut players = specs(kind.players(reach));
        let mut remarks = vec![format!("the line-up is one for {}: {}", kind.remark(), reach.remark(pace))];
        players.retain(|player| match Self::objection(game, player) {
            Some(error) => {
                remarks.push(error.to_string());
                false
            }
            None => true,
        });
        while players.len() > 2 && pairings(&players, game) > PAIRINGS {
            players.pop();
        }
        Self { games: reach.games(), players, remarks }
    }

    /// The default number of games of each pairing of some players.
    pub fn games_of<G: Game>(&self, players: &[Spec], game: &G) -> u32 {
        // Between 1 and 1600.
        (self.games / pairings(players, game)).clamp(1, 100) as u32
    }

    /// The line-up of a game that hides something, in which searches cannot look at the state.
    fn hidden<G: Game>(game: &G, pace: Pace) -> Self {
        let (players, reach) = match pace {
            Pace::Slow => {
                ("ismcts(playouts=100),pimc(inner=flat-mc(playouts=40),worlds=5),random", Reach::Short)
            }
            Pace::Table | Pace::Fast => {
                ("ismcts(playouts=1000),pimc(inner=uct(playouts=100),worlds=10),random", Reach::Near)
            }
        };
        let mut players = specs(players);
        while players.len() > 2 && pairings(&players, game) > PAIRINGS {
            players.pop();
        }
        let budgets = match reach {
            Reach::End | Reach::Near => {
                "all look ahead within fixed numbers of playouts, whatever time they take"
            }
            Reach::Short => reach.remark(pace),
        };
        let remarks =
            vec![format!("the line-up is one for a game that hides something from its roles: {budgets}")];
        Self { games: reach.games(), players, remarks }
    }

    /// Why a strategy cannot play a game, as far as the initial state tells.
    pub fn objection<G: Game>(game: &G, player: &Spec) -> Option<SearchError> {
        // A custom strategy may do anything when it is asked, and is asked in matches alone.
        if player.is_custom() {
            return None;
        }
        match first_decision(game, player, 1) {
            Some(Err(error @ SearchError::Inapplicable { .. })) => Some(error),
            _ => None,
        }
    }
}

fn specs(text: &str) -> Vec<Spec> {
    Spec::list(text).expect("the lists above are made of names that the catalogue has")
}

/// How many ways there are to fill the seats, at least one.
fn pairings<G: Game>(players: &[Spec], game: &G) -> usize {
    game::players(game).fold(1, |ways: usize, _| ways.saturating_mul(players.len())).max(1)
}

/// Whether a search reaches the end of the game within so many nodes.
fn solved<G: Game>(game: &G, kind: GameKind, nodes: u64) -> bool {
    let search = &specs(kind.search())[0];
    // Where there is nothing to decide, nothing is left to find.
    first_decision(game, search, nodes).is_none_or(|decision| decision.is_ok_and(|decision| decision.proven))
}

/// What a strategy decides first within so many nodes or playouts; nothing if there is nothing to decide.
fn first_decision<G: Game>(
    game: &G,
    spec: &Spec,
    effort: u64,
) -> Option<Result<Decision<G::Move>, SearchError>> {
    let state = game.initial();
    let budget = Budget { nodes: Some(effort), playouts: Some(effort), ..Budget::default() };
    let mut rng = SearchRng::seed_from_u64(0);
    let role = game::players(game).next()?;
    if game.terminal(&state) {
        return None;
    }
    if game.percepts().is_none() {
        return Some(spec.build().choose(Request::new(game, &state, role, &mut rng).within(budget)));
    }
    let (mut legal, known) = (Vec::new(), InformationState::initial(role));
    game.legal(&state, role, &mut legal);
    let request = HiddenRequest::new(game, &known, &legal, &mut rng).within(budget);
    (!legal.is_empty()).then(|| spec.build().choose_hidden(request))
}

#[cfg(test)]
mod tests {
    use game::{TableLimits, Tabulated, Tree};

    use super::*;
    use crate::testing::{Pennies, rules};

    fn names(lineup: &Lineup) -> Vec<String> {
        lineup.players.iter().map(Spec::to_string).collect()
    }

    #[test]
    fn a_small_game_is_searched_to_its_end() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let lineup = Lineup::of(&tree, Pace::Table);
        assert_eq!(names(&lineup), ["alpha-beta", "random", "flat-mc", "stepwise-mcts"]);
        assert_eq!(lineup.games_of(&lineup.players, &tree), 100);
        assert!(lineup.remarks[0].contains("two roles that move in turn"), "{:?}", lineup.remarks);
    }

    #[test]
    fn a_game_with_too_many_ways_is_searched_within_bounds() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let lineup = Lineup::searched(&tree, Pace::Table, 5);
        assert_eq!(
            names(&lineup),
            ["deepening(eval=mobility,nodes=1000)", "random", "flat-mc", "uct(playouts=1000)"]
        );
        assert_eq!(lineup.games_of(&lineup.players, &tree), 6);
        assert_eq!(
            lineup.remarks,
            [
                "the line-up is one for two roles that move in turn: too large for a quick search to its end without a table of states, so all look ahead within fixed numbers of plies, nodes or playouts, whatever time they take"
            ]
        );
    }

    #[test]
    fn fewer_players_play_more_games() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let lineup = Lineup::searched(&tree, Pace::Table, 5);
        for (players, games) in [
            ("random", 96),
            ("random,uct", 24),
            ("random,uct,flat-mc,minimax,negamax,maxn,first-legal,alpha-beta,deepening,paranoid", 1),
        ] {
            assert_eq!(lineup.games_of(&specs(players), &tree), games, "{players}");
        }
    }

    #[test]
    fn it_is_told_what_a_game_is_too_large_for() {
        let remark = |name: &str, pace| Lineup::of(&rules(name), pace).remarks.remove(0);
        assert!(remark("nim", Pace::Fast).contains(": too large for a table of its states, so all"));
        assert!(
            remark("kuhn-poker", Pace::Fast).contains(": all look ahead within fixed numbers of playouts,")
        );
        assert!(remark("kuhn-poker", Pace::Slow).contains(": its rules are evaluated anew at every move"));
    }

    #[test]
    fn a_slow_game_is_played_seldom() {
        let tree = Tree::from_brackets("(1 2)").unwrap();
        let lineup = Lineup::of(&tree, Pace::Slow);
        assert_eq!(names(&lineup)[0], "alpha-beta(depth=2)");
        assert_eq!(lineup.games_of(&lineup.players, &tree), 4);
    }

    #[test]
    fn a_game_that_is_over_has_a_lineup_too() {
        assert_eq!(Lineup::of(&Tree::from_brackets("7").unwrap(), Pace::Table).players.len(), 4);
    }

    #[test]
    fn roles_that_choose_at_the_same_time_get_others() {
        assert_eq!(names(&Lineup::of(&Pennies, Pace::Table))[..2], ["uct", "pessimistic"]);
    }

    #[test]
    fn nobody_in_a_lineup_is_unsuited() {
        for name in
            ["lights-out", "maze", "nim", "connect-four", "tictactoe-3p", "rock-paper-scissors", "tron"]
        {
            let game = rules(name);
            for pace in [Pace::Fast, Pace::Slow] {
                let lineup = Lineup::of(&game, pace);
                assert!(lineup.players.len() >= 3, "{name}: {lineup:?}");
                assert_eq!(lineup.remarks.len(), 1, "{name}: {lineup:?}");
                assert!(lineup.players.iter().any(|player| player.to_string().starts_with("uct")), "{name}");
            }
            if let Ok(table) = Tabulated::new(&game, TableLimits::default()) {
                assert_eq!(Lineup::of(&table, Pace::Table).remarks.len(), 1, "{name}");
            }
        }
    }

    #[test]
    fn four_roles_leave_room_for_three_players() {
        let json =
            r#"{"roles": ["a", "b", "c", "d"], "root": [{"goals": [1, 2, 3, 4]}, {"goals": [4, 3, 2, 1]}]}"#;
        let tree = Tree::from_json(json).unwrap();
        let lineup = Lineup::of(&tree, Pace::Table);
        assert_eq!(names(&lineup), ["uct", "maxn", "random"]);
        assert_eq!(lineup.games_of(&lineup.players, &tree), 19);
    }
}
