use std::collections::VecDeque;

use smallvec::SmallVec;

use super::graph::Graph;

/// Vertices in cells, which have an order. A cell's name is the place where it starts.
#[derive(Clone)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    vertices: Vec<u32>,
    /// Where each vertex stands among them.
    places: Vec<u32>,
    /// The cell of each vertex.
    cells: Vec<u32>,
    /// How many vertices the cell has that starts at a place.
    lengths: Vec<u32>,
    /// How many cells there are.
    count: usize,
}

/// What refinement works with.
pub(super) struct Refiner<'g> {
    graph: &'g Graph,
    /// Cells that others are still to be compared with.
    open: VecDeque<u32>,
    is_open: Vec<bool>,
    /// How many neighbours each vertex has in the cell at hand.
    counts: Vec<u32>,
    touched: Vec<u32>,
    /// Edges that may still be looked at.
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

    /// Gives a vertex of a larger cell one of its own, behind the others.
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

    /// Cuts a cell in two, of which the latter starts at a place.
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
    pub(super) fn new(graph: &'g Graph, steps: u64) -> Self {
        Self {
            graph,
            open: VecDeque::new(),
            is_open: vec![false; graph.vertices()],
            counts: vec![0; graph.vertices()],
            touched: Vec::new(),
            steps_left: steps,
        }
    }

    /// The coarsest refinement in which all vertices of a cell have as many neighbours in each cell, of each kind. What is told is a fingerprint of
    /// how it went: the same for what is the same up to a renaming.
    pub(super) fn refine_all(&mut self, partition: &mut Partition) -> u64 {
        let mut start = 0;
        while start < partition.vertices.len() as u32 {
            self.open(start);
            start += partition.lengths[start as usize];
        }
        self.refine(partition)
    }

    /// The same after a vertex of a refined partition has got a cell of its own.
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

    /// Splits cells by the open ones until there are none (Hopcroft, *An n log n Algorithm for Minimizing States in a Finite Automaton*, 1971; McKay,
    /// *Practical Graph Isomorphism*, 1981).
    fn refine(&mut self, partition: &mut Partition) -> u64 {
        let graph = self.graph;
        let mut trace = 0;
        let mut splitter = Vec::new();
        while let Some(cell) = self.open.pop_front() {
            self.is_open[cell as usize] = false;
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

    /// Splits all cells with touched vertices by their counts, and forgets these.
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

    /// Moves the touched `members` of a cell, in ascending order of their counts, behind the others, and gives those of each count a cell.
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
            // What was compared with the whole need not be compared with the largest part, once it is with the others.
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
