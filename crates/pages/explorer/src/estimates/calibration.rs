//! How well the estimates were found to agree with what followed.

/// The share of expected points by which measured games differed from them, or may have: what
/// [`calibration`] says, rounded up.
pub(super) const ACCURACY: f64 = 0.03;

/// When a move is indistinguishable from the best one, in a sentence.
pub fn indistinguishable() -> String {
    format!(
        "A move is indistinguishable from the best one where the expected points differ by less than \
         {:.0} %, or where the intervals of both tiles overlap.",
        100.0 * ACCURACY
    )
}

/// A sentence about the measured calibration of the learned agent. The numbers are those of the
/// games in `docs/arena/calibration-1-plies.csv` and `calibration-2-plies.csv`, as `docs/arena.md`
/// has them.
pub const fn calibration() -> &'static str {
    "Measured after 100 moves of 1,000 other games: the expected score was 148,500 points at 1 \
     ply, and they made 149,300 \u{b1} 4,600; it was 225,500 points at 2 plies, and they made \
     227,000 \u{b1} 4,300. Deeper searches are corrected as those of 2 plies."
}
