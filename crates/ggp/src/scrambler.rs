/// Gives every name of a rulesheet another, so that no player can tell anything from what names mean.
#[derive(Clone, Debug)]
pub struct Scrambler;
