//! The role of chance.

pub use game::CHANCE;
use game::{Goal, Rules, RulesState};
use logic::{LogicError, RoleGoal};

/// The goal of each role in a state, or none if a role has no unique goal. The role of chance gets 0.
pub(crate) fn goals(rules: &Rules, state: &RulesState) -> Result<Option<Vec<Goal>>, LogicError> {
    let goal = |payoff| match payoff {
        RoleGoal::Unique(goal) => Some(goal.into()),
        RoleGoal::Missing | RoleGoal::Ambiguous(_) => None,
    };
    Ok(rules.goals(state)?.into_iter().map(goal).collect())
}

#[cfg(test)]
mod tests {
    use game::Game;
    use gdl::Rulesheet;

    use super::*;

    /// The goals in the initial state of rules, by the reasoner and by the circuit.
    fn goals_of(roles_and_goals: &str) -> Option<Vec<Goal>> {
        let text =
            format!("{roles_and_goals} (init a) (<= (legal ?r wait) (role ?r)) (<= terminal (true a))");
        let sheet = Rulesheet::parse("test", text.as_bytes()).unwrap();
        let reasoned = Rules::reasoned(&sheet, logic::Limits::default()).unwrap();
        let compiled = Rules::new(&sheet).unwrap();
        let (one, other) = (goals(&reasoned, &reasoned.initial()), goals(&compiled, &compiled.initial()));
        assert_eq!(one, other);
        one.unwrap()
    }

    #[test]
    fn the_role_of_chance_is_paid_nothing() {
        assert_eq!(goals_of("(role a) (role random) (goal a 70)"), Some(vec![70, 0]));
        assert_eq!(goals_of("(role RANDOM) (role a) (goal a 70) (goal Random 30)"), Some(vec![0, 70]));
        let several = "(role a) (role random) (goal a 7) (goal random 1) (goal random 2)";
        assert_eq!(goals_of(several), Some(vec![7, 0]));
    }

    #[test]
    fn other_roles_need_a_unique_goal() {
        assert_eq!(goals_of("(role a) (role b) (goal a 70)"), None);
        assert_eq!(goals_of("(role a) (role random) (goal random 70)"), None);
        assert_eq!(goals_of("(role a) (role random) (goal a 70) (goal a 30)"), None);
    }
}
