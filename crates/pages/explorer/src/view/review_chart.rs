//! The chart of a review: the value after each move.

use mdp2048_display::chart::{Axis, Mark, Notation, Plot};
use mdp2048_display::{Measure, capitalised};

use crate::Report;

/// The height of the chart.
const HEIGHT: f64 = 210.0;

/// The share of the range that is free above and below values without usual bounds.
const MARGIN: f64 = 0.08;

/// The values after the moves of a game, and the moves that cost something.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewChart {
    // As many as texts, and at least one.
    values: Vec<f64>,
    texts: Vec<String>,
    y: Axis,
    // The plies after the moves that cost something, and whether these are worse than good.
    dots: Vec<(usize, bool)>,
}

impl ReviewChart {
    /// The chart of a report whose values have this measure.
    pub fn of(measure: Measure, report: &Report) -> Self {
        let values = &report.values;
        let is_probability = matches!(measure, Measure::Probability | Measure::Losing);
        // The chart of a game that is nearly certain to be won shows the probability of winning.
        let shown = if is_probability { Measure::Probability } else { measure };
        let label = capitalised(shown.name());
        let (from, to) = match measure {
            Measure::Probability | Measure::Losing | Measure::Discounted => (0.0, 1.0),
            _ => range(values),
        };
        let notation = if is_probability { Notation::Percent } else { Notation::Number };
        let y = Axis::new(label, from, to, notation);
        let sentence = |ply: usize| match ply.checked_sub(1) {
            Some(last) => format!("Move {ply}, {} After it", report.sentences[last]),
            None => "The first board".to_owned(),
        };
        let texts = report.value_texts.iter().enumerate();
        let name = measure.name();
        let texts = texts.map(|(ply, text)| format!("{}: {name} {text}.", sentence(ply)));
        let costly = (1..).zip(&report.by_move).filter(|(_, grade)| grade.is_costly());
        let dots = costly.map(|(ply, grade)| (ply, grade.is_mistake()));
        Self { values: values.clone(), texts: texts.collect(), y, dots: dots.collect() }
    }

    /// The last ply, which is the number of moves.
    pub fn last(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// The plot, this wide, with the ply that is shown on the board and the one that a reader
    /// points to.
    pub fn plot(&self, width: f64, shown: usize, pointed: Option<usize>) -> Plot {
        let points = self.values.iter().enumerate().map(|(ply, &value)| (ply as f64, value));
        let dots = |is_bad: bool| {
            let dots = self.dots.iter().filter(|it| it.1 == is_bad);
            dots.map(|&(ply, _)| (ply as f64, self.values[ply])).collect()
        };
        let rule = |class: &str, ply: usize| Mark::Rule {
            class: class.to_owned(),
            x: ply as f64,
            label: String::new(),
        };
        let mut marks = vec![rule("shown", shown)];
        marks.extend(pointed.map(|ply| rule("pointed", ply)));
        marks.push(Mark::line("values", points.collect()));
        marks.push(Mark::Dots { class: "small".to_owned(), points: dots(false) });
        marks.push(Mark::Dots { class: "bad".to_owned(), points: dots(true) });
        Plot {
            title: "The value after each move".to_owned(),
            description: self.text(shown).to_owned(),
            width,
            height: HEIGHT,
            x: Axis::new("move", 0.0, self.last().max(1) as f64, Notation::Whole),
            y: self.y.clone(),
            marks,
        }
    }

    /// The ply at an x coordinate of the plot of this width.
    pub fn ply_at(&self, width: f64, x: f64) -> usize {
        let ply = self.plot(width, 0, None).frame().x.value_at(x).round();
        // A number below 0 becomes 0.
        (ply as usize).min(self.last())
    }

    /// The move before a ply and the value after it, in words.
    pub fn text(&self, ply: usize) -> &str {
        self.texts.get(ply).map_or("", String::as_str)
    }
}

/// A range that holds all values.
fn range(values: &[f64]) -> (f64, f64) {
    let (least, most) = values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |it, &value| (it.0.min(value), it.1.max(value)));
    let margin = (MARGIN * (most - least)).max(0.5);
    if least <= most { (least - margin, most + margin) } else { (0.0, 1.0) }
}
