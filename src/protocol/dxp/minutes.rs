//! The time of a game as a request tells it: three characters for minutes.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for each side and the whole game, as far as three characters can tell it: whole minutes
/// to 999, tenths below ten minutes (`1.5`), hundredths below one (`.05` is three seconds).
///
/// `000` occurs: one program in use rounds thirty seconds to it. It means that no clock was
/// agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minutes(Duration);

impl Minutes {
    /// No clock.
    pub const NONE: Self = Self(Duration::ZERO);

    /// The time for each side; nothing if no clock was agreed on.
    pub fn time(self) -> Option<Duration> {
        (!self.0.is_zero()).then_some(self.0)
    }

    /// Reads the field of a request, in any form of a number without sign.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim().replace(',', ".");
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let minutes: f64 = text.parse().ok().filter(|_| is_plain)?;
        let seconds = (minutes * 60_000.0).round() / 1000.0;
        Duration::try_from_secs_f64(seconds).ok().map(Self)
    }
}

/// The field of a request.
impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs_f64() / 60.0;
        let tenths = format!("{minutes:.1}");
        if minutes.fract() == 0.0 || tenths.len() > 3 {
            write!(f, "{minutes:03.0}")
        } else if Self::read(&tenths) == Some(*self) {
            f.write_str(&tenths)
        } else {
            f.write_str(format!("{minutes:.2}").trim_start_matches('0'))
        }
    }
}

/// A time that the field of a request cannot tell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "time of {0} minutes: expected what three characters can tell, 0 to 999, or with a fraction \
     like 1.5 and .05"
)]
pub struct MinutesError(String);

impl FromStr for Minutes {
    type Err = MinutesError;

    fn from_str(text: &str) -> Result<Self, MinutesError> {
        let error = || MinutesError(text.to_owned());
        let minutes = Self::read(text).ok_or_else(error)?;
        let field = minutes.to_string();
        let is_told = field.len() == 3 && Self::read(&field) == Some(minutes);
        if is_told { Ok(minutes) } else { Err(error()) }
    }
}
