use gdl::Symbol;

use crate::terms::Top;
use crate::{LogicError, Reasoner, TermId};

/// What a ground term is made of: its name and its arguments. A constant has none; a function may have an
/// empty list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermShape {
    /// The name, one of the rulesheet that the reasoner is made from.
    pub name: Symbol,
    /// The arguments of a function.
    pub arguments: Option<Vec<TermId>>,
}

impl Reasoner {
    /// What a term is made of.
    pub fn shape(&self, term: TermId) -> TermShape {
        let lease = self.terms.lease();
        let arguments = lease.args(term).to_vec();
        match lease.top(term) {
            Top::Constant(name) => TermShape { name, arguments: None },
            Top::Function(name, _) => TermShape { name, arguments: Some(arguments) },
        }
    }

    /// The term that is made of this.
    ///
    /// # Errors
    /// If it exceeds the limits.
    pub fn term_of_shape(&self, shape: &TermShape) -> Result<TermId, LogicError> {
        let arguments = shape.arguments.as_deref();
        let top = arguments.map_or(Top::Constant(shape.name), |args| Top::Function(shape.name, args.len()));
        self.terms.lease().intern(top, arguments.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;

    use crate::{Limits, Reasoner};

    #[test]
    fn a_term_is_that_of_its_shape() {
        let rules = "(role you) (init (f)) (init (g a b)) (legal you a) (<= (next f) (true (f)))
            (<= terminal (true f)) (goal you 100)";
        let sheet = Rulesheet::parse("test.kif", rules.as_bytes()).unwrap();
        let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
        for text in ["f", "(f)", "(g a b)"] {
            let term = reasoner.term(text).unwrap().unwrap();
            let shape = reasoner.shape(term);
            assert_eq!(reasoner.term_of_shape(&shape), Ok(term), "{text}");
            assert_eq!(shape.arguments.is_some(), text.starts_with('('), "{text}");
        }
    }
}
