//! Rulesheets without the names that their authors chose.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHasher};

use crate::syntax::TermKind;
use crate::{Atom, CHANCE, Interrupt, Interrupted, Keyword, Literal, Rule, Rulesheet, Symbol, Symbols, Term};

/// A rulesheet in a form in which neither names nor the order of rules count, and the names of the rulesheet
/// in the order of that form.
///
/// The form is itself a rulesheet of the same game. Keywords, whole numbers and the role `random` keep their
/// names, as they mean something; every other name is `c` and a number. Variables are numbered in each rule,
/// and the rules are sorted, but for the roles that are declared: their order is that of every joint move, so
/// they come first, as they are. Conditions keep their order.
///
/// Two rulesheets with the same form are one and the same up to names: what is the case in one of them is the
/// case in the other, where each name is replaced by that of the same [number](Self::names). The converse
/// does not hold: names are told apart by colour refinement on the rules that they occur in, and where that
/// leaves several alike, one of them is taken without trying the others. If they are not images of one
/// another, two rulesheets that differ in names alone may get different forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalRules {
    text: String,
    names: Vec<Symbol>,
}

/// The most words and parentheses of a rulesheet that is put into this form: some seconds of work.
const MOST_TOKENS: usize = 4_000_000;

/// The most tokens that are read again as names are told apart, for each token of the rulesheet. Rules that
/// are written by people need some tens.
const MOST_ROUNDS: usize = 400;

impl CanonicalRules {
    /// The form of a rulesheet; none if it is very long, or has very many names that are hard to tell apart,
    /// or if rules derive roles: of these it is their names that tell the order.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn new(sheet: &Rulesheet, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        if sheet.rules().iter().any(|rule| rule.head.is(Keyword::Role) && !rule.body.is_empty()) {
            return Ok(None);
        }
        let Some(tokens) = Tokens::of(sheet, interrupt)? else { return Ok(None) };
        let Some(mut names) = Refinement::new(sheet.symbols(), &tokens).finish(interrupt)? else {
            return Ok(None);
        };
        // A name that only comments or variables have is nobody's number.
        names.retain(|name| tokens.occurs[name.index()]);
        let mut numbers = vec![0; sheet.symbols().len()];
        (0..).zip(&names).for_each(|(number, name)| numbers[name.index()] = number);
        let printer = Printer { symbols: sheet.symbols(), numbers: &numbers };
        let mut rules = Vec::with_capacity(sheet.rules().len());
        let mut text = String::new();
        for rule in sheet.rules() {
            interrupt.check()?;
            let printed = printer.rule(rule);
            if is_role(rule) { text.push_str(&printed) } else { rules.push(printed) }
        }
        rules.sort_unstable();
        rules.iter().for_each(|rule| text.push_str(rule));
        Ok(Some(Self { text, names }))
    }

    /// The form, a rule a line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that occur in the rules, variables aside, by their numbers: those that keep their
    /// names first.
    pub fn names(&self) -> &[Symbol] {
        &self.names
    }
}

/// Whether it declares a role, so that its place among its like counts.
fn is_role(rule: &Rule) -> bool {
    rule.body.is_empty() && rule.head.is(Keyword::Role)
}

/// Whether a name means something beyond the rules in which it occurs. Goals are numbers, and `+5` is one.
fn is_fixed(symbols: &Symbols, symbol: Symbol) -> bool {
    let name = symbols.name(symbol);
    let digits = name.strip_prefix('+').unwrap_or(name);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number || name == CHANCE || symbols.keyword(symbol).is_some()
}

/// All rules as lists of numbers: a symbol's index, or past all symbols what is no name.
struct Tokens {
    list: Vec<u32>,
    /// Where each rule ends in the list.
    ends: Vec<usize>,
    /// Whether each symbol occurs other than as a variable.
    occurs: Vec<bool>,
    symbols: u32,
}

/// What is no name, in the order of its numbers; variables follow.
#[derive(Clone, Copy)]
enum Mark {
    Open,
    Close,
    Not,
    Or,
    Distinct,
    /// The rule declares a role; the next number says which.
    Role,
    Variables,
}

impl Tokens {
    fn of(sheet: &Rulesheet, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        let symbols = sheet.symbols().len();
        let mut tokens = Self {
            list: Vec::new(),
            ends: Vec::new(),
            occurs: vec![false; symbols],
            symbols: symbols as u32,
        };
        let mut roles = 0;
        for rule in sheet.rules() {
            interrupt.check()?;
            if is_role(rule) {
                tokens.mark(Mark::Role);
                tokens.list.push(tokens.symbols + Mark::Variables as u32 + roles);
                roles += 1;
            }
            let mut variables = Variables::default();
            tokens.atom(&rule.head, &mut variables);
            rule.body.iter().for_each(|literal| tokens.literal(literal, &mut variables));
            tokens.ends.push(tokens.list.len());
            if tokens.list.len() > MOST_TOKENS {
                return Ok(None);
            }
        }
        Ok(Some(tokens))
    }

    fn rule(&self, rule: u32) -> &[u32] {
        let start = if rule == 0 { 0 } else { self.ends[rule as usize - 1] };
        &self.list[start..self.ends[rule as usize]]
    }

    fn mark(&mut self, mark: Mark) {
        self.list.push(self.symbols + mark as u32);
    }

    fn name(&mut self, name: Symbol) {
        self.occurs[name.index()] = true;
        self.list.push(name.index() as u32);
    }

    fn literal(&mut self, literal: &Literal, variables: &mut Variables) {
        match literal {
            Literal::Atom(atom) => self.atom(atom, variables),
            Literal::Not(inner, _) => {
                self.mark(Mark::Not);
                self.literal(inner, variables);
            }
            Literal::Or(branches, _) => {
                self.mark(Mark::Or);
                branches.iter().for_each(|branch| self.literal(branch, variables));
                self.mark(Mark::Close);
            }
            Literal::Distinct(a, b, _) => {
                self.mark(Mark::Distinct);
                [a, b].into_iter().for_each(|term| self.term(term, variables));
            }
        }
    }

    fn atom(&mut self, atom: &Atom, variables: &mut Variables) {
        self.application(atom.name, &atom.args, variables);
    }

    fn term(&mut self, term: &Term, variables: &mut Variables) {
        match &term.kind {
            TermKind::Constant(name) => self.name(*name),
            TermKind::Function(name, args) => self.application(*name, args, variables),
            TermKind::Variable(name) => {
                let number = number_of(*name, variables);
                self.list.push(self.symbols + Mark::Variables as u32 + number);
            }
        }
    }

    fn application(&mut self, name: Symbol, args: &[Term], variables: &mut Variables) {
        self.mark(Mark::Open);
        self.name(name);
        args.iter().for_each(|arg| self.term(arg, variables));
        self.mark(Mark::Close);
    }
}

/// The variables of a rule.
type Variables = IndexSet<Symbol, FxBuildHasher>;

/// The number of a variable in its rule, by its first place there.
fn number_of(variable: Symbol, variables: &mut Variables) -> u32 {
    variables.insert_full(variable).0 as u32
}

/// The symbols in cells: those of one cell are not told apart yet. What a cell's number is depends on the
/// rules alone, and not on names and orders.
struct Refinement<'t> {
    tokens: &'t Tokens,
    /// The rules in which each symbol occurs.
    rules: Vec<Vec<u32>>,
    cells: Vec<Vec<u32>>,
    cell_of: Vec<u32>,
    /// Where each symbol is in its cell.
    place: Vec<usize>,
    /// The cells of several symbols.
    open: BTreeSet<u32>,
    /// How many tokens may still be read.
    left: usize,
}

impl<'t> Refinement<'t> {
    fn new(symbols: &Symbols, tokens: &'t Tokens) -> Self {
        let count = symbols.len();
        let mut rules: Vec<Vec<u32>> = vec![Vec::new(); count];
        for rule in 0..tokens.ends.len() as u32 {
            for &token in tokens.rule(rule).iter().filter(|&&token| token < tokens.symbols) {
                let own = &mut rules[token as usize];
                if own.last() != Some(&rule) {
                    own.push(rule);
                }
            }
        }
        let occurring = (0..count as u32).filter(|&symbol| tokens.occurs[symbol as usize]);
        let of = |symbol: &u32| Symbol::from_index(*symbol as usize);
        let (mut fixed, free): (Vec<u32>, Vec<u32>) =
            occurring.partition(|symbol| is_fixed(symbols, of(symbol)));
        fixed.sort_unstable_by_key(|symbol| symbols.name(of(symbol)));
        let mut cells: Vec<Vec<u32>> = fixed.into_iter().map(|symbol| vec![symbol]).collect();
        cells.push(free);
        let (mut cell_of, mut place) = (vec![0; count], vec![0; count]);
        for (number, cell) in (0..).zip(&cells) {
            for (at, &symbol) in cell.iter().enumerate() {
                (cell_of[symbol as usize], place[symbol as usize]) = (number, at);
            }
        }
        let open = (0..).zip(&cells).filter(|(_, cell)| cell.len() > 1).map(|(number, _)| number).collect();
        let left = MOST_ROUNDS * tokens.list.len();
        Self { tokens, rules, cells, cell_of, place, open, left }
    }

    /// All symbols in the order of their cells, each in one of its own; none if that takes too long.
    fn finish(mut self, interrupt: &Interrupt<'_>) -> Result<Option<Vec<Symbol>>, Interrupted> {
        let mut changed: Vec<u32> = (0..self.tokens.ends.len() as u32).collect();
        loop {
            if !self.refine(changed, interrupt)? {
                return Ok(None);
            }
            let Some(&cell) = self.open.first() else { break };
            // Where its members are images of one another, any of them will do.
            let Some(&one) = self.cells[cell as usize].last() else { unreachable!("it has several members") };
            self.move_to_new_cell(&[one]);
            changed = self.rules[one as usize].clone();
        }
        let symbols = self.cells.into_iter().flatten();
        Ok(Some(symbols.map(|symbol| Symbol::from_index(symbol as usize)).collect()))
    }

    /// Tells symbols apart by where they occur in these rules, and then by the rules of those that were told
    /// apart, until none is any more. False if that takes too long.
    fn refine(&mut self, mut changed: Vec<u32>, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        while !changed.is_empty() && !self.open.is_empty() {
            let mut seen: Vec<(u32, u64)> = Vec::new();
            for &rule in &changed {
                interrupt.check()?;
                let tokens = self.tokens.rule(rule);
                let Some(left) = self.left.checked_sub(tokens.len()) else { return Ok(false) };
                self.left = left;
                let of_rule = self.hash_of(tokens);
                for (place, &token) in tokens.iter().enumerate() {
                    if token < self.tokens.symbols
                        && self.cells[self.cell_of[token as usize] as usize].len() > 1
                    {
                        seen.push((token, hash(&(of_rule, place))));
                    }
                }
            }
            // The sum tells how often each place is taken, in whatever order.
            seen.sort_unstable();
            let same = seen.chunk_by(|(a, _), (b, _)| a == b);
            let mut told: Vec<(u32, u64, u32)> = same
                .map(|places| {
                    let symbol = places[0].0;
                    let sum = places.iter().fold(0_u64, |sum, (_, place)| sum.wrapping_add(*place));
                    (self.cell_of[symbol as usize], sum, symbol)
                })
                .collect();
            told.sort_unstable();
            let mut moved = Vec::new();
            for of_cell in told.chunk_by(|a, b| a.0 == b.0) {
                let mut parts: Vec<Vec<u32>> = of_cell
                    .chunk_by(|a, b| a.1 == b.1)
                    .map(|part| part.iter().map(|&(.., symbol)| symbol).collect())
                    .collect();
                // Those of which these rules say nothing stay, or else the largest part.
                if self.cells[of_cell[0].0 as usize].len() == of_cell.len() {
                    let largest = (0..parts.len()).max_by_key(|&part| (parts[part].len(), part));
                    largest.map(|largest| parts.remove(largest));
                }
                for part in parts {
                    self.move_to_new_cell(&part);
                    moved.extend(part);
                }
            }
            changed = moved.iter().flat_map(|&symbol| &self.rules[symbol as usize]).copied().collect();
            changed.sort_unstable();
            changed.dedup();
        }
        Ok(true)
    }

    /// What a rule is with the cells of its symbols in place of their names.
    fn hash_of(&self, tokens: &[u32]) -> u64 {
        let mut hasher = FxHasher::default();
        for &token in tokens {
            match self.cell_of.get(token as usize) {
                Some(&cell) => hasher.write_u64(u64::from(cell)),
                None => hasher.write_u64(u64::from(token - self.tokens.symbols) | 1 << 32),
            }
        }
        hasher.finish()
    }

    /// Puts symbols of one cell into another, which is new.
    fn move_to_new_cell(&mut self, symbols: &[u32]) {
        let new = self.cells.len() as u32;
        for (at, &symbol) in symbols.iter().enumerate() {
            let old = self.cell_of[symbol as usize];
            let (cell, place) = (&mut self.cells[old as usize], self.place[symbol as usize]);
            cell.swap_remove(place);
            if let Some(&other) = cell.get(place) {
                self.place[other as usize] = place;
            }
            if cell.len() < 2 {
                self.open.remove(&old);
            }
            (self.cell_of[symbol as usize], self.place[symbol as usize]) = (new, at);
        }
        if symbols.len() > 1 {
            self.open.insert(new);
        }
        self.cells.push(symbols.to_vec());
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Prints rules in their new names.
struct Printer<'s> {
    symbols: &'s Symbols,
    numbers: &'s [u32],
}

impl Printer<'_> {
    fn rule(&self, rule: &Rule) -> String {
        let (mut out, mut variables) = (String::new(), Variables::default());
        if rule.body.is_empty() {
            self.atom(&rule.head, &mut variables, &mut out);
        } else {
            out.push_str("(<= ");
            self.atom(&rule.head, &mut variables, &mut out);
            for literal in &rule.body {
                out.push(' ');
                self.literal(literal, &mut variables, &mut out);
            }
            out.push(')');
        }
        out.push('\n');
        out
    }

    fn literal(&self, literal: &Literal, variables: &mut Variables, out: &mut String) {
        match literal {
            Literal::Atom(atom) => return self.atom(atom, variables, out),
            Literal::Not(inner, _) => {
                out.push_str("(not ");
                self.literal(inner, variables, out);
            }
            Literal::Or(branches, _) => {
                out.push_str("(or");
                for branch in branches {
                    out.push(' ');
                    self.literal(branch, variables, out);
                }
            }
            Literal::Distinct(a, b, _) => {
                out.push_str("(distinct ");
                self.term(a, variables, out);
                out.push(' ');
                self.term(b, variables, out);
            }
        }
        out.push(')');
    }

    fn atom(&self, atom: &Atom, variables: &mut Variables, out: &mut String) {
        match atom.args.as_slice() {
            [] => self.name(atom.name, out),
            args => self.application(atom.name, args, variables, out),
        }
    }

    fn term(&self, term: &Term, variables: &mut Variables, out: &mut String) {
        match &term.kind {
            TermKind::Constant(name) => self.name(*name, out),
            TermKind::Function(name, args) => self.application(*name, args, variables, out),
            TermKind::Variable(name) => {
                // Writing to a string does not fail.
                let _ = write!(out, "?{}", number_of(*name, variables));
            }
        }
    }

    fn application(&self, name: Symbol, args: &[Term], variables: &mut Variables, out: &mut String) {
        out.push('(');
        self.name(name, out);
        for arg in args {
            out.push(' ');
            self.term(arg, variables, out);
        }
        out.push(')');
    }

    fn name(&self, name: Symbol, out: &mut String) {
        if is_fixed(self.symbols, name) {
            out.push_str(self.symbols.name(name));
        } else {
            let _ = write!(out, "c{}", self.numbers[name.index()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn form(text: &str) -> CanonicalRules {
        let sheet = Rulesheet::parse("game.kif", text.as_bytes()).unwrap();
        CanonicalRules::new(&sheet, &Interrupt::never()).unwrap().unwrap()
    }

    const SWITCH: &str = "(role you) (init (lamp off 0)) (succ 0 1)
        (<= (legal ?you (press ?x)) (role ?you) (true (lamp ?x ?n)))
        (<= (next (lamp on ?m)) (does you (press off)) (true (lamp ?any ?n)) (succ ?n ?m))
        (<= terminal (not (true (lamp off 0))) (or (true (lamp on 1)) (distinct on off)))
        (<= (goal you 100) terminal)";

    #[test]
    fn names_and_the_order_of_rules_do_not_count() {
        let other = "(<= (goal me 100) (TERMINAL)) (role me) (init (light dark 0)) (after 0 1)
            (<= Terminal (not (true (light dark 0))) (or (true (light bright 1)) (distinct bright dark)))
            (<= (next (light bright ?then)) (does me (push dark)) (true (light ?l ?now)) (after ?now ?then))
            (<= (legal ?r (push ?x)) (role ?r) (true (light ?x ?number)))";
        assert_eq!(form(other).text(), form(SWITCH).text());
    }

    #[test]
    fn the_form_is_a_rulesheet_of_its_own_form() {
        let once = form(SWITCH);
        let again = form(once.text());
        assert_eq!(again.text(), once.text());
        assert!(!once.text().contains("lamp") && once.text().contains("(init (c"), "{}", once.text());
    }

    #[test]
    fn the_same_number_is_the_same_name_in_both() {
        let name = |text: &str| {
            let sheet = Rulesheet::parse("game.kif", text.as_bytes()).unwrap();
            let form = CanonicalRules::new(&sheet, &Interrupt::never()).unwrap().unwrap();
            let names: Vec<String> =
                form.names().iter().map(|&name| sheet.symbols().name(name).to_owned()).collect();
            names
        };
        let scrambled = SWITCH.replace("lamp", "zzz").replace("press", "aaa").replace("you", "mmm");
        for (plain, scrambled) in name(SWITCH).into_iter().zip(name(&scrambled)) {
            let expected = match plain.as_str() {
                "lamp" => "zzz",
                "press" => "aaa",
                "you" => "mmm",
                same => same,
            };
            assert_eq!(scrambled, expected);
        }
    }

    #[test]
    fn what_means_something_counts() {
        let others = [
            SWITCH.replace("100", "50"),
            SWITCH.replace("(role you)", "(role you) (role random)"),
            SWITCH.replace("(role you)", "(role you) (role other)"),
            SWITCH.replace("(press off)", "(press on)"),
            SWITCH.replace("(lamp off 0)", "(lamp off 1)"),
            SWITCH.replace("(true (lamp ?any ?n))", "(true (lamp ?n ?n))"),
            SWITCH.replace("(not (true (lamp off 0)))", "(true (lamp off 0))"),
        ];
        let mut forms: Vec<String> = others.iter().map(|text| form(text).text().to_owned()).collect();
        forms.push(form(SWITCH).text().to_owned());
        forms.sort();
        forms.dedup();
        assert_eq!(forms.len(), others.len() + 1);
    }

    #[test]
    fn the_order_of_roles_counts() {
        let roles = |text: &str| {
            let rules = "(init start) (legal white wait) (legal black wait) (<= (next start) (true start))
                (<= terminal (true start)) (goal white 100) (goal black 0)";
            form(&format!("{text} {rules}")).text().to_owned()
        };
        assert_ne!(roles("(role white) (role black)"), roles("(role black) (role white)"));
    }

    #[test]
    fn rules_whose_roles_are_derived_have_no_form() {
        let text = SWITCH.replace("(role you)", "(<= (role ?player) (player ?player)) (player you)");
        let sheet = Rulesheet::parse("game.kif", text.as_bytes()).unwrap();
        assert_eq!(CanonicalRules::new(&sheet, &Interrupt::never()), Ok(None));
    }

    #[test]
    fn rules_in_capitals_have_the_role_of_chance() {
        let text = SWITCH.replace("(role you)", "(role you) (role random) (legal random wait)");
        let capitals = text.to_uppercase();
        assert_eq!(form(&capitals).text(), form(&text).text());
        let sheet = Rulesheet::parse("game.kif", capitals.as_bytes()).unwrap();
        assert_eq!(sheet.symbols().get("RANDOM"), None);
        assert!(sheet.symbols().get(CHANCE).is_some());
    }

    #[test]
    fn a_function_without_arguments_is_not_a_constant() {
        let fluent = |fluent: &str| form(&SWITCH.replace("(lamp off 0)", fluent)).text().to_owned();
        assert_ne!(fluent("extra"), fluent("(extra)"));
    }

    #[test]
    fn names_that_are_images_of_one_another_may_be_exchanged() {
        let colours = |names: [&str; 4]| {
            let facts: String = names.iter().map(|name| format!("(colour {name}) ")).collect();
            form(&format!(
                "{SWITCH} {facts} (pair {} {}) (pair {} {})",
                names[0], names[1], names[2], names[3]
            ))
        };
        let first = colours(["red", "green", "blue", "white"]);
        assert_eq!(colours(["a", "b", "c", "d"]).text(), first.text());
        assert_eq!(colours(["blue", "white", "red", "green"]).text(), first.text());
    }

    #[test]
    fn a_long_chain_of_names_is_told_apart_in_time() {
        let chain: String = (0..20_000).map(|at| format!("(after n{at} n{})\n", at + 1)).collect();
        let backwards: String = (0..20_000).rev().map(|at| format!("(then x{at} x{})\n", at + 1)).collect();
        assert_eq!(form(&format!("{SWITCH}{chain}")).text(), form(&format!("{SWITCH}{backwards}")).text());
    }

    #[test]
    fn work_that_takes_too_long_is_given_up() {
        let sheet = Rulesheet::parse("game.kif", SWITCH.as_bytes()).unwrap();
        let tokens = Tokens::of(&sheet, &Interrupt::never()).unwrap().unwrap();
        let mut refinement = Refinement::new(sheet.symbols(), &tokens);
        refinement.left = tokens.list.len() - 1;
        assert_eq!(refinement.finish(&Interrupt::never()), Ok(None));
        assert!(CanonicalRules::new(&sheet, &Interrupt::unless(&|| false)).is_err());
    }

    proptest! {
        #[test]
        fn rules_in_any_order_have_one_form(order in Just((0..7).collect::<Vec<usize>>()).prop_shuffle()) {
            let sheet = Rulesheet::parse("game.kif", SWITCH.as_bytes()).unwrap();
            let rules: Vec<String> = sheet.to_string().lines().map(str::to_owned).collect();
            prop_assert_eq!(rules.len(), 7);
            let shuffled: String = order.iter().map(|&rule| format!("{}\n", rules[rule])).collect();
            let (shuffled, plain) = (form(&shuffled), form(SWITCH));
            prop_assert_eq!(shuffled.text(), plain.text());
        }
    }
}
