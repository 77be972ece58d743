//! Exercises in words: what is to be done, what is given, and why an answer is right.

use exercise::{
    Answer, AnswerKind, Blank, ExerciseKind, Figure, Mark, Material, Move, NodeLabel, Payoffs, Position,
    Reason, Sheet, Side, Successor, Theory, TreeNode,
};
use search::number;

use super::{chance, code, maxn, pvs};

/// What a kind is called.
pub(super) fn title(kind: ExerciseKind) -> &'static str {
    match kind {
        ExerciseKind::LabelsTree => "Labels of a tree",
        ExerciseKind::Minimax => "Minimax values",
        ExerciseKind::AlphaBetaCuts => "Alpha-beta: cuts",
        ExerciseKind::Windows => "Alpha-beta: windows",
        ExerciseKind::Ordering => "Alpha-beta: the best order",
        ExerciseKind::Pvs => "Principal variation search: second searches",
        ExerciseKind::Expectiminimax => "Expectiminimax values",
        ExerciseKind::Star1Cuts => "Star1: cuts at chance nodes",
        ExerciseKind::Maxn => "Max^n vectors",
        ExerciseKind::MaxnCuts => "Max^n: cuts",
        ExerciseKind::Uct => "UCT values",
        ExerciseKind::UctBackup => "UCT: back-up",
        ExerciseKind::LabelsCounting => "Won or lost: counting game",
        ExerciseKind::LabelsCoinRow => "Won or lost: coin row",
        ExerciseKind::LabelsTwoRows => "Won or lost: two rows",
        ExerciseKind::WinningReply => "Winning move",
        ExerciseKind::CodeGaps => "Pseudo-code: missing lines",
        ExerciseKind::CodeOrder => "Pseudo-code: the order of lines",
        ExerciseKind::CodeFault => "Pseudo-code: the wrong line",
    }
}

/// What is to be done.
pub(super) fn task(sheet: &Sheet) -> String {
    const MOVERS: &str = "Max moves at ▲, min at ▼.";
    const COINS: &str =
        "A move takes one coin, or two adjacent coins of one row. The player who takes the last coin wins.";
    const ROWS: &str = "A move slides one of the player's own pieces along its row, any number of cells forward or back, without jumping. A player without a move loses.";
    let counting = |target: u32, most: u32| {
        format!(
            "Two players count in turn; the player to move says at least one and at most {most} numbers. The player who says {target} loses."
        )
    };
    match &sheet.material {
        Material::Tree { nodes, range, sum, .. } => match sheet.kind {
            ExerciseKind::LabelsTree => format!("Each leaf is WIN, DRAW or LOST for max. Label the inner nodes: recursive labelling visits the children from left to right and leaves a node as soon as the player to move there wins by a child. Write \"skipped\" at the nodes that this early exit skips, and mark the branches that it skips; branches below a skipped one need no mark. {MOVERS}"),
            ExerciseKind::AlphaBetaCuts => format!("Alpha-beta searches the tree from left to right with the window (-inf, +inf). Mark the branches that it cuts (it cuts where alpha ≥ beta); branches below a cut branch need no mark. {MOVERS}"),
            ExerciseKind::Windows => format!("Alpha-beta searches the tree from left to right with the window (-inf, +inf). Fill in alpha and beta on entering the marked nodes. {MOVERS}"),
            ExerciseKind::Ordering => format!("Order the children of every node so that alpha-beta visits as few leaves as possible, and write down the leaves from left to right. {MOVERS}"),
            ExerciseKind::Pvs => format!("{} {MOVERS}", pvs::TASK),
            ExerciseKind::Expectiminimax | ExerciseKind::Star1Cuts => chance::task(sheet.kind, range.as_ref()),
            ExerciseKind::Maxn => "The number in a node is the player to move. Fill in the payoff vector of every inner node by max^n: every player chooses the child with the greatest payoff for itself, of equal ones the first.".to_owned(),
            ExerciseKind::MaxnCuts => maxn::task(nodes, range.unwrap_or_default(), sum.unwrap_or_default()),
            _ => format!("Fill in the minimax value of every inner node. {MOVERS}"),
        },
        Material::Statistics { visits, c, decimals, .. } => format!(
            "Compute the UCT value Q + C · √(ln N / n) of every move (decimals: {decimals}) for C = {} and N = {visits} visits. Which move is tried next?",
            number(*c)
        ),
        Material::Simulation { payoffs: [max, min], decimals, .. } => format!(
            "A simulation of UCT makes these moves from the root on, and its playout pays max {max} and min {min}. The mean Q of a move is the mean of what its visits paid the player who makes it. Give visits and mean of every move after the back-up (decimals of means: {decimals})."
        ),
        Material::Positions { positions, .. } => match positions.first() {
            Some(Position::Counting { target, most, .. }) => format!("{} For each number: is the position after it won or lost for the player to move?", counting(*target, *most)),
            Some(Position::TwoRows { .. }) => format!("{ROWS} Is each position won or lost for the player to move?"),
            _ => format!("{COINS} Is each position won or lost for the player to move?"),
        },
        Material::Situation { position, .. } => match position {
            Position::Counting { said, target, most } => format!("{} The last number was {said}. Find a winning move.", counting(*target, *most)),
            Position::CoinRow { .. } => format!("{COINS} Find a winning move."),
            Position::TwoRows { mover, .. } => format!("{ROWS} {} to move: find a winning move.", side(*mover)),
            Position::Nim { .. } => "A move takes any number of objects from one heap. The player who takes the last object wins. Find a winning move.".to_owned(),
        },
        Material::Code { algorithm, lines, .. } => code::task(sheet.kind, *algorithm, lines),
    }
}

/// What is given, line by line, where it is no tree.
pub(super) fn given(material: &Material) -> Vec<String> {
    let numbered = |(index, text): (usize, String)| format!("{}. {text}", index + 1);
    match material {
        Material::Tree { .. } => Vec::new(),
        Material::Statistics { moves, .. } => {
            let line = |(index, statistic): (usize, &exercise::MoveStatistic)| {
                format!("move {}: visits n = {}, mean Q = {}", index + 1, statistic.visits, statistic.mean)
            };
            moves.iter().enumerate().map(line).collect()
        }
        Material::Simulation { moves, .. } => {
            let line = |(index, mov): (usize, &exercise::PathMove)| {
                let mean = mov.mean.map_or_else(|| "-".to_owned(), |mean| mean.to_string());
                format!(
                    "move {} by {}: visits n = {}, mean Q = {mean}",
                    index + 1,
                    max_or_min(mov.player),
                    mov.visits
                )
            };
            moves.iter().enumerate().map(line).collect()
        }
        Material::Positions { positions, .. } => {
            positions.iter().map(picture).enumerate().map(numbered).collect()
        }
        Material::Situation { position, moves, .. } => {
            let legal = moves.iter().map(|&mov| self::mov(mov)).enumerate().map(numbered);
            [picture(position)].into_iter().chain(legal).collect()
        }
        Material::Code { lines, replacements, .. } => code::given(lines, replacements),
    }
}

/// A position as it is drawn: `o o o | o`, `. W . B`.
fn picture(position: &Position) -> String {
    match position {
        Position::Counting { said, .. } => format!("after the number {said}"),
        Position::CoinRow { rows } => {
            rows.iter().map(|&length| vec!["o"; length as usize].join(" ")).collect::<Vec<_>>().join("  |  ")
        }
        Position::TwoRows { width, mover, rows } => {
            let cell = |row: &exercise::Pair, column: u32| match column {
                column if column == row.white => 'W',
                column if column == row.black => 'B',
                _ => '.',
            };
            let row = |row: &exercise::Pair| {
                (1..=*width).map(|column| cell(row, column).to_string()).collect::<Vec<_>>().join(" ")
            };
            let rows: Vec<String> = rows.iter().map(row).collect();
            format!("{}   ({} to move)", rows.join("  |  "), side(*mover))
        }
        Position::Nim { heaps } => {
            format!("heaps of {}", heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A position as the object of a sentence.
fn reached(position: &Position) -> String {
    match position {
        Position::Counting { said, .. } => format!("the last number {said}"),
        Position::CoinRow { rows } if rows.is_empty() => "no coins".to_owned(),
        _ => picture(position),
    }
}

fn max_or_min(player: usize) -> &'static str {
    if player == 0 { "max" } else { "min" }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

fn mov(mov: Move) -> String {
    match mov {
        Move::Say { count } => format!("count on by {count}"),
        Move::Take { row, from, coins: 1 } => format!("row {}: take coin {}", row + 1, from + 1),
        Move::Take { row, from, .. } => format!("row {}: take coins {} and {}", row + 1, from + 1, from + 2),
        Move::Slide { row, from, to } => format!("row {}: from column {from} to {to}", row + 1),
        Move::Remove { heap, count } => format!("heap {}: take {count}", heap + 1),
    }
}

/// What an exercise on a tree says of a node: its name, its place as `B › 2` if it is a leaf with a label, or
/// the payoffs of another leaf.
pub(super) fn node_name(nodes: &[TreeNode], node: usize) -> String {
    let Some(shown) = nodes.get(node) else { return "?".to_owned() };
    match (&shown.name, shown.label, shown.parent) {
        (Some(name), ..) => name.clone(),
        (None, Some(_), Some(parent)) => {
            let before = nodes[..node].iter().filter(|other| other.parent == Some(parent)).count();
            format!("{} › {}", node_name(nodes, parent), before + 1)
        }
        _ => leaf(shown),
    }
}

/// What stands in a leaf: its label, or its payoffs.
pub(super) fn leaf(node: &TreeNode) -> String {
    node.label.map_or_else(|| payoffs(&node.payoffs), |label| node_label(label).to_owned())
}

fn node_label(label: NodeLabel) -> &'static str {
    match label {
        NodeLabel::Win => "WIN",
        NodeLabel::Draw => "DRAW",
        NodeLabel::Lost => "LOST",
        NodeLabel::Skipped => "skipped",
    }
}

/// Payoffs as they are typed: `3`, `1/2/3`.
pub(super) fn payoffs(payoffs: &[Figure]) -> String {
    payoffs.iter().map(Figure::to_string).collect::<Vec<_>>().join("/")
}

/// The sign of who moves at a node.
pub(super) fn symbol(players: usize, mover: usize) -> String {
    match (players, mover) {
        (2, 0) => "▲".to_owned(),
        (2, 1) => "▼".to_owned(),
        (2, _) => "●".to_owned(),
        _ => (mover + 1).to_string(),
    }
}

/// An answer as somebody writes it down.
pub(super) fn answer(sheet: &Sheet, blank: &Blank, answer: &Answer) -> String {
    let nodes = tree(sheet);
    let branch = |&node: &usize| {
        let parent = nodes.get(node).and_then(|node| node.parent);
        if nodes.get(node).is_some_and(|node| node.name.is_none() && node.label.is_some()) {
            // The place of the leaf tells its parent.
            return node_name(nodes, node);
        }
        let name = format!("{} – {}", node_name(nodes, parent.unwrap_or_default()), node_name(nodes, node));
        let siblings: Vec<usize> = (0..nodes.len()).filter(|&other| nodes[other].parent == parent).collect();
        let alike =
            siblings.iter().filter(|&&other| node_name(nodes, other) == node_name(nodes, node)).count();
        match siblings.iter().position(|&other| other == node) {
            Some(place) if alike > 1 => format!("{name} (child {})", place + 1),
            _ => name,
        }
    };
    let listed = |items: Vec<String>| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    match answer {
        Answer::Number(value) => match blank.takes {
            AnswerKind::Number { decimals } if !matches!(sheet.material, Material::Tree { .. }) => {
                format!("{value:.*}", decimals as usize)
            }
            _ => Figure(*value).to_string(),
        },
        Answer::Vector(values) => values.iter().map(|&value| number(value)).collect::<Vec<_>>().join("/"),
        Answer::Window { alpha, beta } => window(*alpha, *beta),
        Answer::Label(exercise::Label::Win) => "won".to_owned(),
        Answer::Label(exercise::Label::Lose) => "lost".to_owned(),
        Answer::NodeLabel(label) => node_label(*label).to_owned(),
        Answer::Branches(branches) => listed(branches.iter().map(branch).collect()),
        Answer::Order(lines) if matches!(sheet.material, Material::Code { .. }) => {
            listed(lines.iter().map(|line| (line + 1).to_string()).collect())
        }
        Answer::Order(leaves) => listed(leaves.iter().map(|&leaf| node_name(nodes, leaf)).collect()),
        Answer::Choice(choice) => match &sheet.material {
            Material::Code { lines, .. } if blank.at.is_some() => {
                code::choice(&lines[blank.at.unwrap_or_default()].options, *choice)
            }
            Material::Code { replacements, .. } if blank.id == "replacement" => {
                code::choice(replacements, *choice)
            }
            Material::Code { .. } => (choice + 1).to_string(),
            _ => format!("move {}", choice + 1),
        },
    }
}

/// A window, in the form that searches of trees print: `3..14`, `-inf..+inf`.
pub(super) fn window(alpha: Option<f64>, beta: Option<f64>) -> String {
    let end = |end: Option<f64>, infinite: &str| {
        end.map_or_else(|| infinite.to_owned(), |end| Figure(end).to_string())
    };
    format!("{}..{}", end(alpha, "-inf"), end(beta, "+inf"))
}

/// Figures one after the other.
pub(super) fn figures(figures: &[Figure]) -> String {
    figures.iter().map(Figure::to_string).collect::<Vec<_>>().join(", ")
}

/// The nodes of the sheet's tree; none of another sheet.
pub(super) fn tree(sheet: &Sheet) -> &[TreeNode] {
    match &sheet.material {
        Material::Tree { nodes, .. } => nodes,
        _ => &[],
    }
}

/// What a blank is called.
pub(super) fn place(sheet: &Sheet, blank: &Blank) -> String {
    match (blank.at, &sheet.material) {
        (Some(at), Material::Tree { nodes, .. }) => node_name(nodes, at),
        (Some(at), Material::Statistics { .. }) => format!("move {}", at + 1),
        (Some(at), Material::Simulation { .. }) => {
            let asked = if blank.id.starts_with('v') { "visits" } else { "mean" };
            format!("{asked} of move {}", at + 1)
        }
        (Some(at), Material::Code { .. }) => format!("line {}", at + 1),
        (Some(at), _) => format!("position {}", at + 1),
        (None, Material::Code { .. }) => match blank.id.as_str() {
            "line" => "wrong line".to_owned(),
            "replacement" => "line in its place".to_owned(),
            _ => "order of the lines".to_owned(),
        },
        (None, _) => match blank.takes {
            AnswerKind::Branches if sheet.kind == ExerciseKind::LabelsTree => "skipped branches".to_owned(),
            AnswerKind::Branches if sheet.kind == ExerciseKind::Pvs => "branches searched again".to_owned(),
            AnswerKind::Branches => "cut branches".to_owned(),
            AnswerKind::Order { .. } => "leaves from left to right".to_owned(),
            _ => "choice".to_owned(),
        },
    }
}

/// Why the answers of a solution are right, a line for each mark.
pub(super) fn reasons<'m>(sheet: &Sheet, marks: impl IntoIterator<Item = &'m Mark>) -> Vec<String> {
    marks
        .into_iter()
        .filter_map(|mark| mark.reason.as_ref())
        .map(|why| reason(sheet, why).trim().to_owned())
        .collect()
}

fn reason(sheet: &Sheet, reason: &Reason) -> String {
    let nodes = tree(sheet);
    let name = |node: usize| node_name(nodes, node);
    let counting = match &sheet.material {
        Material::Positions { positions, .. } => positions.first(),
        Material::Situation { position, .. } => Some(position),
        _ => None,
    };
    let theory = |theory: &Theory| theory_of(theory, counting);
    let leads =
        |Successor { mov: made, to, .. }: &Successor| format!("\"{}\" leads to {}", mov(*made), reached(to));
    match reason {
        Reason::OtherKind | Reason::NoMove | Reason::NoBranch | Reason::NoOrder => {
            "This answer is not possible here.".to_owned()
        }
        Reason::MaxOf { children, value } => {
            format!("Max chooses the maximum of {}: {value}.", figures(children))
        }
        Reason::MinOf { children, value } => {
            format!("Min chooses the minimum of {}: {value}.", figures(children))
        }
        Reason::BestLabel { at, label, child } => {
            let (node, child) = (name(*at), name(*child));
            let (mover, wanted, other) = sides(nodes, *at);
            let word = node_label(*label);
            if *label == wanted {
                format!("{node} is {word}: its child {child} is {word}, and {mover} moves at {node}.")
            } else if *label == other {
                format!("{node} is {word}: {mover} moves at {node}, and every child is {word}.")
            } else {
                format!(
                    "{node} is {word}: {mover} moves at {node}, no child is {}, and {child} is {word}.",
                    node_label(wanted)
                )
            }
        }
        Reason::EarlyExit { at, label, child } => {
            let (node, child, word) = (name(*at), name(*child), node_label(*label));
            let (mover, ..) = sides(nodes, *at);
            format!(
                "Early exit at {node}: its child {child} is {word}, and {mover} moves at {node}; the children after {child} are skipped."
            )
        }
        Reason::NoEarlyExit { at, child } => {
            let (node, child) = (name(*at), name(*child));
            let (mover, wanted, _) = sides(nodes, *at);
            format!(
                "No early exit at {node} before {child}: {mover} moves at {node}, and no child before {child} is {}.",
                node_label(wanted)
            )
        }
        Reason::OwnBest { player, children, taken } => {
            let own =
                |Payoffs(payoffs): &Payoffs| payoffs.get(*player).map_or_else(String::new, Figure::to_string);
            let all: Vec<String> = children.iter().map(own).collect();
            format!(
                "For player {} the children have the payoffs {}; it chooses {}.",
                player + 1,
                all.join(", "),
                payoffs(&children[*taken].0)
            )
        }
        Reason::Window { alpha, beta } => {
            format!("{} {}", chance::source(nodes, true, alpha), chance::source(nodes, false, beta))
        }
        Reason::Cut { at, value, bound } if chance::is_chance(nodes, bound.from.unwrap_or_default()) => {
            let alpha = nodes.get(*at).is_some_and(|node| node.mover != Some(0));
            let (cut, sign) = if alpha { ("Alpha", "≤") } else { ("Beta", "≥") };
            let (node, end) = (name(*at), bound.value.unwrap_or_default());
            format!("{cut} cut at {node}: {value} {sign} {end}. {}", chance::source(nodes, alpha, bound))
        }
        Reason::Cut { at, value, bound } => {
            let (bound, from) = (bound.value.unwrap_or_default(), name(bound.from.unwrap_or_default()));
            let at_max = nodes.get(*at).is_some_and(|node| node.mover == Some(0));
            let at = name(*at);
            if at_max {
                format!(
                    "Beta cut at {at}: {value} ≥ {bound}. Max gets at least {value} at {at}, but min concedes at most {bound} at {from}."
                )
            } else {
                format!(
                    "Alpha cut at {at}: {value} ≤ {bound}. Max gets at most {value} at {at}, but at least {bound} at {from}."
                )
            }
        }
        Reason::NotCut { at, alpha, beta } => {
            let window = window(alpha.map(|end| end.0), beta.map(|end| end.0));
            format!("No cut: at {} the window is still open, {window}.", name(*at))
        }
        Reason::Expectation { children, probabilities, value } => {
            chance::expectation(children, probabilities, *value)
        }
        Reason::ChanceCut { at, alpha, rest, value, bound } => {
            chance::cut(nodes, *at, *alpha, *rest, *value, bound)
        }
        Reason::ChanceNotCut { at, least, greatest, alpha, beta } => {
            chance::not_cut(nodes, *at, [*least, *greatest], [*alpha, *beta])
        }
        Reason::SearchedAgain { at, asked, value } => pvs::again(nodes, *at, *asked, *value),
        Reason::SearchedOnce { at, why, asked, value } => {
            pvs::once(nodes, *at, *why, asked.unwrap_or_default(), value.unwrap_or_default())
        }
        Reason::ImmediateCut { at, player, payoff } => maxn::immediate_cut(nodes, *at, *player, *payoff),
        Reason::ShallowCut { at, player, payoff, above } => {
            maxn::shallow_cut(nodes, *at, *player, *payoff, above)
        }
        Reason::MaxnNotCut { at, player, payoff, above } => {
            maxn::not_cut(nodes, *at, *player, *payoff, above.as_ref())
        }
        Reason::Order { visited, least, leaves } => {
            format!(
                "In this order alpha-beta visits {visited} of {leaves} leaves; no order makes it visit fewer than {least}."
            )
        }
        Reason::UctValue { mean, visits, total, c, bonus, value } => {
            format!("{mean} + {} · √(ln {total} / {visits}) = {mean} + {bonus:.2} = {value:.2}.", number(*c))
        }
        Reason::Greatest { values, taken } => {
            let values: Vec<String> = values.iter().map(|value| format!("{value:.2}")).collect();
            format!("The UCT values are {}; move {} has the greatest.", values.join(", "), taken + 1)
        }
        Reason::Visited { visits } => format!("One visit more: {visits} + 1 = {}.", visits + 1),
        Reason::BackedUp { player, mean: None, payoff, .. } => {
            format!("The first visit: the mean is what {} gets, {payoff}.", max_or_min(*player))
        }
        Reason::BackedUp { player, visits, mean: Some(mean), payoff, value } => format!(
            "The playout pays {} {payoff}: ({visits} · {mean} + {payoff}) / {} = {}.",
            max_or_min(*player),
            visits + 1,
            number(*value)
        ),
        Reason::ReachableLoss { by } => {
            format!("{}, which is lost for the opponent. {}", leads(by), theory(&by.theory))
        }
        Reason::OnlyWins { moves, theory: values } => {
            format!("After every move (different moves: {moves}) the opponent can win. {}", theory(values))
        }
        Reason::LeavesLoss { by } => {
            format!("{}, which is lost for the opponent. {}", leads(by), theory(&by.theory))
        }
        Reason::LeavesWin { by, answer } => {
            format!("The move loses: to \"{}\" the opponent replies; {}.", mov(by.mov), leads(answer))
        }
        Reason::SaysTarget => "The move loses at once: it says the losing number.".to_owned(),
        Reason::SameResults { trees } => {
            format!("On all {trees} trees on which it was run, the program does the same as the right one.")
        }
        Reason::OtherResult { failure } => code::failure(failure),
        Reason::GivenFails { failure } => {
            format!("As it is given, the program is wrong. {}", code::failure(failure))
        }
        Reason::StillFails { text, failure } => {
            format!(
                "None of the lines to choose from makes the program right here. With `{text}`: {}",
                code::failure(failure)
            )
        }
        Reason::NoLine { lines } => format!("There is no such line; there are {lines} to choose from."),
        Reason::NotEveryLine { first, count } => {
            format!("The order must name each of the lines {} to {} once.", first + 1, first + count)
        }
    }
}

/// Who moves at a node for max and min, the label that it wants there, and the one that the other
/// player wants.
fn sides(nodes: &[TreeNode], node: usize) -> (&'static str, NodeLabel, NodeLabel) {
    if nodes.get(node).is_some_and(|node| node.mover == Some(0)) {
        ("max", NodeLabel::Win, NodeLabel::Lost)
    } else {
        ("min", NodeLabel::Lost, NodeLabel::Win)
    }
}

fn theory_of(theory: &Theory, position: Option<&Position>) -> String {
    match (theory.parts.as_slice(), position) {
        ([], _) => String::new(),
        (_, Some(Position::Counting { most, .. })) => {
            format!(
                "The count of numbers left before the losing number is {} modulo {}.",
                theory.xor,
                most + 1
            )
        }
        ([value], _) => format!("The Grundy value of the row is {value}."),
        (parts, _) => {
            let parts: Vec<String> = parts.iter().map(u32::to_string).collect();
            format!("The exclusive or (nim-sum) of the parts is {} = {}.", parts.join(" ⊕ "), theory.xor)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_a_move_leads_to_has_a_name_in_the_sentence() {
        let empty = Position::CoinRow { rows: Vec::new() };
        let rows = Position::CoinRow { rows: vec![1, 2] };
        let counting = Position::Counting { said: 11, target: 20, most: 3 };
        assert_eq!([&empty, &rows, &counting].map(reached), ["no coins", "o  |  o o", "the last number 11"]);
    }
}
