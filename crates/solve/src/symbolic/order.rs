use circuit::TransitionFunctions;

use super::encoding::Encoding;

/// The variables in an order in which those stand near each other that are read together: by the heuristic
/// FORCE (Aloul, Markov & Sakallah, *FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic*,
/// GLSVLSI 2003), from the order in which they are.
///
/// Each variable and what its next value depends on are a hyperedge. Variables move to the mean place of
/// their hyperedges, over and over, as long as the sum of the hyperedges' spans falls.
pub(super) fn force(encoding: &Encoding, functions: &TransitionFunctions) -> Vec<usize> {
    let count = encoding.variables.len();
    let edge = |variable: usize| {
        let next = encoding.variables[variable].fluents.iter().map(|&fluent| functions.next(fluent));
        let support = functions.functions().support(next);
        let read = support.iter().filter_map(|&input| Some((*encoding.places.get(input)?)?.0));
        let mut edge: Vec<usize> = read.chain([variable]).collect();
        edge.sort_unstable();
        edge.dedup();
        edge
    };
    let edges: Vec<Vec<usize>> = (0..count).map(edge).filter(|edge| edge.len() > 1).collect();
    let mut order: Vec<usize> = (0..count).collect();
    let mut best = (span(&edges, &order), order.clone());
    loop {
        order = step(&edges, &order);
        let span = span(&edges, &order);
        if span >= best.0 {
            return best.1;
        }
        best = (span, order.clone());
    }
}

/// The place of each variable in an order.
fn places(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &variable)| places[variable] = place);
    places
}

fn span(edges: &[Vec<usize>], order: &[usize]) -> usize {
    let places = places(order);
    let span = |edge: &Vec<usize>| {
        let places = edge.iter().map(|&variable| places[variable]);
        places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
    };
    edges.iter().map(span).sum()
}

fn step(edges: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    let places = places(order);
    let mut pulls = vec![(0.0, 0.0); order.len()];
    for edge in edges {
        let centre = edge.iter().map(|&variable| places[variable] as f64).sum::<f64>() / edge.len() as f64;
        for &variable in edge {
            pulls[variable].0 += centre;
            pulls[variable].1 += 1.0;
        }
    }
    let place = |&variable: &usize| match pulls[variable] {
        (_, 0.0) => places[variable] as f64,
        (sum, edges) => sum / edges,
    };
    let mut order = order.to_vec();
    order.sort_by(|a, b| place(a).total_cmp(&place(b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_comes_together() {
        let edges = [vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]];
        let order: Vec<usize> = (0..8).collect();
        let better = step(&edges, &order);
        assert_eq!(better, [0, 4, 1, 5, 2, 6, 3, 7]);
        assert_eq!((span(&edges, &order), span(&edges, &better)), (16, 4));
        assert_eq!(step(&[], &order), order);
    }
}
