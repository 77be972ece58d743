use gdl::Interrupt;

use super::graph::Graph;
use super::partition::{Partition, Refiner};

/// The most numbers in all partitions that are kept.
pub(super) const MOST_KEPT: usize = 8_000_000;

/// The automorphisms that fix the fluents of all earlier stages.
pub(super) struct Stage {
    /// Together with those of smaller stages they generate the stage's group.
    pub(super) generators: Vec<Vec<u32>>,
    /// The size of the orbit of the stage's own fluent.
    pub(super) orbit: usize,
}

/// The result of a search.
pub(super) struct Found {
    /// From the smallest group to the largest.
    pub(super) stages: Vec<Stage>,
    /// Whether the last stage is the whole group.
    pub(super) whole: bool,
}

/// A level of the search: one more vertex individualised.
struct Level {
    /// The partition before.
    partition: Partition,
    vertex: u32,
    /// The fingerprint of the refinement that followed, and the number of cells it gave.
    trace: u64,
    cells: usize,
}

/// A node on the path of the depth-first search for an automorphism.
struct Frame {
    partition: Partition,
    /// Vertices to try in place of the level's own, the next one last.
    candidates: Vec<u32>,
}

/// The automorphisms of a graph, as far as they move fluents that change, as a chain of stabilisers, the
/// smallest first. Colour refinement distinguishes vertices; one of those that look alike is individualised,
/// and so on until all are distinct. Every other vertex that can take its place with the same refinement is
/// tried, and each resulting permutation is checked (McKay, *Practical Graph Isomorphism*, 1981; Darga,
/// Sakallah & Markov, *Faster Symmetry Discovery Using Sparsity of Symmetries*, 2008).
///
/// The search stops after about `steps` edges, and before a group of more than `most` elements; then it
/// returns a part of the chain, as it does when it is interrupted.
pub(super) fn stabilisers(graph: &Graph, steps: u64, most: usize, interrupt: &Interrupt<'_>) -> Found {
    let mut found = Found { stages: Vec::new(), whole: false };
    let mut refiner = Refiner::new(graph, steps, interrupt);
    let mut partition = Partition::of_colours(&graph.colours);
    refiner.refine_all(&mut partition);
    let Some(mut search) = Search::new(graph, partition, &mut refiner) else { return found };
    let changes = |level: &&Level| graph.changing.binary_search(&level.vertex).is_ok();
    let levels = search.levels.iter().take_while(changes).count();
    let mut size = 1_usize;
    for level in (0..levels).rev() {
        let stage = search.stage(level, &mut refiner);
        size = size.saturating_mul(stage.orbit);
        if size > most {
            return found;
        }
        found.stages.push(stage);
        if refiner.steps_left == 0 {
            return found;
        }
    }
    found.whole = true;
    found
}

/// The search for automorphisms along one way to individualise all vertices.
pub(super) struct Search<'g> {
    graph: &'g Graph,
    levels: Vec<Level>,
    /// The discrete partition: each vertex in a cell of its own.
    end: Partition,
    orbits: Orbits,
}

impl<'g> Search<'g> {
    /// Individualises vertices of a refined partition until all are distinct; `None` if that takes too much
    /// memory or time.
    pub(super) fn new(graph: &'g Graph, mut partition: Partition, refiner: &mut Refiner<'g>) -> Option<Self> {
        let mut levels: Vec<Level> = Vec::new();
        while let Some(cell) = smallest_cell(graph, &partition) {
            if refiner.steps_left == 0 || (levels.len() + 1) * graph.vertices() > MOST_KEPT {
                return None;
            }
            // Vertices of fluents that change come first, also where others look like them.
            let is_other = |vertex: u32| graph.changing.binary_search(&vertex).is_err();
            let vertex =
                partition.cell(cell).iter().copied().min_by_key(|&vertex| (is_other(vertex), vertex))?;
            let before = partition.clone();
            let trace = refiner.refine_by(&mut partition, vertex);
            levels.push(Level { partition: before, vertex, trace, cells: partition.count() });
        }
        // What was not refined to the end cannot be compared.
        (refiner.steps_left > 0).then(|| Self {
            graph,
            levels,
            end: partition,
            orbits: Orbits::new(graph.vertices()),
        })
    }

    /// How many vertices are individualised.
    pub(super) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The partition before any vertex is individualised.
    pub(super) fn start(&self) -> &Partition {
        self.levels.first().map_or(&self.end, |level| &level.partition)
    }

    /// The partition in which all vertices are distinct.
    pub(super) fn end(&self) -> &Partition {
        &self.end
    }

    /// How many vertices look like that of a level, itself included.
    pub(super) fn choices(&self, level: usize) -> usize {
        let Level { partition, vertex, .. } = &self.levels[level];
        partition.cell(partition.cell_of(*vertex)).len()
    }

    /// Finds the automorphisms that move a level's vertex and fix those of the levels before.
    pub(super) fn stage(&mut self, level: usize, refiner: &mut Refiner<'g>) -> Stage {
        let Level { partition, vertex, .. } = &self.levels[level];
        let vertex = *vertex;
        let mut candidates = partition.cell(partition.cell_of(vertex)).to_vec();
        candidates.sort_unstable();
        let mut generators = Vec::new();
        let mut failed: Vec<u32> = Vec::new();
        for &candidate in &candidates {
            let known = self.orbits.same(candidate, vertex)
                || failed.iter().any(|&failed| self.orbits.same(candidate, failed));
            if known {
                continue;
            }
            let partition = self.levels[level].partition.clone();
            let frame = Frame { partition, candidates: vec![candidate] };
            match self.automorphism(level, frame, refiner) {
                Some(image) => {
                    self.orbits.join(&image);
                    generators.push(image);
                }
                None => failed.push(candidate),
            }
            if refiner.steps_left == 0 {
                break;
            }
        }
        let orbit = candidates.iter().filter(|&&candidate| self.orbits.same(candidate, vertex)).count();
        Stage { generators, orbit }
    }

    /// An automorphism that maps the partition before any vertex is individualised to another refined one, if
    /// there is one.
    pub(super) fn onto(&self, partition: &Partition, refiner: &mut Refiner<'g>) -> Option<Vec<u32>> {
        let Some(level) = self.levels.first() else {
            let image = self.image(partition);
            return self.graph.is_automorphism(&image).then_some(image);
        };
        let candidates = partition.cell(level.partition.cell_of(level.vertex)).to_vec();
        self.automorphism(0, Frame { partition: partition.clone(), candidates }, refiner)
    }

    /// An automorphism that maps the partition before a level to that of a frame, and the level's vertex to
    /// one of the candidates.
    fn automorphism(&self, first: usize, frame: Frame, refiner: &mut Refiner<'g>) -> Option<Vec<u32>> {
        let mut frames = vec![frame];
        while let Some(frame) = frames.last_mut() {
            let Some(candidate) = frame.candidates.pop() else {
                frames.pop();
                continue;
            };
            refiner.steps_left = refiner.steps_left.saturating_sub(self.graph.vertices() as u64);
            if refiner.steps_left == 0 {
                return None;
            }
            let mut partition = frame.partition.clone();
            let number = first + frames.len();
            let Level { trace, cells, .. } = &self.levels[number - 1];
            if refiner.refine_by(&mut partition, candidate) != *trace || partition.count() != *cells {
                continue;
            }
            match self.levels.get(number) {
                None => {
                    let image = self.image(&partition);
                    if self.graph.is_automorphism(&image) {
                        return Some(image);
                    }
                }
                Some(next) => {
                    let cell = next.partition.cell_of(next.vertex);
                    let mut candidates = partition.cell(cell).to_vec();
                    // Vertices that can stay fixed are tried first.
                    candidates.sort_unstable_by_key(|&vertex| (vertex == next.vertex, vertex));
                    frames.push(Frame { partition, candidates });
                }
            }
        }
        None
    }

    /// The permutation that maps each vertex to the one at its place in another partition.
    fn image(&self, other: &Partition) -> Vec<u32> {
        let mut image = vec![0; self.graph.vertices()];
        for (&from, &to) in self.end.vertices().iter().zip(other.vertices()) {
            image[from as usize] = to;
        }
        image
    }
}

/// The first of the smallest cells of several vertices: of fluents that change if there is one, else of
/// fluents and moves, else of any.
pub(super) fn smallest_cell(graph: &Graph, partition: &Partition) -> Option<u32> {
    if partition.count() == graph.vertices() {
        return None;
    }
    let smallest = |vertices: &mut dyn Iterator<Item = u32>| {
        let cells = vertices.map(|vertex| partition.cell_of(vertex));
        let several = cells.filter(|&cell| partition.cell(cell).len() > 1);
        several.min_by_key(|&cell| (partition.cell(cell).len(), cell))
    };
    let inputs = Graph::FIRST_INPUT..Graph::FIRST_INPUT + graph.inputs as u32;
    smallest(&mut graph.changing.iter().copied())
        .or_else(|| smallest(&mut inputs.clone()))
        .or_else(|| smallest(&mut (0..graph.vertices() as u32)))
}

/// Which vertices are mapped to one another by some automorphism (a union-find forest).
struct Orbits {
    /// Another vertex of the same orbit, nearer to the root.
    parents: Vec<u32>,
}

impl Orbits {
    fn new(vertices: usize) -> Self {
        Self { parents: (0..vertices as u32).collect() }
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            let parent = self.parents[vertex as usize];
            self.parents[vertex as usize] = self.parents[parent as usize];
            vertex = parent;
        }
        vertex
    }

    fn same(&mut self, a: u32, b: u32) -> bool {
        self.root(a) == self.root(b)
    }

    fn join(&mut self, image: &[u32]) {
        for (vertex, &image) in image.iter().enumerate() {
            let (from, to) = (self.root(vertex as u32), self.root(image));
            self.parents[from as usize] = to;
        }
    }
}
