//! Who plays which role.

use game::Game;
use search::Spec;

use crate::error::Error;
use crate::output;

/// Who plays a role.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// A strategy.
    Strategy(Spec),
}

impl Seat {
    /// The strategy, if one plays.
    pub(super) fn spec(&self) -> Option<&Spec> {
        match self {
            Self::Person => None,
            Self::Strategy(spec) => Some(spec),
        }
    }

    /// What people are told of who plays.
    pub(super) fn describe(&self) -> String {
        self.spec().map_or_else(|| "you".to_owned(), Spec::to_string)
    }
}

/// The names of a game's roles.
pub(super) fn role_names<G: Game>(game: &G) -> Vec<String> {
    (0..game.roles()).map(|role| game.notation().role_name(role).to_owned()).collect()
}

/// The word for nobody on the command line.
const NOBODY: &str = "none";

/// Seats people at the roles that `people` names, with commas between them, or at the first role, and
/// `others` at all that are left: one strategy for all of them, or one for each in role order. Nobody plays
/// the role of `chance`; the strategy at its seat is never asked.
pub(super) fn assign(
    roles: &[String],
    chance: Option<usize>,
    people: Option<&str>,
    others: &[Spec],
) -> Result<Vec<Seat>, Error> {
    let players = || (0..roles.len()).filter(|&role| Some(role) != chance);
    let mut persons = vec![false; roles.len()];
    let first = players().next().map_or(NOBODY, |role| &roles[role]);
    for name in people.unwrap_or(first).split(',').map(str::trim).filter(|&name| name != NOBODY) {
        let role = players().find(|&role| roles[role] == name).ok_or_else(|| {
            let known: Vec<&str> = players().map(|role| roles[role].as_str()).collect();
            let known = known.join(", ");
            let what = match chance {
                Some(role) if roles[role] == name => "`random` is chance, which nobody plays".to_owned(),
                _ => format!("there is no role `{name}`"),
            };
            Error::Usage(format!("{what}; the roles are {known}; `{NOBODY}` is nobody"))
        })?;
        persons[role] = true;
    }
    let left = players().filter(|&role| !persons[role]).count();
    if others.len() != 1 && others.len() != left {
        return Err(Error::Usage(format!(
            "{} strategies for {}; give one for all of them, or one for each in role order",
            others.len(),
            output::count(left, "role")
        )));
    }
    let mut strategies = others.iter().cycle();
    let mut next = || strategies.next().cloned().map_or(Seat::Person, Seat::Strategy);
    let seat = |role| match persons[role] {
        true => Seat::Person,
        false if Some(role) == chance => Seat::Strategy("random".parse().expect("a spec of the catalogue")),
        false => next(),
    };
    Ok((0..roles.len()).map(seat).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(people: Option<&str>, others: &str) -> Result<Vec<String>, Error> {
        seats_beside(["x", "o", "z"], None, people, others)
    }

    fn seats_beside(
        roles: [&str; 3],
        chance: Option<usize>,
        people: Option<&str>,
        others: &str,
    ) -> Result<Vec<String>, Error> {
        let seats = assign(&roles.map(str::to_owned), chance, people, &Spec::list(others).unwrap())?;
        Ok(seats.iter().map(Seat::describe).collect())
    }

    #[test]
    fn the_first_role_is_a_persons_unless_somebody_says_otherwise() {
        assert_eq!(seats(None, "random").unwrap(), ["you", "random", "random"]);
        assert_eq!(seats(Some("o"), "random").unwrap(), ["random", "you", "random"]);
        assert_eq!(seats(Some("x, z"), "random").unwrap(), ["you", "random", "you"]);
        assert_eq!(seats(Some("none"), "random").unwrap(), ["random", "random", "random"]);
        assert_eq!(seats(Some("x,o,z"), "random").unwrap(), ["you", "you", "you"]);
    }

    #[test]
    fn strategies_fill_the_other_seats_in_role_order() {
        assert_eq!(seats(Some("o"), "random,uct").unwrap(), ["random", "you", "uct"]);
        assert_eq!(seats(Some("none"), "uct,random,uct").unwrap(), ["uct", "random", "uct"]);
    }

    #[test]
    fn chance_has_no_player() {
        let seats = |people, others| seats_beside(["random", "x", "o"], Some(0), people, others);
        assert_eq!(seats(None, "uct").unwrap()[1..], ["you", "uct"]);
        assert_eq!(seats(Some("none"), "uct,minimax").unwrap()[1..], ["uct", "minimax"]);
        assert!(seats(Some("none"), "uct,uct,uct").is_err(), "one strategy too many");
        let Err(Error::Usage(message)) = seats(Some("random"), "uct") else { panic!("seated?") };
        assert_eq!(message, "`random` is chance, which nobody plays; the roles are x, o; `none` is nobody");
    }

    #[test]
    fn too_few_strategies_and_unknown_roles_are_refused() {
        let Err(Error::Usage(message)) = seats(None, "random,random,random") else { panic!("seated?") };
        assert_eq!(
            message,
            "3 strategies for 2 roles; give one for all of them, or one for each in role order"
        );
        let Err(Error::Usage(message)) = seats(Some("y"), "random") else { panic!("seated?") };
        assert_eq!(message, "there is no role `y`; the roles are x, o, z; `none` is nobody");
    }
}
