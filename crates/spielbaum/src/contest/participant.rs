use std::str::FromStr;

use search::Spec;

use crate::players;

/// Who is to play, as the command line names it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Participant {
    /// A player on the network, by its host and port.
    Remote(String),
    /// A strategy of this program.
    Strategy(Spec),
    /// Random moves of the game master.
    Random,
}

impl FromStr for Participant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let address = text.strip_prefix("http://");
        // A spec may have a colon in its parameters.
        if address.is_none() && !text.split('(').next().is_some_and(|name| name.contains(':')) {
            let hint = match text.contains('(') {
                true => "",
                false => "; a player on the network is named by host:port, such as localhost:9147",
            };
            return players::spec(text).map(Self::Strategy).map_err(|error| format!("{error}{hint}"));
        }
        let address = address.unwrap_or(text).trim_end_matches('/');
        let parts = address.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse::<u16>().ok()?)));
        match parts {
            // Where players listen that say nothing else; the name `localhost` may mean another interface.
            Some(("", port)) => Ok(Self::Remote(format!("127.0.0.1:{port}"))),
            Some((host, port)) if !host.contains(['/', '@', ' ']) => {
                Ok(Self::Remote(format!("{host}:{port}")))
            }
            _ => Err(format!("`{text}` is not a host and a port, such as localhost:9147")),
        }
    }
}

impl Participant {
    /// Its spec, if it is a strategy of this program.
    pub(super) fn spec(&self) -> Option<&Spec> {
        match self {
            Self::Strategy(spec) => Some(spec),
            Self::Remote(_) | Self::Random => None,
        }
    }

    /// What it is called in tables. Addresses need no number: a player has one seat of a match.
    fn name(&self) -> String {
        match self {
            Self::Remote(address) => address.clone(),
            Self::Strategy(spec) => spec.to_string(),
            Self::Random => "random".to_owned(),
        }
    }

    /// The names of several, each another: who has that of one before gets a number.
    pub(super) fn names(participants: &[Self]) -> Vec<String> {
        let names: Vec<String> = participants.iter().map(Self::name).collect();
        let numbered = |(place, name): (usize, &String)| match names[..place]
            .iter()
            .filter(|other| *other == name)
            .count()
        {
            0 => name.clone(),
            before => format!("{name}#{}", before + 1),
        };
        names.iter().enumerate().map(numbered).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Participant {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_player_is_an_address_a_spec_or_chance() {
        let remote = |address: &str| Participant::Remote(address.to_owned());
        assert_eq!(parse("localhost:9147"), remote("localhost:9147"));
        assert_eq!(parse(":9147"), remote("127.0.0.1:9147"));
        assert_eq!(parse("http://player.example.org:80/"), remote("player.example.org:80"));
        assert_eq!(parse("[::1]:9147"), remote("[::1]:9147"));
        assert_eq!(parse("random"), Participant::Random);
        assert_eq!(parse("uct(time=1s)"), Participant::Strategy("uct(time=1s)".parse().expect("a spec")));
    }

    #[test]
    fn what_is_none_of_them_is_told_why() {
        let complaint = |text: &str| text.parse::<Participant>().expect_err("no player");
        for address in ["localhost:", "a:99999", "http://localhost", "http://a/b:1", "x@y:1"] {
            assert!(
                complaint(address).ends_with("is not a host and a port, such as localhost:9147"),
                "{address}"
            );
        }
        assert!(complaint("localhost").contains("is named by host:port"));
    }

    #[test]
    fn nobody_has_the_name_of_another() {
        let names = Participant::names(&["uct", "random", "uct", ":1", "uct", "random"].map(parse));
        assert_eq!(names, ["uct", "random", "uct#2", "127.0.0.1:1", "uct#3", "random#2"]);
    }
}
