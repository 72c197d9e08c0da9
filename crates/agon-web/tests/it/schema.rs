//! A checker of answers against the description of the API: just what that description uses of JSON Schema, and
//! stricter in one thing. A field that is not described is a fault, because the description would be incomplete.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A description, and which of its fields have been seen.
pub(crate) struct Description {
    document: Value,
    seen: Mutex<BTreeSet<String>>,
}

impl Description {
    pub(crate) fn new(document: Value) -> Description {
        Description { document, seen: Mutex::default() }
    }

    /// The paths with their methods.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flatten();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
    }

    /// The operation that serves a method at a path of the API, behind `/api/v1`.
    pub(crate) fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let path = path.split('?').next().unwrap_or_default();
        let serves = |template: &str| {
            let (known, asked): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
            known.len() == asked.len()
                && known.iter().zip(&asked).all(|(known, asked)| known.starts_with('{') || known == asked)
        };
        self.operations()
            .find(|(template, known, _)| known.eq_ignore_ascii_case(method) && serves(template))
            .map(|(_, _, operation)| operation)
    }

    /// What is wrong with an answer to an operation; nothing if it is as described.
    pub(crate) fn faults(
        &self,
        operation: &Value,
        status: u16,
        kind: Option<&str>,
        body: &[u8],
    ) -> Vec<String> {
        let Some(response) = operation["responses"].get(status.to_string()) else {
            return vec![format!("status {status} is not described")];
        };
        let Some(content) = response.get("content") else {
            return if body.is_empty() { Vec::new() } else { vec!["no body is described".to_owned()] };
        };
        let kind = kind.unwrap_or_default().split(';').next().unwrap_or_default();
        let Some(described) = content.get(kind) else {
            return vec![format!("content of the kind '{kind}' is not described")];
        };
        if kind != "application/json" {
            return Vec::new();
        }
        match serde_json::from_slice(body) {
            Ok(value) => self.check(&described["schema"], &value),
            Err(error) => vec![error.to_string()],
        }
    }

    /// What is wrong with a value of a named type.
    pub(crate) fn faults_of(&self, name: &str, value: &Value) -> Vec<String> {
        self.check(&json!({ "$ref": format!("#/components/schemas/{name}") }), value)
    }

    /// The fields of described types that no answer has had yet, as `Type.field`.
    pub(crate) fn unseen(&self, names: &BTreeSet<String>) -> Vec<String> {
        let mut unseen = Vec::new();
        for (name, schema) in self.document["components"]["schemas"].as_object().into_iter().flatten() {
            for field in own_fields(schema).filter(|_| names.contains(name)) {
                let field = format!("{name}.{field}");
                if !self.seen.lock().unwrap().contains(&field) {
                    unseen.push(field);
                }
            }
        }
        unseen
    }

    /// The named types that answers consist of.
    pub(crate) fn answered(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (_, _, operation) in self.operations() {
            self.gather(&operation["responses"], &mut names);
        }
        self.gather(&self.document["components"]["schemas"]["SocketNews"], &mut names);
        names
    }

    fn gather(&self, value: &Value, names: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                if let Some(name) = object.get("$ref").and_then(Value::as_str).and_then(type_name)
                    && names.insert(name.to_owned())
                {
                    self.gather(&self.document["components"]["schemas"][name], names);
                }
                object.values().for_each(|part| self.gather(part, names));
            }
            Value::Array(parts) => parts.iter().for_each(|part| self.gather(part, names)),
            _ => {}
        }
    }

    /// What is wrong with a value; nothing if it is as described.
    pub(crate) fn check(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.visit(schema, value, "", "", &mut faults);
        self.undescribed(schema, value, "", &mut faults);
        faults
    }

    fn target<'a>(&'a self, schema: &'a Value) -> (&'a Value, Option<&'a str>) {
        match schema.get("$ref").and_then(Value::as_str).and_then(type_name) {
            Some(name) => (&self.document["components"]["schemas"][name], Some(name)),
            None => (schema, None),
        }
    }

    /// Checks a value and what is in it; `owner` is the type that it is a part of.
    fn visit(&self, schema: &Value, value: &Value, owner: &str, at: &str, faults: &mut Vec<String>) {
        let (schema, name) = self.target(schema);
        let owner = name.unwrap_or(owner);
        let fault = |what: String| format!("{at}: {what}");
        if let Some(types) = schema.get("type") {
            let allowed = |kind: &Value| kind.as_str().is_some_and(|kind| is_of(kind, value));
            if !types.as_array().map_or_else(|| allowed(types), |types| types.iter().any(allowed)) {
                faults.push(fault(format!("{value} is not {types}")));
                return;
            }
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array)
            && !values.contains(value)
        {
            faults.push(fault(format!("{value} is none of {values:?}")));
        }
        if let Some(least) = schema.get("minimum").and_then(Value::as_f64)
            && value.as_f64().is_some_and(|number| number < least)
        {
            faults.push(fault(format!("{value} is less than {least}")));
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.visit(part, value, owner, at, faults);
        }
        let one_of = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
        if let Some(choices) = one_of {
            self.choose(choices, value, owner, at, faults);
        }
        match value {
            Value::Object(fields) => self.fields(schema, fields, owner, at, faults),
            Value::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    if let Some(described) = schema.get("items") {
                        let at = format!("{at}[{number}]");
                        self.visit(described, item, owner, &at, faults);
                        self.undescribed(described, item, &at, faults);
                    }
                }
            }
            _ => {}
        }
    }

    fn choose(&self, choices: &[Value], value: &Value, owner: &str, at: &str, faults: &mut Vec<String>) {
        let tried = choices.iter().map(|choice| {
            let mut faults = Vec::new();
            self.visit(choice, value, owner, at, &mut faults);
            self.undescribed(choice, value, at, &mut faults);
            faults
        });
        let tried: Vec<Vec<String>> = tried.collect();
        if tried.iter().all(|faults| !faults.is_empty()) {
            faults.push(format!("{at}: none of the choices fits: {tried:?}"));
        }
    }

    fn fields(
        &self,
        schema: &Value,
        fields: &Map<String, Value>,
        owner: &str,
        at: &str,
        faults: &mut Vec<String>,
    ) {
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap_or_default()) {
                faults.push(format!("{at}: {name} is missing"));
            }
        }
        for (name, value) in fields {
            let described = schema.get("properties").and_then(|properties| properties.get(name));
            if described.is_some() {
                self.seen.lock().unwrap().insert(format!("{owner}.{name}"));
            }
            if let Some(described) = described.or_else(|| schema.get("additionalProperties")) {
                let at = format!("{at}.{name}");
                self.visit(described, value, owner, &at, faults);
                self.undescribed(described, value, &at, faults);
            }
        }
    }

    /// Fields of an object that nothing describes.
    fn undescribed(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let Some(fields) = value.as_object() else { return };
        let mut known = BTreeSet::new();
        if self.is_closed(schema, &mut known) {
            for name in fields.keys().filter(|name| !known.contains(name.as_str())) {
                faults.push(format!("{at}: '{name}' is not described"));
            }
        }
    }

    /// Whether a schema names every field of its objects, and those it names.
    fn is_closed<'a>(&'a self, schema: &'a Value, known: &mut BTreeSet<&'a str>) -> bool {
        let (schema, _) = self.target(schema);
        let properties = schema.get("properties").and_then(Value::as_object);
        known.extend(properties.into_iter().flatten().map(|(name, _)| name.as_str()));
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let closed = parts.map(|part| self.is_closed(part, known)).collect::<Vec<_>>();
        // A type of any object at all, or one whose choices are checked one by one, names nothing here.
        properties.is_some() || (!closed.is_empty() && closed.into_iter().all(|closed| closed))
    }
}

fn type_name(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/components/schemas/")
}

/// The fields that a type has itself, without those of the types it refers to.
fn own_fields(schema: &Value) -> Box<dyn Iterator<Item = &str> + '_> {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let parts = ["allOf", "oneOf"].map(|key| schema.get(key).and_then(Value::as_array).into_iter().flatten());
    let inner = parts.into_iter().flatten().flat_map(own_fields);
    Box::new(fields.map(|(name, _)| name.as_str()).chain(inner))
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

#[test]
fn what_is_not_as_described_is_found() {
    let point = json!({
        "type": "object",
        "required": ["x"],
        "properties": { "x": { "type": "integer", "minimum": 0 }, "side": { "enum": ["a", "b"] } },
    });
    let named = json!({ "allOf": [
        { "$ref": "#/components/schemas/Point" },
        { "type": "object", "properties": { "name": { "type": ["string", "null"] } } },
    ] });
    let either = json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Point" }] });
    let schemas = json!({ "Point": point, "Named": named, "Either": either });
    let description = Description::new(json!({ "components": { "schemas": schemas } }));
    let fits = |name, value| description.faults_of(name, &value).is_empty();
    assert!(fits("Point", json!({ "x": 1, "side": "a" })));
    assert!(!fits("Point", json!({ "side": "a" })), "missing");
    assert!(!fits("Point", json!({ "x": 1.5 })), "another type");
    assert!(!fits("Point", json!({ "x": -1 })), "too small");
    assert!(!fits("Point", json!({ "x": 1, "side": "c" })), "none of the values");
    assert!(!fits("Point", json!({ "x": 1, "y": 2 })), "not described");
    assert!(fits("Named", json!({ "x": 1, "name": null })));
    assert!(!fits("Named", json!({ "x": 1, "name": 7 })), "wrong in a part");
    assert!(!fits("Named", json!({ "x": 1, "other": 7 })), "not described in any part");
    assert!(fits("Either", json!(null)) && fits("Either", json!({ "x": 3 })));
    assert!(!fits("Either", json!({ "x": 3, "y": 4 })) && !fits("Either", json!(3)));
    let names = BTreeSet::from(["Named".to_owned(), "Either".to_owned()]);
    assert_eq!(description.unseen(&names), Vec::<String>::new());
}
