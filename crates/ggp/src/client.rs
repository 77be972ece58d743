use std::error::Error;
use std::io::{self, ErrorKind};
use std::iter;
use std::time::Duration;

use gdl::{Form, Forms, ParseLimits, Shape, Source, Symbols};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Url, Version, retry};

use crate::Request;

/// Why a request to a player on the network has no reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The complete reply did not arrive within the time limit.
    #[error("no answer in time")]
    TimedOut,
    /// The player cannot be reached, does not speak HTTP, or closed the connection within its reply.
    #[error("{0}")]
    Failed(String),
}

/// The name and the status that a player on the network reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerInfo {
    /// Its name.
    pub name: Option<String>,
    /// Its status, such as `available` or `busy`.
    pub status: Option<String>,
}

impl PlayerInfo {
    /// Asks the player at an address such as `localhost:9147`; waits at most a second.
    ///
    /// # Errors
    /// If it does not reply.
    pub async fn of(address: &str) -> Result<Self, RequestError> {
        let text = Client::new().ask(address, &Request::Info, Duration::from_secs(1)).await?;
        Ok(Self::parse(&text))
    }

    /// Parses a reply to [`Request::Info`] with the tolerance of the reference implementation: what is not a
    /// pair of a key and a value is ignored, a single word is the status, and a text that cannot be parsed
    /// gives no information.
    pub fn parse(text: &str) -> Self {
        let source = Source::new("information", text.as_bytes());
        let mut info = Self::default();
        let Ok(forms) = Forms::read(&source, &mut Symbols::default(), ParseLimits::default()) else {
            return info;
        };
        let said =
            |form: Form<'_>| source.text()[form.span().start as usize..form.span().end as usize].to_owned();
        let Some(top) = forms.top().next() else { return info };
        let Shape::List(pairs) = top.shape() else {
            info.status = Some(said(top));
            return info;
        };
        for pair in pairs {
            let Shape::List(mut words) = pair.shape() else { continue };
            let Some(key) = words.next() else { continue };
            let value = words.map(said).collect::<Vec<_>>().join(" ");
            match said(key).to_ascii_lowercase().as_str() {
                "name" if !value.is_empty() => info.name = Some(value),
                "status" if !value.is_empty() => info.status = Some(value),
                _ => {}
            }
        }
        info
    }
}

/// Sends requests to players on the network, each on a connection of its own, as the reference
/// implementation does.
#[derive(Clone, Debug)]
pub(crate) struct Client(reqwest::Client);

impl Client {
    /// The time to connect.
    const CONNECT: Duration = Duration::from_secs(5);
    /// The largest number of bytes read of a reply; the rest is ignored. No move is that long.
    const MAX_REPLY: usize = 64 << 10;

    pub(crate) fn new() -> Self {
        let client = reqwest::Client::builder()
            .http1_only()
            .http1_title_case_headers()
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .pool_max_idle_per_host(0)
            .no_proxy()
            .redirect(Policy::none())
            .retry(retry::never())
            .referer(false)
            .connect_timeout(Self::CONNECT)
            .build();
        Self(client.expect("only the set-up of encryption and proxies can fail, and there are none"))
    }

    /// The reply of the player at this address, trimmed. The HTTP status and headers of the reply
    /// are ignored.
    pub(crate) async fn ask(
        &self,
        address: &str,
        request: &Request,
        limit: Duration,
    ) -> Result<String, RequestError> {
        let wrong =
            || RequestError::Failed(format!("`{address}` is not a host and a port, such as localhost:9147"));
        let mut response = self
            .0
            .post(url(address).ok_or_else(wrong)?)
            .version(Version::HTTP_10)
            .header(ACCEPT, "text/delim")
            .header("Sender", "GAMESERVER")
            .header("Receiver", address)
            .header(CONTENT_TYPE, "text/acl")
            .timeout(limit)
            .body(request.to_string())
            .send()
            .await?;
        let mut answer = Vec::new();
        while answer.len() < Self::MAX_REPLY {
            match response.chunk().await {
                Ok(Some(chunk)) => answer.extend_from_slice(&chunk),
                Ok(None) => break,
                // A reply that is shorter than its announced length counts all the same.
                Err(error) if ended_early(&error) => break,
                Err(error) => return Err(error.into()),
            }
        }
        answer.truncate(Self::MAX_REPLY);
        Ok(String::from_utf8_lossy(&answer).trim().to_owned())
    }
}

/// The URL of an address; none if that is not a host and a port.
pub(crate) fn url(address: &str) -> Option<Url> {
    let (_, port) = address.rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    let plain = !address.contains(['/', '\\', '?', '#', '@']);
    plain.then(|| Url::parse(&format!("http://{address}/")).ok())?
}

/// Whether the connection was closed properly before the announced length was received.
fn ended_early(error: &reqwest::Error) -> bool {
    let mut causes = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::UnexpectedEof)
}

/// An error and its chain of causes.
fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    iter::successors(Some(error), |&error| error.source())
}

impl From<reqwest::Error> for RequestError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::TimedOut;
        }
        // The last cause says what happened; the errors above it say who reported it.
        let cause = causes(&error).last().map_or_else(String::new, ToString::to_string);
        Self::Failed(cause)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use super::*;
    use crate::Report;
    use crate::master::testing::Fake;

    #[tokio::test]
    async fn a_request_is_written_as_the_reference_writes_it() {
        let fake = Fake::saying(|_| " noop\r\n".into());
        let request = Request::Play { id: "m.1".into(), report: Report::Joint(None) };
        let answer = Client::new().ask(fake.address(), &request, Duration::from_secs(5)).await;
        assert_eq!(answer, Ok("noop".into()));
        let heard = fake.heard();
        let (head, body) = heard[0].split_once("\r\n\r\n").unwrap();
        assert_eq!(body, "( PLAY m.1 NIL )");
        let mut lines: Vec<&str> = head.split("\r\n").collect();
        assert_eq!(lines.remove(0), "POST / HTTP/1.0");
        lines.sort_unstable();
        let address = fake.address();
        assert_eq!(
            lines,
            [
                "Accept: text/delim",
                "Content-Length: 16",
                "Content-Type: text/acl",
                &format!("Host: {address}"),
                &format!("Receiver: {address}"),
                "Sender: GAMESERVER",
            ]
        );
    }

    #[tokio::test]
    async fn each_request_has_a_connection_of_its_own() {
        // A player that would accept further requests on the same connection.
        let fake = Fake::acting(|_, mut stream| {
            let answer = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbusy";
            stream.write_all(answer.as_bytes()).unwrap();
            thread::park();
        });
        let client = Client::new();
        for _ in 0..3 {
            let answer = client.ask(fake.address(), &Request::Info, Duration::from_secs(5)).await;
            assert_eq!(answer, Ok("busy".into()));
        }
        assert_eq!(fake.asked(), ["( INFO )"; 3]);
    }

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for address in ["localhost:9147", "127.0.0.1:80", "[::1]:9147", "player.example.org:1"] {
            assert!(url(address).is_some(), "{address}");
        }
        for address in [
            "",
            "localhost",
            "localhost:",
            ":9147",
            "a:99999",
            "a/b:1",
            "a@b:1",
            "http://a:1",
            "::1",
            "a b:1",
        ] {
            assert_eq!(url(address), None, "{address}");
        }
    }

    #[tokio::test]
    async fn a_player_reports_its_name_and_status() {
        let fake = Fake::saying(|_| "( ( name Ann ) ( status busy ) ( species alien ) )".into());
        let address = fake.address().replace("127.0.0.1", "localhost");
        let info = PlayerInfo { name: Some("Ann".into()), status: Some("busy".into()) };
        assert_eq!(PlayerInfo::of(&address).await, Ok(info));
        assert_eq!(fake.asked(), ["( INFO )"]);
        assert!(matches!(PlayerInfo::of("nowhere").await, Err(RequestError::Failed(_))));
    }

    #[test]
    fn information_is_parsed_with_tolerance() {
        let read = |text: &str| {
            let info = PlayerInfo::parse(text);
            (info.name.unwrap_or_default(), info.status.unwrap_or_default())
        };
        let said = |name: &str, status: &str| (name.to_owned(), status.to_owned());
        assert_eq!(read("((STATUS available) junk () (name) (name Ann B.))"), said("Ann B.", "available"));
        assert_eq!(read("busy"), said("", "busy"));
        for text in ["", "()", "(((", "(name Ann)"] {
            assert_eq!(read(text), said("", ""), "{text}");
        }
    }
}
