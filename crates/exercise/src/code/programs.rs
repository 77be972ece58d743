//! The programs, with the mistakes that are often made in their lines.

use super::{Algorithm, Line};
use crate::seeded_rng::SeededRng;

/// A line of a right program.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramLine {
    pub(super) indent: usize,
    pub(super) text: &'static str,
    /// What is often written here by mistake. Each makes the program wrong on some tree.
    pub(super) mistakes: &'static [&'static str],
}

impl ProgramLine {
    pub(super) fn line(&self) -> Line {
        (self.indent, self.text)
    }
}

const fn line(indent: usize, text: &'static str, mistakes: &'static [&'static str]) -> ProgramLine {
    ProgramLine { indent, text, mistakes }
}

impl Algorithm {
    /// An algorithm for a level, from 1 to 5.
    pub(super) fn of_level(level: u8, rng: &mut SeededRng) -> Self {
        rng.pick(match level {
            1 => &[Self::Minimax],
            2 => &[Self::Minimax, Self::Negamax],
            3 => &[Self::Negamax, Self::AlphaBeta],
            4 => &[Self::AlphaBeta, Self::NegamaxAlphaBeta],
            _ => &[Self::NegamaxAlphaBeta, Self::Uct],
        })
    }

    /// The right program.
    pub(super) fn program(self) -> &'static [ProgramLine] {
        match self {
            Self::Minimax => MINIMAX,
            Self::Negamax => NEGAMAX,
            Self::AlphaBeta => ALPHA_BETA,
            Self::NegamaxAlphaBeta => NEGAMAX_ALPHA_BETA,
            Self::Uct => UCT,
        }
    }

    /// The lines of the right program.
    pub(super) fn lines(self) -> Vec<Line> {
        self.program().iter().map(ProgramLine::line).collect()
    }
}

const MINIMAX: &[ProgramLine] = &[
    line(0, "def minimax(node):", &[]),
    line(1, "if leaf(node):", &["if max_moves(node):", "if min_moves(node):", "if payoff(node) == 0:"]),
    line(2, "return payoff(node)", &["return 0", "return -payoff(node)", "return minimax(node)"]),
    line(1, "if max_moves(node):", &["if min_moves(node):", "if leaf(node):", "if payoff(node) > 0:"]),
    line(2, "best = -inf", &["best = +inf", "best = 0", "best = payoff(node)"]),
    line(2, "for child in children(node):", &[]),
    line(3, "v = minimax(child)", &["v = minimax(node)", "v = -minimax(child)", "v = payoff(child)"]),
    line(
        3,
        "best = max(best, v)",
        &["best = min(best, v)", "best = v", "best = max(best, -v)", "best = best + v"],
    ),
    line(1, "else:", &[]),
    line(2, "best = +inf", &["best = -inf", "best = 0", "best = payoff(node)"]),
    line(2, "for child in children(node):", &[]),
    line(3, "v = minimax(child)", &["v = minimax(node)", "v = -minimax(child)", "v = payoff(child)"]),
    line(
        3,
        "best = min(best, v)",
        &["best = max(best, v)", "best = v", "best = min(best, -v)", "best = best + v"],
    ),
    line(1, "return best", &["return v", "return -best", "return max(best, 0)"]),
];

const NEGAMAX: &[ProgramLine] = &[
    line(0, "def negamax(node, sign):", &[]),
    line(1, "if leaf(node):", &["if max_moves(node):", "if sign == -1:", "if payoff(node) == 0:"]),
    line(
        2,
        "return sign * payoff(node)",
        &["return payoff(node)", "return -payoff(node)", "return -sign * payoff(node)"],
    ),
    line(1, "best = -inf", &["best = +inf", "best = 0", "best = -sign * inf"]),
    line(1, "for child in children(node):", &[]),
    line(
        2,
        "v = -negamax(child, -sign)",
        &["v = negamax(child, -sign)", "v = -negamax(child, sign)", "v = -negamax(node, -sign)"],
    ),
    line(2, "best = max(best, v)", &["best = min(best, v)", "best = v", "best = max(best, -v)"]),
    line(1, "return best", &["return -best", "return v", "return sign * best"]),
];

const ALPHA_BETA: &[ProgramLine] = &[
    line(0, "def alphabeta(node, alpha, beta):", &[]),
    line(1, "if leaf(node):", &["if max_moves(node):", "if alpha >= beta:", "if payoff(node) == 0:"]),
    line(2, "return payoff(node)", &["return alpha", "return -payoff(node)", "return 0"]),
    line(1, "if max_moves(node):", &["if min_moves(node):", "if leaf(node):", "if alpha >= beta:"]),
    line(2, "best = -inf", &["best = +inf", "best = 0", "best = beta"]),
    line(2, "for child in children(node):", &[]),
    line(
        3,
        "v = alphabeta(child, alpha, beta)",
        &[
            "v = alphabeta(child, beta, alpha)",
            "v = -alphabeta(child, -beta, -alpha)",
            "v = alphabeta(child, -inf, +inf)",
        ],
    ),
    line(3, "best = max(best, v)", &["best = min(best, v)", "best = v", "best = max(alpha, beta)"]),
    line(
        3,
        "alpha = max(alpha, best)",
        &["alpha = min(alpha, best)", "beta = min(beta, best)", "beta = max(beta, best)", "alpha = best"],
    ),
    line(3, "if alpha >= beta:", &["if alpha <= beta:", "if alpha > beta:", "if best >= alpha:"]),
    line(4, "break", &[]),
    line(1, "else:", &[]),
    line(2, "best = +inf", &["best = -inf", "best = 0", "best = alpha"]),
    line(2, "for child in children(node):", &[]),
    line(
        3,
        "v = alphabeta(child, alpha, beta)",
        &[
            "v = alphabeta(child, beta, alpha)",
            "v = -alphabeta(child, -beta, -alpha)",
            "v = alphabeta(child, -inf, +inf)",
        ],
    ),
    line(3, "best = min(best, v)", &["best = max(best, v)", "best = v", "best = min(alpha, beta)"]),
    line(
        3,
        "beta = min(beta, best)",
        &["beta = max(beta, best)", "alpha = max(alpha, best)", "alpha = min(alpha, best)", "beta = best"],
    ),
    line(3, "if alpha >= beta:", &["if alpha <= beta:", "if alpha > beta:", "if best <= beta:"]),
    line(4, "break", &[]),
    line(1, "return best", &["return v", "return alpha", "return beta", "return -best"]),
];

const NEGAMAX_ALPHA_BETA: &[ProgramLine] = &[
    line(0, "def search(node, alpha, beta, sign):", &[]),
    line(1, "if leaf(node):", &["if max_moves(node):", "if alpha >= beta:", "if sign == -1:"]),
    line(
        2,
        "return sign * payoff(node)",
        &["return payoff(node)", "return -payoff(node)", "return -sign * payoff(node)"],
    ),
    line(1, "best = -inf", &["best = +inf", "best = 0", "best = beta"]),
    line(1, "for child in children(node):", &[]),
    line(
        2,
        "v = -search(child, -beta, -alpha, -sign)",
        &[
            "v = -search(child, alpha, beta, -sign)",
            "v = -search(child, -alpha, -beta, -sign)",
            "v = search(child, -beta, -alpha, -sign)",
            "v = -search(child, -beta, -alpha, sign)",
        ],
    ),
    line(2, "best = max(best, v)", &["best = min(best, v)", "best = v", "best = max(best, -v)"]),
    line(
        2,
        "alpha = max(alpha, best)",
        &["alpha = min(alpha, best)", "beta = min(beta, best)", "alpha = best", "alpha = -best"],
    ),
    line(2, "if alpha >= beta:", &["if alpha <= beta:", "if alpha > beta:", "if best >= alpha:"]),
    line(3, "break", &[]),
    line(1, "return best", &["return -best", "return v", "return beta"]),
];

const UCT: &[ProgramLine] = &[
    line(0, "def simulate(node, sign):", &[]),
    line(1, "if leaf(node):", &["if visits[node] == 0:", "if max_moves(node):", "if sign == -1:"]),
    line(2, "v = payoff(node)", &["v = playout(node)", "v = sign * payoff(node)", "v = total[node]"]),
    line(
        1,
        "elif visits[node] == 0:",
        &["elif visits[node] > 0:", "elif total[node] > 0:", "elif visits[node] <= 1:"],
    ),
    line(
        2,
        "v = playout(node)",
        &["v = payoff(node)", "v = simulate(node, sign)", "v = sign * playout(node)"],
    ),
    line(1, "else:", &[]),
    line(2, "greatest = -inf", &["greatest = +inf", "greatest = 0", "greatest = C"]),
    line(2, "for child in children(node):", &[]),
    line(3, "if visits[child] == 0:", &["if visits[node] == 0:", "if leaf(child):", "if total[child] == 0:"]),
    line(4, "u = +inf", &["u = -inf", "u = 0", "u = C"]),
    line(3, "else:", &[]),
    line(
        4,
        "mean = total[child] / visits[child]",
        &["mean = total[node] / visits[node]", "mean = total[child] / visits[node]", "mean = total[child]"],
    ),
    line(
        4,
        "u = sign * mean + C * sqrt(ln(visits[node]) / visits[child])",
        &[
            "u = sign * mean + C * sqrt(ln(visits[child]) / visits[node])",
            "u = mean + C * sqrt(ln(visits[node]) / visits[child])",
            "u = sign * mean - C * sqrt(ln(visits[node]) / visits[child])",
            "u = sign * (mean + C * sqrt(ln(visits[node]) / visits[child]))",
            "u = sign * mean + C * sqrt(visits[child] / ln(visits[node]))",
        ],
    ),
    line(3, "if u > greatest:", &["if u < greatest:", "if mean > greatest:", "if visits[child] > greatest:"]),
    line(4, "greatest = u", &["greatest = mean", "u = greatest", "greatest = -u"]),
    line(4, "chosen = child", &["chosen = node", "v = simulate(child, -sign)", "node = child"]),
    line(
        2,
        "v = simulate(chosen, -sign)",
        &[
            "v = simulate(chosen, sign)",
            "v = -simulate(chosen, -sign)",
            "v = simulate(child, -sign)",
            "v = playout(chosen)",
        ],
    ),
    line(1, "visits[node] += 1", &["visits[node] = 1", "visits[node] += v", "visits[node] += sign"]),
    line(1, "total[node] += v", &["total[node] = v", "total[node] += sign * v", "total[node] += 1"]),
    line(1, "return v", &["return -v", "return total[node]", "return total[node] / visits[node]"]),
];
