/// An explicit tree that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinTree {
    /// The tree's name.
    pub name: &'static str,
    /// Its [document](super::Tree::from_json).
    pub document: &'static str,
}

macro_rules! builtin {
    ($($name:literal),+ $(,)?) => {
        /// The built-in trees, from simple to special: the files of the folder `trees`.
        pub const BUILTIN_TREES: &[BuiltinTree] = &[$(BuiltinTree {
            name: $name,
            document: include_str!(concat!("../../trees/", $name, ".tree.json")),
        }),+];
    };
}

builtin![
    "minimax",
    "perfect-order",
    "worst-order",
    "sixteen-leaves",
    "open-lines",
    "expectiminimax",
    "bluff",
    "maxn",
    "maxn-cuts",
    "maxn-deep-cut",
    "soft-maxn",
    "uct-values",
    "uct-trap",
];

impl BuiltinTree {
    /// The built-in tree of this name.
    pub fn named(name: &str) -> Option<&'static BuiltinTree> {
        BUILTIN_TREES.iter().find(|tree| tree.name == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::Tree;

    #[test]
    fn every_builtin_tree_is_one_and_says_what_there_is_to_see() {
        for builtin in BUILTIN_TREES {
            let tree =
                Tree::from_json(builtin.document).unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
            assert!(tree.name().is_some() && tree.description().is_some(), "{}", builtin.name);
        }
        assert_eq!(BuiltinTree::named("maxn").map(|tree| tree.name), Some("maxn"));
        assert_eq!(BuiltinTree::named("nothing"), None);
    }

    #[test]
    fn every_file_of_the_folder_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../trees");
        let files =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let built_in = BUILTIN_TREES.iter().map(|tree| format!("{}.tree.json", tree.name));
        assert_eq!(files.collect::<BTreeSet<_>>(), built_in.collect());
    }
}
