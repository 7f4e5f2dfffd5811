//! The integers that correct predicted values.

use crate::adaptive_integers::IntegerReader;
use crate::integers::read_integer;
use crate::log_class::{log_class, signed_class};
use crate::mixed_bits::MixedBitReader;
use crate::output::ReadError;
use crate::range_decoder::SymbolReader;

/// What the contexts of a correction are computed from.
pub(crate) struct CorrectionInputs {
    pub(crate) missing_class: usize,
    pub(crate) correction_class: usize,
    pub(crate) edge_class: usize,
    /// (a - b) / unit.
    pub(crate) gap: f64,
    /// b / unit.
    pub(crate) b: f64,
    pub(crate) ahead_class: usize,
    pub(crate) ahead: f64,
}

/// Decodes corrections.
pub(crate) struct CorrectionReader {
    adaptive: IntegerReader,
    mixed: MixedBitReader<5>,
    /// The last correction in the layer, by missing class.
    last: [i64; 12],
}

impl CorrectionReader {
    pub(crate) fn new() -> Self {
        let sizes = [5760, 12 * 63, 12 * 16 * 40, 12 * 6 * 63, 3 * 63 * 31];
        Self {
            adaptive: IntegerReader::default(),
            mixed: MixedBitReader::new(sizes, 24, 90, 327),
            last: [0; 12],
        }
    }

    pub(crate) const fn begin_layer(&mut self) {
        self.last = [0; 12];
    }

    /// Decodes k.
    pub(crate) fn read(
        &mut self,
        symbols: &mut SymbolReader<'_>,
        inputs: &CorrectionInputs,
    ) -> Result<i64, ReadError> {
        let &CorrectionInputs { missing_class, correction_class, gap, ahead_class, ahead, .. } =
            inputs;
        if missing_class == 0 {
            return self.adaptive.read(symbols);
        }
        let gap_class = log_class(gap.abs(), 24) / 2;
        let context = (missing_class * 40 + correction_class) * 12 + gap_class;
        let shifted = ahead_class >= 2 && (ahead.abs() >= 4.0 || missing_class == 11);
        let mixture = missing_class + if shifted { 12 } else { 0 };
        let x = signed_class(ahead, 32);
        let last = signed_class(self.last[missing_class] as f64, 16);
        let contexts = [
            context,
            missing_class * 63 + signed_class(gap, 32),
            (missing_class * 16 + inputs.edge_class) * 40 + log_class(inputs.b.abs(), 40),
            (missing_class * 6 + ahead_class) * 63 + x,
            (ahead_class.min(2) * 63 + x) * 31 + last,
        ];
        let integer = read_integer(symbols, |symbols, place| {
            self.mixed.read(symbols, contexts, mixture, place.node())
        })?;
        let k = if shifted { integer + (ahead + 0.5).floor() as i64 } else { integer };
        self.last[missing_class] = k;
        Ok(k)
    }
}
