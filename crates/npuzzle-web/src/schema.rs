//! The schemas of what is read and answered. They are made by the test that compares them with the
//! OpenAPI document; the program serves the document and needs no schemas, so there every type has
//! one and it is nothing.

#[cfg(test)]
pub use made::{SchemaOf, schema_of};
#[cfg(not(test))]
pub use nothing::{JsonSchema, SchemaOf, schema_of};
#[cfg(test)]
pub use schemars::JsonSchema;

#[cfg(test)]
mod made {
    use schemars::{JsonSchema, Schema, SchemaGenerator};

    /// Makes the schema of a type.
    pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

    /// The schema of a type.
    pub const fn schema_of<T: JsonSchema>() -> SchemaOf {
        |generator| generator.subschema_for::<T>()
    }
}

#[cfg(not(test))]
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
