//! The seed box and the playback buttons of a player.

use mdp2048_player::{Player, PlayerEvent, Speed};
use web_sys::{HtmlInputElement, HtmlSelectElement, SubmitEvent};
use yew::{Callback, Html, InputEvent, TargetCast as _, html};

use super::button::button;
use super::keys::new_seed;

/// Renders the seed box with its button. `index` makes the ids of its elements unique on the page.
pub(crate) fn view_seed(player: &Player, index: usize, on: &Callback<PlayerEvent>) -> Html {
    let (field, hint) = (format!("seed-{index}"), format!("seed-hint-{index}"));
    let typed = on.reform(|event: InputEvent| {
        PlayerEvent::TypeSeed(event.target_unchecked_into::<HtmlInputElement>().value())
    });
    let committed = {
        let on = on.clone();
        Callback::from(move |event: yew::Event| {
            // Some ways to change the text fire no input event.
            on.emit(PlayerEvent::TypeSeed(
                event.target_unchecked_into::<HtmlInputElement>().value(),
            ));
            on.emit(PlayerEvent::SubmitSeed);
        })
    };
    let submitted = on.reform(|event: SubmitEvent| {
        event.prevent_default();
        PlayerEvent::SubmitSeed
    });
    let error = player.seed_field().error_text();
    html! {
        <form class="seed" novalidate=true onsubmit={submitted}>
            <label for={field.clone()}>{ "Seed" }</label>
            <input id={field} type="text" inputmode="numeric" autocomplete="off" size="10"
                maxlength="20" data-control="seed" value={player.seed_field().text().to_owned()}
                aria-invalid={error.is_some().to_string()}
                aria-describedby={error.map(|_| hint.clone())}
                oninput={typed} onchange={committed} />
            { button("new-seed", "New seed", "Another game (N)", true, on.reform(|_| new_seed())) }
            if let Some(error) = error {
                <p class="hint" id={hint} role="alert" data-note="seed">{ error }</p>
            }
        </form>
    }
}

/// Renders the playback buttons and the choice of the speed.
pub(crate) fn view_buttons(player: &Player, on: &Callback<PlayerEvent>) -> Html {
    let press = |event: PlayerEvent| on.reform(move |_| event.clone());
    let (ahead, back) = (player.can_step(), player.can_go_back());
    let chosen = on.reform(|event: yew::Event| {
        let name = event.target_unchecked_into::<HtmlSelectElement>().value();
        PlayerEvent::SetSpeed(Speed::from_name(&name).unwrap_or_default())
    });
    let buttons = [
        ("back", "Back", "One move back (left arrow)", back, PlayerEvent::Back),
        ("step", "Step", "One move ahead (right arrow)", ahead, PlayerEvent::Step),
        ("restart", "Restart", "To the first board (R)", back, PlayerEvent::Restart),
        ("end", "To end", "To the last board (E)", ahead, PlayerEvent::GoToEnd),
    ];
    html! {
        <div class="controls" role="group" aria-label="Playback">
            <button type="button" class="primary" data-control="start"
                title="Start or pause (space)" onclick={press(PlayerEvent::Toggle)}>
                { player.start_label() }
            </button>
            { for buttons.into_iter().map(|(control, label, tooltip, is_enabled, event)| {
                button(control, label, tooltip, is_enabled, press(event))
            }) }
            <label class="speed">
                <span>{ "Speed" }</span>
                <select data-control="speed" ~value={player.speed().name()} onchange={chosen}>
                    { for Speed::ALL.iter().map(|&speed| html! {
                        <option value={speed.name()} selected={speed == player.speed()}>
                            { speed.label() }
                        </option>
                    }) }
                </select>
            </label>
        </div>
    }
}
