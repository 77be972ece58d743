use game::{Game, Information, Rules};

/// What kind of game it is, in words: whether it is left to chance, and what its players know.
pub(crate) fn describe(rules: &Rules) -> String {
    let chance = if rules.chance().is_some() { "chance" } else { "deterministic" };
    let information = match rules.information() {
        Information::Complete => "complete information",
        Information::Told => "complete information (percepts tell every player all moves)",
        Information::Hidden => "hidden information",
    };
    format!("{chance}, {information}")
}
