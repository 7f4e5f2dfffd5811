//! The fundamental matrix N = (I - Q)^-1 by sparse solves, compared with the layered passes.
//!
//! Every transition leads to a larger index. So I - Q is upper triangular with a diagonal of ones,
//! its LU factors are itself and I, and a triangular solve is the sparse solve.

use mdp2048_bag::Chain;
use sprs::linalg::trisolve::{lsolve_csc_dense_rhs, usolve_csr_dense_rhs};
use sprs::{CsMat, TriMat};

use crate::{assert_close, chain};

/// The canonical form of a chain: its transient bags are ordered first.
struct CanonicalForm {
    /// The indices of the transient bags.
    transient: Vec<usize>,
    /// The indices of the absorbing bags.
    absorbing: Vec<usize>,
    /// I - Q.
    system: CsMat<f64>,
    /// R: from transient to absorbing bags.
    to_absorbing: CsMat<f64>,
}

impl CanonicalForm {
    fn new(chain: &Chain) -> Self {
        let (absorbing, transient): (Vec<usize>, Vec<usize>) =
            (0..chain.bags().len()).partition(|&index| chain.is_absorbing(index));
        let mut system = TriMat::new((transient.len(), transient.len()));
        let mut to_absorbing = TriMat::new((transient.len(), absorbing.len()));
        for (row, &index) in transient.iter().enumerate() {
            system.add_triplet(row, row, 1.0);
            for (next, probability) in chain.successors(index) {
                if let Ok(column) = transient.binary_search(&next) {
                    system.add_triplet(row, column, -probability);
                } else {
                    let column = absorbing.binary_search(&next).unwrap();
                    to_absorbing.add_triplet(row, column, probability);
                }
            }
        }
        Self { transient, absorbing, system: system.to_csr(), to_absorbing: to_absorbing.to_csr() }
    }

    /// N b.
    fn solve(&self, mut b: Vec<f64>) -> Vec<f64> {
        usolve_csr_dense_rhs(self.system.view(), b.as_mut_slice()).unwrap();
        b
    }

    /// b N.
    fn solve_transposed(&self, mut b: Vec<f64>) -> Vec<f64> {
        lsolve_csc_dense_rhs(self.system.transpose_view(), b.as_mut_slice()).unwrap();
        b
    }
}

/// The tolerance of a number: 1e-9 of it, or 1e-9 if it is small.
fn tolerance(known: f64) -> f64 {
    1e-9 * known.abs().max(1.0)
}

#[track_caller]
fn check(target: u32, spawn_four: f64) {
    let chain = chain(target, spawn_four);
    let form = CanonicalForm::new(&chain);
    let steps = chain.steps();

    // t = N 1, and the variance is (2 N - I) t - t².
    let means = form.solve(vec![1.0; form.transient.len()]);
    let doubled = form.solve(means.iter().map(|mean| 2.0 * mean).collect());
    for ((&index, &mean), doubled) in form.transient.iter().zip(&means).zip(doubled) {
        assert_close(steps[index].mean, mean, tolerance(mean));
        // The square of the mean is subtracted, so the error is relative to it.
        assert_close(steps[index].variance, doubled - mean - mean * mean, 1e-9 * mean * mean);
    }

    // The expected visits from the start are a row of N, and R gives the last bags.
    let mut start = vec![0.0; form.transient.len()];
    for &(index, probability) in chain.starts() {
        start[form.transient.binary_search(&index).unwrap()] = probability;
    }
    let visits = chain.visits();
    let rows = form.solve_transposed(start);
    for (&index, &row) in form.transient.iter().zip(&rows) {
        assert_close(visits[index], row, 1e-9);
    }
    let mut last = vec![0.0; form.absorbing.len()];
    for (row, probabilities) in form.to_absorbing.outer_iterator().enumerate() {
        for (column, probability) in probabilities.iter() {
            last[column] += rows[row] * probability;
        }
    }
    for (&index, known) in form.absorbing.iter().zip(last) {
        assert_close(visits[index], known, 1e-9);
    }
}

#[test]
fn layered_passes_agree_with_sparse_solves() {
    for target in [8, 16, 2048] {
        for spawn_four in [0.0, 0.1, 0.5, 1.0] {
            check(target, spawn_four);
        }
    }
    check(65536, 0.1);
}
