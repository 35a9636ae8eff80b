//! baseline: what serde_json needs, in time and heap, to print and to read machine messages.
mod measure;
mod messages;
mod ways;

use messages::*;
use serde::{de::DeserializeOwned, Serialize};
use serde_json::{Result, Value};
use std::hint::black_box;
use std::path::Path;
use ways::{Both, Print};

#[global_allocator]
static HEAP: measure::CountingHeap = measure::CountingHeap;

const BUILD_FINISHED: &str = include_str!("../../fixtures/build_finished.json");
const ARTIFACT: &str = include_str!("../../fixtures/artifact.json");
const COMPILER_MESSAGE: &str = include_str!("../../fixtures/compiler_message.json");
const COMPILER_MESSAGE_RAW: &str = include_str!("../../fixtures/compiler_message_raw.json");
const STREAM_100: &str = include_str!("../../fixtures/stream_100.ndjson");

struct Case {
    name: String,
    /// The bytes every way has to print; without it the ways are held against each other.
    want: Option<&'static str>,
    ways: Vec<Way>,
}

struct Way {
    name: &'static str,
    /// So many operations; they leave nothing behind but their own kept buffer.
    run: Box<dyn FnMut(u64)>,
    /// The bytes of one operation: printed, or decoded and printed again.
    show: Box<dyn Fn() -> Vec<u8>>,
}

/// A way to print, which either makes a string or appends to the buffer it is given.
fn encode(name: &'static str, op: impl Fn(&mut Vec<u8>) -> Option<String> + Copy + 'static) -> Way {
    let mut kept = Vec::new();
    Way {
        name,
        run: Box::new(move |n| {
            for _ in 0..n {
                kept.clear();
                black_box(&op(&mut kept));
                black_box(&kept);
            }
        }),
        show: Box::new(move || {
            let mut out = Vec::new();
            op(&mut out).map_or(out, String::into_bytes)
        }),
    }
}

/// A way to read; dropping the message is part of the operation.
fn decode(name: &'static str, op: impl Fn() -> Result<Message> + Copy + 'static) -> Way {
    Way {
        name,
        run: Box::new(move |n| {
            for _ in 0..n {
                black_box(&op().unwrap());
            }
        }),
        show: Box::new(move || serde_json::to_vec(&op().unwrap()).unwrap()),
    }
}

/// Inputs live as long as the process: they are leaked.
fn load<B: DeserializeOwned, I: From<B>>(json: &str) -> &'static Both<B, I> {
    let body = || serde_json::from_str::<B>(json).unwrap();
    Box::leak(Box::new(Both { body: body(), inlined: body().into() }))
}

fn message_case(name: &str, want: &'static str, message: &'static impl Print) -> Case {
    let ways = vec![
        encode("splice", move |_| Some(black_box(message).splice())),
        encode("flatten", move |_| Some(black_box(message).flatten())),
        encode("inlined", move |_| Some(black_box(message).inlined())),
        encode("shared", move |out| {
            black_box(message).shared(out);
            None
        }),
    ];
    Case { name: name.into(), want: Some(want), ways }
}

/// A whole build in one output buffer; one operation is 100 lines.
fn stream_case(lines: Vec<&'static dyn Print>) -> Case {
    let lines: &'static [&dyn Print] = lines.leak();
    let line_by_line = |name, print: fn(&dyn Print, &mut Vec<u8>)| {
        encode(name, move |out| {
            for message in lines {
                print(black_box(*message), out);
                out.push(b'\n');
            }
            None
        })
    };
    let ways = vec![
        line_by_line("splice", |message, out| out.extend(message.splice().as_bytes())),
        line_by_line("flatten", |message, out| out.extend(message.flatten().as_bytes())),
        line_by_line("inlined", |message, out| out.extend(message.inlined().as_bytes())),
        line_by_line("shared", |message, out| message.shared(out)),
    ];
    Case { name: "stream_100".into(), want: Some(STREAM_100), ways }
}

fn envelope_case(count: usize, text_bytes: usize) -> Case {
    let rows: &'static Vec<Row> = Box::leak(Box::new(rows(count, text_bytes)));
    let ways = vec![
        encode("base", move |_| Some(ways::base(black_box(rows)))),
        encode("head", move |_| Some(ways::head(black_box(rows)))),
        encode("head_shared", move |out| {
            ways::head_shared(black_box(rows), out);
            None
        }),
    ];
    Case { name: format!("envelope_{count}x{text_bytes}"), want: None, ways }
}

fn decode_case(name: &str, line: &'static str) -> Case {
    let ways = vec![
        decode("tagged_owned", move || ways::tagged_owned(black_box(line))),
        decode("reason_then_struct", move || ways::reason_then_struct(black_box(line).as_bytes())),
    ];
    Case { name: name.into(), want: Some(line), ways }
}

fn cases() -> Vec<Case> {
    let finished = load::<BuildFinished, BuildFinishedInlined>(BUILD_FINISHED);
    let artifact = load::<Artifact, ArtifactInlined>(ARTIFACT);
    let message = load::<CompilerMessage, CompilerMessageInlined>(COMPILER_MESSAGE);
    let raw = load::<RawMessage, RawMessageInlined>(COMPILER_MESSAGE_RAW);
    // 70 artifacts, 29 diagnostics and the end of the build.
    let stream = (0..100)
        .map(|i| match i {
            99 => finished as &dyn Print,
            _ if i % 10 < 3 => message,
            _ => artifact,
        })
        .collect();
    vec![
        message_case("build_finished", BUILD_FINISHED, finished),
        message_case("artifact", ARTIFACT, artifact),
        message_case("compiler_message", COMPILER_MESSAGE, message),
        message_case("compiler_message_raw", COMPILER_MESSAGE_RAW, raw),
        stream_case(stream),
        envelope_case(1, 100),
        envelope_case(200, 100),
        envelope_case(5000, 100),
        envelope_case(200, 16000),
        decode_case("decode_build_finished", BUILD_FINISHED),
        decode_case("decode_artifact", ARTIFACT),
        decode_case("decode_compiler_message", COMPILER_MESSAGE),
    ]
}

impl Case {
    /// What the case prints: the bytes of its last way.
    fn output(&self) -> Vec<u8> {
        (self.ways[self.ways.len() - 1].show)()
    }

    /// Panics unless all ways print the same bytes. `base` need only print the same value:
    /// its keys come out sorted.
    fn check(&self) {
        let output = self.output();
        let want = self.want.map_or(output.as_slice(), str::as_bytes);
        let value = |json: &[u8]| serde_json::from_slice::<Value>(json).unwrap();
        for way in &self.ways {
            let got = (way.show)();
            let same = got == want || way.name == "base" && value(&got) == value(want);
            assert!(same, "{} {}: printed other bytes than the rest", self.name, way.name);
        }
    }
}

/// A payload that cannot be printed, for JSON's keys are strings.
fn unprintable() -> impl Serialize {
    std::collections::BTreeMap::from([([1, 2], 3)])
}

/// Writes what each case prints, byte for byte, for other programs to compare with.
fn dump(dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    for case in cases().iter().filter(|case| !case.name.starts_with("decode_")) {
        case.check();
        let extension = if case.name.starts_with("stream_") { "ndjson" } else { "json" };
        std::fs::write(dir.join(format!("{}.{extension}", case.name)), case.output())?;
        for base in case.ways.iter().filter(|way| way.name == "base") {
            std::fs::write(dir.join(format!("{}_base.json", case.name)), (base.show)())?;
        }
    }
    std::fs::write(dir.join("envelope_empty.json"), ways::head::<[Row; 0]>(&[]))?;
    std::fs::write(dir.join("envelope_failed.json"), ways::head(&unprintable()))
}

/// The cargo profile, taken from the folder that cargo puts the binary in.
fn profile() -> String {
    let exe = std::env::current_exe().unwrap_or_default();
    let folder = exe.parent().and_then(Path::file_name).unwrap_or_default();
    folder.to_string_lossy().into_owned()
}

const USAGE: &str = "\
usage: baseline check [FILTER]            all ways of a case print the same bytes
       baseline time [FILTER [SAMPLES]]   time per operation, from 41 samples
       baseline alloc [FILTER]            heap calls and bytes per operation
       baseline serve [FILTER]            time batches on request: a line CASE WAY COUNT each
       baseline dump DIR                  write the bytes that each case prints
FILTER is a part of the names of the wanted cases.";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize| args.get(i).map_or("", String::as_str);
    let (command, filter, profile) = (arg(0), arg(1), profile());
    let samples = if args.len() > 2 { arg(2).parse().unwrap_or(0) } else { 41 };
    let mut cases = cases();
    cases.retain(|case| case.name.contains(filter));
    match command {
        "dump" if args.len() == 2 => return dump(Path::new(filter)).expect("cannot write there"),
        "check" | "time" | "alloc" | "serve" if samples > 0 && !cases.is_empty() => {}
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2);
        }
    }
    cases.iter().for_each(Case::check);
    if command == "serve" {
        return measure::serve(&mut cases);
    }
    for case in &mut cases {
        match command {
            "time" => measure::time(case, samples, &profile),
            "alloc" => measure::alloc(case, &profile),
            _ => eprintln!("ok {}", case.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_print_the_same_bytes() {
        cases().iter().for_each(Case::check);
    }

    #[test]
    fn reason_may_come_last() {
        let line = r#"{"success":true,"reason":"build-finished"}"#;
        for message in [ways::tagged_owned(line), ways::reason_then_struct(line.as_bytes())] {
            assert_eq!(serde_json::to_string(&message.unwrap()).unwrap(), BUILD_FINISHED);
        }
    }

    #[test]
    fn failed_payload_prints_null() {
        let mut out = Vec::new();
        ways::head_shared(&unprintable(), &mut out);
        assert_eq!(out, ways::head(&unprintable()).into_bytes());
        assert_eq!(out, b"{\n  \"ok\": true,\n  \"data\": null\n}");
    }
}
