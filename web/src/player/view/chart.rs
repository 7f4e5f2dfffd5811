//! The chart of the win probability, which is also a slider through the game.

use mdp2048_display::no_break;
use mdp2048_player::{AxisTick, ChartData, Player};

use crate::dom::{CachedElement, Elements, HTML, SVG};

/// Side of the square SVG view box; the style sheet stretches it to the width of the chart.
const SIDE: f64 = 1000.0;

pub(super) fn show(elements: &Elements, player: &Player) {
    elements.at(".chart").show(player.has_chart());
    elements.at("[data-plotted-name]").text(&player.plotted_name());
    let chart = player.chart();
    let plot = elements.at(".plot");
    plot.set("aria-valuemax", &player.furthest().to_string());
    plot.set("aria-valuenow", &player.cursor().to_string());
    plot.set("aria-valuetext", &player.chart_text());
    elements.at(".plot .area").set("d", &chart.area(SIDE));
    elements.at(".plot .line").set("d", &chart.line(SIDE));
    let grid_lines = elements.children(".plot .grid-lines", SVG, "line");
    grid_lines.show(chart.value_ticks.iter(), |line, tick| {
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
    let value_ticks = elements.children(".axis-y", HTML, "span");
    value_ticks.show(chart.value_ticks.iter(), place("bottom"));
    let move_ticks = elements.children(".axis-x", HTML, "span");
    move_ticks.show(chart.move_ticks.iter(), place("left"));
    let x = percent(chart.cursor_x);
    elements.at(".plot .cursor").style("left", &x);
    let dot = elements.at(".plot .dot");
    dot.show(chart.cursor_y.is_some());
    dot.style("left", &x);
    dot.style("bottom", &percent(chart.cursor_y.unwrap_or_default()));
    let marks = elements.children(".marks", HTML, "i");
    marks.show(chart.marks.iter(), |mark, (x, _)| mark.style("left", &percent(*x)));
    let turns = elements.children(".turns", HTML, "button");
    turns.show(chart.marks.iter(), |button, (_, point)| {
        button.set("type", "button");
        button.set("data-control", "row");
        button.set("data-position", &point.position.to_string());
        let is_current = point.position == player.cursor();
        button.attribute("aria-current", is_current.then_some("true"));
        button.text(&no_break(&point.text()));
    });
}

/// A fraction as a CSS length.
fn percent(fraction: f64) -> String {
    format!("{:.3}%", 100.0 * fraction)
}
