//! Rules without a meaning, which `gdl` rejects.

use super::*;

#[rstest]
#[case::head_variable("(<= (p ?x) (q a)) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::fact_with_a_variable("(p ?x)", gdl::Code::UNSAFE_VARIABLE)]
#[case::negated_variable("(<= (p a) (not (q ?x))) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::one_branch_does_not_bind("(<= (p ?x) (or (q ?x) (q a))) (q a)", gdl::Code::UNSAFE_VARIABLE)]
#[case::keyword_with_another_arity("(<= p (true a b))", gdl::Code::ARITY_CLASH)]
#[case::negation_in_a_circle("(<= p (not q)) (<= q p)", gdl::Code::UNSTRATIFIED)]
#[case::endless_terms("(p 0) (<= (p (s ?x)) (p ?x))", gdl::Code::UNRESTRICTED_RECURSION)]
#[case::legal_by_does("(<= (legal you b) (does you a))", gdl::Code::DEPENDS_ON_MOVES)]
fn rules_without_a_meaning_are_rejected(#[case] rules: &str, #[case] code: gdl::Code) {
    let rejected = gdl::Rulesheet::parse("rules.kif", game(&format!("(legal you wait) {rules}")).as_bytes())
        .unwrap_err();
    assert!(rejected.errors().any(|error| error.code() == code), "{:?}", rejected.diagnostics);
}
