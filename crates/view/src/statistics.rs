use game::{Game, Rules};
use gdl::Rulesheet;
use serde::Serialize;

/// Statistics of a rulesheet and its circuit: sizes, symmetries, times. The command line and the page show
/// this document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Figures))]
pub struct RulesStatistics {
    /// The names of the roles, in the order of joint moves.
    pub roles: Vec<String>,
    /// The number of facts and rules in the rulesheet.
    pub rules: usize,
    /// The number of fluents that may ever hold. This and the other sizes are missing without a circuit.
    pub fluents: Option<usize>,
    /// The number of moves that may ever be legal, of all roles together.
    pub moves: Option<usize>,
    /// The number of two-input gates of the circuit.
    pub gates: Option<usize>,
    /// The number of gates before the circuit was simplified.
    pub gates_before: Option<usize>,
    /// The depth of the circuit: the greatest number of gates in a row.
    pub depth: Option<usize>,
    /// The number of recursive blocks: sets of atoms that depend on one another.
    pub blocks: Option<usize>,
    /// The number of invariants: groups of fluents of which at most one holds in every reachable state, as
    /// has been proven.
    pub invariants: Option<usize>,
    /// The number of symmetries of the rules that are used, the identity included.
    pub symmetries: usize,
    /// The time of grounding, in seconds.
    pub ground_seconds: Option<f64>,
    /// The time of building the circuit, in seconds.
    pub build_seconds: Option<f64>,
    /// Why there is no circuit, so that the reasoner plays; none if there is one.
    pub no_circuit: Option<String>,
}

impl RulesStatistics {
    /// The statistics of the game that `sheet` describes. This searches for symmetries, which seldom takes
    /// a second.
    pub fn new(sheet: &Rulesheet, rules: &Rules) -> Self {
        let compiled = rules.compiled().ok();
        let size = compiled.map(|compiled| compiled.circuit().size());
        Self {
            roles: (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect(),
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
    use crate::testing::sheet;

    #[test]
    fn a_game_on_the_reasoner_has_roles_and_a_reason_instead_of_sizes() {
        let sheet = sheet("tictactoe");
        let compiled = RulesStatistics::new(&sheet, &Rules::new(&sheet).unwrap());
        assert_eq!((compiled.fluents, compiled.moves, compiled.symmetries), (Some(29), Some(20), 8));
        let reasoned = RulesStatistics::new(&sheet, &Rules::reasoned(&sheet, Limits::default()).unwrap());
        assert_eq!((reasoned.roles.len(), reasoned.gates, reasoned.symmetries), (2, None, 1));
        assert_eq!((reasoned.rules, compiled.no_circuit), (compiled.rules, None));
        assert_eq!(reasoned.no_circuit.as_deref(), Some("the reasoner was asked for"));
    }
}
