//! The requests and replies of the protocol and their text.

mod error;
mod reader;
mod reply;
mod report;
mod request;

pub use error::MessageError;
pub use reply::Reply;
pub use report::{OwnPly, Report};
pub use request::Request;
