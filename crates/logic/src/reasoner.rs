use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use fixedbitset::FixedBitSet;
use gdl::{CHANCE, Clause, Interrupt, Interrupted, Keyword, Rulesheet, Symbols, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asking::asking;
use crate::compiler::compile;
use crate::derived::Derived;
use crate::evaluate::Evaluation;
use crate::program::Program;
use crate::relation::{Phase, Relation};
use crate::terms::{Lease, Terms, Top};
use crate::{Limits, LogicError, TermId};

/// A state: a set of fluents. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Arc<[TermId]>);

impl State {
    /// The fluents, each once, in arbitrary order.
    pub fn fluents(&self) -> &[TermId] {
        &self.0
    }
}

/// The goal of a role in a state, as far as the rules define one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleGoal {
    /// Exactly one goal holds, a whole number from 0 to 100.
    Unique(u8),
    /// No goal holds.
    Missing,
    /// Several goals hold, or one that is not a whole number from 0 to 100: their texts, sorted.
    Ambiguous(Vec<String>),
}

impl RoleGoal {
    /// The goal that a term with this text is; none if it is no whole number from 0 to 100.
    pub fn number(text: &str) -> Option<u8> {
        text.parse().ok().filter(|goal| *goal <= 100)
    }
}

/// Answers questions about the states of a game by evaluating the rules, bottom-up and stratum by stratum.
///
/// It is written for correctness, not for speed: faster engines are tested against it. It can be shared
/// between threads.
pub struct Reasoner {
    pub(crate) symbols: Symbols,
    pub(crate) terms: Terms,
    pub(crate) program: Program,
    roles: Vec<TermId>,
    hides: bool,
    initial: State,
    pub(crate) limits: Limits,
    /// The emptied relations of dropped views, for reuse of their memory.
    spare: Mutex<Vec<Derived>>,
}

impl std::fmt::Debug for Reasoner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reasoner").field("roles", &self.texts(&self.roles)).finish_non_exhaustive()
    }
}

impl Reasoner {
    /// Evaluates the static relations and the initial state.
    ///
    /// # Errors
    /// If that exceeds `limits`, which apply to every later question too, or there is no role.
    pub fn new(sheet: &Rulesheet, limits: Limits) -> Result<Self, LogicError> {
        Self::new_while(sheet, limits, &Interrupt::after(limits.time))
    }

    /// Does the same as [`new`](Self::new) until it is interrupted; the limit on time is for later
    /// questions alone.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if it is interrupted.
    pub fn new_while(
        sheet: &Rulesheet,
        limits: Limits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        Self::compiled_by(compile, sheet, limits, interrupt)
    }

    fn compiled_by(
        compile: Compile,
        sheet: &Rulesheet,
        limits: Limits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let terms = Terms::new(&limits, sheet.symbols());
        let program = compile(&sheet.clauses(), sheet.symbols(), &terms, &limits, interrupt)?;
        let initial = State(program.initial.as_slice().into());
        let mut reasoner = Self {
            symbols: sheet.symbols().clone(),
            terms,
            program,
            roles: Vec::new(),
            hides: sheet.rules().iter().any(|rule| rule.head.name == Keyword::Sees.symbol()),
            initial,
            limits,
            spare: Mutex::default(),
        };
        reasoner.roles = reasoner.find_roles(sheet, interrupt)?;
        Ok(reasoner)
    }

    /// The declared roles in the order of the rulesheet, then the derived ones in the order of their texts.
    fn find_roles(&self, sheet: &Rulesheet, interrupt: &Interrupt<'_>) -> Result<Vec<TermId>, LogicError> {
        let mut roles: Vec<TermId> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut lease = self.terms.lease();
        for term in sheet.declared_roles() {
            interrupt.check()?;
            let role = crate::plan::ground(term, &mut lease)?;
            if seen.insert(role) {
                roles.push(role);
            }
        }
        drop(lease);
        let mut view = self.view(&self.initial);
        view.ensure(Keyword::Role)?;
        let mut derived: Vec<TermId> = view.relation(Keyword::Role).rows().map(|row| row[0]).collect();
        derived.retain(|role| !seen.contains(role));
        self.sort(&mut derived, interrupt)?;
        roles.append(&mut derived);
        if roles.is_empty() { Err(LogicError::NoRole) } else { Ok(roles) }
    }

    /// The rows of each static relation of `arity` arguments, without relations on demand.
    pub fn static_relations(&self, arity: usize) -> impl Iterator<Item = impl Iterator<Item = &[TermId]>> {
        let statics = self.program.statics.iter().filter(move |relation| relation.arity() == arity);
        statics.map(Relation::rows)
    }

    /// The roles in the order of every joint move.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// The number of the role [`random`](gdl::CHANCE), if there is one.
    pub fn chance(&self) -> Option<usize> {
        self.roles.iter().position(|&role| self.text(role) == CHANCE)
    }

    /// Whether the rules tell what roles see (`sees`), and hide the rest. Without, all see every state and
    /// every move.
    pub fn hides(&self) -> bool {
        self.hides
    }

    /// The initial state.
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// The state in which exactly these fluents hold.
    pub fn state(&self, mut fluents: Vec<TermId>) -> State {
        fluents.sort_unstable();
        fluents.dedup();
        State(fluents.into())
    }

    /// A term as KIF text with single spaces, such as `(f a b)`.
    pub fn text(&self, term: TermId) -> String {
        self.terms.lease().text(term, &self.symbols).to_owned()
    }

    /// Terms as KIF text, sorted bytewise.
    pub fn texts(&self, terms: &[TermId]) -> Vec<String> {
        let lease = self.terms.lease();
        let mut texts: Vec<String> =
            terms.iter().map(|&term| lease.text(term, &self.symbols).to_owned()).collect();
        texts.sort_unstable();
        texts
    }

    /// The term of a KIF text, if it is a ground term of names that the rulesheet has. A name that it has not
    /// is taken for the only one that differs from it in the case of letters, if there is just one.
    ///
    /// # Errors
    /// If the term exceeds the limits.
    pub fn term(&self, text: &str) -> Result<Option<TermId>, LogicError> {
        let mut names = Symbols::default();
        let Ok(term) = gdl::parse_term(text, &mut names) else { return Ok(None) };
        self.term_of(&term, &names, &mut self.terms.lease())
    }

    /// The parser bounds how deep terms are.
    fn term_of(
        &self,
        term: &Term,
        names: &Symbols,
        lease: &mut Lease<'_>,
    ) -> Result<Option<TermId>, LogicError> {
        let (name, arguments) = match &term.kind {
            TermKind::Variable(_) => return Ok(None),
            TermKind::Constant(name) => (name, None),
            TermKind::Function(name, arguments) => (name, Some(arguments)),
        };
        let Some(name) = self.symbols.alike(names.name(*name)) else { return Ok(None) };
        let mut ids = Vec::new();
        for argument in arguments.into_iter().flatten() {
            let Some(id) = self.term_of(argument, names, lease)? else { return Ok(None) };
            ids.push(id);
        }
        let top = arguments.map_or(Top::Constant(name), |_| Top::Function(name, ids.len()));
        lease.intern(top, &ids).map(Some)
    }

    /// The name and the arguments of a term; a constant has none.
    pub fn parts(&self, term: TermId) -> (&str, Vec<TermId>) {
        let lease = self.terms.lease();
        let (Top::Constant(name) | Top::Function(name, _)) = lease.top(term);
        (self.symbols.name(name), lease.args(term).to_vec())
    }

    /// A view of a state, which answers questions about it.
    pub fn view(&self, state: &State) -> View<'_> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut derived = spare.unwrap_or_else(|| self.program.blank.clone());
        let holding = &mut derived.relations[Keyword::True as usize];
        for &fluent in state.fluents() {
            holding.insert(&[fluent]);
        }
        if !self.program.queries.is_empty() {
            catch_up(holding, &self.terms.lease());
        }
        let done = FixedBitSet::with_capacity(self.program.groups.len());
        View { reasoner: self, derived, done, joint: None }
    }

    /// Sorts different terms by their KIF text, bytewise.
    fn sort(&self, terms: &mut Vec<TermId>, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let lease = self.terms.lease();
        let mut by_text = BTreeMap::new();
        for &term in terms.iter() {
            interrupt.check()?;
            by_text.insert(lease.text(term, &self.symbols), term);
        }
        terms.clear();
        terms.extend(by_text.into_values());
        Ok(())
    }
}

type Compile = fn(&[Clause<'_>], &Symbols, &Terms, &Limits, &Interrupt<'_>) -> Result<Program, LogicError>;

/// Updates all indexes of a relation of one state.
fn catch_up(relation: &mut Relation, terms: &Lease<'_>) {
    let Ok(()) = relation.catch_up_all(terms, &Interrupt::never()) else {
        unreachable!("nobody interrupts it")
    };
}

/// A view of a state: answers questions about it. Each relation is evaluated when it is first needed.
pub struct View<'r> {
    reasoner: &'r Reasoner,
    derived: Derived,
    /// The groups that have been evaluated.
    done: FixedBitSet,
    /// The joint move that the `does` relation holds.
    joint: Option<Vec<TermId>>,
}

impl View<'_> {
    /// Whether the state is terminal.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn terminal(&mut self) -> Result<bool, LogicError> {
        self.ensure(Keyword::Terminal)?;
        Ok(self.relation(Keyword::Terminal).len() > 0)
    }

    /// The legal moves of role number `role`, sorted by their text.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal(&mut self, role: usize) -> Result<Vec<TermId>, LogicError> {
        self.ensure(Keyword::Legal)?;
        let mut moves = self.of_role(Keyword::Legal, role);
        self.sort(Keyword::Legal, std::slice::from_mut(&mut moves))?;
        Ok(moves)
    }

    /// The legal moves of each role in role order, each role's sorted by their text.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_of_all(&mut self) -> Result<Vec<Vec<TermId>>, LogicError> {
        self.ensure(Keyword::Legal)?;
        let mut moves = self.of_each_role(Keyword::Legal);
        self.sort(Keyword::Legal, &mut moves)?;
        Ok(moves)
    }

    /// The goal of each role in this state, whether it is terminal or not.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn goals(&mut self) -> Result<Vec<RoleGoal>, LogicError> {
        self.ensure(Keyword::Goal)?;
        let goal = |goals: Vec<TermId>| {
            let texts = self.reasoner.texts(&goals);
            match texts.as_slice() {
                [] => RoleGoal::Missing,
                [one] => match RoleGoal::number(one) {
                    Some(value) => RoleGoal::Unique(value),
                    None => RoleGoal::Ambiguous(texts),
                },
                _ => RoleGoal::Ambiguous(texts),
            }
        };
        Ok(self.of_each_role(Keyword::Goal).into_iter().map(goal).collect())
    }

    /// The state after a joint move, one move for each role in role order. The moves need not be legal.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn next(&mut self, joint: &[TermId]) -> Result<State, LogicError> {
        self.make(joint);
        self.ensure(Keyword::Next)?;
        let mut fluents: Vec<TermId> = self.relation(Keyword::Next).rows().map(|row| row[0]).collect();
        fluents.sort_unstable();
        Ok(State(fluents.into()))
    }

    /// The percepts of a role after a joint move (GDL-II), sorted by their text.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn percepts(&mut self, joint: &[TermId], role: usize) -> Result<Vec<TermId>, LogicError> {
        self.make(joint);
        self.ensure(Keyword::Sees)?;
        let mut percepts = self.of_role(Keyword::Sees, role);
        self.sort(Keyword::Sees, std::slice::from_mut(&mut percepts))?;
        Ok(percepts)
    }

    /// Sets the `does` relation to a joint move, and clears what depends on the previous one.
    fn make(&mut self, joint: &[TermId]) {
        if self.joint.as_deref() == Some(joint) {
            return;
        }
        let program = &self.reasoner.program;
        let Derived { relations, answers } = &mut self.derived;
        for (number, group) in program.groups.iter().enumerate() {
            if group.phase == Phase::Step && self.done.contains(number) {
                self.done.remove(number);
                group.heads.iter().for_each(|&head| relations[head].clear());
            }
        }
        for (query, answers) in program.queries.iter().zip(answers) {
            if query.phase == Phase::Step {
                answers.clear();
            }
        }
        let does = &mut relations[Keyword::Does as usize];
        does.clear();
        for (&role, &mov) in self.reasoner.roles.iter().zip(joint) {
            does.insert(&[role, mov]);
        }
        if !program.queries.is_empty() {
            catch_up(does, &self.reasoner.terms.lease());
        }
        self.joint = Some(joint.to_vec());
    }

    /// Clears all derived relations, as an error leaves them incomplete.
    fn forget(&mut self) {
        self.done.clear();
        let heads = self.reasoner.program.groups.iter().flat_map(|group| &group.heads);
        heads.for_each(|&head| self.derived.relations[head].clear());
    }

    /// Sorts the terms of each list by their texts, within the limits on a question about the relation of
    /// a keyword.
    fn sort(&self, keyword: Keyword, lists: &mut [Vec<TermId>]) -> Result<(), LogicError> {
        asking(|interrupt| {
            let interrupt = interrupt.within(self.reasoner.limits.time);
            let sorted = lists.iter_mut().try_for_each(|terms| self.reasoner.sort(terms, &interrupt));
            sorted.map_err(|interrupted| LogicError::interrupted(interrupted, keyword.name()))
        })
    }

    /// Evaluates the relation of a keyword, if that is not done yet.
    fn ensure(&mut self, keyword: Keyword) -> Result<(), LogicError> {
        let limit = self.reasoner.limits.time;
        asking(|interrupt| self.ensure_while(keyword, &interrupt.within(limit)))
    }

    fn ensure_while(&mut self, keyword: Keyword, interrupt: &Interrupt<'_>) -> Result<(), LogicError> {
        let program = &self.reasoner.program;
        let mut work: Option<(Evaluation<'_>, Lease<'_>)> = None;
        for &number in program.deciding(keyword) {
            if self.done.contains(number) {
                continue;
            }
            let (evaluation, lease) = work.get_or_insert_with(|| {
                let Reasoner { symbols, limits, terms, .. } = self.reasoner;
                (Evaluation::new(&program.predicates, symbols, *limits, interrupt), terms.lease())
            });
            let group = &program.groups[number];
            if let Err(error) = evaluation.run(group, program.basis(), &mut self.derived, lease) {
                self.forget();
                return Err(error);
            }
            self.done.insert(number);
        }
        Ok(())
    }

    fn relation(&self, keyword: Keyword) -> &Relation {
        let program = &self.reasoner.program;
        let relations = if program.is_static.contains(keyword as usize) {
            &program.statics
        } else {
            &self.derived.relations
        };
        &relations[keyword as usize]
    }

    /// For each role the second column of the rows of a relation with it.
    fn of_each_role(&self, keyword: Keyword) -> Vec<Vec<TermId>> {
        let roles = &self.reasoner.roles;
        let numbers: FxHashMap<TermId, usize> = roles.iter().copied().zip(0..).collect();
        let mut all = vec![Vec::new(); roles.len()];
        for row in self.relation(keyword).rows() {
            if let Some(&role) = numbers.get(&row[0]) {
                all[role].push(row[1]);
            }
        }
        all
    }

    /// The second column of the rows of a relation with this role.
    fn of_role(&self, keyword: Keyword, role: usize) -> Vec<TermId> {
        let role = self.reasoner.roles[role];
        self.relation(keyword).rows().filter(|row| row[0] == role).map(|row| row[1]).collect()
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        let mut derived = std::mem::take(&mut self.derived);
        derived.clear();
        self.reasoner.spare.lock().unwrap_or_else(PoisonError::into_inner).push(derived);
    }
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("joint", &self.joint).finish_non_exhaustive()
    }
}

/// Small rulesheets with recursive and negated queries.
#[cfg(test)]
pub(crate) const RECURSIVE: &[&str] = &[
    "(role r) (init (at a)) (edge a b) (edge b c) (edge c a) (edge c d)
     (<= (path ?x ?y) (edge ?x ?y))
     (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
     (<= (legal r (go ?y)) (true (at ?x)) (path ?x ?y))
     (<= (legal r stay) (true (at ?x)) (not (path ?x a)))
     (<= (next (at ?y)) (does r (go ?y)))
     (<= terminal (true (at d))) (<= (goal r 100) (true (at ?x)) (not (path ?x ?x)))
     (<= (goal r 0) (true (at ?x)) (path ?x ?x))",
    "(role r) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
     (<= (even 0)) (<= (even ?y) (succ ?x ?y) (odd ?x)) (<= (odd ?y) (succ ?x ?y) (even ?x))
     (<= (list nil)) (<= (list (cons ?x ?l)) (succ ?x ?y) (tail ?l)) (tail nil) (tail (cons 1 nil))
     (<= (legal r (add ?x)) (true (n ?n)) (succ ?n ?x) (odd ?x))
     (<= (legal r (keep ?l)) (true (n ?n)) (even ?n) (list ?l) (distinct ?l nil))
     (<= (next (n ?x)) (does r (add ?x)))
     (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y) (does r (keep (cons ?z ?l))) (succ ?z ?w))
     (<= terminal (true (n 4))) (<= (goal r 100) (true (n ?x)) (even ?x)) (<= (goal r 0) (true (n ?x)) (odd ?x))",
    // Every node of a dense graph reaches every other, so queries depend on one another.
    "(role r) (init (at 1)) (node 1) (node 2) (node 3) (node 4) (node 5) (node 6) (node 7) (node 8) (node 9)
     (node 10) (node 11) (node 12) (node 13) (node 14) (node 15) (node 16) (node 17) (node 18) (node 19)
     (<= (edge ?x ?y) (node ?x) (node ?y) (distinct ?x ?y) (not (wall ?x))) (wall 19)
     (<= (reach ?x ?y) (edge ?x ?y))
     (<= (reach ?x ?z) (edge ?x ?y) (reach ?y ?z))
     (<= (linked ?x ?z) (reach ?x ?y) (linked ?y ?z)) (<= (linked ?x ?y) (reach ?x ?y) (reach ?y ?x))
     (<= (legal r ?y) (true (at ?x)) (linked ?x ?y))
     (<= (legal r (back ?x)) (true (at ?x)) (not (reach ?x 19))) (<= (legal r (out ?x)) (node ?x) (reach ?x 19))
     (<= (next (at ?x)) (does r ?x) (node ?x)) (<= (next (at 19)) (does r (out ?x)))
     (<= (next (at ?x)) (does r (back ?x)))
     (<= terminal (true (at 19))) (goal r 100)",
];

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;
    use crate::compiler::compile_querying;

    fn rulesheets() -> Vec<Rulesheet> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif"));
        let texts = files.map(|path| std::fs::read(path).unwrap());
        let texts = texts.chain(RECURSIVE.iter().map(|text| text.as_bytes().to_vec()));
        texts.map(|text| Rulesheet::parse("test.kif", &text).unwrap()).collect()
    }

    /// All answers about a state, as text.
    fn answers(reasoner: &Reasoner, view: &mut View<'_>) -> (bool, Vec<Vec<String>>, Vec<RoleGoal>) {
        let legal =
            (0..reasoner.roles().len()).map(|role| reasoner.texts(&view.legal(role).unwrap())).collect();
        (view.terminal().unwrap(), legal, view.goals().unwrap())
    }

    #[test]
    fn relations_that_need_one_another_take_steps_in_proportion_to_their_number() {
        let steps = |relations: usize| {
            let mut text =
                "(role x) (init p) (legal x a) (<= (next p) r0) (<= terminal (true p)) (goal x 100)"
                    .to_owned();
            text.extend((0..relations).map(|number| format!("(<= r{number} r{})", (number + 1) % relations)));
            let sheet = Rulesheet::parse("circle.kif", text.as_bytes()).unwrap();
            let asked = Cell::new(0_u64);
            let go_on = || {
                asked.set(asked.get() + 1);
                true
            };
            Reasoner::new_while(&sheet, Limits::default(), &Interrupt::unless(&go_on)).unwrap();
            asked.get()
        };
        assert!(steps(2000) < 3 * steps(1000));
    }

    #[test]
    fn a_term_is_found_by_its_text_and_is_the_same_as_a_derived_one() {
        let reasoner =
            Reasoner::new(&Rulesheet::parse("t", RECURSIVE[0].as_bytes()).unwrap(), Limits::default())
                .unwrap();
        let legal = reasoner.view(reasoner.initial()).legal(0).unwrap();
        for mov in legal {
            assert_eq!(reasoner.term(&reasoner.text(mov)), Ok(Some(mov)));
            assert_eq!(reasoner.term(&reasoner.text(mov).to_uppercase()), Ok(Some(mov)));
        }
        let never = reasoner.term("(stay (stay c))").unwrap().unwrap();
        assert_eq!(reasoner.text(never), "(stay (stay c))");
        for text in ["(go q)", "jump", "?x", "(go ?x)", "(go c", ""] {
            assert_eq!(reasoner.term(text), Ok(None), "{text}");
        }
        let deep = format!("{}a{}", "(go ".repeat(150), ")".repeat(150));
        let limits = Limits { term_depth: 100, ..Limits::default() };
        let bounded =
            Reasoner::new(&Rulesheet::parse("t", RECURSIVE[0].as_bytes()).unwrap(), limits).unwrap();
        assert_eq!(bounded.term(&deep), Err(LogicError::TermTooDeep { limit: 100 }));
    }

    #[test]
    fn evaluation_on_demand_gives_the_same_answers_as_listing() {
        let mut queries = 0;
        for sheet in rulesheets() {
            let listing = Reasoner::new(&sheet, Limits::default()).unwrap();
            let querying =
                Reasoner::compiled_by(compile_querying, &sheet, Limits::default(), &Interrupt::never())
                    .unwrap();
            queries += querying.program.queries.len();
            let (mut listed, mut other) = (listing.initial().clone(), querying.initial().clone());
            for ply in 0..40 {
                assert_eq!(listing.texts(listed.fluents()), querying.texts(other.fluents()));
                let (mut view, mut other_view) = (listing.view(&listed), querying.view(&other));
                let expected = answers(&listing, &mut view);
                assert_eq!(expected, answers(&querying, &mut other_view));
                if expected.0 || expected.1.iter().any(Vec::is_empty) {
                    break;
                }
                // Both reasoners sort moves by text, so an index selects the same move.
                let pick = |moves: Vec<TermId>| moves[(ply * 7 + 3) % moves.len()];
                let roles = 0..listing.roles().len();
                let joint: Vec<_> = roles.clone().map(|role| pick(view.legal(role).unwrap())).collect();
                let other_joint: Vec<_> = roles.map(|role| pick(other_view.legal(role).unwrap())).collect();
                let (next, other_next) = (view.next(&joint).unwrap(), other_view.next(&other_joint).unwrap());
                drop((view, other_view));
                (listed, other) = (next, other_next);
            }
        }
        assert!(queries > 50, "only {queries} queries: evaluation on demand is hardly tested");
    }

    #[test]
    fn rules_that_derive_no_role_are_an_error() {
        // That a rule derives roles is all that the checks can tell.
        let rules =
            "(<= (role ?p) (player ?p)) (<= (player ?p) (role ?p)) (init a) (legal x y) terminal (goal x 0)";
        let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
        assert_eq!(Reasoner::new(&sheet, Limits::default()).map(|_| ()), Err(LogicError::NoRole));
    }

    #[test]
    fn queries_without_answers_count_as_facts() {
        // None of the thousand queries of `odd` has an answer.
        let rules =
            "(role r) (legal r x) (<= terminal (d ?a) (d ?b) (d ?c) (odd ?a ?b ?c)) (goal r 0) (never a b c)
                     (<= (odd ?a ?b ?c) (never ?a ?b ?c) (d ?a))
                     (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)";
        let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
        let within = |facts| {
            let limits = Limits { facts, ..Limits::default() };
            Reasoner::compiled_by(compile_querying, &sheet, limits, &Interrupt::never()).map(|_| ())
        };
        assert_eq!(within(1_100), Ok(()));
        let error = LogicError::TooMuchWork { relation: "terminal".into(), limit: "500 facts".into() };
        assert_eq!(within(500), Err(error));
    }

    #[test]
    fn moves_that_are_not_sorted_in_time_are_too_much_work() {
        let rules = "(role r) (legal r x) (legal r y) terminal (goal r 0)";
        let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
        let limits = Limits { time: Duration::ZERO, ..Limits::default() };
        let reasoner = Reasoner::new_while(&sheet, limits, &Interrupt::never()).unwrap();
        let error = LogicError::TooMuchWork { relation: "legal".into(), limit: "0ns".into() };
        assert_eq!(reasoner.view(reasoner.initial()).legal(0), Err(error));
    }

    #[test]
    fn a_view_answers_for_several_joint_moves() {
        let rules = "(role r) (init a) (legal r x) (legal r y) (<= (next ?m) (does r ?m)) (<= (sees r ?m) (does r ?m))
                     (<= terminal (true x)) (goal r 0)";
        let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
        let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
        let mut view = reasoner.view(reasoner.initial());
        let moves = view.legal(0).unwrap();
        for &mov in &[moves[0], moves[1], moves[0]] {
            assert_eq!(view.next(&[mov]).unwrap().fluents(), [mov]);
            assert_eq!(view.percepts(&[mov], 0).unwrap(), [mov]);
        }
    }
}
