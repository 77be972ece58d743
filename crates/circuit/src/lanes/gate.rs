use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The truth table of a function of three inputs: bit `i` is its value where the inputs are the bits of `i`,
/// the first input the lowest.
pub(crate) type Table = u8;

/// The tables of the three inputs themselves.
pub(crate) const INPUTS: [Table; 3] = [0xAA, 0xCC, 0xF0];

/// Calls `$macro` with every kind of gate and its function.
///
/// Results may be stored inverted and inputs swapped, so one function of each class is enough. With that,
/// these are all functions of two inputs, and the functions of three that have a short formula, under every
/// inversion of their inputs. On AVX-512 each is one instruction.
macro_rules! with_kinds {
    ($macro:ident) => {
        $macro! {
            And(a, b, _c) = a & b;
            AndNot(a, b, _c) = a & !b;
            Or(a, b, _c) = a | b;
            Xor(a, b, _c) = a ^ b;
            And3(a, b, c) = a & b & c;
            And2Not(a, b, c) = a & b & !c;
            AndNot2(a, b, c) = a & !(b | c);
            Or3(a, b, c) = a | b | c;
            AndOr(a, b, c) = a & (b | c);
            AndOrNot(a, b, c) = a & (b | !c);
            AndNand(a, b, c) = a & !(b & c);
            OrAnd(a, b, c) = a | (b & c);
            OrAndNot(a, b, c) = a | (b & !c);
            OrNor(a, b, c) = a | !(b | c);
            AndXor(a, b, c) = a & (b ^ c);
            AndXnor(a, b, c) = a & !(b ^ c);
            OrXor(a, b, c) = a | (b ^ c);
            OrXnor(a, b, c) = a | !(b ^ c);
            XorAnd(a, b, c) = a ^ (b & c);
            XorAndNot(a, b, c) = a ^ (b & !c);
            XorOr(a, b, c) = a ^ (b | c);
            Xor3(a, b, c) = a ^ b ^ c;
            Mux(a, b, c) = (a & b) | (!a & c);
            MuxNot(a, b, c) = (a & b) | (!a & !c);
            Majority(a, b, c) = (a & b) | (c & (a | b));
            MajorityNot(a, b, c) = (a & b) | (!c & (a | b));
        }
    };
}
pub(crate) use with_kinds;

macro_rules! define {
    ($($kind:ident($a:ident, $b:ident, $c:ident) = $function:expr;)*) => {
        /// The function of a gate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub(crate) enum GateKind {
            $($kind,)*
        }

        impl GateKind {
            pub(crate) const ALL: &[Self] = &[$(Self::$kind,)*];

            pub(crate) fn table(self) -> Table {
                let [a, b, c] = INPUTS;
                match self {
                    $(Self::$kind => { let ($a, $b, $c) = (a, b, c); $function })*
                }
            }
        }
    };
}
with_kinds!(define);

/// How a single gate makes a function: its kind, which of the function's inputs goes to each of the gate's,
/// and whether the result is inverted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) kind: GateKind,
    pub(crate) inputs: [u8; 3],
    pub(crate) inverted: bool,
}

/// The recipe of a function, if a single gate can make it.
pub(crate) fn recipe(table: Table) -> Option<Recipe> {
    static RECIPES: LazyLock<[Option<Recipe>; 256]> = LazyLock::new(|| {
        let mut recipes = [None; 256];
        for &kind in GateKind::ALL {
            for inputs in [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
                let table = permute(kind.table(), inputs);
                for (table, inverted) in [(table, false), (!table, true)] {
                    let recipe = &mut recipes[usize::from(table)];
                    recipe.get_or_insert(Recipe { kind, inputs, inverted });
                }
            }
        }
        recipes
    });
    RECIPES[usize::from(table)]
}

/// The function that passes its inputs in the order `inputs` to `table`.
pub(crate) fn permute(table: Table, inputs: [u8; 3]) -> Table {
    (0..8).fold(0, |permuted, row| {
        let inner = (0..3).fold(0, |inner, i| inner | (row >> inputs[i] & 1) << i);
        permuted | (table >> inner & 1) << row
    })
}

/// The function with one of its inputs inverted.
pub(crate) fn invert_input(table: Table, input: usize) -> Table {
    let ones = INPUTS[input];
    let distance = 1 << input;
    (table & ones) >> distance | (table & !ones) << distance
}

#[cfg(test)]
mod tests {
    use native::depends;

    use super::*;

    #[test]
    fn a_recipe_makes_its_function() {
        for table in 0..=255u8 {
            if let Some(recipe) = recipe(table) {
                let made = permute(recipe.kind.table(), recipe.inputs);
                assert_eq!(if recipe.inverted { !made } else { made }, table);
            }
        }
    }

    #[test]
    fn inverting_an_input_never_takes_a_recipe_away() {
        for table in 0..=255u8 {
            for input in 0..3 {
                assert_eq!(
                    recipe(table).is_some(),
                    recipe(invert_input(table, input)).is_some(),
                    "{table:08b} {input}"
                );
            }
        }
    }

    #[test]
    fn every_function_of_two_inputs_has_a_recipe() {
        for table in 0..=255u8 {
            if depends(table, 0) && depends(table, 1) && !depends(table, 2) {
                assert!(recipe(table).is_some(), "{table:08b}");
            }
        }
    }

    #[test]
    fn the_inputs_are_their_own_tables() {
        assert_eq!(permute(INPUTS[0], [2, 0, 1]), INPUTS[2]);
        assert_eq!(invert_input(INPUTS[1], 1), !INPUTS[1]);
    }
}
