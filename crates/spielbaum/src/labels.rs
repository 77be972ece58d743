//! Short names for the players of a tournament, as tables and pictures show them.

use arena::Table;

/// Short names for players: the strategy's name without its parameters, with a number where that
/// names several.
pub(crate) struct Labels(Vec<String>);

impl Labels {
    /// Those of a tournament's players, in the order they were named.
    pub(crate) fn of(table: &Table) -> Self {
        let name = |player: &str| player.split('(').next().unwrap_or_default().to_owned();
        let names: Vec<String> = table.players().map(name).collect();
        let label = |(index, own): (usize, &String)| {
            let alike = |names: &[String]| names.iter().filter(|name| *name == own).count();
            if alike(&names) == 1 { own.clone() } else { format!("{own} {}", alike(&names[..=index])) }
        };
        Self(names.iter().enumerate().map(label).collect())
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }

    /// That of a player known by its spec; the spec itself of somebody else.
    pub(crate) fn of_player<'l>(&'l self, table: &Table, player: &'l str) -> &'l str {
        table.players().position(|known| known == player).map_or(player, |index| &self.0[index])
    }

    /// The labels that do not say which parameters a player has, with what they stand for.
    pub(crate) fn longer<'l>(&'l self, table: &'l Table) -> impl Iterator<Item = (&'l str, &'l str)> {
        self.0.iter().map(String::as_str).zip(table.players()).filter(|(_, spec)| spec.contains('('))
    }
}
