//! The win probability and the four actions of a position.

use mdp2048_display::no_break;
use mdp2048_player::{MoveRow, Player};
use mdp2048_rules::Action;
use yew::{Html, html};

/// Renders the win probability and the actions.
pub(crate) fn view(player: &Player) -> Html {
    html! {
        <div class="side">
            <div class="win-probability">
                <span class="label">{ "Win probability" }</span>
                { view_win_probability(player) }
            </div>
            { view_moves(player) }
        </div>
    }
}

fn view_win_probability(player: &Player) -> Html {
    match player.win_probability() {
        Some(value) => html! {
            <span class="value" data-value={value.value().to_string()} title={value.full_text()}>
                { no_break(&value.text()) }
                if let Some(remark) = value.remark() {
                    <span class="remark">{ no_break(&remark) }</span>
                }
            </span>
        },
        None if player.awaits_values() => html! {
            <span class="value unknown"><span aria-hidden="true">{ "…" }</span>
                <span class="remark">{ "being unpacked" }</span></span>
        },
        None => html! {
            <span class="value unknown"><span aria-hidden="true">{ "–" }</span>
                <span class="hidden">{ "not known" }</span></span>
        },
    }
}

fn view_moves(player: &Player) -> Html {
    let Some(rows) = player.moves() else {
        return html! { <p class="aside">{ "The game is over: no move is left to compare." }</p> };
    };
    html! {
        <>
            <ul class="moves" aria-label="The four moves">{ for rows.iter().map(view_row) }</ul>
            if let Some(text) = player.moves_text() {
                <p class="aside">{ text }</p>
            }
        </>
    }
}

fn view_row(row: &MoveRow) -> Html {
    let value = row.value.map_or(html! {}, |value| {
        html! { <span title={value.full_text()}>{ no_break(&value.text()) }</span> }
    });
    html! {
        <li key={row.action.name()} data-action={row.action.name()}
            data-standing={row.verdict.name()}>
            { arrow(row.action) }
            <span class="name">{ row.action.name() }</span>
            <span class="action-value">{ value }</span>
            <span class="verdict">{ no_break(&row.text()) }</span>
        </li>
    }
}

/// Renders an arrow in the direction in which the tiles slide.
fn arrow(action: Action) -> Html {
    let degrees = match action {
        Action::Right => "0",
        Action::Down => "90",
        Action::Left => "180",
        Action::Up => "270",
    };
    html! {
        <svg class="arrow" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 8h11M8.5 3.5 13 8l-4.5 4.5" transform={format!("rotate({degrees} 8 8)")} />
        </svg>
    }
}
