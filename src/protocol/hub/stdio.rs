//! Hub over standard input and output: what the program does when a host starts it.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use super::session::{Session, SessionError};
use crate::egdb::default_folder;
use crate::engine::Engine;

/// Speaks Hub until the host ends the session or closes the pipe.
///
/// Hosts may start an engine with arguments of the form `--name=value`: those that name an option
/// set it, all others are ignored, as are values that an option does not have. If `transcript` is
/// given, the session is recorded there.
///
/// # Errors
/// [`SessionError`] if the transcript cannot be created or the session breaks down. A host that
/// stops reading is no error.
pub fn run_stdio(arguments: &[String], transcript: Option<&Path>) -> Result<(), SessionError> {
    let mut engine = Engine::default();
    engine.keep_tables_in(default_folder());
    for argument in arguments {
        let option = argument
            .strip_prefix("--")
            .and_then(|option| option.split_once('='));
        if let Some((name, value)) = option {
            // Nobody listens yet to whom it could be said that a value is bad.
            let _ = engine.set(name, value);
        }
    }
    let mut session = Session::new(engine, io::stdout());
    if let Some(path) = transcript {
        session = session.with_transcript(Box::new(File::create(path)?));
    }
    match session.run(BufReader::new(io::stdin())) {
        Err(SessionError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}
