//! Time, heap counts and the lines that report them.
use crate::{Case, Way};
use serde::Serialize;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

const BATCH_NS: f64 = 4e6;
const WARM_UP_ROUNDS: usize = 2;

/// The lines this program prints: it is itself a small machine-message emitter.
#[derive(Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Record<'a> {
    TimeResult {
        r#impl: &'a str,
        profile: &'a str,
        case: &'a str,
        way: &'a str,
        samples: usize,
        batch: u64,
        ns_min: f64,
        ns_p25: f64,
        ns_median: f64,
        ns_p75: f64,
        bytes: usize,
        mb_per_s: f64,
        ratio_to_first: f64,
    },
    BatchResult {
        case: &'a str,
        way: &'a str,
        count: u64,
        ns: f64,
    },
    BatchRefused {
        request: &'a str,
    },
    AllocResult {
        r#impl: &'a str,
        profile: &'a str,
        case: &'a str,
        way: &'a str,
        calls: u64,
        requested_bytes: u64,
        peak_bytes: i64,
        bytes: usize,
    },
}

fn emit(record: &Record) {
    let mut line = serde_json::to_vec(record).unwrap();
    line.push(b'\n');
    if std::io::stdout().write_all(&line).is_err() {
        std::process::exit(1); // the reader has gone
    }
}

/// Nanoseconds of CPU this thread has used. Waiting for a core is not in it, so a busy
/// machine disturbs it far less than wall time.
fn cpu_ns() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `t` is a valid timespec for the call to fill.
    let rc = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    assert_eq!(rc, 0);
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

fn batch_ns(way: &mut Way, n: u64) -> f64 {
    let start = cpu_ns();
    (way.run)(n);
    cpu_ns() - start
}

/// How many operations make one batch of about `BATCH_NS`.
fn batch_size(way: &mut Way) -> u64 {
    let mut n = 1;
    loop {
        let ns = batch_ns(way, n);
        if ns > BATCH_NS / 4.0 {
            return (n as f64 * BATCH_NS / ns).ceil() as u64;
        }
        n *= 2;
    }
}

/// The ways of a case take turns, one batch each per round, in reversed order every
/// other round: drift hits them alike, and samples pair up by round.
pub fn time(case: &mut Case, samples: usize, profile: &str) {
    let batches: Vec<u64> = case.ways.iter_mut().map(batch_size).collect();
    let mut ns = vec![Vec::new(); case.ways.len()];
    for round in 0..WARM_UP_ROUNDS + samples {
        let mut order: Vec<usize> = (0..case.ways.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for i in order {
            let per_op = batch_ns(&mut case.ways[i], batches[i]) / batches[i] as f64;
            if round >= WARM_UP_ROUNDS {
                ns[i].push(per_op);
            }
        }
    }
    for (i, way) in case.ways.iter().enumerate() {
        let mut sorted: Vec<f64> = ns[i].clone();
        let mut ratios: Vec<f64> = ns[i].iter().zip(&ns[0]).map(|(ns, first)| ns / first).collect();
        sorted.sort_by(f64::total_cmp);
        ratios.sort_by(f64::total_cmp);
        let bytes = (way.show)().len();
        let at = |percent| round(sorted[percent * (samples - 1) / 100]);
        emit(&Record::TimeResult {
            r#impl: "rust",
            profile,
            case: &case.name,
            way: way.name,
            samples,
            batch: batches[i],
            ns_min: at(0),
            ns_p25: at(25),
            ns_median: at(50),
            ns_p75: at(75),
            bytes,
            mb_per_s: round(bytes as f64 * 1e3 / at(50)),
            ratio_to_first: round(ratios[(samples - 1) / 2]),
        });
    }
}

/// Times one batch per line `CASE WAY COUNT` of stdin and answers with one line, so that
/// another process can take turns with this one, batch by batch. Ends with stdin.
pub fn serve(cases: &mut [Case]) {
    for request in std::io::stdin().lines() {
        let Ok(request) = request else { return };
        let mut words = request.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let (case, way, count) = (word(), word(), word().parse().unwrap_or(0));
        let found = cases.iter_mut().find(|c| c.name == case);
        match found.and_then(|c| c.ways.iter_mut().find(|w| w.name == way)) {
            Some(found) if count > 0 => {
                let ns = batch_ns(found, count);
                emit(&Record::BatchResult { case, way, count, ns });
            }
            _ => emit(&Record::BatchRefused { request: &request }),
        }
    }
}

fn round(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// What one operation asks of the heap, its kept buffer being grown already.
pub fn alloc(case: &mut Case, profile: &str) {
    for way in &mut case.ways {
        (way.run)(1);
        [&CALLS, &REQUESTED].iter().for_each(|counter| counter.store(0, Relaxed));
        [&LIVE, &PEAK].iter().for_each(|counter| counter.store(0, Relaxed));
        COUNTING.store(true, Relaxed);
        (way.run)(1);
        COUNTING.store(false, Relaxed);
        emit(&Record::AllocResult {
            r#impl: "rust",
            profile,
            case: &case.name,
            way: way.name,
            calls: CALLS.load(Relaxed),
            requested_bytes: REQUESTED.load(Relaxed),
            peak_bytes: PEAK.load(Relaxed),
            bytes: (way.show)().len(),
        });
    }
}

/// Counts while `COUNTING`; otherwise it only forwards, so it stays in place for timing.
pub struct CountingHeap;

static COUNTING: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0); // alloc + realloc
static REQUESTED: AtomicU64 = AtomicU64::new(0); // a realloc asks for its whole new size
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

fn count(requested: usize, growth: i64) {
    if COUNTING.load(Relaxed) {
        CALLS.fetch_add(1, Relaxed);
        REQUESTED.fetch_add(requested as u64, Relaxed);
        PEAK.fetch_max(LIVE.fetch_add(growth, Relaxed) + growth, Relaxed);
    }
}

// SAFETY: every call is forwarded unchanged to the system allocator.
unsafe impl GlobalAlloc for CountingHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), layout.size() as i64);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        if COUNTING.load(Relaxed) {
            LIVE.fetch_sub(layout.size() as i64, Relaxed);
        }
        System.dealloc(p, layout)
    }
    unsafe fn realloc(&self, p: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size, new_size as i64 - layout.size() as i64);
        System.realloc(p, layout, new_size)
    }
}
