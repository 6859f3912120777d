//! The OpenAPI document, a file that is made from the table of endpoints and the types (see
//! `describe`).

#[cfg(feature = "describe")]
pub mod describe;
#[cfg(feature = "describe")]
pub mod python;

use serde_json::Value;

/// The document.
pub fn text() -> std::borrow::Cow<'static, str> {
    #[cfg(feature = "server")]
    let text = crate::server::files::read("src/openapi.json");
    #[cfg(feature = "server")]
    return text.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default().into();
    #[cfg(not(feature = "server"))]
    include_str!("openapi.json").into()
}

/// The fields of the body of an address. The document is read only to say what is wrong with one.
pub fn fields(path: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&text()).unwrap_or_default();
    let mut schema = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    if let Some(reference) = schema["$ref"].as_str() {
        schema = document.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
    }
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}
