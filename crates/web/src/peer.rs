use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::problem::Problem;

/// Whom a request comes from, as far as an address tells: an IPv4 address, or the /64 network of an IPv6
/// address, whose hosts one person may choose at will. [`connection`](crate::connection) adds it to
/// every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Peer(IpAddr);

/// The part of an IPv6 address that names the network.
const NETWORK: u128 = !(u64::MAX as u128);

impl Peer {
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self(match address.ip().to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                Ipv6Addr::from(u128::from(address) & NETWORK).into()
            }
            address => address,
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts
            .extensions
            .get()
            .copied()
            .ok_or_else(|| Problem::internal("a request without the address of its client"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_is_an_address_or_a_network_of_ipv6() {
        let at = |text: &str| Peer::at(text.parse().unwrap());
        assert_eq!(at("10.0.0.1:1"), at("10.0.0.1:2"));
        assert_ne!(at("10.0.0.1:1"), at("10.0.0.2:1"));
        assert_eq!(at("10.0.0.1:1"), at("[::ffff:10.0.0.1]:1"));
        assert_eq!(at("[2001:db8::1]:1"), at("[2001:db8::2]:1"));
        assert_ne!(at("[2001:db8::1]:1"), at("[2001:db8:0:1::1]:1"));
        assert_ne!(at("[::1]:1"), at("[::2]:1"));
    }
}
