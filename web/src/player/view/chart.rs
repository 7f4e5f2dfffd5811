//! The chart of the win probability, which is also a slider through the game.

use mdp2048_display::no_break;
use mdp2048_player::{AxisTick, ChartData, Player};

use crate::dom::{CachedElement, Children, HTML, SVG, Template};

/// Side of the square SVG view box; the style sheet stretches it to the width of the chart.
const SIDE: f64 = 1000.0;

pub(super) struct ChartView {
    plot: CachedElement,
    area: CachedElement,
    line: CachedElement,
    grid_lines: Children,
    value_ticks: Children,
    move_ticks: Children,
    cursor: CachedElement,
    dot: CachedElement,
    marks: Children,
    turns: Children,
}

impl ChartView {
    pub(super) fn new(template: &Template) -> Self {
        Self {
            plot: template.find(".plot"),
            area: template.find(".plot .area"),
            line: template.find(".plot .line"),
            grid_lines: template.children(".plot .grid-lines", SVG, "line"),
            value_ticks: template.children(".axis-y", HTML, "span"),
            move_ticks: template.children(".axis-x", HTML, "span"),
            cursor: template.find(".plot .cursor"),
            dot: template.find(".plot .dot"),
            marks: template.children(".marks", HTML, "i"),
            turns: template.children(".turns", HTML, "button"),
        }
    }

    pub(super) fn show(&self, player: &Player) {
        let chart = player.chart();
        self.plot.set("aria-valuemax", &player.furthest().to_string());
        self.plot.set("aria-valuenow", &player.cursor().to_string());
        self.plot.set("aria-valuetext", &player.chart_text());
        self.area.set("d", &chart.area(SIDE));
        self.line.set("d", &chart.line(SIDE));
        self.grid_lines.show(chart.value_ticks.iter(), |line, tick| {
            let y = ChartData::svg_y(tick.at, SIDE).to_string();
            line.set("class", "grid");
            line.set("x2", "1000");
            line.set("y1", &y);
            line.set("y2", &y);
        });
        let place = |side: &'static str| {
            move |label: &CachedElement, tick: &AxisTick| {
                label.style(side, &percent(tick.at));
                label.text(&no_break(&tick.label));
            }
        };
        self.value_ticks.show(chart.value_ticks.iter(), place("bottom"));
        self.move_ticks.show(chart.move_ticks.iter(), place("left"));
        let x = percent(chart.cursor_x);
        self.cursor.style("left", &x);
        self.dot.show(chart.cursor_y.is_some());
        self.dot.style("left", &x);
        self.dot.style("bottom", &percent(chart.cursor_y.unwrap_or_default()));
        self.marks.show(chart.marks.iter(), |mark, (x, _)| mark.style("left", &percent(*x)));
        self.turns.show(chart.marks.iter(), |button, (_, point)| {
            button.set("type", "button");
            button.set("data-control", "row");
            button.set("data-position", &point.position.to_string());
            let is_current = point.position == player.cursor();
            button.attribute("aria-current", is_current.then_some("true"));
            button.text(&no_break(&point.text()));
        });
    }
}

/// A fraction as a CSS length.
fn percent(fraction: f64) -> String {
    format!("{:.3}%", 100.0 * fraction)
}
