//! `custom-elements.json`: what editors and catalogues read of the elements. It is made from their
//! types, which a test compares with the elements and with the documentation.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::workspace;

/// The elements, each with its class. The files of their types have the names of the elements.
const ELEMENTS: [(&str, &str); 3] =
    [("player", "Mdp2048Player"), ("diagram", "Mdp2048Diagram"), ("puzzle", "Mdp2048Puzzle")];

/// The text of the file.
pub(crate) fn manifest() -> Result<String> {
    let modules = ELEMENTS.map(|(name, class)| module(&format!("mdp2048-{name}"), class));
    let modules = modules.into_iter().collect::<Result<Vec<Value>>>()?;
    Ok(serde_json::to_string_pretty(&json!({ "schemaVersion": "1.0.0", "modules": modules }))?)
}

/// The module of an element.
fn module(tag: &str, class: &str) -> Result<Value> {
    let types = workspace::read(&format!("web/elements/{tag}.d.ts"))?;
    let attributes = fields(&types, "Options").with_context(|| format!("no options of {tag}"))?;
    // An element without events of its own has that of failures.
    let events = fields(&types, "Events").unwrap_or_else(|| {
        let (kind, text) = ("CustomEvent<{ message: string }>", "It cannot be shown.");
        vec![json!({ "name": "error", "type": { "text": kind }, "description": text })]
    });
    let members = methods(&types).with_context(|| format!("no class of {tag}"))?;
    let path = format!("{tag}.js");
    let declared = json!({ "name": class, "module": path });
    Ok(json!({
        "kind": "javascript-module",
        "path": path,
        "declarations": [{
            "kind": "class",
            "name": class,
            "customElement": true,
            "tagName": tag,
            "superclass": { "name": "HTMLElement" },
            "attributes": attributes,
            "events": events,
            "members": members,
        }],
        "exports": [
            { "kind": "js", "name": class, "declaration": declared },
            { "kind": "custom-element-definition", "name": tag, "declaration": declared },
        ],
    }))
}

/// The fields of the interface whose name ends like this: names, types and the comments above.
fn fields(types: &str, ending: &str) -> Option<Vec<Value>> {
    let field = |(line, text): (&str, String)| {
        let (name, kind) = line.split_once(": ")?;
        let name = name.trim_end_matches('?').trim_matches('"');
        Some(json!({ "name": name, "type": { "text": kind }, "description": text }))
    };
    Some(described(types, &format!("{ending} {{\n"))?.into_iter().filter_map(field).collect())
}

/// The methods of the class: names, types of what they return and the comments above.
fn methods(types: &str) -> Option<Vec<Value>> {
    let method = |(line, text): (&str, String)| {
        let ((name, _), (_, kind)) = (line.split_once('(')?, line.split_once("): ")?);
        let kind = json!({ "type": { "text": kind } });
        Some(json!({ "kind": "method", "name": name, "return": kind, "description": text }))
    };
    let lines = described(types, " extends HTMLElement {\n")?.into_iter();
    // The last parameter of a method of several lines is on a line of its own.
    Some(lines.filter(|(line, _)| !line.starts_with(')')).filter_map(method).collect())
}

/// The lines of the first block that begins like this and end with a semicolon, each without it
/// and with the comment above.
fn described<'a>(types: &'a str, beginning: &str) -> Option<Vec<(&'a str, String)>> {
    let (_, body) = types.split_once(beginning)?;
    let (mut lines, mut text) = (Vec::new(), String::new());
    for line in body.split("\n}").next()?.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("/**").or_else(|| line.strip_prefix('*')) {
            let comment = comment.trim_end_matches('/').trim_end_matches('*').trim();
            text = format!("{text} {comment}").trim().to_owned();
        } else if let Some(line) = line.strip_suffix(';') {
            lines.push((line, std::mem::take(&mut text)));
        }
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_attributes_events_and_methods() {
        let manifest: Value = serde_json::from_str(&manifest().unwrap()).unwrap();
        let element = |at: usize| &manifest["modules"][at]["declarations"][0];
        let find = |list: &Value, name: &str| {
            list.as_array().unwrap().iter().find(|it| it["name"] == name).cloned().unwrap()
        };
        assert_eq!(element(2)["tagName"], "mdp2048-puzzle");
        let seed = find(&element(0)["attributes"], "seed");
        assert_eq!(seed["type"]["text"], "number | string");
        find(&element(0)["attributes"], "go-on");
        let ended = find(&element(0)["events"], "ended");
        assert_eq!(ended["description"], "The game is won or lost.");
        find(&element(1)["events"], "error");
        let names = |at: usize| -> Vec<Value> {
            let members = element(at)["members"].as_array().unwrap().iter();
            members.map(|it| it["name"].clone()).collect()
        };
        assert_eq!([names(1), names(2)], [["show", "dispose"], ["show", "dispose"]]);
        assert_eq!(names(0).len(), 11);
        let seek = find(&element(0)["members"], "seek");
        assert_eq!(seek["return"]["type"]["text"], "Promise<void>");
        assert!(seek["description"].as_str().unwrap().starts_with("Goes to a number of moves"));
    }
}
