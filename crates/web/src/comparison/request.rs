use std::collections::HashSet;

use arena::{Plan, Sprt, TournamentError, TournamentLimits, TournamentOptions, UnreadOptions};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::game;
use crate::games::GameRef;
use crate::problem::Problem;
use crate::strategy;

/// What is to be compared: a game and the options of a tournament, in one JSON object.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComparisonRequest {
    pub(super) game: GameRef,
    #[serde(flatten)]
    options: UnreadOptions,
}

impl ComparisonRequest {
    /// The options, with players that have been read.
    ///
    /// # Errors
    /// If a strategy is none or is named twice, or a number is out of range.
    pub(crate) fn options(&self) -> Result<TournamentOptions, Problem> {
        let out_of_range = |error: String| Problem::invalid("out-of-range", error);
        let checked = self.options.check(&TournamentLimits::SERVER);
        checked.map_err(|error| out_of_range(error.to_string()))?;
        let options = self.options.clone().read(
            |text| strategy::read(&text),
            |test| Sprt::try_from(test).map_err(|error| out_of_range(error.to_string())),
        )?;
        let mut seen = HashSet::new();
        let mut players = options.players.iter().flatten().map(ToString::to_string);
        match players.find(|player| !seen.insert(player.clone())) {
            Some(twice) => Err(Problem::invalid("plan", TournamentError::Twice(twice).to_string())),
            None => Ok(options),
        }
    }

    /// What would plan this tournament again; none if nothing would.
    pub(super) fn of(plan: &Plan, rules: String) -> Option<Self> {
        let options = UnreadOptions::of(plan)?;
        Some(Self { game: game(plan, rules), options })
    }
}

// The derived schema would be an `allOf` of two objects, neither of which allows the other's fields.
impl PartialSchema for ComparisonRequest {
    fn schema() -> RefOr<Schema> {
        let mut schema = UnreadOptions::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.description = Some("What is to be compared.".to_owned());
            object.required.push("game".to_owned());
            let game = Ref::from_schema_name(GameRef::name());
            object.properties.insert("game".to_owned(), RefOr::Ref(game));
        }
        schema
    }
}

impl ToSchema for ComparisonRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((GameRef::name().into_owned(), GameRef::schema()));
        GameRef::schemas(schemas);
        UnreadOptions::schemas(schemas);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(fields: &serde_json::Value) -> Result<TournamentOptions, Problem> {
        let mut request = json!({"game": {"name": "nim"}});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        serde_json::from_value::<ComparisonRequest>(request).unwrap().options()
    }

    #[test]
    fn all_but_the_game_may_be_left_out() {
        assert_eq!(options(&json!({})).unwrap(), TournamentOptions::default());
    }

    #[test]
    fn an_option_that_does_not_exist_is_refused() {
        let request = json!({"game": {"name": "nim"}, "colour": 1});
        let error = serde_json::from_value::<ComparisonRequest>(request).unwrap_err().to_string();
        assert!(error.contains("`colour`"), "{error}");
    }

    #[test]
    fn an_option_out_of_its_range_is_named() {
        let problem = options(&json!({"games": 2_000_000})).unwrap_err();
        assert_eq!((problem.code, problem.message.as_str()), ("out-of-range", "`games` takes 1 to 1000000"));
    }

    #[test]
    fn a_strategy_that_is_none_has_its_place() {
        let problem = options(&json!({"players": ["random", "uct(x=1)"]})).unwrap_err();
        assert_eq!((problem.code, problem.column), ("bad-strategy", Some(5)));
    }
}
