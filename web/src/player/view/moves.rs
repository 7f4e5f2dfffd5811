//! The win probability and the four actions of a position.

use mdp2048_display::no_break;
use mdp2048_player::{MoveRow, MoveSource, Player, Verdict};
use mdp2048_rules::Action;

use crate::dom::Elements;

/// Makes the rows of the four actions.
pub(super) fn make(elements: &Elements) {
    let rows = Action::ALL.map(|action| {
        let name = action.name();
        // The arrow points in the direction in which the tiles slide.
        let degrees = match action {
            Action::Right => 0,
            Action::Down => 90,
            Action::Left => 180,
            Action::Up => 270,
        };
        format!(
            "<li data-action={name}><svg class=arrow viewBox='0 0 16 16' aria-hidden=true>\
             <path d='M2 8h11M8.5 3.5 13 8l-4.5 4.5' transform='rotate({degrees} 8 8)'/></svg>\
             <button class=name type=button data-control=duel>{name}</button>\
             <span class=action-value></span><span class=verdict></span></li>"
        )
    });
    elements.at(".moves").element().set_inner_html(&rows.concat());
}

pub(super) fn show(elements: &Elements, player: &Player) {
    show_win_probability(elements, player);
    let summary = player.summary();
    let compares = player.compares_moves();
    // The list keeps its place at the end of the game, so that the chart does not move.
    let list = elements.at(".moves");
    list.show(compares);
    list.set("data-shown", if summary.is_none() { "true" } else { "false" });
    if compares && let Some(rows) = player.moves() {
        for row in &rows {
            show_row(elements, row);
        }
    }
    let next = player.next_step().map(|step| step.advice.action.name());
    elements.at(".next").show(!compares && summary.is_none() && player.outcome().is_none());
    let is_searched = player.move_source(player.cursor()) == Some(MoveSource::Search);
    let label = match player.shows_next_move() {
        false => player.question(),
        true if is_searched => "Move found by a search",
        true => "Best move",
    };
    elements.at(".next .label").text(label);
    elements.at(".next").set("data-shown", if player.shows_next_move() { "true" } else { "false" });
    elements.at(".next .name").text(next.unwrap_or("…"));
    let may_be_solved = player.may_be_solved();
    let may_compare = may_be_solved && player.move_source(player.cursor()).is_none();
    elements.at("[data-control=every-move]").show(may_compare);
    elements.at(".controls [data-control=duel]").show(may_be_solved);
    elements.at(".summary").show(summary.is_some());
    if let Some(summary) = summary {
        let line = |css, text: Option<String>| {
            elements.at(css).show_text(text.as_deref().map(no_break).as_deref());
        };
        line(".summary p", summary.extreme);
        line(".summary p + p", summary.chance);
    }
    elements.at(".side .aside").show_text(player.moves_text());
}

fn show_win_probability(elements: &Elements, player: &Player) {
    let known = player.value();
    let (text, remark) = match known {
        Some(value) => (value.text(), player.remark()),
        None if player.awaits_values() => ("…".into(), Some("being unpacked".into())),
        None => ("–".into(), None),
    };
    let value = elements.at(".win-probability .value");
    value.set("class", if known.is_some() { "value" } else { "value unknown" });
    value.attribute("data-value", known.map(|value| value.value().to_string()).as_deref());
    value.attribute("title", known.map(|value| value.full_text()).as_deref());
    let number = elements.at(".win-probability .number");
    number.attribute("aria-hidden", known.is_none().then_some("true"));
    number.text(&no_break(&text));
    // The text in place of an unknown number, for screen readers.
    let unread = if known.is_none() && remark.is_none() { "not known" } else { "" };
    elements.at(".win-probability .unread").text(unread);
    let remark = remark.map(|remark| no_break(&remark));
    elements.at(".win-probability .remark").show_text(remark.as_deref());
}

fn show_row(elements: &Elements, row: &MoveRow) {
    let of_row = |css: &str| elements.at(&format!("[data-action={}]{css}", row.action.name()));
    of_row("").set("data-standing", row.verdict.name());
    let is_disabled = row.verdict == Verdict::NotAllowed;
    of_row(" .name").attribute("disabled", is_disabled.then_some(""));
    let value = of_row(" .action-value");
    value.text(&no_break(&row.value_text));
    value.attribute("data-value", row.value.map(|value| value.value().to_string()).as_deref());
    value.attribute("title", row.value.map(|value| value.full_text()).as_deref());
    let verdict = of_row(" .verdict");
    verdict.text(&row.text());
    let regret = row.regret().map(|regret| regret.to_string());
    verdict.attribute("data-value", regret.as_deref());
    verdict.attribute("title", row.difference().map(|it| no_break(&it)).as_deref());
}
