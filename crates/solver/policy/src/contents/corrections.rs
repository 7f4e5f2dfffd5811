//! Corrections of predicted values: integers, coded in contexts of what is known of the prediction.

use super::log_class::{log_class, signed_log_class};
use crate::codec::{AdaptiveInteger, Channel, MixedIntegers};
use crate::error::PolicyError;

/// The number of classes of the probability that the successor's value is unknown: class 0 for 0,
/// then one class for each tenth. The last class is also that of afterstates of which no
/// successor's value is known.
pub(crate) const MISSING_CLASSES: usize = 12;
/// The number of classes of the distance of the estimate to the least or the largest possible
/// value, whichever is nearer, one for each power of two.
pub(crate) const EDGE_CLASSES: usize = 16;
/// The number of classes of the mean correction, two for each power of two.
const CORRECTION_CLASSES: usize = 40;
/// The number of classes of the difference between the prediction and the estimate, one for each
/// power of two.
const GAP_CLASSES: usize = 12;
/// The number of classes of a difference on each side of 0, that of 0 included.
const DIFFERENCE_CLASSES: usize = 32;
/// The number of signed classes of a difference.
const DIFFERENCES: usize = 2 * DIFFERENCE_CLASSES - 1;
/// The number of classes of the last correction on each side of 0, that of 0 included.
const LAST_CLASSES: usize = 16;
/// The number of signed classes of the last correction.
const LASTS: usize = 2 * LAST_CLASSES - 1;
/// The number of classes of the size of the prediction.
const SIZE_CLASSES: usize = 40;
/// The number of classes of a look-ahead: 0 if there was none, 1 if it found nothing, and four for
/// the share of the unknown successors that it found.
const AHEAD_CLASSES: usize = 6;

/// The number of contexts of each input of a mixed integer.
const CONTEXTS: [usize; 5] = [
    MISSING_CLASSES * CORRECTION_CLASSES * GAP_CLASSES,
    MISSING_CLASSES * DIFFERENCES,
    MISSING_CLASSES * EDGE_CLASSES * SIZE_CLASSES,
    MISSING_CLASSES * AHEAD_CLASSES * DIFFERENCES,
    3 * DIFFERENCES * LASTS,
];

/// From this absolute value on, the correction that a look-ahead predicts is subtracted from the
/// coded one.
const LEAST_SUBTRACTED: f64 = 4.0;
/// The correction that a look-ahead predicts is used only if its absolute value is below this one.
const LARGEST_PREDICTED: f64 = (1u64 << 32) as f64;

/// What is known of the prediction of an expected value. All values are in steps of a correction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictionFacts {
    /// The class of the probability that the successor's value is unknown.
    pub(crate) missing_class: usize,
    /// The mean of earlier corrections.
    pub(crate) mean_correction: f64,
    /// The class of the estimate's distance to the least or largest possible value.
    pub(crate) edge_class: usize,
    /// The predicted expected value.
    pub(crate) predicted: f64,
    /// The estimate less the prediction.
    pub(crate) gap: f64,
    /// The correction that a look-ahead predicts.
    pub(crate) ahead: LookAhead,
}

/// The correction that a look-ahead predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LookAhead {
    /// There was no look-ahead.
    Omitted,
    /// No value was found.
    Nothing,
    /// The mean difference of the found values, in steps, and their share of the probability of all
    /// unknown values, above 0 and at most 1.
    Found { correction: f64, share: f64 },
}

/// Codes the corrections of all layers, in descending order of the layers.
#[derive(Clone, Debug)]
pub(crate) struct CorrectionCoder {
    /// The corrections where all values are known. None is needed there, so they have no contexts.
    plain: AdaptiveInteger,
    mixed: MixedIntegers,
    /// The last correction in this layer by missing class.
    last: [i64; MISSING_CLASSES],
}

impl CorrectionCoder {
    /// A coder before the first layer.
    pub(crate) fn new() -> Self {
        Self {
            plain: AdaptiveInteger::new(),
            mixed: MixedIntegers::new(&CONTEXTS, 2 * MISSING_CLASSES),
            last: [0; MISSING_CLASSES],
        }
    }

    /// Begins a layer: no correction of it is coded yet.
    pub(crate) const fn begin_layer(&mut self) {
        self.last = [0; MISSING_CLASSES];
    }

    /// Codes a correction. An encoder passes it as `known`.
    ///
    /// # Errors
    /// Those of [`AdaptiveInteger::code`].
    pub(crate) fn code(
        &mut self,
        channel: &mut impl Channel,
        facts: &PredictionFacts,
        known: Option<i64>,
    ) -> Result<i64, PolicyError> {
        let missing_class = facts.missing_class;
        if missing_class == 0 {
            return self.plain.code(channel, known);
        }
        let correction_class = log_class(facts.mean_correction * 4.0, CORRECTION_CLASSES);
        let gap_class = log_class(facts.gap.abs(), GAP_CLASSES * 2) / 2;
        let (ahead_class, ahead) = match facts.ahead {
            LookAhead::Omitted => (0, 0.0),
            LookAhead::Found { correction, share } if correction.abs() < LARGEST_PREDICTED => {
                (2 + (share * 3.99) as usize, correction)
            }
            _ => (1, 0.0),
        };
        let is_subtracted = ahead_class >= 2
            && (ahead.abs() >= LEAST_SUBTRACTED || missing_class == MISSING_CLASSES - 1);
        let (subtracted, mixture) = if is_subtracted {
            ((ahead + 0.5).floor() as i64, missing_class + MISSING_CLASSES)
        } else {
            (0, missing_class)
        };
        let ahead_difference = signed_log_class(ahead, DIFFERENCE_CLASSES);
        let last = &mut self.last[missing_class];
        let size_class = log_class(facts.predicted.abs(), SIZE_CLASSES);
        let contexts = [
            (missing_class * CORRECTION_CLASSES + correction_class) * GAP_CLASSES + gap_class,
            missing_class * DIFFERENCES + signed_log_class(facts.gap, DIFFERENCE_CLASSES),
            (missing_class * EDGE_CLASSES + facts.edge_class) * SIZE_CLASSES + size_class,
            (missing_class * AHEAD_CLASSES + ahead_class) * DIFFERENCES + ahead_difference,
            (ahead_class.min(2) * DIFFERENCES + ahead_difference) * LASTS
                + signed_log_class(*last as f64, LAST_CLASSES),
        ];
        let known = known.map(|known| known - subtracted);
        let correction = self.mixed.code(channel, &contexts, mixture, known)? + subtracted;
        *last = correction;
        Ok(correction)
    }
}
