//! Circuits as bytes, to be kept and read again.

use crate::lanes::Circuit;
use crate::network::Symmetries;
use crate::renumbering::Renumbering;

/// Bytes are no circuit that can be evaluated: what is wrong with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} cannot be right")]
pub struct Damaged(pub(crate) &'static str);

/// Complains about a part if it is not sound.
pub(crate) fn sound(is_sound: bool, part: &'static str) -> Result<(), Damaged> {
    if is_sound { Ok(()) } else { Err(Damaged(part)) }
}

/// A circuit and the symmetries of its game as bytes, which [`from_bytes`] reads; none if they cannot be
/// written. What circuits make on demand is not among them.
pub fn to_bytes(circuit: &Circuit, symmetries: &Symmetries) -> Option<Vec<u8>> {
    postcard::to_stdvec(&(circuit.parts(), symmetries.parts())).ok()
}

/// The circuit and the symmetries that [`to_bytes`] has written, with other numbers for fluents, moves and
/// percepts if there are any. However the bytes came about, the circuit can be evaluated, and each evaluation
/// comes to an end; what is not checked is whether it plays the game that somebody thinks it plays.
///
/// # Errors
/// If the bytes are not a circuit, or not one for these numbers.
pub fn from_bytes(bytes: &[u8], numbers: &Renumbering) -> Result<(Circuit, Symmetries), Damaged> {
    let (circuit, symmetries) = postcard::from_bytes(bytes).map_err(|_| Damaged("the encoding"))?;
    let circuit = Circuit::from_parts(circuit, numbers)?;
    let moves = (0..circuit.roles()).map(|role| circuit.moves(role)).sum();
    let mut symmetries = Symmetries::from_parts(symmetries, circuit.fluents(), moves)?;
    if !numbers.is_identity() {
        symmetries.renumber(numbers);
    }
    Ok((circuit, symmetries))
}

#[cfg(test)]
mod tests;
