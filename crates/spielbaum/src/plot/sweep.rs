//! Players that differ in one number.

use arena::{Interval, Rating, Table};
use search::{Spec, Value};

/// Players that differ from one another in one number, and each line of them also in something else.
pub(super) struct Sweep {
    /// The parameter that the number is given for, and its unit if it has one.
    pub(super) parameter: &'static str,
    pub(super) unit: Option<&'static str>,
    pub(super) lines: Vec<Line>,
}

/// Players that differ in nothing else.
pub(super) struct Line {
    /// What they have in common.
    pub(super) name: String,
    /// By rising numbers.
    pub(super) points: Vec<Point>,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) number: f64,
    /// From 0 to 1.
    pub(super) score: f64,
    pub(super) ci95: Interval,
}

impl Sweep {
    /// The lines of the parameter that most players of a tournament differ in; none if there are no two of
    /// them. The first `champions` players are whom the others are compared with.
    pub(super) fn of(table: &Table, champions: usize) -> Option<Self> {
        let challengers = || table.ratings.iter().skip(champions);
        let players: Vec<(Spec, &Rating)> =
            challengers().filter_map(|rating| Some((rating.player.parse().ok()?, rating))).collect();
        let mut best: Option<(usize, Self)> = None;
        for (spec, _) in &players {
            for parameter in spec.entry().parameters {
                let sweep = Self::along(parameter.name, &players);
                let size = sweep.lines.iter().map(|line| line.points.len()).sum();
                if best.as_ref().map_or(size > 1, |(most, _)| size > *most) {
                    best = Some((size, sweep));
                }
            }
        }
        best.map(|(_, sweep)| sweep)
    }

    /// The lines of one parameter.
    fn along(parameter: &'static str, players: &[(Spec, &Rating)]) -> Self {
        let mut unit = None;
        let mut groups: Vec<(&Spec, Line)> = Vec::new();
        for (spec, rating) in players {
            let Some((number, its_unit)) = value(spec, parameter).and_then(number) else { continue };
            let Some(score) = rating.score else { continue };
            unit = its_unit;
            let point = Point { number, score, ci95: rating.ci95 };
            match groups.iter_mut().find(|(other, _)| alike(spec, other, parameter)) {
                Some((_, line)) => line.points.push(point),
                None => groups
                    .push((spec, Line { name: without(&rating.player, parameter), points: vec![point] })),
            }
        }
        let mut lines: Vec<Line> =
            groups.into_iter().map(|(_, line)| line).filter(|line| line.points.len() > 1).collect();
        for line in &mut lines {
            line.points.sort_by(|a, b| a.number.total_cmp(&b.number));
        }
        Self { parameter, unit, lines }
    }
}

/// What can be put on an axis.
fn number(value: &Value) -> Option<(f64, Option<&'static str>)> {
    match value {
        Value::Integer(number) => Some((*number as f64, None)),
        Value::Decimal(number) => Some((*number, None)),
        Value::Duration(time) => Some((time.as_secs_f64() * 1e3, Some("ms"))),
        _ => None,
    }
}

/// Whether two players are the same but for one parameter.
fn alike(a: &Spec, b: &Spec, parameter: &str) -> bool {
    a.entry().name == b.entry().name
        && a.parameters().zip(b.parameters()).all(|((known, a), (_, b))| known.name == parameter || a == b)
}

/// The value of one parameter.
fn value<'s>(spec: &'s Spec, parameter: &str) -> Option<&'s Value> {
    spec.parameters().find(|(known, _)| known.name == parameter)?.1
}

/// A spec's text without one of its parameters.
fn without(spec: &str, parameter: &str) -> String {
    let Some((name, rest)) = spec.split_once('(') else { return spec.to_owned() };
    let inner = rest.strip_suffix(')').unwrap_or(rest);
    let mut depth = 0;
    let pieces = inner.split(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    });
    let is_it = |piece: &&str| piece.split_once('=').is_some_and(|(own, _)| own == parameter);
    let kept: Vec<&str> = pieces.filter(|piece| !is_it(piece)).collect();
    if kept.is_empty() { name.to_owned() } else { format!("{name}({})", kept.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::table;

    #[test]
    fn players_that_differ_in_one_number_form_a_line() {
        let players = [
            "random",
            "uct(playouts=64)",
            "uct(playouts=16)",
            "uct(playouts=16,c=0.7)",
            "uct(playouts=64,c=0.7)",
        ];
        let sweep = Sweep::of(&table(&players, 2, 10), 1).expect("two lines");
        assert_eq!((sweep.parameter, sweep.unit), ("playouts", None));
        let lines: Vec<_> = sweep
            .lines
            .iter()
            .map(|line| {
                (line.name.as_str(), line.points.iter().map(|point| point.number).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(lines, [("uct", vec![16.0, 64.0]), ("uct(c=0.7)", vec![16.0, 64.0])]);
    }

    #[test]
    fn times_are_milliseconds() {
        let sweep = Sweep::of(&table(&["uct(time=10ms)", "uct(time=1s)"], 2, 10), 0).expect("a line");
        assert_eq!((sweep.parameter, sweep.unit), ("time", Some("ms")));
        assert_eq!(
            sweep.lines[0].points.iter().map(|point| point.number).collect::<Vec<_>>(),
            [10.0, 1000.0]
        );
    }

    #[test]
    fn players_that_differ_otherwise_form_none() {
        assert!(Sweep::of(&table(&["random", "uct(playouts=16)"], 2, 10), 0).is_none());
        assert!(Sweep::of(&table(&["random"], 2, 10), 0).is_none());
    }

    #[test]
    fn a_parameter_leaves_its_spec() {
        assert_eq!(without("uct(playouts=16,c=0.7)", "playouts"), "uct(c=0.7)");
        assert_eq!(
            without("alpha-beta(depth=2,eval=playouts(10))", "depth"),
            "alpha-beta(eval=playouts(10))"
        );
        assert_eq!(without("uct(playouts=16)", "playouts"), "uct");
        assert_eq!(without("random", "playouts"), "random");
    }
}
