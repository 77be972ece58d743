use arena::{Cost, Costs, Store};
use comfy_table::CellAlignment;
use serde::Serialize;

use super::One;
use crate::error::Error;
use crate::labels::Labels;
use crate::output;

#[derive(Serialize)]
struct Document<'c> {
    game: &'c str,
    #[serde(flatten)]
    costs: &'c Costs,
}

pub(super) fn run(One { id, json }: &One, store: &Store) -> Result<(), Error> {
    let costs = store.costs(*id)?;
    let table = store.table(*id)?;
    if costs.players.iter().all(|player| player.cost.decisions == 0)
        && let Some(entry) = store.matches(*id)?.first()
    {
        // Either nobody ever had a choice, or no decision was kept, which this says.
        store.played(entry.id)?;
    }
    if *json {
        return output::json(&Document { game: &table.game, costs: &costs });
    }
    let labels = Labels::of(&table);
    output::line(format_args!(
        "{}\n\n{}\nTime a decision: half of them took no longer than the median, 99 of 100 no longer than 99 %.\nMoves without a choice are no decisions.",
        table.game,
        text(&costs, &labels)
    ))?;
    for (label, spec) in labels.longer(&table) {
        output::line(format_args!("{label} = {spec}"))?;
    }
    Ok(())
}

/// What the decisions of each player cost.
pub(crate) fn text(costs: &Costs, labels: &Labels) -> String {
    let mut drawn =
        output::columns(&["player", "decisions", "median", "99 %", "playouts/s", "nodes/s", "forfeits"]);
    for (label, player) in labels.all().iter().zip(&costs.players) {
        let Cost { decisions, forfeits, median_seconds, p99_seconds, playouts_per_second, nodes_per_second } =
            player.cost;
        drawn.add_row([
            label.clone(),
            decisions.to_string(),
            seconds(median_seconds),
            seconds(p99_seconds),
            rate(playouts_per_second),
            rate(nodes_per_second),
            forfeits.to_string(),
        ]);
    }
    for column in drawn.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    output::trimmed(&drawn)
}

/// A time in the unit that suits it.
pub(super) fn seconds(time: Option<f64>) -> String {
    match time {
        None => "-".to_owned(),
        Some(time) if time >= 1.0 => format!("{time:.2} s"),
        Some(time) if time >= 1e-3 => format!("{:.1} ms", time * 1e3),
        Some(time) => format!("{:.1} µs", time * 1e6),
    }
}

/// So many a second, in the unit that suits it.
fn rate(rate: Option<f64>) -> String {
    match rate {
        None => "-".to_owned(),
        Some(rate) if rate >= 1e7 => format!("{:.0} M", rate / 1e6),
        Some(rate) if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
        Some(rate) if rate >= 1e4 => format!("{:.0} k", rate / 1e3),
        Some(rate) => format!("{rate:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_unit_that_suits_them() {
        assert_eq!(
            [Some(2.5), Some(0.0123), Some(4.2e-6), None].map(seconds),
            ["2.50 s", "12.3 ms", "4.2 µs", "-"]
        );
        assert_eq!(
            [Some(3.2e7), Some(1.25e6), Some(45_000.0), Some(800.0), None].map(rate),
            ["32 M", "1.2 M", "45 k", "800", "-"]
        );
    }
}
