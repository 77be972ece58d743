//! States that a search looks up in a tablebase, where it need not search.

use std::sync::Arc;

use game::{Encoding, Game, Goal, Packed};

use super::choices;
use crate::decision::LONGEST_LINE;
use crate::key::Key;
use crate::solution::{Sums, line};
use crate::{
    Bound, Bounds, Decision, Domain, Effort, Known, MoveEstimate, SearchError, Solution, Spec,
    TablebaseError, TablebaseFile, Value,
};

pub(crate) const TABLEBASE: Key<Option<TablebaseFile>> = Key::tablebase(
    "tablebase",
    "the file of a tablebase, which `spielbaum solve GAME -o FILE` writes: states in it are not searched, as their values are known",
);

/// The tablebase of a strategy, if it has one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TablebaseSource {
    file: Option<TablebaseFile>,
    /// The path of a file that has not been read.
    unread: Option<String>,
    /// The circuit that packs the states of the game, once somebody has asked about it.
    packed: Option<Arc<Packed>>,
}

impl TablebaseSource {
    /// The tablebase in a file.
    pub(crate) fn new(file: TablebaseFile) -> Self {
        Self { file: Some(file), ..Self::default() }
    }

    /// That of a spec, whose strategy has one parameter for it.
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let mut parameters = spec.parameters();
        let value = parameters.find(|(parameter, _)| parameter.domain == Domain::Tablebase);
        match value.and_then(|(_, value)| value) {
            Some(Value::Tablebase(file)) => Self::new(file.clone()),
            Some(Value::File(path)) => Self { unread: Some(path.clone()), ..Self::default() },
            _ => Self::default(),
        }
    }

    /// What a strategy looks states of a game up with; none if it has no tablebase.
    ///
    /// # Errors
    /// If the file has not been read, or is of another game.
    pub(crate) fn lookup<'g, G: Game>(
        &mut self,
        strategy: &'static str,
        game: &'g G,
    ) -> Result<Option<Lookup<'g, G>>, SearchError> {
        let refusal = |why: String| SearchError::Inapplicable { strategy, why };
        if let Some(path) = &self.unread {
            return Err(refusal(format!("the file `{path}` of its tablebase has not been read")));
        }
        let Some(file) = &self.file else { return Ok(None) };
        let about = |why: TablebaseError| refusal(format!("{}: {why}", file.path()));
        let packed = match &self.packed {
            Some(packed) => packed,
            None => self.packed.insert(file.table().circuit_of(game).map_err(about)?),
        };
        let encoding = game.encoding().ok_or(TablebaseError::NoCircuit).map_err(about)?;
        Ok(Some(Lookup {
            game,
            encoding,
            packed: Arc::clone(packed),
            file: file.clone(),
            sums: Sums::of(game, file.table().survey()),
            key: Vec::new(),
            known: Vec::new(),
            hits: 0,
        }))
    }
}

/// Looks states of a game up in a tablebase.
pub(crate) struct Lookup<'g, G: Game> {
    game: &'g G,
    encoding: &'g dyn Encoding<G::State>,
    packed: Arc<Packed>,
    file: TablebaseFile,
    sums: Sums,
    /// The words of the state that is looked up.
    key: Vec<u64>,
    /// What the roles can be sure of there.
    known: Known,
    /// States that were found.
    pub(crate) hits: u64,
}

impl<G: Game> Clone for Lookup<'_, G> {
    fn clone(&self) -> Self {
        let (packed, file) = (Arc::clone(&self.packed), self.file.clone());
        Self { packed, file, key: self.key.clone(), known: self.known.clone(), ..*self }
    }
}

impl<G: Game> Lookup<'_, G> {
    /// Whether the tablebase has a state, whose values are in `known` then.
    fn find(&mut self, state: &G::State) -> bool {
        self.packed.packing().pack_into(self.encoding.bits(state), &mut self.key);
        let Some(found) = self.file.table().each_guarantee(&self.key) else { return false };
        self.known.clear();
        self.known.extend(found);
        true
    }

    /// What a state is worth to a role; none if it is not in the tablebase.
    pub(crate) fn bounds(&mut self, state: &G::State, role: usize) -> Option<Bounds> {
        self.find(state).then(|| {
            self.hits += 1;
            self.sums.bounds_of(&self.known, role)
        })
    }

    /// The same, not counted among the hits: of a state that is no part of the search.
    pub(crate) fn bounds_beside(&self, state: &G::State, role: usize) -> Option<Bounds> {
        Some(self.sums.bounds_of(&self.known_of(state)?, role))
    }

    /// What every role gets by best play from a state; none if the tablebase does not tell.
    pub(crate) fn payoffs(&mut self, state: &G::State) -> Option<impl Iterator<Item = Goal>> {
        if !self.find(state) {
            return None;
        }
        let first = self.sums.bounds_of(&self.known, 0).value()?;
        self.hits += 1;
        let second = self.sums.constant.map(|sum| sum - first);
        Some([Some(first), second].into_iter().flatten())
    }

    /// Whether best play pays every role an amount of its own: a role that is alone, or each of two whose
    /// payoffs have a constant sum.
    pub(crate) fn tells_payoffs(&self) -> bool {
        self.game.roles() == 1 || self.sums.constant.is_some()
    }

    fn known_of(&self, state: &G::State) -> Option<Known> {
        let key = self.packed.packing().pack(self.encoding.bits(state));
        self.file.table().guarantees(&key)
    }

    /// The decision of a role in a state that is in the tablebase with all that can follow: a move of the
    /// greatest value, of those that win one that wins soonest, of those that lose one that loses latest.
    /// None if a state is missing, or no role has a move.
    pub(crate) fn decision(&self, state: &G::State, role: usize) -> Option<Decision<G::Move>> {
        let known = |state: &G::State| self.known_of(state);
        let choices = choices(self.game, state).ok()?;
        let survey = self.file.table().survey();
        let solution = Solution::of(self.game, state, survey, &known)?;
        let mov = Solution::best(self.game, state, role, survey, &known)?;
        let own = solution.bounds[role];
        let estimates = choices.of_role(role).iter().map(|&mov| {
            let found = solution.moves.iter().find(|found| found.role == role && found.mov == mov);
            let bounds = found.map_or(own, |found| found.bounds);
            let value = bounds.at_least.filter(|_| !bounds.endless).map(f64::from);
            let bound = value.filter(|_| bounds.value().is_none()).map(|_| Bound::Lower);
            MoveEstimate { mov, value, bound, proven: value.is_some() || bounds.endless, visits: 0 }
        });
        let successors = choices.joint_count().and_then(|count| u64::try_from(count).ok());
        Some(Decision {
            moves: estimates.collect(),
            value: own.at_least.filter(|_| !own.endless).map(f64::from),
            effort: Effort {
                tablebase_hits: successors.map_or(u64::MAX, |count| count.saturating_add(1)),
                depth: own.plies.unwrap_or(0),
                ..Effort::default()
            },
            proven: own.value().is_some() || own.endless,
            pv: solution.line,
            ..Decision::unsearched(mov)
        })
    }

    /// The same of a state whose value is known exactly, so that there is nothing to search.
    pub(crate) fn exact_decision(&self, state: &G::State, role: usize) -> Option<Decision<G::Move>> {
        self.bounds_beside(state, role)?.value()?;
        self.decision(state, role).filter(|decision| decision.proven)
    }

    /// Goes on with a role's line of play from a state by best play, if the tablebase has the exact value of
    /// the state that it leads to.
    pub(crate) fn lengthen(&self, state: &G::State, role: usize, pv: &mut Vec<Vec<G::Move>>) {
        let end = pv.iter().fold(state.clone(), |state, joint| self.game.next(&state, joint));
        if pv.is_empty() || self.bounds_beside(&end, role).and_then(|bounds| bounds.value()).is_none() {
            return;
        }
        if let Some((rest, _)) = line(self.game, &end, &self.sums, &|state| self.known_of(state)) {
            pv.extend(rest.into_iter().take(LONGEST_LINE.saturating_sub(pv.len())));
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &str {
        self.file.path()
    }
}
