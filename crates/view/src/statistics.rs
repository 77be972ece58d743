use gdl::Rulesheet;
use serde::Serialize;

use crate::{Game, Rules};

/// What a rulesheet comes to: how large it is, and what its circuit is like. The document that the command line and the page tell it by.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figures {
    /// The names of the roles, in the order of joint moves.
    pub roles: Vec<String>,
    /// How many facts and rules are written.
    pub rules: usize,
    /// Fluents that may ever hold; none without a circuit, as are the other sizes.
    pub fluents: Option<usize>,
    /// Moves that may ever be legal, of all roles together.
    pub moves: Option<usize>,
    /// Two-input gates of the circuit.
    pub gates: Option<usize>,
    /// Those before they were simplified.
    pub gates_before: Option<usize>,
    /// The most gates one after another.
    pub depth: Option<usize>,
    /// Sets of atoms that depend on one another.
    pub blocks: Option<usize>,
    /// Groups of fluents of which one at most is proven to hold in every reachable state.
    pub invariants: Option<usize>,
    /// How many symmetries of the rules are used, that which changes nothing included.
    pub symmetries: usize,
    /// Time on the clock to remove the variables.
    pub ground_seconds: Option<f64>,
    /// Time on the clock to make the circuit.
    pub build_seconds: Option<f64>,
    /// Why there is no circuit, so that the reasoner plays.
    pub no_circuit: Option<String>,
}

impl Figures {
    /// The figures of the game that `sheet` describes. Its symmetries are looked for, which seldom takes a second.
    pub fn new(sheet: &Rulesheet, rules: &Rules) -> Self {
        let compiled = rules.compiled().ok();
        let size = compiled.map(|compiled| compiled.circuit().size());
        Self {
            roles: (0..rules.roles()).map(|role| rules.role_name(role).to_owned()).collect(),
            rules: sheet.rules().len(),
            fluents: size.map(|size| size.fluents),
            moves: size.map(|size| size.moves.iter().sum()),
            gates: size.map(|size| size.gates),
            gates_before: size.map(|size| size.gates_before),
            depth: size.map(|size| size.depth),
            blocks: size.map(|size| size.blocks),
            invariants: size.map(|size| size.invariants),
            symmetries: rules.symmetries(),
            ground_seconds: compiled.map(|compiled| compiled.grounding_time().as_secs_f64()),
            build_seconds: compiled.map(|compiled| compiled.building_time().as_secs_f64()),
            no_circuit: rules.compiled().err().map(ToString::to_string),
        }
    }
}

#[cfg(test)]
mod tests {
    use logic::Limits;

    use super::*;
    use crate::Builtin;

    #[test]
    fn a_game_on_the_reasoner_has_roles_and_a_reason_instead_of_sizes() {
        let builtin = Builtin::named("tictactoe").unwrap();
        let sheet = Rulesheet::parse("tictactoe", builtin.rules.as_bytes()).unwrap();
        let compiled = Figures::new(&sheet, &Rules::new(&sheet).unwrap());
        assert_eq!((compiled.fluents, compiled.moves, compiled.symmetries), (Some(29), Some(20), 8));
        let reasoned = Figures::new(&sheet, &Rules::reasoned(&sheet, Limits::default()).unwrap());
        assert_eq!((reasoned.roles.len(), reasoned.gates, reasoned.symmetries), (2, None, 1));
        assert_eq!((reasoned.rules, compiled.no_circuit), (compiled.rules, None));
        assert_eq!(reasoned.no_circuit.as_deref(), Some("the reasoner was asked for"));
    }
}
