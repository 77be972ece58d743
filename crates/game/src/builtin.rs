/// A rulesheet that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The game's name.
    pub name: &'static str,
    /// Its rules, KIF text.
    pub rules: &'static str,
}

macro_rules! builtin {
    ($($name:literal),+ $(,)?) => {
        /// The built-in games, sorted by name: the files of the folder `games`.
        pub const BUILTIN: &[Builtin] =
            &[$(Builtin { name: $name, rules: include_str!(concat!("../games/", $name, ".kif")) }),+];
    };
}

builtin![
    "breakthrough",
    "breakthrough-6x6",
    "checkers",
    "coin-row",
    "connect-four",
    "connect-four-3p",
    "counting-to-21",
    "dark-hex-3x3",
    "eight-puzzle",
    "einstein-dice",
    "fifteen-puzzle",
    "goofspiel",
    "hex-7x7",
    "hidden-coin",
    "knights-tour",
    "kuhn-poker",
    "leduc-poker",
    "liars-dice",
    "lights-out",
    "mastermind",
    "maze",
    "minesweeper-small",
    "mini-bridge",
    "monty-hall",
    "nannon",
    "nim",
    "othello",
    "othello-4x4",
    "othello-6x6",
    "peg-solitaire",
    "phantom-tictactoe",
    "pig",
    "prisoners-dilemma",
    "rock-paper-scissors",
    "tictactoe",
    "tictactoe-3p",
    "tron",
    "two-rows",
];

impl Builtin {
    /// The built-in game of this name.
    pub fn named(name: &str) -> Option<&'static Builtin> {
        BUILTIN.iter().find(|game| game.name == name)
    }

    /// What the game is, in one line: the first line of the rulesheet's header comment.
    pub fn summary(&self) -> &'static str {
        summary(self.rules)
    }
}

/// The first line of a rulesheet's header comment.
pub(crate) fn summary(rules: &str) -> &str {
    rules.lines().next().unwrap_or_default().trim_start_matches([';', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_games_folder_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|file| Some(file.strip_suffix(".kif")?.to_owned()))
            .collect();
        files.sort();
        assert_eq!(files, BUILTIN.iter().map(|game| game.name).collect::<Vec<_>>());
    }

    #[test]
    fn every_builtin_game_passes_the_strict_check_and_says_what_it_is() {
        for game in BUILTIN {
            let sheet =
                gdl::Rulesheet::parse(game.name, game.rules.as_bytes()).and_then(gdl::Rulesheet::strict);
            assert!(sheet.is_ok(), "{}: {}", game.name, sheet.unwrap_err());
            assert!(!game.summary().is_empty(), "{}", game.name);
        }
    }
}
