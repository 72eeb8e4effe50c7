//! A place in a text that knows its column.

/// What is left of a text, and the column at which it begins.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            column: 1,
        }
    }

    /// Column of the next character, from 1.
    pub(super) const fn column(&self) -> usize {
        self.column
    }

    /// What has not been read yet.
    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character, which stays.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads one character.
    pub(super) fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        self.column += 1;
        Some(next)
    }

    /// Reads the next character if it is `wanted`, in either case.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(&wanted));
        if found {
            self.bump();
        }
        found
    }

    /// Reads the text `wanted` if it comes next.
    pub(super) fn eat_str(&mut self, wanted: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(wanted) else {
            return false;
        };
        self.rest = rest;
        self.column += wanted.chars().count();
        true
    }

    /// Reads the characters up to the first that is not `wanted`.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self
            .rest
            .find(|next| !wanted(next))
            .unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.column += taken.chars().count();
        taken
    }

    /// Reads digits, perhaps none.
    pub(super) fn digits(&mut self) -> &'a str {
        self.take_while(|next| next.is_ascii_digit())
    }

    /// Skips blanks: white space of any kind, the byte order mark, and the underscore that stands
    /// for a blank in addresses of web pages.
    pub(super) fn skip_blanks(&mut self) {
        self.take_while(|next| next.is_whitespace() || matches!(next, '_' | '\u{feff}'));
    }

    /// The next character for a message: in quotes, or that there is none.
    pub(super) fn found(&self) -> String {
        self.peek()
            .map_or_else(|| "end of text".to_owned(), |next| format!("'{next}'"))
    }
}

/// A text cut to a length that fits into a message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut cursor = Cursor::new("é_ 12K");
        assert_eq!((cursor.bump(), cursor.column()), (Some('é'), 2));
        cursor.skip_blanks();
        assert_eq!((cursor.digits(), cursor.column()), ("12", 6));
        assert!(cursor.eat('k') && !cursor.eat('k'));
        assert_eq!(
            (cursor.found().as_str(), cursor.column()),
            ("end of text", 7)
        );
    }

    #[test]
    fn excerpts_are_short() {
        assert_eq!(excerpt("32-28"), "32-28");
        assert_eq!(excerpt(&"é".repeat(100)).chars().count(), 41);
    }
}
