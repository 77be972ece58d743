//! A compiled game as an entry of a [`CircuitCache`](crate::CircuitCache): all that grounding and synthesis
//! find out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use circuit::{Damaged, Renumbering};
use gdl::{CanonicalRules, Rulesheet};
use logic::{GroundLimits, Reasoner, TermId, TermShape};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Compiled, Grounded, numbered};
use crate::rules::proximity::Proximity;

/// Terms whose names are numbers of canonical rules, and what refers to them. The conditions of goals and the
/// circuit follow it.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Each term after its arguments.
    terms: Vec<Term>,
    roles: Vec<u32>,
    fluents: Vec<u32>,
    moves: Vec<Vec<u32>>,
    percepts: Vec<Vec<u32>>,
    tells_all: bool,
    /// Sets of variables that a rule reads together, each variable told by its first fluent.
    together: Vec<Vec<u32>>,
    /// Whether the grounding is small enough to be kept.
    has_grounding: bool,
}

/// A name, and the arguments of a function.
#[derive(Serialize, Deserialize)]
struct Term(u32, Option<Vec<u32>>);

/// Why an entry is not the game of a rulesheet.
#[derive(Clone, Debug, thiserror::Error)]
pub(in crate::rules) enum Unfit {
    /// It does not fit the rules, or not together.
    #[error("its {0} cannot be right")]
    Part(&'static str),
    /// Its circuit is not sound.
    #[error(transparent)]
    Circuit(#[from] Damaged),
}

impl Compiled {
    /// The entry; none if it cannot be written.
    pub(in crate::rules) fn to_entry(&self, rules: &CanonicalRules, reasoner: &Reasoner) -> Option<Vec<u8>> {
        let numbers = rules.names().iter().map(|name| name.index()).zip(0..).collect();
        let mut writer = Writer { reasoner, numbers, places: FxHashMap::default(), terms: Vec::new() };
        let mut all =
            |terms: &[TermId]| terms.iter().map(|&term| writer.term(term)).collect::<Option<Vec<u32>>>();
        let (roles, fluents) = (all(reasoner.roles())?, all(&self.fluents)?);
        let moves = self.moves.iter().map(|moves| all(moves)).collect::<Option<_>>()?;
        let percepts = (0..roles.len()).map(|role| all(self.percepts(role))).collect::<Option<_>>()?;
        let first_fluent = |&variable: &u32| self.variables()[variable as usize].fluents[0] as u32;
        let together = self.together.iter().map(|set| set.iter().map(first_fluent).collect()).collect();
        let entry = Entry {
            terms: writer.terms,
            roles,
            fluents,
            moves,
            percepts,
            tells_all: self.tells_all,
            together,
            has_grounding: !matches!(self.grounded, Grounded::TooLong),
        };
        let circuit = circuit::to_bytes(&self.circuit, &self.symmetries)?;
        postcard::to_stdvec(&(entry, &self.proximity, circuit)).ok()
    }

    /// The game of an entry, for a rulesheet with the canonical rules of the entry.
    pub(in crate::rules) fn from_entry(
        bytes: &[u8],
        rules: &CanonicalRules,
        sheet: &Rulesheet,
        reasoner: &Reasoner,
        limits: &GroundLimits,
    ) -> Result<Self, Unfit> {
        let started = Instant::now();
        let (entry, proximity, circuit): (Entry, Option<Proximity>, &[u8]) =
            postcard::from_bytes(bytes).map_err(|_| Unfit::Part("encoding"))?;
        let terms = entry.restore_terms(rules, reasoner)?;
        let all = |places: &[u32]| {
            let term = |&place: &u32| terms.get(place as usize).copied().ok_or(Unfit::Part("terms"));
            places.iter().map(term).collect::<Result<Vec<_>, _>>()
        };
        // Roles that rules derive are in the order of their names.
        let roles = reasoner.roles().len();
        let same = all(&entry.roles)? == reasoner.roles();
        if !same || [entry.moves.len(), entry.percepts.len()] != [roles; 2] {
            return Err(Unfit::Part("roles"));
        }
        // Names decide the order of terms, too.
        let (fluents, fluent_numbers) = in_order(&all(&entry.fluents)?, reasoner)?;
        let of_roles = |of_roles: &[Vec<u32>]| -> Result<Vec<_>, Unfit> {
            of_roles.iter().map(|places| in_order(&all(places)?, reasoner)).collect()
        };
        let (moves, move_numbers): (Vec<_>, Vec<_>) = of_roles(&entry.moves)?.into_iter().unzip();
        let (percepts, percept_numbers): (Vec<_>, Vec<_>) = of_roles(&entry.percepts)?.into_iter().unzip();
        let proximity = proximity
            .map(|proximity| {
                proximity.restored(roles, &fluent_numbers).ok_or(Unfit::Part("conditions of goals"))
            })
            .transpose()?;
        let first_fluents = entry.together.iter();
        let first_fluents = first_fluents.map(|set| {
            set.iter().map(|&old| fluent_numbers.get(old as usize)).collect::<Option<Vec<&u32>>>()
        });
        let first_fluents = first_fluents.collect::<Option<Vec<_>>>();
        let numbers = Renumbering::new(fluent_numbers.clone(), move_numbers, percept_numbers);
        let (circuit, symmetries) = circuit::from_bytes(circuit, &numbers)?;
        let mut variable_of = vec![None; fluents.len()];
        for (number, variable) in (0..).zip(circuit.variables()) {
            variable.fluents.iter().for_each(|&fluent| variable_of[fluent] = Some(number));
        }
        let set_of = |first_fluents: Vec<&u32>| {
            let mut set: Vec<u32> =
                first_fluents.iter().map(|&&fluent| variable_of[fluent as usize]).collect::<Option<_>>()?;
            set.sort_unstable();
            Some(set)
        };
        let together = first_fluents.map(|sets| sets.into_iter().map(set_of).collect::<Option<Vec<_>>>());
        let mut together = together.flatten().ok_or(Unfit::Part("variables"))?;
        together.sort_unstable();
        Ok(Self {
            numbers: numbered(&moves),
            fluents,
            moves,
            percepts,
            tells_all: entry.tells_all,
            proximity,
            together,
            symmetries,
            grounded: match entry.has_grounding {
                true => Grounded::Again(Box::new(sheet.clone()), *limits),
                false => Grounded::TooLong,
            },
            loading_time: Some(started.elapsed()),
            ..Self::of_circuit(Arc::new(circuit))
        })
    }

    /// How long it took to read the game from a [cache](crate::CircuitCache); none if it was compiled.
    pub fn loading_time(&self) -> Option<Duration> {
        self.loading_time
    }
}

/// Lists terms.
struct Writer<'r> {
    reasoner: &'r Reasoner,
    /// The number of each symbol among the canonical rules.
    numbers: FxHashMap<usize, u32>,
    /// Where each term is in the list.
    places: FxHashMap<TermId, u32>,
    terms: Vec<Term>,
}

impl Writer<'_> {
    /// The place of a term, which is added after its arguments; none of one with a name that the rules do not
    /// have. The reasoner bounds how deep terms are.
    fn term(&mut self, term: TermId) -> Option<u32> {
        if let Some(&place) = self.places.get(&term) {
            return Some(place);
        }
        let TermShape { name, arguments } = self.reasoner.shape(term);
        let name = *self.numbers.get(&name.index())?;
        let arguments = match arguments {
            Some(arguments) => {
                Some(arguments.into_iter().map(|term| self.term(term)).collect::<Option<_>>()?)
            }
            None => None,
        };
        let place = self.terms.len() as u32;
        self.terms.push(Term(name, arguments));
        self.places.insert(term, place);
        Some(place)
    }
}

impl Entry {
    /// The terms of a reasoner that correspond to those of the list.
    fn restore_terms(&self, rules: &CanonicalRules, reasoner: &Reasoner) -> Result<Vec<TermId>, Unfit> {
        let wrong = || Unfit::Part("terms");
        let mut terms: Vec<TermId> = Vec::with_capacity(self.terms.len());
        for Term(name, arguments) in &self.terms {
            let name = *rules.names().get(*name as usize).ok_or_else(wrong)?;
            let earlier = |&place: &u32| terms.get(place as usize).copied();
            let arguments = match arguments {
                Some(places) => Some(places.iter().map(earlier).collect::<Option<_>>().ok_or_else(wrong)?),
                None => None,
            };
            terms.push(reasoner.term_of_shape(&TermShape { name, arguments }).map_err(|_| wrong())?);
        }
        Ok(terms)
    }
}

/// The most bytes of the texts of a list of terms, which may be far longer than the list, as terms share
/// their arguments.
const MOST_TEXT: usize = 1 << 28;

/// Terms in the order of their texts, and where each of them has gone.
fn in_order(terms: &[TermId], reasoner: &Reasoner) -> Result<(Vec<TermId>, Vec<u32>), Unfit> {
    let mut bytes = 0;
    let mut texts: Vec<(String, usize)> = Vec::with_capacity(terms.len());
    for (number, &term) in terms.iter().enumerate() {
        let text = reasoner.text(term);
        bytes += text.len();
        if bytes > MOST_TEXT {
            return Err(Unfit::Part("terms"));
        }
        texts.push((text, number));
    }
    texts.sort_unstable();
    if texts.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(Unfit::Part("terms"));
    }
    let mut numbers = vec![0; terms.len()];
    (0..).zip(&texts).for_each(|(new, &(_, old))| numbers[old] = new);
    Ok((texts.into_iter().map(|(_, old)| terms[old]).collect(), numbers))
}
