//! Exact values and counts of games: labelled trees, state spaces to the last state, proofs.
