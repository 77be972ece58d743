//! The match format of the reference implementation (ggp-base) in XML.

use std::io;

use gdl::{Symbols, Term, TermKind, parse_term};
use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::{MatchLog, milliseconds};

type Sheet = Writer<Vec<u8>>;

impl MatchLog {
    /// The match in the XML format of the reference implementation. Characters that XML does not allow
    /// are replaced.
    pub fn to_xml(&self) -> String {
        let mut sheet = Writer::new(Vec::new());
        let written =
            sheet.create_element("match").write_inner_content(|sheet| self.contents(sheet)).map(drop);
        written.expect("writing to memory does not fail");
        String::from_utf8(sheet.into_inner()).expect("only text was written")
    }

    fn contents(&self, sheet: &mut Sheet) -> io::Result<()> {
        leaf(sheet, "matchId", &self.id)?;
        leaf(sheet, "randomToken", &self.token)?;
        leaf(sheet, "startTime", &milliseconds(self.started).to_string())?;
        if !self.game_url.is_empty() {
            leaf(sheet, "gameMetaURL", &self.game_url)?;
        }
        leaf(sheet, "isCompleted", &self.completed().to_string())?;
        leaf(sheet, "isAborted", &self.aborted.to_string())?;
        let mut symbols = Symbols::default();
        nested(sheet, ["herstory", "state", "fact"], &self.states, |sheet, fluent| {
            structure(sheet, fluent, &mut symbols)
        })?;
        nested(sheet, ["history", "move", "action"], &self.moves, |sheet, mov| {
            structure(sheet, mov, &mut symbols)
        })?;
        for &time in &self.state_times {
            leaf(sheet, "stateTimes", &milliseconds(time).to_string())?;
        }
        if !self.errors.is_empty() {
            nested(sheet, ["errorHistory", "errors", "error"], &self.errors, text)?;
        }
        if let Some(log) = &self.percepts {
            for protocol in &log.protocols {
                leaf(sheet, "protocols", protocol)?;
            }
            let ply = |sheet: &mut Sheet, seen: &Vec<Vec<String>>| {
                nested(sheet, ["percepts", "sight", "percept"], seen, |sheet, percept| {
                    structure(sheet, percept, &mut Symbols::default())
                })
            };
            let all = |sheet: &mut Sheet| log.percepts.iter().try_for_each(|seen| ply(sheet, seen));
            sheet.create_element("perceptHistory").write_inner_content(all).map(drop)?;
        }
        for goal in self.goals.iter().flatten() {
            leaf(sheet, "goalValues", &goal.to_string())?;
        }
        leaf(sheet, "previewClock", &self.preview_seconds().to_string())?;
        leaf(sheet, "startClock", &self.start_clock.as_secs().to_string())?;
        leaf(sheet, "playClock", &self.play_clock.as_secs().to_string())?;
        for player in &self.players {
            leaf(sheet, "playerNamesFromHost", player)?;
        }
        leaf(sheet, "scrambled", &self.scrambled.to_string())
    }
}

fn leaf(sheet: &mut Sheet, name: &str, value: &str) -> io::Result<()> {
    sheet.create_element(name).write_inner_content(|sheet| text(sheet, value)).map(drop)
}

fn text(sheet: &mut Sheet, value: &str) -> io::Result<()> {
    // XML 1.0 cannot represent other control characters, nor these two that are no characters, not
    // even escaped.
    let is_absent =
        |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    let known = |c: char| if is_absent(c) { char::REPLACEMENT_CHARACTER } else { c };
    let value: String = value.chars().map(known).collect();
    sheet.write_event(quick_xml::events::Event::Text(BytesText::new(&value)))
}

/// Writes lists of lists as elements of these names, one level for each name.
fn nested(
    sheet: &mut Sheet,
    [all, one, part]: [&str; 3],
    lists: &[Vec<String>],
    mut write: impl FnMut(&mut Sheet, &str) -> io::Result<()>,
) -> io::Result<()> {
    let write_all = |sheet: &mut Sheet| {
        lists.iter().try_for_each(|list| {
            let write_one = |sheet: &mut Sheet| {
                list.iter().try_for_each(|item| {
                    sheet.create_element(part).write_inner_content(|sheet| write(sheet, item)).map(drop)
                })
            };
            sheet.create_element(one).write_inner_content(write_one).map(drop)
        })
    };
    sheet.create_element(all).write_inner_content(write_all).map(drop)
}

/// A fluent or a move by its parts; one that is no term, as it is.
fn structure(sheet: &mut Sheet, term: &str, symbols: &mut Symbols) -> io::Result<()> {
    match parse_term(term, symbols) {
        Ok(term) => part(sheet, &term, symbols),
        Err(_) => text(sheet, term),
    }
}

/// The parser bounds how deep terms are.
fn part(sheet: &mut Sheet, term: &Term, symbols: &Symbols) -> io::Result<()> {
    match &term.kind {
        TermKind::Variable(name) | TermKind::Constant(name) => text(sheet, symbols.name(*name)),
        TermKind::Function(name, arguments) => {
            leaf(sheet, "relation", symbols.name(*name))?;
            arguments.iter().try_for_each(|argument| {
                let write = |sheet: &mut Sheet| part(sheet, argument, symbols);
                sheet.create_element("argument").write_inner_content(write).map(drop)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{hidden, log};
    use super::*;

    #[test]
    fn the_xml_has_the_elements_of_the_reference() {
        let xml = log().to_xml();
        let expected = "<match><matchId>tourney.game.1</matchId>\
            <randomToken>GRyByjxWvAyZ7aSXMlPUlDldGaiOnKwD</randomToken><startTime>1795294824690</startTime>\
            <isCompleted>true</isCompleted><isAborted>false</isAborted>\
            <herstory><state><fact><relation>cell</relation><argument>1</argument><argument><relation>f</relation>\
            <argument>a</argument><argument>b</argument></argument></fact>\
            <fact><relation>control</relation><argument>x</argument></fact></state>\
            <state><fact><relation>control</relation><argument>o</argument></fact><fact>open</fact></state>\
            <state><fact>done</fact></state></herstory>\
            <history><move><action><relation>mark</relation><argument>1</argument><argument><relation>f</relation>\
            <argument>a</argument><argument>b</argument></argument></action><action>noop</action></move>\
            <move><action>noop</action><action><relation>mark</relation><argument>2</argument><argument>2</argument>\
            </action></move></history>\
            <stateTimes>1795294824790</stateTimes><stateTimes>1795294826790</stateTimes>\
            <stateTimes>1795294826890</stateTimes>\
            <errorHistory><errors><error></error><error>TO</error></errors>\
            <errors><error></error><error></error></errors>\
            <errors><error>IL (mark 9 9)</error><error></error></errors></errorHistory>\
            <goalValues>0</goalValues><goalValues>100</goalValues>\
            <previewClock>-1</previewClock><startClock>10</startClock><playClock>4</playClock>\
            <playerNamesFromHost>localhost:9147</playerNamesFromHost>\
            <playerNamesFromHost>uct(time=1s)</playerNamesFromHost><scrambled>false</scrambled></match>";
        assert_eq!(xml, expected);
    }

    #[test]
    fn the_xml_of_a_game_that_hides_something_has_what_each_player_was_told() {
        let expected = "<protocols>gdl2</protocols><protocols>gdl</protocols><perceptHistory>\
            <percepts><sight><percept><relation>card</relation><argument>king</argument></percept>\
            <percept>free</percept></sight><sight></sight></percepts>\
            <percepts><sight></sight><sight><percept>free</percept></sight></percepts></perceptHistory>";
        let xml = hidden().to_xml();
        assert!(xml.contains(expected), "{xml}");
    }

    #[test]
    fn unusual_characters_are_escaped_or_replaced() {
        let odd = "a <b> & \"c\" \u{1} )(";
        let xml = MatchLog {
            players: vec![odd.into()],
            errors: vec![vec![odd.into()]],
            moves: vec![vec![odd.into()]],
            ..log()
        }
        .to_xml();
        let escaped = "a &lt;b&gt; &amp; &quot;c&quot; \u{fffd} )(";
        for element in ["playerNamesFromHost", "error", "action"] {
            assert!(xml.contains(&format!("<{element}>{escaped}</{element}>")), "{xml}");
        }
    }

    #[test]
    fn an_aborted_match_has_no_goals() {
        let xml = MatchLog { goals: None, aborted: true, errors: Vec::new(), ..log() }.to_xml();
        assert!(
            xml.contains("<isAborted>true</isAborted>") && xml.contains("<isCompleted>false</isCompleted>")
        );
        assert!(!xml.contains("goalValues") && !xml.contains("error"));
    }
}
