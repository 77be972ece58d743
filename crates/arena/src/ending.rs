use game::Goal;
use serde::Serialize;

use crate::Outcome;

/// How a match ended, in columns.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ending {
    /// `goals`, `ply-limit`, `unscored` or `forfeit`.
    pub outcome: &'static str,
    /// In role order.
    pub goals: Option<Vec<Goal>>,
    /// The role that forfeited, from 0.
    pub forfeiter: Option<usize>,
    /// What the player of that role did.
    pub foul: Option<String>,
}

impl From<&Outcome> for Ending {
    fn from(outcome: &Outcome) -> Self {
        let unplayed = |outcome| Self { outcome, goals: None, forfeiter: None, foul: None };
        match outcome {
            Outcome::Goals(goals) => Self { goals: Some(goals.clone()), ..unplayed("goals") },
            Outcome::PlyLimit => unplayed("ply-limit"),
            Outcome::Unscored => unplayed("unscored"),
            Outcome::Forfeit { role, foul } => {
                Self { forfeiter: Some(*role), foul: Some(foul.clone()), ..unplayed("forfeit") }
            }
        }
    }
}

impl Ending {
    /// In words; roles by their names.
    pub fn text(&self, roles: &[String]) -> String {
        match (&self.goals, &self.foul) {
            (Some(goals), _) => {
                let goals = roles.iter().zip(goals).map(|(role, goal)| format!("{role} {goal}"));
                goals.collect::<Vec<_>>().join(", ")
            }
            (None, Some(foul)) => format!("forfeited: {foul}"),
            (None, None) if self.outcome == "unscored" => "given up, or without goals".to_owned(),
            (None, None) => "ended by the ply limit, without goals".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_words() {
        let text =
            |outcome: &Outcome| Ending::from(outcome).text(&["role 1".to_owned(), "role 2".to_owned()]);
        assert_eq!(text(&Outcome::Goals(vec![100, 0])), "role 1 100, role 2 0");
        assert_eq!(text(&Outcome::PlyLimit), "ended by the ply limit, without goals");
        assert_eq!(text(&Outcome::Unscored), "given up, or without goals");
        let forfeit = Outcome::Forfeit { role: 1, foul: "a as x panicked: oh".to_owned() };
        assert_eq!(text(&forfeit), "forfeited: a as x panicked: oh");
        assert_eq!(Ending::from(&forfeit).forfeiter, Some(1));
    }
}
