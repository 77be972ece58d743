use crate::Target;
use crate::slots::Line;

/// No functions: there is no code for this machine, or it is not wanted.
#[derive(Debug)]
pub(crate) enum Memory {}

impl Memory {
    pub(crate) fn available(_: Target) -> bool {
        false
    }

    pub(crate) fn new(_: &[u8]) -> Option<Self> {
        None
    }

    pub(crate) fn bytes(&self) -> usize {
        match *self {}
    }

    pub(crate) fn call<const W: usize>(&self, _: usize, _: usize, _: &mut [[u64; W]]) {
        match *self {}
    }
}

/// Cache lines.
#[derive(Debug)]
pub(crate) struct Lines(Box<[Line]>);

impl Lines {
    pub(crate) fn zeroed(lines: usize, _: usize) -> Self {
        Self(bytemuck::zeroed_slice_box(lines))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> &[Line] {
        &self.0
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self) -> &mut [Line] {
        &mut self.0
    }
}
