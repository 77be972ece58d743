//! The JSON values of a tree, read as far as a tree may be large.
//!
//! A text of two bytes a value would take a hundred times as much memory where it has an object in place of a number. So nodes are counted as they are
//! read, and of lists and objects where a tree has none only the kind is kept, by which they are refused.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads a text. Its nodes are counted, and the object around the root as one of them.
///
/// # Errors
/// If the text is not JSON; of the category [`Data`](serde_json::error::Category::Data) if there are more nodes.
pub(super) fn read(text: &str, most_nodes: usize) -> serde_json::Result<Value> {
    let left = Cell::new(most_nodes.saturating_add(1));
    let mut text = serde_json::Deserializer::from_str(text);
    let value = Reading { left: &left, place: Place::Node }.deserialize(&mut text)?;
    text.end()?;
    Ok(value)
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
    /// Nodes that there may still be.
    left: &'c Cell<usize>,
    place: Place,
}

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Value, D::Error> {
        if self.place == Place::Node {
            let left = self.left.get().checked_sub(1);
            self.left.set(left.ok_or_else(|| D::Error::custom("too many nodes"))?);
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
