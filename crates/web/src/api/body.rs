//! The bodies of requests.

use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

use crate::problem::Problem;

/// What a request's body is read with, as JSON Schema reads documents: an object is no array of its fields,
/// and 3.0 is an integer. What is wrong with it is told as a [`Problem`].
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(document) = Json::<Value>::from_request(request, state).await?;
        serde_path_to_error::deserialize(Document(document)).map(Self).map_err(|error| {
            let message = format!("the body is not as the description of the API says: {error}");
            Problem::new(StatusCode::BAD_REQUEST, "malformed", message)
        })
    }
}

/// A part of a body.
struct Document(Value);

impl Document {
    /// The number that it is, a whole one as an integer.
    fn number<'de, V: Visitor<'de>>(number: &serde_json::Number, visitor: V) -> Result<V::Value, Error> {
        match number.as_f64().filter(|value| number.is_f64() && value.fract() == 0.0) {
            // The greatest integers are no numbers with a point: these are the next ones.
            Some(value) if (0.0..u64::MAX as f64).contains(&value) => visitor.visit_u64(value as u64),
            Some(value) if (i64::MIN as f64..0.0).contains(&value) => visitor.visit_i64(value as i64),
            _ => number.deserialize_any(visitor),
        }
    }
}

/// The fields of an object.
fn fields(object: Map<String, Value>) -> impl Iterator<Item = (String, Document)> {
    object.into_iter().map(|(name, value)| (name, Document(value)))
}

impl<'de> Deserializer<'de> for Document {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => Self::number(&number, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Document));
                let value = visitor.visit_seq(&mut items)?;
                items.end().map(|()| value)
            }
            Value::Object(object) => {
                let mut fields = MapDeserializer::new(fields(object));
                let value = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.0.is_object() {
            return Err(Error::custom("expected an object"));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            Value::Object(object) if object.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields(object))))
            }
            _ => Err(Error::custom("expected a name, or an object with one field")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Document {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use crate::testing::Client;

    /// The status of an answer to an exercise, and the sentence that says why it is none.
    async fn mark(level: Value, answer: Value) -> (StatusCode, String) {
        let request =
            json!({"exercise": {"level": level, "seed": 0, "number": 0}, "answers": {"n0": answer}});
        let answer = Client::new().post("/api/exercises/minimax/mark", &request).await;
        (answer.status, answer.json()["message"].as_str().unwrap_or_default().to_owned())
    }

    #[tokio::test]
    async fn a_whole_number_is_an_integer_however_it_is_written() {
        assert_eq!(mark(json!(2.0), json!({"number": 3})).await.0, StatusCode::OK);
        assert_eq!(mark(json!(2), json!({"number": -3.0})).await.0, StatusCode::OK);
        for level in [json!(2.5), json!(-2.0), json!(1e300), json!(18_446_744_073_709_551_616.0)] {
            let (status, message) = mark(level, json!({"number": 3})).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{message}");
            assert!(message.contains("exercise.level: invalid"), "{message}");
        }
    }

    #[tokio::test]
    async fn an_object_is_no_array_and_has_no_further_fields() {
        assert_eq!(mark(json!(2), json!({"window": {"alpha": null, "beta": 3}})).await.0, StatusCode::OK);
        assert_eq!(mark(json!(2), json!({"label": "win"})).await.0, StatusCode::OK);
        for answer in
            [json!({"window": [null, null]}), json!({"number": 3, "choice": 1}), json!({}), json!([3])]
        {
            let (status, message) = mark(json!(2), answer).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{message}");
            assert!(message.contains("answers.n0"), "{message}");
        }
        let client = Client::new();
        for game in [json!(["nim"]), json!({"name": "nim", "rules": ""}), json!("nim")] {
            let answer = client.post("/api/positions", &json!({"game": game})).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::BAD_REQUEST, &json!("malformed"))
            );
            let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
            assert!(
                message.ends_with("game: expected an object with either a `name` or `rules`"),
                "{message}"
            );
        }
        let answer = client.post("/api/positions", &json!([])).await;
        assert!(answer.json()["message"].as_str().unwrap().ends_with("says: expected an object"));
    }
}
