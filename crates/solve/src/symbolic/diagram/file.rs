use std::io::{self, Read, Write};

use super::{BASE, Diagram, EMPTY, Family, Full, Kept};

/// Families in a file: how many nodes there are, each as its element and the numbers of its two parts,
/// counted from 2; then the numbers of the families. All numbers have 4 bytes, the lowest first.
impl Diagram {
    /// Writes families, after garbage has been collected: all that are kept are written, most of which these
    /// should be.
    pub(in super::super) fn write(&mut self, families: &[&Kept], file: &mut dyn Write) -> io::Result<()> {
        self.collect();
        let mut put = |number: u32| file.write_all(&number.to_le_bytes());
        put(self.nodes.len() as u32 - 2)?;
        for node in &self.nodes[2..] {
            [node.element, node.without.0, node.with.0].into_iter().try_for_each(&mut put)?;
        }
        put(families.len() as u32)?;
        families.iter().try_for_each(|kept| put(kept.family().0))
    }

    /// Reads families over so many elements.
    pub(in super::super) fn read(&mut self, elements: u32, file: &mut dyn Read) -> io::Result<Vec<Kept>> {
        let mut number = || {
            let mut bytes = [0; 4];
            file.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
        };
        let known = |families: &[Family], number: u32| {
            families.get(number as usize).copied().ok_or_else(|| invalid("a node comes before its parts"))
        };
        let mut families = vec![EMPTY, BASE];
        for _ in 0..number()? {
            let (element, without, with) = (number()?, number()?, number()?);
            let (without, with) = (known(&families, without)?, known(&families, with)?);
            if element >= elements || element >= self.node(without).element.min(self.node(with).element) {
                return Err(invalid("its elements are not in order"));
            }
            let family = self.make(element, without, with);
            families.push(family.map_err(|Full| invalid("it takes more memory than there may be"))?);
        }
        (0..number()?).map(|_| Ok(self.keep(known(&families, number()?)?))).collect()
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
