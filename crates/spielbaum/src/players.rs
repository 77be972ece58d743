use std::str::FromStr;

use search::Spec;

/// Strategies on the command line, with commas between them.
#[derive(Clone)]
pub(crate) struct Players(pub(crate) Vec<Spec>);

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Spec::list(text).map(Self).map_err(|error| {
            let hint =
                if text.contains('{') { "; choices in braces are for `spielbaum arena --sweep`" } else { "" };
            format!("{error}{hint}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_in_braces_are_told_where_they_belong() {
        let complaint = |text: &str| text.parse::<Players>().err().expect("no players");
        assert!(complaint("uct(playouts={1,2})").ends_with("are for `spielbaum arena --sweep`"));
        assert!(!complaint("uct(playouts=0)").contains("sweep"));
    }
}
