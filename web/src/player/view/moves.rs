//! The win probability and the four actions of a position.

use mdp2048_display::{GameValue, no_break};
use mdp2048_player::{MoveRow, MoveSource, Player, Verdict};
use mdp2048_rules::Action;
use web_sys::Element;

use crate::dom::{CachedElement, HTML, SVG, Template};

pub(super) struct MovesView {
    value: CachedElement,
    number: CachedElement,
    /// The text in place of an unknown number, for screen readers.
    unread: CachedElement,
    remark: CachedElement,
    list: CachedElement,
    rows: [RowView; 4],
    next: CachedElement,
    next_label: CachedElement,
    next_name: CachedElement,
    every_move: CachedElement,
    own_move: CachedElement,
    summary: CachedElement,
    summary_lines: [CachedElement; 2],
    aside: CachedElement,
}

/// The row of one action.
struct RowView {
    row: CachedElement,
    name: CachedElement,
    value: CachedElement,
    verdict: CachedElement,
}

impl MovesView {
    pub(super) fn new(template: &Template) -> Self {
        let list = template.find(".moves");
        let row = |action| RowView::new(template, list.element(), action);
        let [left, right, up, down] = Action::ALL;
        Self {
            value: template.find(".win-probability .value"),
            number: template.find(".win-probability .number"),
            unread: template.find(".win-probability .unread"),
            remark: template.find(".win-probability .remark"),
            rows: [row(left), row(right), row(up), row(down)],
            list,
            next: template.find(".next"),
            next_label: template.find(".next .label"),
            next_name: template.find(".next .name"),
            every_move: template.find("[data-control=every-move]"),
            own_move: template.find(".controls [data-control=own-move]"),
            summary: template.find(".summary"),
            summary_lines: [template.find(".summary p"), template.find(".summary p + p")],
            aside: template.find(".side .aside"),
        }
    }

    pub(super) fn show(&self, player: &Player) {
        self.show_win_probability(player);
        let summary = player.summary();
        let compares = player.compares_moves();
        // The list keeps its place at the end of the game, so that the chart does not move.
        self.list.show(compares);
        self.list.set("data-shown", if summary.is_none() { "true" } else { "false" });
        if compares && let Some(rows) = player.moves() {
            let values = rows.map(|row| row.value);
            for (view, row) in self.rows.iter().zip(&rows) {
                view.show(row, &values);
            }
        }
        let next = player.next_step().map(|step| step.advice.action.name());
        self.next.show(!compares && summary.is_none() && player.outcome().is_none());
        let is_searched = player.move_source(player.cursor()) == Some(MoveSource::Search);
        self.next_label.text(if is_searched { "Move found by a search" } else { "Best move" });
        self.next_name.text(next.unwrap_or("…"));
        let may_be_solved = player.may_be_solved();
        self.every_move.show(may_be_solved && player.move_source(player.cursor()).is_none());
        self.own_move.show(may_be_solved);
        self.summary.show(summary.is_some());
        if let Some(summary) = summary {
            self.summary_lines[0].show_text(summary.extreme.as_deref().map(no_break).as_deref());
            self.summary_lines[1].show_text(summary.chance.as_deref().map(no_break).as_deref());
        }
        self.aside.show_text(player.moves_text());
    }

    fn show_win_probability(&self, player: &Player) {
        let known = player.value();
        let (number, remark) = match known {
            Some(value) => (value.text(), player.remark()),
            None if player.awaits_values() => ("…".into(), Some("being unpacked".into())),
            None => ("–".into(), None),
        };
        self.value.set("class", if known.is_some() { "value" } else { "value unknown" });
        let value = known.map(|value| value.value().to_string());
        self.value.attribute("data-value", value.as_deref());
        self.value.attribute("title", known.map(|value| value.full_text()).as_deref());
        self.number.attribute("aria-hidden", known.is_none().then_some("true"));
        self.number.text(&no_break(&number));
        self.unread.text(if known.is_none() && remark.is_none() { "not known" } else { "" });
        self.remark.show_text(remark.map(|remark| no_break(&remark)).as_deref());
    }
}

impl RowView {
    fn new(template: &Template, list: &Element, action: Action) -> Self {
        let row = template.add(list, HTML, "li");
        row.set("data-action", action.name());
        // An arrow in the direction in which the tiles slide.
        let arrow = template.add(row.element(), SVG, "svg");
        arrow.set("class", "arrow");
        arrow.set("viewBox", "0 0 16 16");
        arrow.set("aria-hidden", "true");
        let path = template.add(arrow.element(), SVG, "path");
        path.set("d", "M2 8h11M8.5 3.5 13 8l-4.5 4.5");
        path.set(
            "transform",
            match action {
                Action::Right => "rotate(0 8 8)",
                Action::Down => "rotate(90 8 8)",
                Action::Left => "rotate(180 8 8)",
                Action::Up => "rotate(270 8 8)",
            },
        );
        let name = template.add(row.element(), HTML, "button");
        name.set("class", "name");
        name.set("type", "button");
        name.set("data-control", "own-move");
        name.text(action.name());
        let value = template.add(row.element(), HTML, "span");
        value.set("class", "action-value");
        let verdict = template.add(row.element(), HTML, "span");
        verdict.set("class", "verdict");
        Self { row, name, value, verdict }
    }

    fn show(&self, row: &MoveRow, values: &[Option<GameValue>]) {
        self.row.set("data-standing", row.verdict.name());
        self.name.attribute("disabled", (row.verdict == Verdict::NotAllowed).then_some(""));
        let text = row.value.map(|value| no_break(&value.text_among(values))).unwrap_or_default();
        self.value.text(&text);
        let value = row.value.map(|value| value.value().to_string());
        self.value.attribute("data-value", value.as_deref());
        self.value.attribute("title", row.value.map(|value| value.full_text()).as_deref());
        self.verdict.text(&row.text());
    }
}
