//! Schemas of types whose JSON has another shape than their fields.

use utoipa::openapi::schema::{ArrayBuilder, Schema};
use utoipa::openapi::{ObjectBuilder, RefOr, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::{Interval, Pentanomial};

impl PartialSchema for Interval {
    fn schema() -> RefOr<Schema> {
        let rate = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0)).maximum(Some(1));
        let ends = ArrayBuilder::new().items(rate).min_items(Some(2)).max_items(Some(2));
        ends.description(Some("An interval of rates, each from 0 to 1: its lower and its upper end.")).into()
    }
}

impl ToSchema for Interval {}

impl PartialSchema for Pentanomial {
    fn schema() -> RefOr<Schema> {
        let what = "How often a pair of games with seats swapped came to 0, 1/2, 1, 3/2 and 2 points for the first named player.";
        let counts = ArrayBuilder::new().items(u64::schema()).min_items(Some(5)).max_items(Some(5));
        counts.description(Some(what)).into()
    }
}

impl ToSchema for Pentanomial {}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use utoipa::openapi::OpenApi;

    use crate::{Costs, Listing, Table};

    #[derive(utoipa::OpenApi)]
    #[openapi(components(schemas(Table, Listing, Costs)))]
    struct Documents;

    fn schemas() -> Value {
        let api: OpenApi = <Documents as utoipa::OpenApi>::openapi();
        serde_json::to_value(api.components.expect("some")).expect("serialises")["schemas"].clone()
    }

    #[test]
    fn what_may_be_missing_is_not_required_and_what_is_always_there_is() {
        let schemas = schemas();
        let required = |name: &str| schemas[name]["required"].clone();
        assert_eq!(required("Table"), json!(["game", "games_per_pairing", "seed", "pairings", "ratings"]));
        assert_eq!(
            required("Pairing"),
            json!(["players", "games", "wins", "draws", "mean_goals", "ci95", "mean_plies"])
        );
        assert_eq!(schemas["Pairing"]["properties"]["mean_plies"]["type"], json!(["number", "null"]));
        assert_eq!(schemas["TournamentEntry"]["properties"]["finished"]["type"], json!(["string", "null"]));
    }

    #[test]
    fn an_interval_is_two_numbers() {
        let interval = schemas()["Interval"].clone();
        assert_eq!((&interval["minItems"], &interval["maxItems"]), (&json!(2), &json!(2)));
        assert_eq!(interval["items"]["type"], "number");
    }
}
