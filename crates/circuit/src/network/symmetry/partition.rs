use std::collections::VecDeque;

use gdl::Interrupt;
use smallvec::SmallVec;

use super::graph::Graph;

/// An ordered partition of the vertices into cells. A cell is named by the place at which it starts.
#[derive(Clone)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    vertices: Vec<u32>,
    /// The place of each vertex among them.
    places: Vec<u32>,
    /// The cell of each vertex.
    cells: Vec<u32>,
    /// The length of the cell that starts at a place.
    lengths: Vec<u32>,
    /// How many cells there are.
    count: usize,
}

/// The state of colour refinement.
pub(super) struct Refiner<'g> {
    graph: &'g Graph,
    /// Cells by which others are still to be split.
    open: VecDeque<u32>,
    is_open: Vec<bool>,
    /// How many neighbours each vertex has in the current splitter.
    counts: Vec<u32>,
    touched: Vec<u32>,
    interrupt: &'g Interrupt<'g>,
    /// How many edges may still be examined; none once it is interrupted.
    pub(super) steps_left: u64,
}

impl Partition {
    /// One cell for each colour, in ascending order.
    pub(super) fn of_colours(colours: &[u32]) -> Self {
        let mut vertices: Vec<u32> = (0..colours.len() as u32).collect();
        vertices.sort_by_key(|&vertex| colours[vertex as usize]);
        let mut partition = Self {
            places: vec![0; vertices.len()],
            cells: vec![0; vertices.len()],
            lengths: vec![0; vertices.len()],
            vertices,
            count: 0,
        };
        let mut start = 0;
        for place in 0..partition.vertices.len() {
            let vertex = partition.vertices[place] as usize;
            if place == 0 || colours[vertex] != colours[partition.vertices[place - 1] as usize] {
                start = place;
                partition.count += 1;
            }
            partition.places[vertex] = place as u32;
            partition.cells[vertex] = start as u32;
            partition.lengths[start] += 1;
        }
        partition
    }

    /// The vertices of a cell, in no meaningful order.
    pub(super) fn cell(&self, start: u32) -> &[u32] {
        &self.vertices[start as usize..(start + self.lengths[start as usize]) as usize]
    }

    /// The cell of a vertex.
    pub(super) fn cell_of(&self, vertex: u32) -> u32 {
        self.cells[vertex as usize]
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All vertices, cell by cell.
    pub(super) fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Moves a vertex of a larger cell into a cell of its own, behind the others.
    fn individualise(&mut self, vertex: u32) -> u32 {
        let cell = self.cells[vertex as usize];
        let last = cell + self.lengths[cell as usize] - 1;
        self.swap(vertex, last);
        self.cut(cell, last);
        last
    }

    fn swap(&mut self, vertex: u32, place: u32) {
        let (from, other) = (self.places[vertex as usize], self.vertices[place as usize]);
        self.vertices.swap(from as usize, place as usize);
        self.places[vertex as usize] = place;
        self.places[other as usize] = from;
    }

    /// Splits a cell in two, the second of which starts at a given place.
    fn cut(&mut self, cell: u32, start: u32) {
        let end = cell + self.lengths[cell as usize];
        self.lengths[cell as usize] = start - cell;
        self.lengths[start as usize] = end - start;
        self.count += 1;
        for place in start..end {
            self.cells[self.vertices[place as usize] as usize] = start;
        }
    }
}

impl<'g> Refiner<'g> {
    pub(super) fn new(graph: &'g Graph, steps: u64, interrupt: &'g Interrupt<'g>) -> Self {
        Self {
            graph,
            open: VecDeque::new(),
            is_open: vec![false; graph.vertices()],
            counts: vec![0; graph.vertices()],
            touched: Vec::new(),
            interrupt,
            steps_left: steps,
        }
    }

    /// Refines to the coarsest partition in which all vertices of a cell have equally many neighbours in each
    /// cell, for each kind of edge. Returns a fingerprint of the process, which is the same for partitions
    /// that are equal up to renaming.
    pub(super) fn refine_all(&mut self, partition: &mut Partition) -> u64 {
        let mut start = 0;
        while start < partition.vertices.len() as u32 {
            self.open(start);
            start += partition.lengths[start as usize];
        }
        self.refine(partition)
    }

    /// Individualises a vertex of a refined partition, and refines again.
    pub(super) fn refine_by(&mut self, partition: &mut Partition, vertex: u32) -> u64 {
        let cell = partition.individualise(vertex);
        self.open(cell);
        self.refine(partition)
    }

    fn open(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_open[cell as usize], true) {
            self.open.push_back(cell);
        }
    }

    /// Splits cells by the open ones until there are none (Hopcroft, *An n log n Algorithm for Minimizing
    /// States in a Finite Automaton*, 1971; McKay, *Practical Graph Isomorphism*, 1981).
    fn refine(&mut self, partition: &mut Partition) -> u64 {
        let graph = self.graph;
        let mut trace = 0;
        let mut splitter = Vec::new();
        while let Some(cell) = self.open.pop_front() {
            self.is_open[cell as usize] = false;
            if self.interrupt.check().is_err() {
                self.steps_left = 0;
                continue;
            }
            splitter.clear();
            splitter.extend_from_slice(partition.cell(cell));
            for relation in &graph.relations {
                for &neighbour in splitter.iter().flat_map(|&vertex| relation.of(vertex)) {
                    let count = &mut self.counts[neighbour as usize];
                    if *count == 0 {
                        self.touched.push(neighbour);
                    }
                    *count += 1;
                    self.steps_left = self.steps_left.saturating_sub(1);
                }
                trace = self.split(partition, mix(trace, cell));
            }
        }
        trace
    }

    /// Splits all cells that contain touched vertices by the vertices' counts, and resets the counts.
    fn split(&mut self, partition: &mut Partition, mut trace: u64) -> u64 {
        let mut touched = std::mem::take(&mut self.touched);
        touched
            .sort_unstable_by_key(|&vertex| (partition.cells[vertex as usize], self.counts[vertex as usize]));
        let mut rest = touched.as_slice();
        while let Some(&first) = rest.first() {
            let cell = partition.cell_of(first);
            let members = rest.iter().take_while(|&&vertex| partition.cell_of(vertex) == cell).count();
            let (members, others) = rest.split_at(members);
            rest = others;
            trace = self.split_cell(partition, cell, members, mix(trace, cell));
        }
        touched.iter().for_each(|&vertex| self.counts[vertex as usize] = 0);
        touched.clear();
        self.touched = touched;
        trace
    }

    /// Moves the touched `members` of a cell, in ascending order of their counts, behind the others, and
    /// gives the vertices of each count a cell.
    fn split_cell(&mut self, partition: &mut Partition, cell: u32, members: &[u32], mut trace: u64) -> u64 {
        let mut end = cell + partition.lengths[cell as usize];
        trace = mix(trace, end);
        let same_count = |a: &u32, b: &u32| self.counts[*a as usize] == self.counts[*b as usize];
        let parts: SmallVec<[&[u32]; 8]> = members.chunk_by(same_count).collect();
        let mut new: SmallVec<[u32; 8]> = SmallVec::new();
        for part in parts.into_iter().rev() {
            trace = mix(mix(trace, self.counts[part[0] as usize]), part.len() as u32);
            for &vertex in part {
                end -= 1;
                partition.swap(vertex, end);
            }
            if end > cell {
                partition.cut(cell, end);
                new.push(end);
            }
        }
        if !self.is_open[cell as usize] {
            // Where the whole cell has been a splitter already, the largest part need not be one, once the
            // others are.
            let length = |cell: &u32| partition.lengths[*cell as usize];
            if let Some(largest) = new.iter_mut().max_by_key(|cell| length(cell))
                && length(largest) > length(&cell)
            {
                *largest = cell;
            }
        }
        new.into_iter().for_each(|cell| self.open(cell));
        trace
    }
}

fn mix(trace: u64, value: u32) -> u64 {
    (trace.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x517c_c1b7_2722_0a95)
}
