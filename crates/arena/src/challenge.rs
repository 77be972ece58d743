use game::Game;
use search::{Budget, Spec};

use crate::game_profile::{GameKind, GameProfile};
use crate::{Match, MatchError, Outcome, Player, Seed};

/// Matches of one strategy against another, which has all other seats: how strong the first is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Challenge {
    /// What the first strategy got in each match, from 0 for the least goal to 1 for the greatest.
    pub payoffs: Vec<f64>,
}

/// Plies after which a match counts as the middle.
const PLIES: u32 = 1_000;

impl Challenge {
    /// Plays up to `matches` matches, the first strategy in one seat after the other, until the stop button of `budget` is pressed, or `go_on` says no
    /// before a match. The budget is that of each decision. The same `seed` gives the same matches, unless time decides.
    ///
    /// # Errors
    /// If the game fails.
    pub fn play<G: Game>(
        game: &G,
        first: &Spec,
        other: &Spec,
        matches: usize,
        budget: &Budget,
        seed: Seed,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, MatchError> {
        let mut challenge = Self::default();
        for number in 0..matches {
            if !go_on() {
                break;
            }
            let seat = number % game.roles();
            let players =
                (0..game.roles()).map(|role| Player::from(if role == seat { first } else { other }));
            let one = Match::new(game, players.collect()).with_budget(budget.clone()).with_ply_limit(PLIES);
            let Some(record) = one.play(Seed(seed.0.wrapping_add(number as u64)))? else { break };
            challenge.payoffs.push(payoff(game, &record.outcome, seat));
        }
        Ok(challenge)
    }

    /// The mean payoff; none without matches.
    pub fn score(&self) -> Option<f64> {
        let matches = self.payoffs.len();
        (matches > 0).then(|| self.payoffs.iter().sum::<f64>() / matches as f64)
    }

    /// The strategy that a learned evaluation serves best in such a game: `learned` in it names no file yet.
    pub fn by_learned<G: Game>(game: &G) -> Spec {
        let text = match GameProfile::of(game, || true).kind {
            GameKind::Simultaneous => "pessimistic(eval=learned)",
            GameKind::SinglePlayer | GameKind::TwoPlayer | GameKind::MultiPlayer => "deepening(eval=learned)",
        };
        text.parse().expect("the catalogue has these strategies")
    }
}

/// What a role got, from 0 to 1.
fn payoff<G: Game>(game: &G, outcome: &Outcome, role: usize) -> f64 {
    let range = game.goal_range();
    let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
    match outcome {
        Outcome::Goals(goals) if greatest > least => (f64::from(goals[role]) - least) / (greatest - least),
        Outcome::Goals(_) | Outcome::PlyLimit | Outcome::Unscored => 0.5,
        Outcome::Forfeit { role: guilty, .. } => f64::from(u8::from(*guilty != role)),
    }
}

#[cfg(test)]
mod tests {
    use search::Stop;

    use super::*;
    use crate::testing::rules;

    fn score(name: &str, first: &str, other: &str) -> f64 {
        let (first, other) = (first.parse().unwrap(), other.parse().unwrap());
        let challenge =
            Challenge::play(&rules(name), &first, &other, 20, &Budget::default(), Seed(1), &|| true).unwrap();
        assert_eq!(challenge.payoffs.len(), 20);
        challenge.score().unwrap()
    }

    #[test]
    fn the_stronger_strategy_scores_more_from_all_seats() {
        let (strong, weak) = ("uct(playouts=200)", "random");
        assert!(score("tictactoe", strong, weak) > 0.8);
        assert!(score("tictactoe", weak, strong) < 0.2);
        assert!(score("tictactoe-3p", strong, weak) > 0.5);
        assert!(score("tictactoe-3p", weak, strong) < 0.3);
    }

    #[test]
    fn a_role_alone_scores_what_it_gets() {
        assert_eq!(score("maze", "deepening", "random"), 1.0);
    }

    #[test]
    fn a_stop_button_ends_it() {
        let budget = Budget { stop: Stop::default(), ..Budget::default() };
        budget.stop.press();
        let spec: Spec = "random".parse().unwrap();
        let challenge = Challenge::play(&rules("nim"), &spec, &spec, 5, &budget, Seed(0), &|| true).unwrap();
        assert_eq!((challenge.payoffs.len(), challenge.score()), (0, None));
    }

    #[test]
    fn learned_evaluations_serve_searches_that_suit_the_kind_of_game() {
        let by = |name| Challenge::by_learned(&rules(name)).to_string();
        assert_eq!(by("tron"), "pessimistic(eval=learned)");
        assert_eq!(by("tictactoe-3p"), "deepening(eval=learned)");
    }
}
