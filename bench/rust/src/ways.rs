//! The ways under test. All ways of one case must print the same bytes.
use crate::messages::{Body, Message};
use serde::{de::Error, Deserialize, Serialize};
use serde_json::{json, Result, Value};
use std::borrow::Cow;

/// One message in both shapes, and the four ways to print it.
pub struct Both<B, I> {
    pub body: B,
    pub inlined: I,
}

pub trait Print {
    fn splice(&self) -> String;
    fn flatten(&self) -> String;
    fn inlined(&self) -> String;
    fn shared(&self, out: &mut Vec<u8>);
}

impl<B: Body, I: Serialize> Print for Both<B, I> {
    /// Marshal the body, marshal the reason, splice the two.
    fn splice(&self) -> String {
        let body = serde_json::to_string(&self.body).unwrap();
        let reason = json!(B::REASON);
        format!("{{\"reason\":{},{}", reason, &body[1..])
    }

    /// One pass: the body flattened into a wrapper.
    fn flatten(&self) -> String {
        #[derive(Serialize)]
        struct Wrapper<'a, B> {
            reason: &'static str,
            #[serde(flatten)]
            body: &'a B,
        }
        serde_json::to_string(&Wrapper { reason: B::REASON, body: &self.body }).unwrap()
    }

    /// One pass: `reason` is a plain first field.
    fn inlined(&self) -> String {
        serde_json::to_string(&self.inlined).unwrap()
    }

    /// As `inlined`, into a buffer that the caller keeps.
    fn shared(&self, out: &mut Vec<u8>) {
        serde_json::to_writer(out, &self.inlined).unwrap();
    }
}

#[derive(Serialize)]
struct Envelope<T> {
    ok: bool,
    data: T,
}

/// The payload becomes a `Value`; `json!` then copies that `Value` once more.
pub fn base<T: Serialize>(data: &T) -> String {
    let data = serde_json::to_value(data).unwrap_or(Value::Null);
    serde_json::to_string_pretty(&json!({ "ok": true, "data": data })).unwrap()
}

/// A borrowed envelope, no copy; a payload that cannot be serialized prints as null.
pub fn head<T: Serialize>(data: &T) -> String {
    serde_json::to_string_pretty(&Envelope { ok: true, data })
        .unwrap_or_else(|_| serde_json::to_string_pretty(&Envelope { ok: true, data: () }).unwrap())
}

/// As `head`, into a buffer that the caller keeps.
pub fn head_shared<T: Serialize>(data: &T, out: &mut Vec<u8>) {
    let start = out.len();
    if serde_json::to_writer_pretty(&mut *out, &Envelope { ok: true, data }).is_err() {
        out.truncate(start);
        serde_json::to_writer_pretty(out, &Envelope { ok: true, data: () }).unwrap();
    }
}

/// serde's internally tagged enum: buffers the object, then builds the variant from it.
pub fn tagged_owned(line: &str) -> Result<Message> {
    serde_json::from_str(line)
}

/// Look at the reason, then decode straight into the struct that goes with it.
pub fn reason_then_struct(line: &[u8]) -> Result<Message> {
    Ok(match &*peek_reason(line)? {
        "build-finished" => Message::BuildFinished(serde_json::from_slice(line)?),
        "compiler-artifact" => Message::CompilerArtifact(serde_json::from_slice(line)?),
        "compiler-message" => Message::CompilerMessage(serde_json::from_slice(line)?),
        other => return Err(Error::custom(format_args!("unknown reason `{other}`"))),
    })
}

/// Reads the reason off the head of the line if it comes first, as cargo prints it;
/// otherwise scans the whole line for it.
fn peek_reason(line: &[u8]) -> Result<Cow<'_, str>> {
    if let Some(rest) = line.strip_prefix(b"{\"reason\":\"") {
        let end = rest.iter().position(|b| !matches!(b, b'a'..=b'z' | b'-')).unwrap_or(0);
        if rest[end..].starts_with(b"\"") {
            return Ok(String::from_utf8_lossy(&rest[..end])); // borrowed: it is ASCII
        }
    }
    #[derive(Deserialize)]
    struct Peek<'a> {
        #[serde(borrow)]
        reason: Cow<'a, str>,
    }
    serde_json::from_slice(line).map(|peek: Peek| peek.reason)
}
