use std::collections::{BTreeMap, BTreeSet, VecDeque};

use game::{Rules, RulesState, players};
use logic::{LogicError, RoleGoal, TermId};

use crate::PositionView;

/// How many minimal sets of pieces are told together; where there are more, one of them says enough.
const MOST_SETS: usize = 4;

/// How many combinations of missing pieces are tried to find further minimal sets; where there are more, only
/// one set is told, too.
const MOST_COMBINATIONS: usize = 2_000;

/// Pieces, by the texts of their fluents.
type Pieces<'p> = BTreeSet<&'p str>;

impl PositionView {
    /// The pieces by which the game was won: a line, a chain, a pawn on the last row. They are fluents of the
    /// picture's cells, sorted; `state` is that of the position.
    ///
    /// The rules tell which they are: every minimal set of the winner's pieces that is enough for its goal
    /// when its other pieces are taken off the board, so that none of the set can be left out; one such set
    /// if there are more than four. None if no single player has won, or if the game would be won without the
    /// pieces that the last joint move put where they are: then it was not they that decided.
    ///
    /// The reasoner is asked about each set of pieces that is tried, mostly some dozens. [`game::ask_while`]
    /// bounds how long that may take.
    ///
    /// # Errors
    /// If an answer of the rules exceeds the limits, or is not waited for.
    pub fn decisive_pieces(&self, rules: &Rules, state: &RulesState) -> Result<Vec<String>, LogicError> {
        let Some((winner, goal)) = self.winner(rules) else { return Ok(Vec::new()) };
        let pieces = self.pieces_of(winner);
        let all: Pieces<'_> = pieces.keys().copied().collect();
        let latest = all.iter().copied().filter(|&piece| pieces[piece]).collect();
        let named = |fluent: TermId| (rules.reasoner().text(fluent), fluent);
        let fluents: Vec<(String, TermId)> = rules.fluents(state).into_iter().map(named).collect();
        let ending = |missing: &Pieces<'_>| -> Result<(bool, bool), LogicError> {
            let there = fluents.iter().filter(|(text, _)| !missing.contains(text.as_str()));
            let (is_over, got) = rules.ending_where(there.map(|&(_, fluent)| fluent).collect(), winner)?;
            Ok((is_over, matches!(got, RoleGoal::Unique(got) if got >= goal)))
        };
        // Rules may give the goal for pieces: a line, or the majority. Then it does not matter that somebody
        // could move again where a piece is missing. Or they give it to whoever moved last, and the pieces
        // end the game.
        let (_, goal_without_pieces) = ending(&all)?;
        let wins = |missing: &Pieces<'_>| {
            let (is_over, has_goal) = ending(missing)?;
            Ok(has_goal && (is_over || !goal_without_pieces))
        };
        let found = deciding(&all, &latest, wins)?;
        Ok(found.into_iter().map(str::to_owned).collect())
    }

    /// The player who has got more than any other, and its goal.
    fn winner(&self, rules: &Rules) -> Option<(usize, u8)> {
        let goals = self.goals.as_ref()?;
        let goal = |player: usize| Some((goals[player]?, player));
        let mut got = players(rules).map(goal).collect::<Option<Vec<_>>>()?;
        got.sort_unstable();
        match *got.as_slice() {
            [.., (second, _), (goal, winner)] if second < goal => Some((winner, goal)),
            _ => None,
        }
    }

    /// The fluents of a role's pieces, and whether the last joint move has put each where it is.
    fn pieces_of(&self, role: usize) -> BTreeMap<&str, bool> {
        let last: Vec<(usize, usize)> = (self.last.iter().flatten())
            .filter_map(|mov| mov.cells.as_ref())
            .map(|cells| (cells.grid, cells.to))
            .collect();
        let mut pieces = BTreeMap::new();
        for (number, grid) in self.picture.grids.iter().enumerate() {
            let own: BTreeSet<&str> = (grid.contents.iter())
                .filter(|content| content.owner == Some(role))
                .map(|content| content.name.as_str())
                .collect();
            for (place, cell) in grid.cells.iter().enumerate() {
                for (content, fluent) in cell.contents.iter().zip(&cell.fluents) {
                    if own.contains(content.as_str()) {
                        *pieces.entry(fluent.as_str()).or_default() |= last.contains(&(number, place));
                    }
                }
            }
        }
        pieces
    }
}

/// All of the `pieces` that are in a minimal set of pieces that is enough for the win, as
/// [`PositionView::decisive_pieces`] tells. `wins` tells whether the game is won when some are missing.
fn deciding<'p>(
    pieces: &Pieces<'p>,
    latest: &Pieces<'p>,
    mut wins: impl FnMut(&Pieces<'p>) -> Result<bool, LogicError>,
) -> Result<Pieces<'p>, LogicError> {
    if latest.is_empty() || wins(latest)? {
        return Ok(Pieces::new());
    }
    let mut sets: Vec<Pieces<'p>> = Vec::new();
    let mut losses = vec![latest.clone()];
    // A set that is not yet known lacks a piece of each that is known. So further ones are looked for where
    // such pieces are missing, in every combination.
    let mut open = VecDeque::from([Pieces::new()]);
    let mut combinations = BTreeSet::new();
    while let Some(missing) = open.pop_front() {
        // Where still more is missing, there is no win either.
        if losses.iter().any(|loss| loss.is_subset(&missing)) {
            continue;
        }
        let set = match sets.iter().find(|set| set.is_disjoint(&missing)) {
            Some(known) => known.clone(),
            None if !missing.is_empty() && !wins(&missing)? => {
                losses.push(missing);
                continue;
            }
            None => {
                let found = minimal(pieces, &missing, &mut wins)?;
                sets.push(found.clone());
                found
            }
        };
        if sets.len() > MOST_SETS || combinations.len() > MOST_COMBINATIONS {
            return Ok(sets.swap_remove(0));
        }
        for piece in set {
            let mut more = missing.clone();
            more.insert(piece);
            if combinations.insert(more.clone()) {
                open.push_back(more);
            }
        }
    }
    Ok(sets.into_iter().flatten().collect())
}

/// A set of pieces without those that are missing, each of which is needed for the win.
fn minimal<'p>(
    pieces: &Pieces<'p>,
    missing: &Pieces<'p>,
    wins: &mut impl FnMut(&Pieces<'p>) -> Result<bool, LogicError>,
) -> Result<Pieces<'p>, LogicError> {
    let mut missing = missing.clone();
    let mut needed = Pieces::new();
    for &piece in pieces {
        if missing.insert(piece) && !wins(&missing)? {
            missing.remove(piece);
            needed.insert(piece);
        }
    }
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use game::{Course, ask_while};
    use logic::Limits;

    use super::*;
    use crate::Style;
    use crate::testing::sheet;

    /// The pieces that decide where a game is won by each of some lines, and how often it was asked whether
    /// it is. Each piece is a letter.
    fn of_lines(pieces: &str, latest: &str, lines: &[&str]) -> (String, usize) {
        let set =
            |letters| str::split(letters, "").filter(|letter| !letter.is_empty()).collect::<Pieces<'_>>();
        let lines: Vec<Pieces<'_>> = lines.iter().map(|line| set(line)).collect();
        let mut questions = 0;
        let wins = |missing: &Pieces<'_>| {
            questions += 1;
            Ok(lines.iter().any(|line| line.is_disjoint(missing)))
        };
        let found = deciding(&set(pieces), &set(latest), wins).unwrap();
        (found.into_iter().collect(), questions)
    }

    #[test]
    fn a_line_is_found_among_other_pieces() {
        assert_eq!(of_lines("abcdefgh", "g", &["beg"]).0, "beg");
    }

    #[test]
    fn all_lines_are_found_that_the_last_piece_completes() {
        assert_eq!(of_lines("abcdefghi", "e", &["aei", "ceg", "def"]).0, "acdefgi");
    }

    #[test]
    fn where_many_sets_are_enough_one_of_them_is_told() {
        assert_eq!(of_lines("abcdeg", "g", &["ag", "bg", "cg", "dg"]).0, "abcdg");
        assert_eq!(of_lines("abcdeg", "g", &["ag", "bg", "cg", "dg", "eg"]).0, "eg");
    }

    #[test]
    fn where_too_many_combinations_would_be_tried_one_set_is_told() {
        let lines = ["aABCDEFGH", "aIJKLMNOP", "aQRSTUVWX", "abcdefghi"];
        let all: String = lines.concat();
        let (found, questions) = of_lines(&all, "a", &lines);
        assert_eq!(found, lines[3]);
        assert!(questions < MOST_COMBINATIONS, "{questions}");
    }

    #[test]
    fn a_win_without_the_last_piece_is_not_told_by_pieces_with_one_question() {
        assert_eq!(of_lines("abcdef", "f", &["abc", "def"]), (String::new(), 1));
        assert_eq!(of_lines("abcdef", "", &["abc"]), (String::new(), 0));
    }

    /// What decides the game of a rulesheet after moves: joint moves are split by `;`, the moves of one
    /// by `|`.
    fn decisive(rules: &Rules, name: &str, moves: &str) -> Result<Vec<String>, LogicError> {
        let joints = moves.split(';').map(|joint| joint.split('|').map(str::to_owned).collect());
        let course = Course::through(rules, &joints.collect::<Vec<Vec<String>>>()).unwrap();
        let view = PositionView::of(rules, Style::named(name), &course, &gdl::Interrupt::never()).unwrap();
        view.decisive_pieces(rules, course.end())
    }

    /// The pieces that decide a built-in game after moves: on its circuit and by the reasoner they are
    /// the same.
    fn after(name: &str, moves: &str) -> String {
        let sheet = sheet(name);
        let engines = [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()];
        let [compiled, reasoned] = engines.map(|rules| decisive(&rules, name, moves).unwrap().join(" "));
        assert_eq!(compiled, reasoned, "{name}");
        compiled
    }

    #[test]
    fn a_line_decides_and_two_lines_do_together() {
        let moves = "(mark 1 1);(mark 1 2);(mark 2 2);(mark 1 3);(mark 3 1);(mark 2 1);(mark 3 3)";
        assert_eq!(after("tictactoe", moves), "(cell 1 1 x) (cell 2 2 x) (cell 3 3 x)");
        let moves = "(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2);(mark 3 3);(mark 3 1);(mark 2 3);(mark 3 2);(mark 1 3)|noop";
        let lines = "(cell 1 1 x) (cell 1 2 x) (cell 1 3 x) (cell 2 3 x) (cell 3 3 x)";
        assert_eq!(after("tictactoe", moves), lines);
    }

    #[test]
    fn a_line_of_discs_decides_among_others() {
        let columns = ["1", "2", "2", "3", "3", "4", "3", "4", "4", "7", "4"];
        let moves = columns.map(|column| format!("(drop {column})")).join(";");
        let line = "(cell 1 1 r) (cell 2 2 r) (cell 3 3 r) (cell 4 4 r)";
        assert_eq!(after("connect-four", &moves), line);
    }

    #[test]
    fn a_chain_decides_without_the_stones_beside_it() {
        let moves = "(place 1 1);(place 3 1);(place 2 2);(place 3 2);(place 1 2);(place 2 3);(place 1 3)";
        assert_eq!(after("hex(size=3)", moves), "(cell 1 1 red) (cell 1 2 red) (cell 1 3 red)");
    }

    #[test]
    fn a_pawn_on_the_last_row_decides() {
        let moves = "(move 1 2 1 3);(move 6 5 6 4);(move 1 3 1 4);(move 6 4 6 3);(move 1 4 2 5);(move 6 3 5 2);(move 2 5 1 6)";
        assert_eq!(after("breakthrough-6x6", moves), "(cell 1 6 white)");
    }

    #[test]
    fn nothing_decides_where_nobody_has_won() {
        assert_eq!(after("tictactoe", "(mark 1 1);(mark 2 2)"), "");
        let draw = "(mark 1 1);(mark 2 2);(mark 3 3);(mark 1 2);(mark 3 2);(mark 3 1);(mark 1 3);(mark 2 3);(mark 2 1)|noop";
        assert_eq!(after("tictactoe", draw), "");
    }

    #[test]
    fn no_piece_decides_where_the_majority_is_larger_than_needed() {
        // White has nine of sixteen discs. Without the last one the board would not be full, but the majority
        // would be white's.
        let moves = "(place 1 2)|noop;noop|(place 3 1);(place 4 1)|noop;noop|(place 1 1);(place 4 3)|noop;noop|(place 3 4);(place 2 1)|noop;noop|(place 1 3);(place 4 4)|noop;noop|(place 4 2);(place 1 4)|noop;noop|(place 2 4)";
        assert_eq!(after("othello-4x4", moves), "");
    }

    #[test]
    fn what_nobody_waits_for_is_not_known() {
        let rules = Rules::new(&sheet("tictactoe")).unwrap();
        let moves = "(mark 1 1);(mark 1 2);(mark 2 1);(mark 2 2);(mark 3 1)";
        assert_eq!(decisive(&rules, "tictactoe", moves).unwrap().len(), 3);
        let found = ask_while(|| false, || decisive(&rules, "tictactoe", moves));
        assert!(matches!(found, Err(LogicError::Interrupted(_))), "{found:?}");
    }
}
