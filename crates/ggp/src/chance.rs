//! The role that chance plays.

use game::{Game, Goal, Rules, RulesState};
use logic::{LogicError, Payoff};

/// What the role of chance is called, by the protocol.
pub const CHANCE: &str = "random";

/// What each role gets in a state; none if the rules do not say so. Chance gets 0 if they give it nothing, as many do.
pub(crate) fn goals(rules: &Rules, state: &RulesState) -> Result<Option<Vec<Goal>>, LogicError> {
    let goal = |(role, payoff)| match payoff {
        Payoff::Goal(goal) => Some(goal.into()),
        Payoff::Missing if rules.role_name(role) == CHANCE => Some(0),
        Payoff::Missing | Payoff::Unclear(_) => None,
    };
    Ok(rules.payoffs(state)?.into_iter().enumerate().map(goal).collect())
}

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;

    use super::*;

    /// What roles get at the end of a game that has come there at once.
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
    fn chance_may_get_nothing() {
        assert_eq!(goals_of("(role a) (role random) (goal a 70)"), Some(vec![70, 0]));
        assert_eq!(goals_of("(role random) (role a) (goal a 70) (goal random 30)"), Some(vec![30, 70]));
    }

    #[test]
    fn others_must_get_something_clear() {
        assert_eq!(goals_of("(role a) (role Random) (goal a 70)"), None);
        assert_eq!(goals_of("(role a) (role random) (goal random 70)"), None);
        assert_eq!(goals_of("(role a) (role random) (goal a 70) (goal a 30)"), None);
        assert_eq!(goals_of("(role a) (role random) (goal a 7) (goal random 1) (goal random 2)"), None);
    }
}
