//! JSON against a schema: the part of JSON Schema (draft 2020-12) that ours are written in.
//!
//! A keyword that is not known here is a failure, so nothing of a schema goes unchecked. The gate
//! checks the same lines with a complete validator where there is one (`tests/clients`).

use serde_json::{Map, Value};

/// Keywords that say nothing about values.
const REMARKS: [&str; 3] = ["$schema", "title", "description"];

/// Keywords that values are held against.
const KEYWORDS: [&str; 13] = [
    "$ref",
    "oneOf",
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "items",
    "required",
    "properties",
    "additionalProperties",
];

/// Fails if a schema or a part of it has another keyword.
fn assert_known(schema: &Value) {
    for (keyword, inner) in fields(schema) {
        match keyword.as_str() {
            "$defs" | "properties" => fields(inner).for_each(|(_, part)| assert_known(part)),
            "oneOf" => inner
                .as_array()
                .into_iter()
                .flatten()
                .for_each(assert_known),
            "items" | "additionalProperties" => assert_known(inner),
            other => assert!(
                REMARKS.contains(&other) || KEYWORDS.contains(&other),
                "keyword {other} is not known here"
            ),
        }
    }
}

/// A schema.
pub(crate) struct Schema(Value);

impl Schema {
    /// Reads a schema.
    pub(crate) fn new(text: &str) -> Self {
        let schema = serde_json::from_str(text).expect("a schema is JSON");
        assert_known(&schema);
        Self(schema)
    }

    /// The first thing that is wrong with a value, and where.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.part(&self.0, value)
            .map_err(|fault| format!("{fault} in {value}"))
    }

    fn part(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, wanted) in schema {
            self.keyword(schema, keyword, wanted, value)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let list = || wanted.as_array().expect("a list");
        let number = || wanted.as_f64().expect("a number");
        let ensure = |holds: bool| {
            let fault = || format!("{keyword} {wanted}: {value}");
            holds.then_some(()).ok_or_else(fault)
        };
        match keyword {
            "$ref" => {
                let pointer = wanted.as_str().and_then(|text| text.strip_prefix('#'));
                let part = pointer.and_then(|pointer| self.0.pointer(pointer));
                self.part(part.expect("a part of the schema"), value)
            }
            "oneOf" => {
                let fits = |part: &&Value| self.part(part, value).is_ok();
                ensure(list().iter().filter(fits).count() == 1)
            }
            "type" => {
                let names = wanted.as_array().cloned();
                let names = names.unwrap_or_else(|| vec![wanted.clone()]);
                ensure(names.iter().any(|name| is_of_type(value, name)))
            }
            "const" => ensure(value == wanted),
            "enum" => ensure(list().contains(value)),
            "minimum" => ensure(value.as_f64().is_none_or(|value| value >= number())),
            "maximum" => ensure(value.as_f64().is_none_or(|value| value <= number())),
            "minItems" => ensure(value.as_array().is_none_or(|v| v.len() as f64 >= number())),
            "maxItems" => ensure(value.as_array().is_none_or(|v| v.len() as f64 <= number())),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .try_for_each(|item| self.part(wanted, item)),
            "required" => ensure(value.as_object().is_none_or(|fields| {
                let has = |name: &Value| fields.contains_key(name.as_str().expect("a name"));
                list().iter().all(has)
            })),
            "properties" => fields(value).try_for_each(|(name, field)| {
                let part = wanted.get(name);
                part.map_or(Ok(()), |part| self.part(part, field))
                    .map_err(|fault| format!("{name}: {fault}"))
            }),
            "additionalProperties" => {
                let known = schema.get("properties");
                fields(value)
                    .filter(|(name, _)| known.is_none_or(|known| known.get(name).is_none()))
                    .try_for_each(|(name, field)| match wanted {
                        Value::Bool(true) => Ok(()),
                        Value::Bool(false) => Err(format!("unknown field {name}")),
                        part => self.part(part, field),
                    })
            }
            _ => Ok(()),
        }
    }
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("type {other} is not known here"),
    }
}

#[test]
fn values_are_held_against_every_keyword() {
    let schema = Schema::new(
        r##"{"oneOf": [{"$ref": "#/$defs/point"}, {"const": "none"}],
        "$defs": {"point": {"type": "object", "required": ["x"], "additionalProperties": false,
        "properties": {"x": {"type": "integer", "minimum": 1, "maximum": 3},
        "y": {"type": ["array", "null"], "minItems": 1, "maxItems": 2, "items": {"type": "boolean"}},
        "z": {"enum": ["a", null]}, "t": {"type": "object", "additionalProperties": {"type": "string"}}}}}}"##,
    );
    let sound = [
        r#"{"x": 1}"#,
        r#"{"x": 3, "y": [true], "z": null, "t": {"n": "v"}}"#,
        r#"{"x": 2.0, "y": null, "z": "a"}"#,
        r#""none""#,
    ];
    for text in sound {
        let value = serde_json::from_str(text).expect("JSON");
        assert_eq!(schema.check(&value), Ok(()));
    }
    let faulty = [
        "{}",
        "[]",
        r#""other""#,
        r#"{"x": 0}"#,
        r#"{"x": 4}"#,
        r#"{"x": 1.5}"#,
        r#"{"x": "1"}"#,
        r#"{"x": 1, "y": []}"#,
        r#"{"x": 1, "y": [true, true, true]}"#,
        r#"{"x": 1, "y": [1]}"#,
        r#"{"x": 1, "y": {}}"#,
        r#"{"x": 1, "z": "b"}"#,
        r#"{"x": 1, "u": 1}"#,
        r#"{"x": 1, "t": {"n": 1}}"#,
    ];
    for text in faulty {
        let value = serde_json::from_str(text).expect("JSON");
        assert!(schema.check(&value).is_err(), "{text}");
    }
}
