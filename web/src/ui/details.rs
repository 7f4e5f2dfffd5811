//! The footer of a player: its keys, the source of its numbers, and the game as a table.

use mdp2048_display::no_break;
use mdp2048_player::Player;
use yew::{Callback, Html, html};

/// Renders the footer. The table is rendered only when `is_open`.
pub(crate) fn view(player: &Player, is_open: bool, on_toggle: &Callback<yew::Event>) -> Html {
    html! {
        <footer class="foot">
            <p class="keys">
                { for KEYS.iter().map(view_keys) }
            </p>
            <details ontoggle={on_toggle}>
                <summary>{ "Every move and number of this game" }</summary>
                if is_open {
                    { view_source(player) }
                    { view_table(player) }
                }
            </details>
        </footer>
    }
}

/// The keys of a player, with their effects.
const KEYS: [(&[&str], &str); 6] = [
    (&["space"], "start or pause"),
    (&["←", "→"], "step"),
    (&["R"], "restart"),
    (&["E"], "end"),
    (&["N"], "new seed"),
    (&["+", "−"], "speed"),
];

/// Renders keys and their common effect.
pub(crate) fn view_keys((names, effect): &(&[&str], &str)) -> Html {
    html! {
        <span>
            { for names.iter().map(|name| html! { <kbd>{ *name }</kbd> }) }{ " " }{ *effect }
        </span>
    }
}

fn view_source(player: &Player) -> Html {
    let Some(source) = player.policy_summary() else {
        return html! { <p>{ "The policy is not loaded yet." }</p> };
    };
    html! {
        <p class="source">
            <a href={format!("policies/{}", source.file)} download="">{ source.file }</a>
            { ": " }
            { no_break(&source.lines.join(" ")) }
        </p>
    }
}

fn view_table(player: &Player) -> Html {
    let rows = player.table();
    if rows.is_empty() {
        return html! { <p>{ "Moves are listed here as they are played." }</p> };
    }
    html! {
        <div class="table" tabindex="0">
            <table>
                <thead><tr>
                    <th scope="col">{ "Move" }</th>
                    <th scope="col">{ "Board, row by row" }</th>
                    <th scope="col">{ "Best" }</th>
                    <th scope="col">{ "Win probability" }</th>
                </tr></thead>
                <tbody>{ for rows.iter().map(|[position, board, action, probability]| html! {
                    <tr>
                        <td>{ position }</td>
                        <td>{ board }</td>
                        <td>{ action }</td>
                        <td>{ no_break(probability) }</td>
                    </tr>
                }) }</tbody>
            </table>
        </div>
    }
}
