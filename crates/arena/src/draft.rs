use std::time::Duration;

use game::Game;
use search::Spec;

use crate::{Lineup, Match, Pace, Plan, Schedule, Seed, Sprt};

/// What somebody wants of a tournament, whatever the game: a [`Plan`] with gaps, which are filled when the game is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Who plays; without it a [`Lineup`] that suits the game.
    pub players: Option<Vec<Spec>>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How many matches each pairing plays; without it as many as suit the schedule, the test or the game.
    pub games: Option<u32>,
    /// Where chance comes from.
    pub seed: Seed,
    /// So many joint moves at the start of every match are made at random.
    pub opening_plies: u32,
    /// Matches end without goals after so many joint moves.
    pub ply_limit: u32,
    /// Bounds the time of every decision.
    pub move_time: Option<Duration>,
    /// Who takes longer for a decision forfeits the match.
    pub forfeit_after: Option<Duration>,
    /// Ends a pairing as soon as it is decided.
    pub sprt: Option<Sprt>,
}

/// A game and what it is known by.
#[derive(Debug)]
pub struct Known<'g, G> {
    /// The game.
    pub game: &'g G,
    /// Its name.
    pub name: &'g str,
    /// A hash of the text of its rules.
    pub rules_hash: Option<String>,
    /// How fast it answers.
    pub pace: Pace,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            players: None,
            schedule: Schedule::RoundRobin,
            games: None,
            seed: Seed(0),
            opening_plies: 0,
            ply_limit: Self::PLY_LIMIT,
            move_time: None,
            forfeit_after: None,
            sprt: None,
        }
    }
}

impl Draft {
    /// Joint moves after which a match ends if nobody says otherwise.
    pub const PLY_LIMIT: u32 = Match::<game::Tree>::PLY_LIMIT;
    /// Joint moves of an opening at most.
    pub const MOST_OPENING_PLIES: u32 = 1_000;

    /// Matches of each pairing under a sequential test, which ends most of them long before.
    const TESTED_GAMES: u32 = 50_000;
    /// Matches of each pairing in a ladder, which ends when its order is clear.
    const LADDER_GAMES: u32 = 200;

    /// The plan for a game, and what people should know about what was chosen for them.
    pub fn plan<G: Game>(self, known: Known<'_, G>) -> (Plan, Vec<String>) {
        let Known { game, name, rules_hash, pace } = known;
        let games = self.games.or(match self.schedule {
            _ if self.sprt.is_some() => Some(Self::TESTED_GAMES),
            Schedule::Ladder => Some(Self::LADDER_GAMES),
            _ => None,
        });
        let (players, games, remarks) = match (self.players, games) {
            (Some(players), Some(games)) => (players, games, Vec::new()),
            (players, games) => {
                let lineup = Lineup::of(game, pace);
                let remarks = if players.is_none() { lineup.remarks } else { Vec::new() };
                (players.unwrap_or(lineup.players), games.unwrap_or(lineup.games), remarks)
            }
        };
        let plan = Plan {
            game: name.to_owned(),
            rules_hash,
            roles: game.roles(),
            top_goal: *game.goal_range().end(),
            players: players.iter().map(Spec::to_string).collect(),
            schedule: self.schedule,
            games_per_pairing: games,
            seed: self.seed,
            opening_plies: self.opening_plies,
            ply_limit: self.ply_limit,
            move_time: self.move_time,
            forfeit_after: self.forfeit_after,
            sprt: self.sprt,
            files: Plan::files_of(&players),
        };
        (plan, remarks)
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;

    fn planned(draft: Draft) -> (Plan, Vec<String>) {
        let game = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("a tree");
        draft.plan(Known { game: &game, name: "lecture", rules_hash: None, pace: Pace::Table })
    }

    #[test]
    fn what_nobody_said_suits_the_game() {
        let (plan, remarks) = planned(Draft::default());
        assert_eq!(plan.players, ["alpha-beta", "random", "flat-mc", "stepwise-mcts"]);
        assert_eq!((plan.games_per_pairing, plan.roles, plan.top_goal), (100, 2, 14));
        assert_eq!(remarks.len(), 1);
    }

    #[test]
    fn what_was_said_is_kept() {
        let players = Spec::list("random,uct(playouts=50)").expect("specs");
        let (plan, remarks) =
            planned(Draft { players: Some(players), games: Some(7), seed: Seed(3), ..Draft::default() });
        assert_eq!(plan.players, ["random", "uct(playouts=50)"]);
        assert_eq!((plan.games_per_pairing, plan.seed, remarks.len()), (7, Seed(3), 0));
    }

    #[test]
    fn tests_and_ladders_may_take_more_games_than_the_game_suggests() {
        let tested = planned(Draft { sprt: Some(Sprt::default()), ..Draft::default() }).0;
        let ladder = planned(Draft { schedule: Schedule::Ladder, ..Draft::default() }).0;
        assert_eq!((tested.games_per_pairing, ladder.games_per_pairing), (50_000, 200));
    }
}
