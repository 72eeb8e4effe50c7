//! Bytes from a partner, cut into messages on a thread of their own.
//!
//! Responsible for messages that come in pieces, several at once, or without end. A message ends
//! with NUL; on pipes, where people and scripts write, it may end with a line too. What comes
//! after the last end counts on pipes only: over a network it is a message that broke off.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Bytes of a message that are kept; of longer ones only the length is known. Above what the
/// protocol allows, since some programs send more than that.
pub(super) const MAX_KEPT: usize = 512;

/// What ends a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// NUL, as over a network.
    Nul,
    /// The end of a line; NUL is read too.
    Line,
}

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    /// A message without its end.
    Message(Vec<u8>),
    /// A message that is too long, of so many bytes.
    Overlong(usize),
    /// Nothing more, ever.
    Closed,
}

/// What a conversation waits for.
#[derive(Debug)]
pub(super) enum Event {
    /// Something came in, and when.
    Heard(Instant, Incoming),
    /// The search has ended, in whatever way.
    Finished,
}

/// Starts the thread that posts what comes in. It ends with the input, or when nobody listens.
pub(super) fn listen(
    input: impl Read + Send + 'static,
    terminator: Terminator,
    post: SyncSender<Event>,
) -> io::Result<JoinHandle<()>> {
    let mut input = BufReader::new(input);
    thread::Builder::new()
        .name("dxp input".to_owned())
        .spawn(move || {
            loop {
                // Input that cannot be read has ended.
                let incoming = next(&mut input, terminator).unwrap_or(Incoming::Closed);
                let is_last = incoming == Incoming::Closed;
                if post.send(Event::Heard(Instant::now(), incoming)).is_err() || is_last {
                    return;
                }
            }
        })
}

/// The next message that is not empty.
fn next(input: &mut impl BufRead, terminator: Terminator) -> io::Result<Incoming> {
    let is_end = |&byte: &u8| byte == 0 || (terminator == Terminator::Line && byte == b'\n');
    let (mut message, mut length) = (Vec::new(), 0);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let is_over = chunk.is_empty();
        if is_over && (length == 0 || terminator == Terminator::Nul) {
            return Ok(Incoming::Closed);
        }
        let end = chunk.iter().position(is_end);
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        length += part.len();
        if length <= MAX_KEPT {
            message.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if length > MAX_KEPT && (end.is_some() || is_over) {
            return Ok(Incoming::Overlong(length));
        }
        if end.is_some() || is_over {
            if !message.trim_ascii().is_empty() {
                return Ok(Incoming::Message(message));
            }
            (message, length) = (Vec::new(), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], terminator: Terminator) -> Vec<Incoming> {
        // One byte at a time, and all at once.
        let mut small = BufReader::with_capacity(1, bytes);
        let mut large = BufReader::new(bytes);
        let mut heard = Vec::new();
        while heard.last() != Some(&Incoming::Closed) {
            let incoming = next(&mut small, terminator).expect("readable");
            assert_eq!(next(&mut large, terminator).expect("readable"), incoming);
            heard.push(incoming);
        }
        heard.pop();
        heard
    }

    fn message(text: &str) -> Incoming {
        Incoming::Message(text.as_bytes().to_vec())
    }

    #[test]
    fn messages_end_with_nul_and_on_pipes_with_a_line() {
        let bytes = b"\0E00\0\0CA\nB\0\r\n\0M0";
        let nul = [message("E00"), message("CA\nB")];
        assert_eq!(all(bytes, Terminator::Nul), nul);
        let line = [message("E00"), message("CA"), message("B"), message("M0")];
        assert_eq!(all(bytes, Terminator::Line), line);
    }

    #[test]
    fn messages_without_end_are_only_measured() {
        let mut bytes = vec![b'x'; MAX_KEPT + 1];
        bytes.extend(b"\0E00\0");
        let heard = all(&bytes, Terminator::Nul);
        assert_eq!(heard, [Incoming::Overlong(MAX_KEPT + 1), message("E00")]);
        assert_eq!(all(&bytes[..MAX_KEPT], Terminator::Nul), []);
    }
}
