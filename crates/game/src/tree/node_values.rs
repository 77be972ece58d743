//! The JSON values of a tree, read as far as a tree may be large.
//!
//! A text of two bytes a value would take a hundred times as much memory where it has an object in place of a
//! number. So nodes are counted as they are read, and of lists and objects where a tree has none only the
//! kind is kept, by which they are refused.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::TreeError;

/// Lists and objects within one another that the parser reads: it recurses, and the stack is finite.
const MAX_NESTING: usize = 127;

/// Reads a text. Its nodes are counted, and the object around the root as one of them.
///
/// # Errors
/// If the text is not JSON, is nested too deep, has a field of a node twice, or there are more nodes.
pub(super) fn read(text: &str, most_nodes: usize) -> Result<Value, TreeError> {
    let left = Cell::new(Some(most_nodes.saturating_add(1)));
    let mut text = serde_json::Deserializer::from_str(text);
    let value = Reading { left: &left, place: Place::Node }.deserialize(&mut text);
    value.and_then(|value| text.end().map(|()| value)).map_err(|error| match left.get() {
        None => TreeError::TooLarge { most: most_nodes },
        Some(_) => TreeError::Text { line: error.line(), column: error.column(), what: problem(&error) },
    })
}

/// What the parser says is wrong, without the place, which it repeats.
fn problem(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.split(" at line ").next() {
        Some("recursion limit exceeded") => {
            format!("JSON is nested at most {MAX_NESTING} deep; write a deeper tree in brackets")
        }
        what => what.unwrap_or(&said).to_owned(),
    }
}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// It is a node, or the object around the root.
    Node,
    /// It is the list of a node's children.
    Children,
    /// It is another field.
    Field,
    /// It is in the list of a field.
    Item,
}

/// Reads the value at a place.
#[derive(Clone, Copy)]
struct Reading<'c> {
    /// Nodes that there may still be; none if there was one too many.
    left: &'c Cell<Option<usize>>,
    place: Place,
}

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Value, D::Error> {
        if self.place == Place::Node {
            self.left.set(self.left.get().and_then(|left| left.checked_sub(1)));
            self.left.get().ok_or_else(|| D::Error::custom("too many nodes"))?;
        }
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        let place = match self.place {
            Place::Node | Place::Children => Place::Node,
            Place::Field => Place::Item,
            Place::Item => {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(items.into());
            }
        };
        while let Some(item) = list.next_element_seed(Self { place, ..self })? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        if self.place != Place::Node {
            while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(fields.into());
        }
        while let Some(name) = object.next_key::<String>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the field `{name}` is there twice")));
            }
            let place = match name.as_str() {
                "children" => Place::Children,
                "root" => Place::Node,
                _ => Place::Field,
            };
            let value = object.next_value_seed(Self { place, ..self })?;
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}
