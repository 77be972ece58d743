//! Seconds on the command line.

use std::time::Duration;

/// A time from 0 to a day.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=86400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "give a number of seconds from 0 to 86400, such as 2 or 0.5".to_owned())
}

/// A time of more than nothing, up to a day.
pub(crate) fn parse_some(text: &str) -> Result<Duration, String> {
    parse(text).and_then(
        |time| {
            if time.is_zero() { Err("give more than 0 seconds".to_owned()) } else { Ok(time) }
        },
    )
}
