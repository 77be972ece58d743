use std::error::Error;
use std::time::Duration;

use gdl::{Form, Forms, ParseLimits, Shape, Source, Symbols};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Url, Version, retry};

use crate::Request;

/// Why a player on the network gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The player was not reached, or had not answered in full, when its time was up.
    #[error("no answer in time")]
    TimedOut,
    /// The player cannot be reached, or does not speak HTTP, or left in the middle of its answer.
    #[error("{0}")]
    Failed(String),
}

/// What a player on the network says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerInfo {
    /// What it is called.
    pub name: Option<String>,
    /// What it does, such as `available` or `busy`.
    pub status: Option<String>,
}

impl PlayerInfo {
    /// Asks the player at an address, such as `localhost:9147`, for at most a second.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn of(address: &str) -> Result<Self, RequestError> {
        let text = Client::new().ask(address, &Request::Info, Duration::from_secs(1)).await?;
        Ok(Self::read(&text))
    }

    /// Reads an answer to [`Request::Info`] as generously as the reference implementation: what is not a pair of a key and a value is passed
    /// over, a bare word is the status, and what cannot be read says nothing.
    fn read(text: &str) -> Self {
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

/// Sends requests to players on the network: one a connection, as the reference implementation does.
#[derive(Clone, Debug)]
pub(crate) struct Client(reqwest::Client);

impl Client {
    /// The time for a connection to come about.
    const CONNECT: Duration = Duration::from_secs(5);
    /// Bytes that are read of an answer. No move is that long; what comes after them is not listened to.
    const ANSWER: usize = 64 << 10;

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
        Self(client.expect("only encryption and proxies can be set up wrongly, and there are none"))
    }

    /// What the player at that address answers within the limit, without blanks around it. Status and header of the answer mean nothing.
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
        while answer.len() < Self::ANSWER
            && let Some(chunk) = response.chunk().await?
        {
            answer.extend_from_slice(&chunk);
        }
        answer.truncate(Self::ANSWER);
        Ok(String::from_utf8_lossy(&answer).trim().to_owned())
    }
}

/// Where to send requests; none if that is not a host and a port.
pub(crate) fn url(address: &str) -> Option<Url> {
    let (_, port) = address.rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    let plain = !address.contains(['/', '\\', '?', '#', '@']);
    plain.then(|| Url::parse(&format!("http://{address}/")).ok())?
}

impl From<reqwest::Error> for RequestError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::TimedOut;
        }
        // What happened is at the bottom; above it stands who was told of it.
        let mut cause: &dyn Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        Self::Failed(cause.to_string())
    }
}
