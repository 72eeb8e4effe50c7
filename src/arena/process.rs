//! A program at the other end of three pipes.
//!
//! Responsible for starting it, for lines to and from it, and for leaving nothing behind. Its
//! errors are read all the time and the last few are kept for the record, so that no amount of them
//! blocks the program. A program is the leader of a process group: an interrupt of the terminal
//! does not reach it, and what it has started dies with it. Not responsible for what the lines
//! mean.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::contestant::Program;
use super::inbox::{Inbox, Silence, Stamped, spawn};
use super::player::Failure;
use super::stop::Stop;

/// Bytes of standard error that are kept.
const ERRORS_KEPT: usize = 300;
/// How long a program may take to leave by itself.
const LEAVE_TIME: Duration = Duration::from_millis(500);
/// How long the last words of a program may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(20);

/// A running program. It is killed when it is dropped.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    inbox: Inbox,
    errors: Arc<Mutex<Vec<u8>>>,
    stop: Stop,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Program, stop: &Stop) -> Result<Self, Failure> {
        let (file, arguments) = program
            .command
            .split_first()
            .ok_or_else(|| Failure::NotStarted("no command".to_owned()))?;
        let mut command = Command::new(file);
        command.args(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Failure::NotStarted(format!("'{file}': {error}")))?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        if let Some(stream) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            spawn("engine errors", move || keep_last(stream, &errors));
        }
        let output = child.stdout.take();
        let output = output.ok_or_else(|| Failure::NotStarted("no pipe".to_owned()))?;
        let inbox = Inbox::of(output, b'\n', stop);
        Ok(Self {
            input: child.stdin.take(),
            child,
            inbox,
            errors,
            stop: stop.clone(),
        })
    }

    /// Sends lines.
    pub(super) fn send(&mut self, text: &str) -> Result<(), Failure> {
        let Some(input) = &mut self.input else {
            return Err(self.crash());
        };
        let sent = input
            .write_all(format!("{text}\n").as_bytes())
            .and_then(|()| input.flush());
        // The pipe is closed when the program has ended.
        sent.map_err(|_| self.crash())
    }

    /// The next line, if it has come before `deadline`; it is waited for until then.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Option<Stamped>, Failure> {
        self.inbox.next(deadline).map_err(|silence| match silence {
            Silence::Stopped => Failure::Interrupted,
            Silence::Closed => self.crash(),
        })
    }

    /// What is known of the end of the program.
    fn crash(&mut self) -> Failure {
        if self.stop.is_raised() {
            return Failure::Interrupted;
        }
        let status = self.status_by(Instant::now() + LEAVE_TIME);
        thread::sleep(LAST_WORDS);
        let mut text = status.map_or(String::new(), |status| format!(" ({status})"));
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = String::from_utf8_lossy(&errors);
        if let Some(last) = errors.lines().rfind(|line| !line.trim().is_empty()) {
            text.push_str(", saying: ");
            text.push_str(last.trim());
        }
        Failure::Crashed(text)
    }

    /// The exit status, if the program ends before `deadline`.
    fn status_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Asks the program to leave with a last line, and sees to it.
    pub(super) fn dismiss(mut self, farewell: &str) {
        if !self.stop.is_raised() && self.send(farewell).is_ok() {
            self.input = None;
            self.status_by(Instant::now() + LEAVE_TIME);
        }
    }
}

/// Kills the program and what it has started.
impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // Before the program is waited for, since its number may be given to another then.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // The group may be gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn keep_last(mut stream: impl Read, errors: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    loop {
        let length = match stream.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) | Ok(0) => return,
            Ok(length) => length,
        };
        let mut kept = errors.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..length]);
        let excess = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..excess);
    }
}
