//! Rules whose circuit may come out of a cache.

use std::time::{Duration, Instant};

use circuit::FirstStage;
use gdl::{CanonicalRules, Interrupt, Rulesheet};
use logic::{GroundLimits, Limits, LogicError, ask_while};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Compiled, NoCircuit, Rules};
use crate::cache::CacheKey;
use crate::engines::compare_engines_while;
use crate::{CacheError, CircuitCache, EngineComparison};

/// The most plies of the random play on which a circuit of a cache is compared with the reasoner.
const PLIES: usize = 12;

/// After this time no further ply is compared.
const COMPARING: Duration = Duration::from_millis(20);

/// The reasoner has so long to answer at all; some rules are too hard for it.
const PATIENCE: Duration = Duration::from_millis(500);

impl Rules {
    /// The game of a rulesheet within the default limits, as [`new`](Self::new) makes it, with the circuit of
    /// a cache if it is there. Else it is kept there, if it took long to compile.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn cached(sheet: &Rulesheet, cache: &CircuitCache) -> Result<Self, LogicError> {
        let (limits, ground) = (Limits::default(), GroundLimits::default());
        Self::cached_while(sheet, limits, &ground, Some(cache), &Interrupt::after(Self::TIME))
    }

    /// The game of a rulesheet as [`within_while`](Self::within_while) makes it, with the circuit of a cache
    /// if there is one and it is there.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits, or before it is interrupted.
    pub fn cached_while(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        cache: Option<&CircuitCache>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        Self::make(sheet, limits, ground, cache, interrupt, None)
    }

    /// Does the same in stages: if the circuit takes long to make, `first` gets the game on a first circuit
    /// before, of which neither symmetries nor proofs are known. Terms of both games are the same, but the
    /// states of one are not those of the other.
    ///
    /// # Errors
    /// As for [`cached_while`](Self::cached_while).
    pub fn in_stages(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        cache: Option<&CircuitCache>,
        interrupt: &Interrupt<'_>,
        first: FirstStage<'_, Self>,
    ) -> Result<Self, LogicError> {
        Self::make(sheet, limits, ground, cache, interrupt, Some(first))
    }

    fn make(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        cache: Option<&CircuitCache>,
        interrupt: &Interrupt<'_>,
        first: Option<FirstStage<'_, Self>>,
    ) -> Result<Self, LogicError> {
        let mut rules = Self::reasoned_while(sheet, limits, interrupt)?;
        // Nobody who is interrupted here compiles anything.
        let place = cache.and_then(|cache| Place::of(sheet, cache, interrupt));
        if let Some(place) = &place {
            match place.load(&mut rules, sheet, ground) {
                Ok(true) => return Ok(rules),
                Ok(false) => {}
                Err(error) => rules.cache_errors.push(error),
            }
        }
        let started = Instant::now();
        let first = first.map(|first| first.of(|compiled| rules.with_compiled(compiled)));
        rules.compiled = Compiled::new(sheet, &rules.reasoner, ground, interrupt, first);
        let compiling = started.elapsed();
        if let (Some(place), Ok(compiled)) = (&place, &rules.compiled)
            && compiling >= place.cache.worth()
            // What was found out in a hurry is not worth keeping.
            && interrupt.interrupted().is_none()
            && let Err(error) = place.store(&rules, compiled, compiling)
        {
            rules.cache_errors.push(error);
        }
        Ok(rules)
    }

    /// What was wrong with the cache of circuits when these rules were made.
    pub fn cache_errors(&self) -> &[CacheError] {
        &self.cache_errors
    }
}

/// Where the circuit of some rules is kept.
struct Place<'c> {
    cache: &'c CircuitCache,
    canonical: CanonicalRules,
    key: CacheKey,
}

impl<'c> Place<'c> {
    fn of(sheet: &Rulesheet, cache: &'c CircuitCache, interrupt: &Interrupt<'_>) -> Option<Self> {
        let canonical = CanonicalRules::new(sheet, interrupt).ok()??;
        Some(Self { cache, key: CacheKey::of(&canonical), canonical })
    }

    /// Takes the circuit that is kept, if there is one. One that does not fit the rules is removed.
    fn load(&self, rules: &mut Rules, sheet: &Rulesheet, ground: &GroundLimits) -> Result<bool, CacheError> {
        let Some(bytes) = self.cache.load(self.key)? else { return Ok(false) };
        let compiled = Compiled::from_entry(&bytes, &self.canonical, sheet, &rules.reasoner, ground)
            .map_err(|unfit| self.cache.remove(self.key, unfit.to_string()))?;
        rules.compiled = Ok(compiled);
        match disagreement(rules) {
            None => Ok(true),
            Some(how) => {
                rules.compiled = Err(NoCircuit::Unwanted);
                Err(self.cache.remove(self.key, how))
            }
        }
    }

    fn store(&self, rules: &Rules, compiled: &Compiled, compiling: Duration) -> Result<(), CacheError> {
        // What has no bytes cannot be kept, as it has names that the rules do not have.
        let Some(bytes) = compiled.to_entry(&self.canonical, &rules.reasoner) else { return Ok(()) };
        let gates = compiled.circuit().size().gates;
        self.cache.store(self.key, rules.source.name(), gates, compiling, &bytes)
    }
}

/// In what the circuit and the reasoner disagree about the first states of a random play, as far as the
/// reasoner can tell soon.
fn disagreement(rules: &Rules) -> Option<String> {
    let started = Instant::now();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let go_on = || started.elapsed() < COMPARING;
    let compare = || compare_engines_while(rules, PLIES, &mut rng, go_on);
    match ask_while(move || started.elapsed() < PATIENCE, compare) {
        Ok(EngineComparison::Different(how)) => Some(how),
        Ok(EngineComparison::Same { .. }) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::cache::FORMAT;
    use crate::testing::sheet;

    /// Of another form no file is read, so the first number must rise whenever the second changes.
    #[test]
    fn what_is_written_has_a_number() {
        let mut hash = Sha256::new();
        // Recursion, simultaneous moves, and chance and percepts are written, too.
        for name in ["tictactoe", "hex-7x7", "rock-paper-scissors", "kuhn-poker"] {
            let sheet = sheet(name);
            let rules = Rules::new(&sheet).unwrap();
            let canonical = CanonicalRules::new(&sheet, &Interrupt::never()).unwrap().unwrap();
            hash.update(rules.compiled().unwrap().to_entry(&canonical, rules.reasoner()).unwrap());
        }
        assert_eq!((FORMAT, &circuit::hexadecimal(&hash.finalize())[..8]), (7, "8b6ad651"));
    }
}
