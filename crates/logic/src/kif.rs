//! A grounding as the text of a rulesheet.

use std::fmt::{Arguments, Write};

use fixedbitset::FixedBitSet;
use gdl::{Keyword, Symbol};

use crate::{AtomId, Grounding, Literal, Reasoner, RoleGoal, TermId};

impl Grounding {
    /// The rules without variables as KIF text, one rule a line: a rulesheet of the same game. `reasoner` is
    /// the one that the grounding was made with.
    ///
    /// Static relations are gone, and so are conditions that always or never hold; an atom that is equivalent
    /// to another is replaced by it. Auxiliary atoms of grounding have names such as `aux1`, and so have
    /// those of keywords that a rulesheet may not write: what is `legal` for a name that is no role, and a
    /// goal that is no whole number from 0 to 100, which is the value of a variable.
    pub fn kif(&self, reasoner: &Reasoner) -> String {
        let mut fresh =
            (1..).map(|number| format!("aux{number}")).filter(|name| reasoner.symbols.get(name).is_none());
        let texts = atom_texts(self, reasoner, &mut fresh);
        let written = FixedBitSet::with_capacity(self.atoms());
        let mut printer = Printer { grounding: self, texts: &texts, written, out: String::new() };
        for &role in &self.roles {
            printer.line(format_args!("(role {})", reasoner.text(role)));
        }
        for (&fluent, _) in self.fluents.iter().zip(&self.initial).filter(|(_, holds)| **holds) {
            printer.line(format_args!("(init {})", reasoner.text(fluent)));
        }
        printer.line(format_args!("\n;; Legal moves"));
        for ((&role, moves), atoms) in self.roles.iter().zip(&self.moves).zip(&self.legal) {
            for (&mov, &atom) in moves.iter().zip(atoms) {
                printer.output(&format!("(legal {} {})", reasoner.text(role), reasoner.text(mov)), atom);
            }
        }
        printer.line(format_args!("\n;; The next state"));
        for (&fluent, &atom) in self.fluents.iter().zip(&self.next) {
            printer.output(&format!("(next {})", reasoner.text(fluent)), atom);
        }
        printer.line(format_args!("\n;; The end"));
        if printer.never(self.terminal) {
            // Without a rule the rulesheet would be refused.
            let role = reasoner.text(self.roles[0]);
            printer.line(format_args!("(<= terminal (distinct {role} {role}))"));
        } else {
            printer.output("terminal", self.terminal);
        }
        for (&role, goals) in self.roles.iter().zip(&self.goals) {
            let role = reasoner.text(role);
            for &(goal, atom) in goals {
                let value = reasoner.text(goal);
                if RoleGoal::number(&value).is_some() {
                    printer.output(&format!("(goal {role} {value})"), atom);
                } else if !printer.never(atom) {
                    let (payoff, reason) = fresh.next().zip(fresh.next()).expect("there is no end of them");
                    printer.line(format_args!("({payoff} {value})"));
                    printer.output(&reason, atom);
                    printer.line(format_args!("(<= (goal {role} ?goal) ({payoff} ?goal) {reason})"));
                }
            }
        }
        if self.hides {
            printer.line(format_args!("\n;; What roles see"));
            for (&role, percepts) in self.roles.iter().zip(&self.percepts) {
                for &(percept, atom) in percepts {
                    printer
                        .output(&format!("(sees {} {})", reasoner.text(role), reasoner.text(percept)), atom);
                }
            }
            if let (Some(&role), true) = (self.roles.first(), self.percepts.iter().all(Vec::is_empty)) {
                // Without any such rule everybody would see everything.
                let role = reasoner.text(role);
                printer.line(format_args!("(<= (sees {role} nothing) (distinct {role} {role}))"));
            }
        }
        let mut others: Vec<usize> =
            (self.inputs()..self.atoms()).filter(|&atom| !printer.written.contains(atom)).collect();
        if !others.is_empty() {
            others.sort_by_key(|&atom| &texts[atom]);
            printer.line(format_args!("\n;; What these depend on"));
            others.iter().for_each(|&atom| printer.rules(AtomId(atom as u32)));
        }
        printer.out
    }
}

/// The text of every atom.
fn atom_texts(
    grounding: &Grounding,
    reasoner: &Reasoner,
    fresh: &mut impl Iterator<Item = String>,
) -> Vec<String> {
    let mut texts: Vec<String> =
        grounding.fluents.iter().map(|&fluent| format!("(true {})", reasoner.text(fluent))).collect();
    for (&role, moves) in grounding.roles.iter().zip(&grounding.moves) {
        let role = reasoner.text(role);
        texts.extend(moves.iter().map(|&mov| format!("(does {role} {})", reasoner.text(mov))));
    }
    let may_be_written = |relation: Symbol, args: &[TermId]| match reasoner.symbols.keyword(relation) {
        Some(Keyword::Legal) => reasoner.roles().contains(&args[0]),
        Some(Keyword::Goal) => {
            reasoner.roles().contains(&args[0]) && RoleGoal::number(&reasoner.text(args[1])).is_some()
        }
        _ => true,
    };
    for atom in grounding.inputs()..grounding.atoms() {
        let name = grounding.name(AtomId(atom as u32));
        texts.extend(match name.filter(|&(relation, args)| may_be_written(relation, args)) {
            Some((relation, args)) => Some(application(reasoner, reasoner.symbols.name(relation), args)),
            None => fresh.next(),
        });
    }
    texts
}

fn application(reasoner: &Reasoner, name: &str, args: &[TermId]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| format!(" {}", reasoner.text(arg))).collect();
    if args.is_empty() { name.to_owned() } else { format!("({name}{})", args.concat()) }
}

struct Printer<'g> {
    grounding: &'g Grounding,
    texts: &'g [String],
    /// The derived atoms whose rules are written, or need not be.
    written: FixedBitSet,
    out: String,
}

impl Printer<'_> {
    /// Whether an atom never holds.
    fn never(&self, atom: AtomId) -> bool {
        atom.0 as usize >= self.grounding.inputs() && self.grounding.bodies(atom).next().is_none()
    }

    /// The rules of an output: those of its atom if they are the same, else one that says that it is
    /// the atom.
    fn output(&mut self, head: &str, atom: AtomId) {
        let number = atom.0 as usize;
        let text = &self.texts[number];
        if text == head {
            self.rules(atom);
        } else if number < self.grounding.inputs() || self.grounding.bodies(atom).any(|body| !body.is_empty())
        {
            self.line(format_args!("(<= {head} {text})"));
        } else {
            // It is a constant, which no other rule mentions.
            self.written.insert(number);
            if self.grounding.bodies(atom).next().is_some() {
                self.line(format_args!("{head}"));
            }
        }
    }

    /// The rules of a derived atom.
    fn rules(&mut self, atom: AtomId) {
        self.written.insert(atom.0 as usize);
        let head = &self.texts[atom.0 as usize];
        for body in self.grounding.bodies(atom) {
            let conditions: Vec<String> = body.iter().map(|&literal| self.condition(literal)).collect();
            if conditions.is_empty() {
                self.line(format_args!("{head}"));
            } else {
                self.line(format_args!("(<= {head} {})", conditions.join(" ")));
            }
        }
    }

    fn condition(&self, Literal { atom, negated }: Literal) -> String {
        let text = &self.texts[atom.0 as usize];
        if negated { format!("(not {text})") } else { text.clone() }
    }

    fn line(&mut self, text: Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{text}");
    }
}
