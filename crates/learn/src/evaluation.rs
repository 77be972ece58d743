use std::sync::Arc;

use game::Goal;

use crate::features::{Features, Lookup};
use crate::nearby::Nearby;

/// An evaluation that has been learned: features with their weights.
///
/// The value of a state for a role is `sigmoid(w)` on the goal range, where `w` is the sum of the weights
/// that count in the state. In a game of constant sum for two roles, the second has what the first lacks; in
/// any other each role has weights of its own.
#[derive(Clone, Debug)]
pub struct Evaluation {
    features: Features,
    lookup: Lookup,
    /// The weights; those of one place for one role after the other.
    weights: Vec<f32>,
    /// How many roles have weights: one in a game of constant sum for two.
    outputs: usize,
}

/// Weights as whole numbers, so that sums are exact.
#[derive(Clone, Debug)]
pub(crate) struct Rounded {
    pub(crate) weights: Arc<[i16]>,
    /// What a weight of 1 means.
    pub(crate) unit: f32,
}

impl Evaluation {
    /// Features whose weights are all 0.
    pub(crate) fn new(features: Features, outputs: usize) -> Self {
        let weights = vec![0.0; features.weights() * outputs];
        Self { lookup: Lookup::new(&features), features, weights, outputs }
    }

    /// Features with their weights.
    pub(crate) fn with_weights(features: Features, weights: Vec<f32>, outputs: usize) -> Self {
        Self { lookup: Lookup::new(&features), features, weights, outputs }
    }

    /// What it looks at.
    pub fn features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn lookup(&self) -> &Lookup {
        &self.lookup
    }

    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(crate) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// How many roles have weights of their own.
    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The sum of the weights that count in a state, whose places these are, for a role that has weights.
    pub(crate) fn sum(&self, places: &[u32], output: usize) -> f32 {
        places
            .iter()
            .map(|&place| self.weights.get(place as usize * self.outputs + output).unwrap_or(&0.0))
            .sum()
    }

    /// The weights as whole numbers.
    pub(crate) fn rounded(&self) -> Rounded {
        let greatest = self.weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let unit = if greatest > 0.0 { greatest / f32::from(i16::MAX) } else { 1.0 };
        Rounded { weights: self.weights.iter().map(|weight| (weight / unit).round() as i16).collect(), unit }
    }

    /// The value of a state for a role, from 0 to 1. `nearby` is of this evaluation, whose weights have
    /// stayed the same.
    pub(crate) fn value(&self, bits: &[u64], role: usize, nearby: &mut Nearby<f32>) -> f32 {
        let output = if role < self.outputs { role } else { 0 };
        let weight = |place: usize| self.weights.get(place).copied().unwrap_or(0.0);
        let value = sigmoid(nearby.sum(&self.lookup, self.outputs, bits, output, weight));
        if role < self.outputs { value } else { 1.0 - value }
    }

    /// The value for a role of a state whose places these are.
    pub(crate) fn value_at(&self, places: &[u32], role: usize) -> f32 {
        if role < self.outputs { sigmoid(self.sum(places, role)) } else { 1.0 - sigmoid(self.sum(places, 0)) }
    }
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A goal as a share of the goal range.
pub(crate) fn share(goal: Goal, range: &std::ops::RangeInclusive<Goal>) -> f32 {
    let (least, greatest) = (*range.start() as f32, *range.end() as f32);
    if greatest > least { (goal as f32 - least) / (greatest - least) } else { 0.5 }
}
