use std::ops::RangeInclusive;

use game::{Game, Goal};
use search::{Budget, Spec};

use crate::game_profile::{GameKind, GameProfile};
use crate::{Interval, Match, MatchError, Outcome, Player, Seed};

/// Matches of one strategy against another, which has all other seats: how strong the first is.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    /// The first strategy.
    pub challenger: Spec,
    /// The other.
    pub other: Spec,
    /// What the first strategy got in each match, from 0 for the least goal to 1 for the greatest; the mean
    /// of all seats if both strategies are the same.
    pub payoffs: Vec<f64>,
}

/// Plies after which a match counts as the middle.
const PLIES: u32 = 1_000;

impl Challenge {
    /// No matches yet.
    pub fn new(challenger: Spec, other: Spec) -> Self {
        Self { challenger, other, payoffs: Vec::new() }
    }

    /// Plays until there are so many matches, the first strategy in one seat after the other, or until the
    /// stop button of `budget` is pressed, or `go_on` says no before a match. The budget is that of each
    /// decision. The same `seed` gives the same matches, unless time decides.
    ///
    /// # Errors
    /// If the game fails.
    pub fn play<G: Game>(
        &mut self,
        game: &G,
        matches: usize,
        budget: &Budget,
        seed: Seed,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), MatchError> {
        for number in self.payoffs.len()..matches {
            if !go_on() {
                break;
            }
            let seats = game::players(game).count();
            let seat = number % seats.max(1);
            let spec = |other| if other == seat { &self.challenger } else { &self.other };
            let players = (0..seats).map(|other| Player::from(spec(other))).collect();
            let one = Match::new(game, players).with_budget(budget.clone()).with_ply_limit(PLIES);
            let Some(record) = one.play(Seed(seed.0.wrapping_add(number as u64)))? else { break };
            let first = (0..seats).filter(|&other| other == seat || self.challenger == self.other);
            let payoffs: Vec<f64> = first.map(|seat| payoff(game, &record.outcome, seat)).collect();
            self.payoffs.push(payoffs.iter().sum::<f64>() / payoffs.len() as f64);
        }
        Ok(())
    }

    /// The 95 % interval of the mean payoff.
    pub fn interval(&self) -> Interval {
        Interval::wilson(self.payoffs.iter().sum(), self.payoffs.len() as u64)
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

/// What any strategy gets against itself, as the mean over all seats and from 0 to 1, where all players
/// together always get one of these `sums`; none if they differ too much to tell.
pub(crate) fn even_score<G: Game>(game: &G, sums: &RangeInclusive<Goal>) -> Option<f64> {
    /// In a draw of three roles, each may get 33 of 100.
    const ROUNDING: f64 = 0.01;
    let seats = game::players(game).count() as f64;
    let [low, high] = [sums.start(), sums.end()].map(|&sum| share(game, f64::from(sum) / seats));
    (high - low < ROUNDING).then_some(high)
}

/// What the player in a seat got, from 0 to 1.
fn payoff<G: Game>(game: &G, outcome: &Outcome, seat: usize) -> f64 {
    match outcome {
        Outcome::Goals(goals) => share(game, f64::from(goals[seat])),
        Outcome::PlyLimit | Outcome::Unscored => 0.5,
        Outcome::Forfeit { role: guilty, .. } => f64::from(u8::from(*guilty != seat)),
    }
}

/// A payoff on the scale from 0 for the least goal to 1 for the greatest.
fn share<G: Game>(game: &G, payoff: f64) -> f64 {
    let range = game.goal_range();
    let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
    if greatest > least { (payoff - least) / (greatest - least) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use search::Stop;

    use super::*;
    use crate::testing::rules;

    fn score(name: &str, first: &str, other: &str) -> f64 {
        let mut challenge = Challenge::new(first.parse().unwrap(), other.parse().unwrap());
        challenge.play(&rules(name), 20, &Budget::default(), Seed(1), &|| true).unwrap();
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
    fn against_itself_a_strategy_gets_an_equal_share_of_what_all_get_together() {
        assert_eq!(even_score(&rules("connect-four"), &(100..=100)), Some(0.5));
        let third = even_score(&rules("tictactoe-3p"), &(99..=100)).unwrap();
        assert!((third - 1.0 / 3.0).abs() < 1e-9, "{third}");
        assert_eq!(even_score(&rules("prisoners-dilemma"), &(2..=6)), None);
        assert_eq!(even_score(&rules("maze"), &(0..=100)), None, "a role alone");
    }

    #[test]
    fn a_role_alone_scores_what_it_gets() {
        assert_eq!(score("maze", "deepening", "random"), 1.0);
    }

    #[test]
    fn a_strategy_against_itself_scores_what_all_seats_get() {
        assert_eq!(score("connect-four", "random", "random"), 0.5);
        let score = score("tictactoe-3p", "random", "random");
        assert!((0.33..0.3334).contains(&score), "{score}");
    }

    #[test]
    fn chance_has_no_seat_even_if_it_is_the_first_role() {
        let game = crate::testing::chance_first();
        let [first, other] = ["random", "first-legal"].map(|name| name.parse::<Spec>().unwrap());
        let mut challenge = Challenge::new(first, other);
        challenge.play(&game, 4, &Budget::default(), Seed(1), &|| true).unwrap();
        assert_eq!(challenge.payoffs, [1.0, 0.0, 1.0, 0.0], "by turns as a and as b");
        let forfeit = Outcome::Forfeit { role: 1, foul: "an illegal move".to_owned() };
        assert_eq!([0, 1].map(|seat| payoff(&game, &forfeit, seat)), [1.0, 0.0]);
    }

    #[test]
    fn a_stop_button_ends_it() {
        let budget = Budget { stop: Stop::default(), ..Budget::default() };
        budget.stop.press();
        let spec: Spec = "random".parse().unwrap();
        let mut challenge = Challenge::new(spec.clone(), spec);
        challenge.play(&rules("nim"), 5, &budget, Seed(0), &|| true).unwrap();
        assert_eq!((challenge.payoffs.len(), challenge.score()), (0, None));
        assert_eq!(challenge.interval(), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn it_can_go_on() {
        let of = |steps: &[usize]| {
            let mut challenge =
                Challenge::new("uct(playouts=20)".parse().unwrap(), "random".parse().unwrap());
            for &matches in steps {
                challenge.play(&rules("tictactoe"), matches, &Budget::default(), Seed(1), &|| true).unwrap();
            }
            challenge.payoffs
        };
        assert_eq!(of(&[6]), of(&[2, 2, 5, 6]));
    }

    #[test]
    fn learned_evaluations_serve_searches_that_suit_the_kind_of_game() {
        let by = |name| Challenge::by_learned(&rules(name)).to_string();
        assert_eq!(by("tron"), "pessimistic(eval=learned)");
        assert_eq!(by("tictactoe-3p"), "deepening(eval=learned)");
    }
}
