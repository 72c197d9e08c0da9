//! The outside of GGF: properties `KEY[value]` between `(;` and `;)`, and the names of tags.

use agon_core::FormatError;
use std::borrow::Cow;

/// The properties of one game in the order of the file, keys in capitals.
pub(super) type Properties<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// Keys that the format itself gives a meaning; they cannot be the name of a tag.
const RESERVED: [&str; 8] = ["GM", "PB", "PW", "RE", "TY", "BO", "B", "W"];

/// Keys that are tags under an ordinary name.
const NAMED: [(&str, &str); 3] = [("PC", "place"), ("DT", "date"), ("EV", "event")];

/// Finds the games of a text one after the other; what stands between them is passed over. After an error
/// there are no more.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<Properties<'_>, FormatError>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, inside) = rest.split_once("(;")?;
        Some(match properties(inside) {
            Ok((properties, after)) => {
                rest = after;
                Ok(properties)
            }
            Err(error) => {
                rest = "";
                Err(error)
            }
        })
    })
}

/// Reads properties up to the `;)` that ends the game, and gives back the text after it.
fn properties(mut rest: &str) -> Result<(Properties<'_>, &str), FormatError> {
    let mut properties = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)") {
            return Ok((properties, after));
        }
        if rest.is_empty() {
            return Err(FormatError::CutOff { missing: "';)'" });
        }
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let (key, after_key) = rest.split_at(length);
        let Some(inside) = after_key.strip_prefix('[').filter(|_| length > 0) else {
            return Err(FormatError::syntax(rest, "a property like PB[name] or the end ';)'"));
        };
        let (value, after) = value(inside)?;
        let capitals = key.bytes().all(|b| !b.is_ascii_lowercase());
        properties.push((if capitals { Cow::from(key) } else { key.to_ascii_uppercase().into() }, value));
        rest = after;
    }
}

/// Reads a value up to its `]`. A `]` or `\` inside is written with a `\` before it.
fn value(text: &str) -> Result<(Cow<'_, str>, &str), FormatError> {
    let mut unescaped = String::new();
    let mut taken = 0;
    let mut bytes = text.bytes().enumerate();
    while let Some((i, byte)) = bytes.next() {
        match byte {
            b']' if unescaped.is_empty() && taken == 0 => return Ok((text[..i].into(), &text[i + 1..])),
            b']' => return Ok(((unescaped + &text[taken..i]).into(), &text[i + 1..])),
            b'\\' if matches!(text.as_bytes().get(i + 1), Some(b']' | b'\\')) => {
                unescaped.push_str(&text[taken..i]);
                taken = i + 1;
                bytes.next();
            }
            _ => {}
        }
    }
    Err(FormatError::CutOff { missing: "']' after a value" })
}

/// Writes `KEY[value]`.
pub(super) fn write_property(text: &mut String, key: &str, value: &str) {
    text.push_str(key);
    text.push('[');
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}

/// The tag that a key becomes: `DT` is `date`, other short keys stay as they are, `THEORETICAL_SCORE` is
/// `theoretical score`.
pub(super) fn tag_of(key: &str) -> String {
    match NAMED.iter().find(|(known, _)| *known == key) {
        Some((_, tag)) => (*tag).to_owned(),
        None if key.len() <= 2 => key.to_owned(),
        None => key.to_ascii_lowercase().replace('_', " "),
    }
}

/// The key that a tag is written under; nothing if it would not become the same tag again.
pub(super) fn key_of(tag: &str) -> Option<String> {
    let key = match NAMED.iter().find(|(_, known)| *known == tag) {
        Some((key, _)) => (*key).to_owned(),
        None => tag.to_ascii_uppercase().replace(' ', "_"),
    };
    let well_formed = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    (well_formed && !RESERVED.contains(&key.as_str()) && tag_of(&key) == tag).then_some(key)
}
