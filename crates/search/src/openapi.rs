//! Schemas of types whose JSON the derived ones do not tell apart.

use std::borrow::Cow;

use utoipa::openapi::schema::{AnyOfBuilder, Schema};
use utoipa::openapi::{ObjectBuilder, RefOr, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::DefaultValue;

impl PartialSchema for DefaultValue {
    fn schema() -> RefOr<Schema> {
        let bound = ObjectBuilder::new()
            .description(Some("A bound that holds only where nothing else bounds the search."))
            .property("unless_bounded", u64::schema())
            .required("unless_bounded");
        // A whole number is a number, too, so one of these would be too few.
        let any = AnyOfBuilder::new().item(ObjectBuilder::new().schema_type(Type::Null)).item(bound);
        let any = [Type::Number, Type::Boolean, Type::String]
            .into_iter()
            .fold(any, |any, kind| any.item(ObjectBuilder::new().schema_type(kind)));
        any.description(Some(
            "A parameter's value when the spec does not give one; null if it has none then.",
        ))
        .into()
    }
}

impl ToSchema for DefaultValue {
    fn name() -> Cow<'static, str> {
        "Preset".into()
    }
}
