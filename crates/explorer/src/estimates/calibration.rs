//! How well the estimates were found to agree with what followed.

/// A sentence about the measured calibration of the learned agent. The numbers are those of the
/// games in `docs/arena/learned.json`; a test of the command line compares them.
pub const fn calibration() -> &'static str {
    "Measured: at the start of a game the agent expects about 120,000 points, but 300 of its games \
     at 1 ply made 148,600 \u{b1} 7,600 on average. So it expects too little there."
}
