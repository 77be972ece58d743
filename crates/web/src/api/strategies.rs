use axum::Json;
use search::Catalogue;

/// The strategies and evaluators with their parameters.
#[utoipa::path(get, path = "/api/strategies", operation_id = "getStrategies", tag = "strategies", responses((status = 200, body = Catalogue)))]
pub(super) async fn catalogue() -> Json<Catalogue> {
    Json(Catalogue::get())
}
