use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::Embed;

/// The files of the page, as the build script made them.
#[derive(Embed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// Why there is no page, if there is none.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/missing.txt"));

/// Names of files that are made of their contents never mean anything else.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Another version of the program may have other files.
const ASK_AGAIN: &str = "no-cache";

/// Answers with a file of the page.
pub(crate) async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match Files::get(path) {
        Some(file) => {
            let kind = mime_guess::from_path(path).first_or_octet_stream();
            let lasts = if path.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
            let headers = [(CONTENT_TYPE, kind.to_string()), (CACHE_CONTROL, lasts.to_owned())];
            (headers, Body::from(file.data)).into_response()
        }
        None if path == "index.html" => {
            (StatusCode::SERVICE_UNAVAILABLE, Html(missing(MISSING))).into_response()
        }
        None => (StatusCode::NOT_FOUND, "file not found; the page is at /\n").into_response(),
    }
}

/// What stands in the page's place where it could not be built.
fn missing(why: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Spielbaum</title>\
         <h1>The page is missing</h1><p>This program was built without the page: {}</p>\
         <p>Install Node.js 20.19 or newer (<code>node</code> and <code>npm</code>) and build again with \
         <code>cargo build --release</code>. The API is available: <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>",
        why.trim().replace('&', "&amp;").replace('<', "&lt;")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_without_doing_harm() {
        let page = missing("npm said <script>\n");
        assert!(page.contains("npm said &lt;script>"), "{page}");
        assert!(page.contains("Install Node.js"));
    }
}
