use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The name of the role of chance, which moves at random: M. Thielscher, *A General Game Description Language
/// for Incomplete Information Games*, AAAI (2010). Its case is ignored when rules and terms are read, as that
/// of keywords is, and it is kept in lower case.
pub const CHANCE: &str = "random";

/// A name of a rulesheet, interned: two symbols of one [`Symbols`] are equal exactly if their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The symbol's number, dense from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// The relations with a meaning in the language. The case of their names is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Keyword {
    /// `(role r)`: r is a role.
    Role,
    /// `(init f)`: the fluent f holds in the initial state.
    Init,
    /// `(true f)`: the fluent f holds in the current state.
    True,
    /// `(does r m)`: the role r makes the move m in the current state.
    Does,
    /// `(next f)`: the fluent f holds in the next state.
    Next,
    /// `(legal r m)`: the role r may make the move m.
    Legal,
    /// `(goal r n)`: the goal value of r is n, from 0 to 100.
    Goal,
    /// `terminal`: the current state is terminal.
    Terminal,
    /// `(base f)`: f is a fluent (a hint, without influence on play).
    Base,
    /// `(input r m)`: m is a move of r (a hint, without influence on play).
    Input,
    /// `(sees r p)`: the role r perceives p after the joint move (GDL-II).
    Sees,
}

impl Keyword {
    /// All keywords.
    pub const ALL: [Keyword; 11] = [
        Keyword::Role,
        Keyword::Init,
        Keyword::True,
        Keyword::Does,
        Keyword::Next,
        Keyword::Legal,
        Keyword::Goal,
        Keyword::Terminal,
        Keyword::Base,
        Keyword::Input,
        Keyword::Sees,
    ];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Keyword::Role => "role",
            Keyword::Init => "init",
            Keyword::True => "true",
            Keyword::Does => "does",
            Keyword::Next => "next",
            Keyword::Legal => "legal",
            Keyword::Goal => "goal",
            Keyword::Terminal => "terminal",
            Keyword::Base => "base",
            Keyword::Input => "input",
            Keyword::Sees => "sees",
        }
    }

    /// The number of arguments of the relation.
    pub fn arity(self) -> usize {
        match self {
            Keyword::Terminal => 0,
            Keyword::Role | Keyword::Init | Keyword::True | Keyword::Next | Keyword::Base => 1,
            Keyword::Does | Keyword::Legal | Keyword::Goal | Keyword::Input | Keyword::Sees => 2,
        }
    }

    /// How the relation is written.
    pub(crate) fn form(self) -> &'static str {
        match self {
            Keyword::Role => "(role ROLE)",
            Keyword::Init => "(init FLUENT)",
            Keyword::True => "(true FLUENT)",
            Keyword::Does => "(does ROLE MOVE)",
            Keyword::Next => "(next FLUENT)",
            Keyword::Legal => "(legal ROLE MOVE)",
            Keyword::Goal => "(goal ROLE VALUE)",
            Keyword::Terminal => "terminal",
            Keyword::Base => "(base FLUENT)",
            Keyword::Input => "(input ROLE MOVE)",
            Keyword::Sees => "(sees ROLE PERCEPT)",
        }
    }

    /// The keyword of this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keyword| keyword.name().eq_ignore_ascii_case(name))
    }

    /// The keyword's symbol, the same in every [`Symbols`].
    pub fn symbol(self) -> Symbol {
        Symbol(self as u32)
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of a rulesheet. The keywords come first, in lower case.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: IndexSet<Box<str>, FxBuildHasher>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { names: Keyword::ALL.iter().map(|keyword| keyword.name().into()).collect() }
    }
}

impl Symbols {
    /// The symbol of a name; a new name gets a new symbol.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(index) = self.names.get_index_of(name) {
            return Symbol(index as u32);
        }
        let (index, _) = self.names.insert_full(name.into());
        Symbol(index as u32)
    }

    /// A new name for a relation that is a part of the rules of another.
    pub(crate) fn part_of(&mut self, relation: Symbol) -> Symbol {
        // No name of a rulesheet contains a space.
        let name = format!("part {} of {}", self.len(), self.whole(relation));
        self.intern(&name)
    }

    /// Whether it is the name of such a part.
    pub(crate) fn is_part(&self, relation: Symbol) -> bool {
        self.name(relation).contains(' ')
    }

    /// The name of a relation, or of the one whose rules it is a part of.
    pub(crate) fn whole(&self, relation: Symbol) -> &str {
        let name = self.name(relation);
        name.rsplit_once(' ').map_or(name, |(_, whole)| whole)
    }

    /// The symbol of a name, if it has one.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(|index| Symbol(index as u32))
    }

    /// The symbol of a name, or else the only symbol whose name differs from it in the case of letters alone.
    pub fn alike(&self, name: &str) -> Option<Symbol> {
        let alike = || {
            let mut alike = (0..).zip(&self.names).filter(|(_, other)| other.eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none()).map(|(index, _)| Symbol(index))
        };
        self.get(name).or_else(alike)
    }

    /// The name of a symbol of this table.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// The names of all symbols, in the order of their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(AsRef::as_ref)
    }

    /// The keyword of a relation's name, if it is one.
    pub fn keyword(&self, symbol: Symbol) -> Option<Keyword> {
        Keyword::ALL.get(symbol.index()).copied()
    }

    /// The number of symbols.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no symbols. Always false, as the keywords are there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_found_in_any_case_and_constants_are_not_folded() {
        assert_eq!(Keyword::from_name("LEGAL"), Some(Keyword::Legal));
        assert_eq!(Keyword::from_name("legally"), None);
        let mut symbols = Symbols::default();
        assert_ne!(symbols.intern("a"), symbols.intern("A"));
        assert_eq!(symbols.get("sees"), Some(Keyword::Sees.symbol()));
    }

    #[test]
    fn a_name_in_another_case_is_that_of_a_symbol_if_no_other_is_like_it() {
        let mut symbols = Symbols::default();
        let [king, low, _] = ["King", "ten", "TEN"].map(|name| symbols.intern(name));
        assert_eq!(symbols.alike("KING"), Some(king));
        assert_eq!((symbols.alike("ten"), symbols.alike("Ten")), (Some(low), None));
        assert_eq!(symbols.alike("queen"), None);
    }

    #[test]
    fn the_symbol_of_a_keyword_is_its_number() {
        for keyword in Keyword::ALL {
            assert_eq!(Symbols::default().keyword(keyword.symbol()), Some(keyword));
        }
    }
}
