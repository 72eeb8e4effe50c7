//! Independent work on several threads, its results in order.
//!
//! A reader thread takes the jobs from their source, as many ahead as there are tickets; workers do
//! them; the caller gets the results in the order of the jobs. So memory is bounded by the tickets,
//! a result is handed on as soon as those before it are, even while the source keeps the reader
//! waiting, and a source that never answers cannot keep the caller from ending.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Jobs that may be under way or done out of turn, for each worker.
const TICKETS: usize = 8;
/// How often a worker that waits for a job looks whether jobs are still wanted.
const GLANCE: Duration = Duration::from_millis(50);

/// Does `jobs` on `threads` threads (at least one), each with a state of its own from `equip`, and
/// hands the results to `take` in the order of the jobs, until it breaks.
///
/// # Panics
/// If one of the functions does.
pub fn in_order<J, W, R>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send + 'static,
    equip: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, J) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) where
    J: Send + 'static,
    R: Send,
{
    let threads = threads.max(1);
    let (ticket_desk, tickets) = channel();
    for _ in 0..threads * TICKETS {
        // The other end is held below.
        let _ = ticket_desk.send(());
    }
    let (job_desk, job_line) = sync_channel(threads);
    let reader = thread::spawn(move || {
        for job in jobs.enumerate() {
            // Either end is gone when nobody wants results any more.
            if tickets.recv().is_err() || job_desk.send(job).is_err() {
                break;
            }
        }
    });
    let job_line = Mutex::new(job_line);
    let is_over = AtomicBool::new(false);
    let is_complete = thread::scope(|scope| {
        // Raised however this ends: workers must not wait for a source that may never answer.
        let _end = End(&is_over);
        let (result_desk, results) = channel();
        for _ in 0..threads {
            let result_desk = result_desk.clone();
            let (job_line, is_over, equip, work) = (&job_line, &is_over, &equip, &work);
            scope.spawn(move || serve(job_line, &result_desk, is_over, equip, work));
        }
        drop(result_desk);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in &results {
            let result: thread::Result<R> = result;
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if take(result).is_break() {
                    return false;
                }
                // The reader may have come to its end.
                let _ = ticket_desk.send(());
            }
        }
        true
    });
    if is_complete && let Err(panic) = reader.join() {
        resume_unwind(panic);
    }
}

/// Raises a flag when it goes. Nothing else is published through it, so relaxed ordering is enough.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does jobs until there are none, or nobody wants their results.
fn serve<J, W, R>(
    jobs: &Mutex<Receiver<(usize, J)>>,
    results: &Sender<(usize, thread::Result<R>)>,
    is_over: &AtomicBool,
    equip: &impl Fn() -> W,
    work: &impl Fn(&mut W, J) -> R,
) {
    let mut state = equip();
    while !is_over.load(Ordering::Relaxed) {
        let line = jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let next = line.recv_timeout(GLANCE);
        drop(line);
        let (number, job) = match next {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // A panic is handed on: the caller would wait forever for the result otherwise.
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, job)));
        let is_panic = result.is_err();
        if results.send((number, result)).is_err() || is_panic {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_faster() {
        for threads in [1, 3] {
            let mut got = Vec::new();
            let work = |done: &mut u64, job: u64| {
                *done += 1;
                thread::sleep(Duration::from_micros(job * 7919 % 500));
                job * job
            };
            in_order(
                threads,
                0..200,
                || 0,
                work,
                |result| {
                    got.push(result);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(got, (0..200).map(|job| job * job).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_source_that_never_ends_keeps_nobody_waiting() {
        let (sender, receiver) = channel::<u32>();
        sender.send(1).expect("the other end is here");
        sender.send(2).expect("the other end is here");
        let mut got = Vec::new();
        // The sender stays: a third job never comes.
        in_order(
            2,
            receiver.into_iter(),
            || (),
            |(), job| job,
            |result| {
                got.push(result);
                if got.len() == 2 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(got, [1, 2]);
        drop(sender);
    }

    #[test]
    #[should_panic(expected = "job 5")]
    fn a_panic_is_handed_on() {
        let work = |(): &mut (), job: u32| assert!(job != 5, "job {job}");
        in_order(2, 0..100, || (), work, |()| ControlFlow::Continue(()));
    }
}
