use game::Game;

use crate::key::{Key, words};
use crate::{Need, Spec, Window};

/// Who a search's values and windows belong to, for those who watch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The searching role, everywhere: it takes the greatest value, the others the least.
    Minimax,
    /// Whoever decides: everybody takes the greatest value, and from one side to the other values and windows
    /// change their sign.
    Negamax,
}

/// What a node returns whose value is outside its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The tightest bound it found.
    Soft,
    /// The end of the window.
    Hard,
}

/// What a search takes to be known of all values before it has visited a leaf: the window of the root, which
/// also proves that nothing is better than its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstWindow {
    /// The goal range where the rules give it, else nothing, as in an explicit tree.
    Auto,
    /// Nothing: the window is open, as textbooks have it.
    Open,
    /// The goal range, which of an explicit tree is that of its leaves.
    Range,
}

impl FirstWindow {
    pub(crate) fn of<G: Game>(self, game: &G) -> Window {
        let known = match self {
            Self::Auto => game.knowledge().gives_goal_range(),
            Self::Open => false,
            Self::Range => true,
        };
        if known { Window::of(game.goal_range()) } else { Window::OPEN }
    }
}

/// What the transposition table gives up for a new entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Whatever is there.
    Always,
    /// Of each pair of slots, one keeps the entry with the deeper tree below it until a later search, the
    /// other takes whatever comes.
    Depth,
}

/// The order in which a node's moves are searched, after those that other parts of the search recommend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The game's own.
    None,
    /// By the evaluator's opinion of the states they lead to.
    Static,
}

/// What is left out at chance nodes, by the bounds that the range of the payoffs sets to an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Star {
    /// Outcomes that cannot matter; one move of each outcome is looked at first, to see that early.
    Star2,
    /// Outcomes that cannot matter given those before.
    Star1,
    /// Nothing.
    Plain,
}

/// What alpha-beta may use beyond its plain form.
///
/// None of it but `reductions`, `quiescence` and `decisive` changes the value of a search to the end of the
/// game or to a depth, or which move it chooses: at the root, a move that stands before the best one and is
/// as good replaces it, in whatever order they are searched. Fewer nodes are visited, and the principal
/// variation may end where a table knew how it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaOptions {
    /// Who values and windows belong to.
    pub form: Form,
    /// What a value outside the window becomes.
    pub fail: Fail,
    /// What is known of all values beforehand.
    pub window: FirstWindow,
    /// Megabytes for the transposition table, which is kept from one decision to the next; 0 for none.
    pub table: u64,
    /// What the table gives up when it is full.
    pub replace: Replace,
    /// The order of the moves.
    pub order: MoveOrder,
    /// Whether the two moves that last cut at the same distance from the root are searched first.
    ///
    /// Source: S. G. Akl, M. M. Newborn, *The principal continuation and the killer heuristic*, ACM annual
    /// conference (1977).
    pub killer: bool,
    /// Whether moves that often cut anywhere are searched first.
    ///
    /// Source: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, IEEE
    /// PAMI 11 (1989).
    pub history: bool,
    /// Half the width of the first window, on the game's goal scale, about the value that is expected; a
    /// value outside it costs another search. 0 for the whole range.
    ///
    /// Source: G. M. Baudet, *The design and analysis of algorithms for asynchronous multiprocessors*, PhD
    /// thesis, Carnegie Mellon (1978).
    pub aspiration: f64,
    /// Whether all moves but the first only have to show that they are no better, and are searched again if
    /// they cannot.
    ///
    /// Source: T. A. Marsland, M. Campbell, *Parallel search of strongly ordered game trees*, ACM Computing
    /// Surveys 14 (1982).
    pub pvs: bool,
    /// Whether states that are alike by a symmetry that the game knows of share their entry in the table, and
    /// of moves that lead to such states only the first is searched.
    pub symmetry: bool,
    /// Whether moves that come late in the order, and that no table and no killer recommends, are looked at
    /// less deep at first; one that seems to be better than the best so far is then looked at as deep as the
    /// others. So the value at a depth need not be that of minimax; what is proven is true nevertheless.
    ///
    /// Source: T. Romstad, *An introduction to late move reductions* (2006); E. A. Heinz, *Scalable search in
    /// computer chess* (2000), on reductions as such.
    pub reductions: bool,
    /// Plies beyond the depth limit in which captures are searched, where the rules show any. The value of
    /// such a state is the best of the evaluator's opinion and what captures come to, so the value at a depth
    /// is not that of minimax; what is proven is true nevertheless.
    ///
    /// Source: C. E. Shannon, *Programming a computer for playing chess*, Philosophical Magazine 41 (1950);
    /// D. F. Beal, *A generalised quiescence search algorithm*, Artificial Intelligence 43 (1990).
    pub quiescence: u32,
    /// Whether a state in which a role wins at once is worth what that pays, without a search: a ply more
    /// than there are to look ahead. Only where the game [shows](game::Tactics) such moves.
    pub decisive: bool,
    /// What is left out at chance nodes.
    ///
    /// Source: B. W. Ballard, *The \*-minimax search procedure for trees containing chance nodes*, Artificial
    /// Intelligence 21 (1983).
    pub chance: Star,
}

impl Default for AlphaBetaOptions {
    /// The plain algorithm, fail-soft.
    fn default() -> Self {
        Self {
            form: Form::Minimax,
            fail: Fail::Soft,
            window: FirstWindow::Auto,
            table: 0,
            replace: Replace::Depth,
            order: MoveOrder::None,
            killer: false,
            history: false,
            aspiration: 0.0,
            pvs: false,
            symmetry: false,
            reductions: false,
            quiescence: 0,
            decisive: false,
            chance: Star::Star2,
        }
    }
}

impl AlphaBetaOptions {
    /// What a strong player uses.
    pub fn strong() -> Self {
        Self { table: 64, killer: true, history: true, pvs: true, symmetry: true, ..Self::default() }
    }

    /// The options of a spec whose strategy has all of their parameters.
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self {
            form: spec.get(FORM),
            fail: spec.get(FAIL),
            window: spec.get(WINDOW),
            table: spec.get(TABLE),
            replace: spec.get(REPLACE),
            order: spec.get(ORDER),
            killer: spec.get(KILLER),
            history: spec.get(HISTORY),
            aspiration: spec.get(ASPIRATION),
            pvs: spec.get(PVS),
            symmetry: spec.get(SYMMETRY),
            reductions: spec.get(REDUCTIONS),
            quiescence: spec.get(QUIESCENCE),
            decisive: spec.get(DECISIVE),
            chance: spec.get(CHANCE),
        }
    }
}

words!(Form { "minimax" => Minimax, "negamax" => Negamax });
words!(Fail { "soft" => Soft, "hard" => Hard });
words!(FirstWindow { "auto" => Auto, "open" => Open, "range" => Range });
words!(Replace { "depth" => Depth, "always" => Always });
words!(Star { "star2" => Star2, "star1" => Star1, "plain" => Plain });
words!(MoveOrder { "none" => None, "static" => Static });

pub(crate) const FORM: Key<Form> = Key::choice(
    "form",
    "whose values an observer sees: the searching role's everywhere (minimax), or those of the role that moves (negamax)",
);
pub(crate) const FAIL: Key<Fail> = Key::choice(
    "fail",
    "what a node returns whose value is outside the window: the bound it found (soft), or the window's end (hard)",
);
pub(crate) const WINDOW: Key<FirstWindow> = Key::choice(
    "window",
    "the window of the root: (-inf, +inf) (open), the goal range (range), or the goal range on games and open on explicit trees (auto)",
);
pub(crate) const TABLE: Key<u64> =
    Key::integer("table", 0..=1_000_000, 0, "megabytes for the transposition table; 0 for none");
pub(crate) const REPLACE: Key<Replace> = Key::choice(
    "replace",
    "replacement scheme of the table: it replaces entries of shallower or earlier searches (depth), or any entry (always)",
)
.with_needs(&[Need::IsNot("table", "0")]);
pub(crate) const ORDER: Key<MoveOrder> =
    Key::choice("order", "move ordering: the game's own (none), or by the evaluator (static)");
pub(crate) const KILLER: Key<bool> =
    Key::flag("killer", false, "killer heuristic: moves that last caused a cut at the same ply come first");
pub(crate) const HISTORY: Key<bool> =
    Key::flag("history", false, "history heuristic: moves that often caused cuts anywhere come first");
pub(crate) const ASPIRATION: Key<f64> = Key::decimal(
    "aspiration",
    0.0..=1e6,
    0.0,
    "half the width of the aspiration window about the expected value; 0 for the first window (`window`)",
);
pub(crate) const PVS: Key<bool> =
    Key::flag("pvs", false, "principal variation search: later moves are first searched with a null window");
pub(crate) const SYMMETRY: Key<bool> =
    Key::flag("symmetry", false, "whether states that are equal by a symmetry of the game count as one");
pub(crate) const REDUCTIONS: Key<bool> = Key::flag(
    "reductions",
    false,
    "late-move reductions: moves late in the order are searched less deep at first, and again if they seem better than the best",
);
pub(crate) const QUIESCENCE: Key<u32> = Key::integer(
    "quiescence",
    0..=100,
    0,
    "quiescence search: plies beyond the depth in which captures are searched, if the rules show that pieces are captured",
);
pub(crate) const DECISIVE: Key<bool> = Key::flag(
    "decisive",
    false,
    "whether a state in which a role wins at once is seen to be won, if the game shows that by its circuit: a ply beyond the depth",
);
pub(crate) const CHANCE: Key<Star> = Key::choice(
    "chance",
    "cuts at chance nodes: by the range of the payoffs and one move of each outcome (star2), by the range alone (star1), or none (plain)",
);
