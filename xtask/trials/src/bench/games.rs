//! Games by their names, and what plays them.

use anyhow::{Context, anyhow};
use game::{BUILTIN, Builtin, Game, Native, Rules};
use gdl::Rulesheet;

/// What plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Engine {
    /// The rulesheet, compiled to gates
    Circuit,
    /// The board written by hand
    Native,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Circuit => "circuit",
            Self::Native => "native",
        }
    }
}

/// Work on a game that does not depend on what plays it.
pub(crate) trait Work {
    type Output;

    fn on<G: Game>(self, game: &G) -> anyhow::Result<Self::Output>;
}

/// Does `work` on a built-in game as `engine` plays it.
pub(crate) fn play<W: Work>(name: &str, engine: Engine, work: W) -> anyhow::Result<W::Output> {
    match engine {
        Engine::Circuit => work.on(&on_circuit(name)?),
        Engine::Native => match native(name)? {
            Native::Mnk(game) => work.on(&game),
            Native::ConnectFour(game) => work.on(&game),
            Native::Othello(game) => work.on(&game),
            Native::Breakthrough(game) => work.on(&game),
        },
    }
}

/// The rulesheet of a built-in game.
pub(crate) fn sheet(name: &str) -> anyhow::Result<Rulesheet> {
    let builtin = Builtin::named(name).ok_or_else(|| {
        let names: Vec<&str> = BUILTIN.iter().map(|game| game.name).collect();
        anyhow!("there is no game `{name}`; there are {}", names.join(", "))
    })?;
    Ok(Rulesheet::parse(name, builtin.rules.as_bytes())?)
}

/// The rulesheet of a built-in game on its circuit.
pub(crate) fn on_circuit(name: &str) -> anyhow::Result<Rules> {
    let rules = Rules::new(&sheet(name)?)?;
    if let Err(why) = rules.compiled() {
        return Err(anyhow!("`{name}` has no circuit: {why}"));
    }
    Ok(rules)
}

fn native(name: &str) -> anyhow::Result<Native> {
    Native::named(name).with_context(|| {
        format!("`{name}` has no native board; these have one: {}", Native::NAMES.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Roles;

    impl Work for Roles {
        type Output = Vec<String>;

        fn on<G: Game>(self, game: &G) -> anyhow::Result<Vec<String>> {
            Ok((0..game.roles()).map(|role| game.notation().role_name(role).to_owned()).collect())
        }
    }

    #[test]
    fn a_game_is_played_either_way() {
        for engine in [Engine::Circuit, Engine::Native] {
            assert_eq!(play("tictactoe", engine, Roles).unwrap(), ["xplayer", "oplayer"]);
        }
    }

    #[test]
    fn a_wrong_name_is_told_the_right_ones() {
        let unknown = play("tictac", Engine::Circuit, Roles).unwrap_err().to_string();
        assert!(unknown.contains("no game `tictac`; there are breakthrough,"), "{unknown}");
        let boardless = play("maze", Engine::Native, Roles).unwrap_err().to_string();
        assert!(boardless.contains("no native board; these have one: ") && boardless.contains("othello"));
    }
}
