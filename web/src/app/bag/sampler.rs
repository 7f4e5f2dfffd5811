//! The controls and the numbers of the sampler.

use mdp2048_bag::page::{BagEvent, BagResults, BagView};
use mdp2048_display::{counted, mean_text, percent};
use web::browser::random_word;
use web::components::fields::typed_text;
use web_sys::{InputEvent, MouseEvent};
use yew::{Callback, Html, html};

/// Renders the controls of the sampler and what its games show.
pub(crate) fn sampler(view: &BagView, results: &BagResults, on: &Callback<BagEvent>) -> Html {
    let press = |event: BagEvent| on.reform(move |_: MouseEvent| event.clone());
    let on_seed = on.reform(|event: InputEvent| BagEvent::TypeSeed(typed_text(&event)));
    let toggle = if view.is_sampling() { "Pause" } else { "Play games" };
    let error = view.seed_field().error_text();
    let shown = view.tally().map(|tally| {
        let games = counted(tally.games.into(), "game");
        let Some((mean, margin)) = tally.mean() else { return games };
        let distance = percent(tally.distance(&results.moves));
        format!(
            "{games}: mean {} (95 %), at a total variation distance of {distance} from the exact \
             curve",
            mean_text(mean, margin, 2),
        )
    });
    let games = view.tally().map_or(0, |tally| tally.games);
    html! {
        <div class="sampler" data-games={games.to_string()}
            data-sampling={view.is_sampling().to_string()}>
            <div class="row">
                <button type="button" class="primary" data-control="sample"
                    onclick={press(BagEvent::ToggleSampling)}>{ toggle }</button>
                <label>
                    <span>{ "Seed" }</span>
                    <input type="text" inputmode="numeric" size="10" data-control="seed"
                        value={view.seed_field().text().to_owned()} oninput={on_seed}
                        aria-invalid={error.is_some().to_string()} />
                </label>
                <button type="button" data-control="random-seed"
                    onclick={on.reform(|_: MouseEvent| BagEvent::RandomSeed(random_word()))}>
                    { "New seed" }
                </button>
                <button type="button" data-control="clear"
                    aria-disabled={(games == 0).to_string()}
                    onclick={press(BagEvent::ClearSample)}>{ "Clear" }</button>
            </div>
            if let Some(error) = error {
                <p class="error" role="alert">{ error }</p>
            }
            <p class="readout" data-sampled="">
                { shown.unwrap_or_else(|| {
                    "Up to a million seeded games, counted in blue.".to_owned()
                }) }
            </p>
        </div>
    }
}
