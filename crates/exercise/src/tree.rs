//! Exercises on trees. The right answers are recorded from real searches of the tree.

mod branches;
mod cuts;
mod diagram;
mod maxn;
mod maxn_cuts;
mod minimax;
mod node_labels;
mod ordering;
mod pvs;
mod record;
mod shape;
#[cfg(test)]
mod tests;
mod unsuitable;
mod windows;

pub(crate) use cuts::Cuts;
pub(crate) use maxn::MaxN;
pub(crate) use maxn_cuts::MaxNCuts;
pub(crate) use minimax::Minimax;
pub(crate) use node_labels::NodeLabels;
pub(crate) use ordering::Ordering;
pub(crate) use pvs::Pvs;
pub use unsuitable::Unsuitable;
pub(crate) use unsuitable::of_tree;
pub(crate) use windows::Windows;
