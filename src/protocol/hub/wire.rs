//! Lines of bytes from a host, whatever they contain.
//!
//! Responsible for cutting input into lines on a thread of its own. Anything may come: a line
//! without end, bytes that are no text, a line that is too long to be kept. Ends of lines are LF;
//! a CR before it is a blank like others.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread;

use super::desk::Event;

/// Longest line that is kept, in bytes: 16 MiB. Of longer ones only the length is known.
pub const MAX_LINE: usize = 16 << 20;

/// What the input had to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Incoming {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line that is too long, of so many bytes.
    Overlong(usize),
    /// Nothing more, ever.
    End,
}

/// Starts the thread that posts the lines of `input`. It ends with the input, or when nobody
/// listens any more; it is never waited for, since a read cannot be interrupted.
pub(super) fn listen(
    mut input: impl BufRead + Send + 'static,
    inbox: Sender<Event>,
) -> io::Result<()> {
    let listener = thread::Builder::new().name("hub input".to_owned());
    listener.spawn(move || {
        loop {
            // Input that cannot be read has ended.
            let incoming = read_line(&mut input).unwrap_or(Incoming::End);
            let is_last = incoming == Incoming::End;
            if inbox.send(Event::Heard(incoming)).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(())
}

fn read_line(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() && length == 0 {
            return Ok(Incoming::End);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        length += part.len();
        if length <= MAX_LINE {
            line.extend_from_slice(part);
        } else {
            line = Vec::new();
        }
        // The last line may lack its end.
        let is_complete = end.is_some() || chunk.is_empty();
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if is_complete {
            let fits = length <= MAX_LINE;
            return Ok(if fits {
                Incoming::Line(line)
            } else {
                Incoming::Overlong(length)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Incoming> {
        let mut lines = Vec::new();
        while lines.last() != Some(&Incoming::End) {
            lines.push(read_line(&mut input).expect("readable"));
        }
        lines
    }

    #[test]
    fn the_last_line_may_lack_its_end() {
        let line = |text: &[u8]| Incoming::Line(text.to_vec());
        assert_eq!(lines(b""), [Incoming::End]);
        assert_eq!(lines(b"\n"), [line(b""), Incoming::End]);
        assert_eq!(
            lines(b"a\r\n\0\xff\nb"),
            [line(b"a\r"), line(b"\0\xff"), line(b"b"), Incoming::End]
        );
    }

    #[test]
    fn lines_that_are_too_long_are_only_measured() {
        let mut text = vec![b'x'; MAX_LINE];
        text.extend_from_slice(b"\ny");
        assert_eq!(lines(&text)[1], Incoming::Line(b"y".to_vec()));
        text.insert(0, b'x');
        assert_eq!(
            lines(&text)[..2],
            [
                Incoming::Overlong(MAX_LINE + 1),
                Incoming::Line(b"y".to_vec())
            ]
        );
    }
}
