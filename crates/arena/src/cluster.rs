use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::Interval;

/// Matches of two roles that share their opening, or the luck of chance: what that gives the first seat, it
/// gives in all of them. Each with the place of its seating, and what its first seat scored.
pub(crate) type Cluster = Vec<(usize, f64)>;

/// The variance of a sum over clusters that are independent of one another, by how far each is from what is
/// expected of it (Liang & Zeger 1986, Biometrika 73).
///
/// A few clusters say little of their own variance. The variance is therefore enlarged so much that a normal
/// interval is as wide as one of Student's t. One cluster says nothing of it, so that it has no bound.
pub(crate) fn variance_of_sum(deviations: &[f64]) -> f64 {
    let clusters = deviations.len() as f64;
    if deviations.is_empty() {
        return 0.0;
    }
    let Ok(student) = StudentsT::new(0.0, 1.0, clusters - 1.0) else { return f64::INFINITY };
    let widening = student.inverse_cdf(0.975) / Normal::standard().inverse_cdf(0.975);
    let squares: f64 = deviations.iter().map(|deviation| deviation * deviation).sum();
    squares * clusters / (clusters - 1.0) * widening * widening
}

/// The interval of a mean score over all matches of these clusters, which would say as much as so many
/// independent ones if clusters did not count: by the effective sample size of Korn & Graubard (1998, Survey
/// Methodology 24).
///
/// The matches say no more than so many independent ones, and no less than one for each cluster, if these are
/// equally large.
pub(crate) fn interval(clusters: &[Cluster], independent: f64) -> Interval {
    let scores = || clusters.iter().flatten().map(|(_, score)| score);
    let matches = scores().count() as f64;
    let Some(mean) = (matches > 0.0).then(|| scores().sum::<f64>() / matches) else {
        return Interval::of_mean(None, 0.0);
    };
    let deviations: Vec<f64> =
        clusters.iter().map(|cluster| cluster.iter().map(|(_, score)| score - mean).sum()).collect();
    let squares: f64 = clusters.iter().map(|cluster| (cluster.len() as f64).powi(2)).sum();
    let fewest = matches * matches / squares;
    // Of matches that all end alike nothing is known of what clusters have in common.
    let scatter = mean * (1.0 - mean);
    let effective =
        if scatter > 0.0 { scatter * matches * matches / variance_of_sum(&deviations) } else { fewest };
    Interval::of_mean(Some(mean), effective.max(fewest).min(independent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters<const MATCHES: usize>(scores: &[[f64; MATCHES]]) -> Vec<Cluster> {
        scores.iter().map(|scores| scores.map(|score| (0, score)).to_vec()).collect()
    }

    #[test]
    fn matches_that_are_alike_within_a_cluster_count_once() {
        let alike: Vec<_> = (0..100).map(|number| [if number % 5 == 0 { 1.0 } else { 0.0 }; 9]).collect();
        assert_eq!(interval(&clusters(&alike), 900.0), Interval::wilson(20.0, 100));
    }

    #[test]
    fn matches_that_differ_within_clusters_as_between_them_count_each() {
        let mixed = clusters(&[[1.0, 0.0]; 50]);
        assert_eq!(interval(&mixed, 100.0), Interval::wilson(50.0, 100));
    }

    #[test]
    fn a_few_clusters_leave_doubt() {
        assert_eq!(interval(&clusters(&[[1.0, 0.0, 1.0, 1.0]]), 4.0), Interval::of_mean(Some(0.75), 1.0));
        assert_eq!(interval(&clusters(&[[1.0; 4], [1.0; 4]]), 8.0), Interval::wilson(2.0, 2));
        assert_eq!(interval(&[], 0.0), Interval::of_mean(None, 0.0));
        // 12.706 and 1.960 are the quantiles of Student's t with one degree of freedom, and of the normal
        // distribution.
        assert!((variance_of_sum(&[1.0, -1.0]) - 4.0 * (12.706 / 1.960_f64).powi(2)).abs() < 0.1);
        assert_eq!((variance_of_sum(&[1.0]), variance_of_sum(&[])), (f64::INFINITY, 0.0));
    }
}
