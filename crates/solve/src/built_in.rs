use game::{CanonicalForm, Game, GameLoader, Interrupt};

use crate::limits::Clock;

/// Whether the rules of a game are those of a built-in rulesheet, so that what is known of that one is known
/// of this one. Their order does not count, but roles and fluents must have the same names: then each state
/// is the same state of the other game, with the same pieces. Rules that have no canonical form, or that are
/// not compared in time, are not said to be the same.
pub(crate) fn is_built_in<G: Game>(game: &G, name: &str, clock: &Clock<'_>) -> bool {
    let go_on = || clock.cut().is_none();
    let interrupt = Interrupt::unless(&go_on);
    let Some(own) = Identity::of(game, &interrupt) else { return false };
    let built_in = GameLoader::default().built_in_game_while(name, &interrupt);
    built_in.is_ok_and(|built_in| Identity::of(&built_in, &interrupt) == Some(own))
}

/// What games have in common if they are the same: as each role, fluent and move has the same number in the
/// canonical form, none is another one in the other game.
#[derive(PartialEq)]
struct Identity<'g> {
    roles: Vec<&'g str>,
    fluents: &'g [String],
    form: &'g CanonicalForm,
}

impl<'g> Identity<'g> {
    fn of<G: Game>(game: &'g G, interrupt: &Interrupt<'_>) -> Option<Self> {
        let encoding = game.encoding()?;
        let form = encoding.canonical_form(interrupt).ok()??;
        let roles = (0..game.roles()).map(|role| game.notation().role_name(role)).collect();
        Some(Self { roles, fluents: &encoding.structure().fluents, form })
    }
}
