//! What derived schemas leave out: the ranges of integers, and that the objects of an enum have no other
//! fields than their own.

use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, SchemaType};
use utoipa::openapi::{KnownFormat, OpenApi, RefOr, Schema, SchemaFormat, Type};

/// Enums whose variants are objects that refuse fields of other names.
const CLOSED: [&str; 3] = ["ExerciseAnswer", "GameRef", "TreeRef"];

/// Completes all schemas of the description.
pub(super) fn complete(document: &mut OpenApi) {
    if let Some(components) = &mut document.components {
        components.schemas.values_mut().for_each(bound);
        for name in CLOSED {
            components.schemas.get_mut(name).into_iter().for_each(close);
        }
    }
    for path in document.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post].into_iter().flatten();
        let parameters = operations.filter_map(|operation| operation.parameters.as_mut()).flatten();
        for parameter in parameters {
            if let RefOr::T(Parameter { schema: Some(schema), .. }) = parameter {
                bound(schema);
            }
        }
    }
}

/// Gives the integers in a schema the ranges of their types.
fn bound(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.properties.values_mut().for_each(bound);
            if let Some(AdditionalProperties::RefOr(value)) = object.additional_properties.as_deref_mut() {
                bound(value);
            }
            if is_integer(&object.schema_type) {
                // Unsigned integers have a least value, and signed ones have none.
                let unsigned = object.minimum.is_some();
                let (least, most, format) = match (&object.format, unsigned) {
                    (Some(SchemaFormat::KnownFormat(KnownFormat::Int32)), true) => {
                        (None, u32::MAX as usize, Some("uint32"))
                    }
                    (Some(SchemaFormat::KnownFormat(KnownFormat::Int32)), false) => {
                        (Some(i32::MIN as isize), i32::MAX as usize, None)
                    }
                    (_, true) => (None, usize::MAX, Some("uint64")),
                    (_, false) => (Some(isize::MIN), isize::MAX as usize, None),
                };
                object.minimum = object.minimum.take().or(least.map(Into::into));
                object.maximum = object.maximum.take().or(Some(most.into()));
                object.format =
                    format.map(|name| SchemaFormat::Custom(name.to_owned())).or(object.format.take());
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                bound(items);
            }
        }
        Schema::OneOf(several) => several.items.iter_mut().for_each(bound),
        Schema::AllOf(several) => several.items.iter_mut().for_each(bound),
        Schema::AnyOf(several) => several.items.iter_mut().for_each(bound),
        _ => {}
    }
}

fn is_integer(kind: &SchemaType) -> bool {
    match kind {
        SchemaType::Type(kind) => *kind == Type::Integer,
        SchemaType::Array(kinds) => kinds.contains(&Type::Integer),
        SchemaType::AnyValue => false,
    }
}

/// Allows the objects of an enum no further fields.
fn close(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::OneOf(variants)) = schema {
        for variant in &mut variants.items {
            if let RefOr::T(Schema::Object(object)) = variant {
                object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
            }
        }
    }
}
