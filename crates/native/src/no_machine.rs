/// No functions: there is no code for this machine, or it is not wanted.
#[derive(Debug)]
pub(crate) enum Memory {}

impl Memory {
    pub(crate) fn available() -> bool {
        false
    }

    pub(crate) fn new(_: &[u8]) -> Option<Self> {
        None
    }

    pub(crate) fn bytes(&self) -> usize {
        match *self {}
    }

    pub(crate) fn call(&self, _: usize, _: &mut [[u64; 8]]) {
        match *self {}
    }
}
