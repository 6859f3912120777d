//! The schemas of what is read and answered. They are made with the feature `describe`, for the
//! test that compares them with the OpenAPI document; the program serves the document and needs no
//! schemas, so there every type has one and it is nothing.

#[cfg(feature = "describe")]
pub use made::{SchemaOf, schema_of};
#[cfg(not(feature = "describe"))]
pub use nothing::{JsonSchema, SchemaOf, schema_of};
#[cfg(feature = "describe")]
pub use schemars::JsonSchema;

#[cfg(feature = "describe")]
mod made {
    use schemars::{JsonSchema, Schema, SchemaGenerator};

    /// Makes the schema of a type.
    pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

    /// The schema of a type.
    pub const fn schema_of<T: JsonSchema>() -> SchemaOf {
        |generator| generator.subschema_for::<T>()
    }
}

#[cfg(not(feature = "describe"))]
mod nothing {
    /// What the tests ask of types that are read and answered.
    pub trait JsonSchema {}

    impl<T> JsonSchema for T {}

    /// Stands for a schema.
    pub struct SchemaOf;

    /// The schema of a type.
    pub const fn schema_of<T: JsonSchema>() -> SchemaOf {
        SchemaOf
    }
}
