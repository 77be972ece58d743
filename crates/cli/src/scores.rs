use arena::{Outcome, Plan};

/// What a match is worth to each role, as ratings count it; none where it had no end.
pub(crate) fn scores(plan: &Plan, outcome: &Outcome) -> Option<Vec<f64>> {
    match outcome {
        Outcome::PlyLimit | Outcome::Unscored => None,
        Outcome::Forfeit { role, .. } => {
            let share = 1.0 / (plan.roles - 1).max(1) as f64;
            Some((0..plan.roles).map(|other| if other == *role { 0.0 } else { share }).collect())
        }
        Outcome::Goals(goals) => {
            let greatest = if plan.roles == 1 { plan.top_goal } else { *goals.iter().max()? };
            let winners = goals.iter().filter(|&&goal| goal == greatest).count();
            let score = |&goal: &_| if goal == greatest { 1.0 / winners as f64 } else { 0.0 };
            Some(goals.iter().map(score).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use arena::Schedule;
    use serde_json::json;

    use super::*;

    fn plan(roles: usize) -> Plan {
        let json = json!({
            "game": "any, \"quoted\"", "rules_hash": null, "roles": roles, "top_goal": 100, "players": ["a"],
            "schedule": Schedule::RoundRobin, "games_per_pairing": 1, "seed": 0, "opening_plies": 0,
            "ply_limit": 100, "move_time": null, "forfeit_after": null, "sprt": null
        });
        serde_json::from_value(json).expect("a plan")
    }

    #[test]
    fn scores_are_those_of_the_ratings() {
        let goals = |goals: &[i32]| Outcome::Goals(goals.to_vec());
        assert_eq!(scores(&plan(2), &goals(&[50, 50])), Some(vec![0.5, 0.5]));
        assert_eq!(scores(&plan(3), &goals(&[40, 40, 0])), Some(vec![0.5, 0.5, 0.0]));
        assert_eq!(scores(&plan(1), &goals(&[99])), Some(vec![0.0]));
        assert_eq!(scores(&plan(1), &goals(&[100])), Some(vec![1.0]));
        let forfeit = |role| Outcome::Forfeit { role, foul: String::new() };
        assert_eq!(scores(&plan(3), &forfeit(0)), Some(vec![0.0, 0.5, 0.5]));
        assert_eq!(scores(&plan(1), &forfeit(0)), Some(vec![0.0]));
        assert_eq!(scores(&plan(2), &Outcome::PlyLimit), None);
    }
}
