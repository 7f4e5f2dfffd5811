//! What the other actions of a layer's states cost.

use crate::Precision;
use crate::code::Channel;
use crate::error::PolicyError;
use crate::table::Layer;
use crate::values::Above;
use crate::walk::Rules;

/// Codes the regrets.
#[derive(Clone, Debug)]
pub(crate) struct RegretCoder {
    precision: Precision,
}

impl RegretCoder {
    pub(crate) fn new(_rules: &Rules, precision: Precision) -> Self {
        Self { precision }
    }

    pub(crate) fn layer(
        &mut self,
        _channel: &mut impl Channel,
        _rules: &Rules,
        _layer: &Layer,
        _above: Above<'_>,
        _known: Option<&[[f64; 4]]>,
    ) -> Result<Vec<[f64; 4]>, PolicyError> {
        let _ = self.precision;
        Ok(Vec::new())
    }
}

/// The largest error.
pub(crate) fn largest_regret_error(_known: &[[f64; 4]], _held: &[[f64; 4]], _floor: f64) -> f64 {
    0.0
}
