//! Threads that work beside a game without getting in its way.

use std::io;
use std::thread::{Builder, JoinHandle};

/// How much less the system thinks of these threads: next to a search they have about a quarter of
/// a processor that both want, and all of one that is idle.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 6;

/// Starts a thread that makes way for others.
///
/// # Errors
/// The system gives no further thread.
pub(crate) fn spawn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    Builder::new().spawn(|| {
        make_way();
        work()
    })
}

/// Makes the thread that calls this give way to others from now on. What it works at is worth
/// less than a move in time: without this it would take half a processor from a search that has
/// to share one, and let the clock run out between two looks at it.
#[cfg(target_os = "linux")]
pub(crate) fn make_way() {
    // On Linux the priority of the calling thread alone; if it stays as it is, the work is only
    // more of a nuisance.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// On other systems priorities are those of whole processes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn make_way() {}
