//! Where the solved game is hard: positions in which games are decided, and charts by tile sum.

use mdp2048_display::no_break;
use mdp2048_explorer::{
    DifficultyCurve, DifficultyMap, ExploreEvent, PuzzlePosition, curve_chart, curve_layer,
};
use web::components::fields::button;
use web_sys::{HtmlDetailsElement, HtmlInputElement};
use yew::{Callback, Event, Html, InputEvent, TargetCast as _, function_component, html};

use super::context::use_exploration;
use super::drawing::Drawing;
use super::open_board::puzzle_choice;

/// Shows the map of difficulty, which is computed when the reader opens it, or by a button after
/// that was stopped.
#[function_component(DifficultyPanel)]
pub(crate) fn difficulty_panel() -> Html {
    let (view, on) = use_exploration();
    let (map, mapped) = (view.difficulty(), view.mapped_part());
    // The computation begins when the reader opens the map.
    let on_toggle = {
        let (on, is_idle) = (on.clone(), map.is_none() && mapped.is_none());
        Callback::from(move |event: Event| {
            let details = event.target_unchecked_into::<HtmlDetailsElement>();
            if is_idle && details.open() {
                on.emit(ExploreEvent::Map);
            }
        })
    };
    html! {
        <details class="fold difficulty" ontoggle={on_toggle}>
            <summary data-control="difficulty">
                <h2>{ "Where it is hard" }</h2>{ " " }
                <span class="hint">{ "where mistakes cost most, and games are lost" }</span>
            </summary>
            <div class="chooser">
                if let Some(done) = mapped {
                    <div class="job">
                        <p class="hint">{ "Following all games of the optimal policy …" }</p>
                        <progress max="1" value={format!("{:.3}", done)}
                            aria-label="Followed" />
                        { button("stop-map", "Cancel", "Stop the computation",
                            on.reform(|_| ExploreEvent::StopMap)) }
                    </div>
                } else if map.is_none() {
                    { button("map", "Map the difficulty",
                        "Follow all games of the optimal policy through the tile sums",
                        on.reform(|_| ExploreEvent::Map)) }
                }
            </div>
            if let Some(map) = map {
                { view_map(map, &on) }
            }
        </details>
    }
}

fn view_map(map: &DifficultyMap, on: &Callback<ExploreEvent>) -> Html {
    let Some(layer) = map.layer() else { return Html::default() };
    let text = map.text(layer);
    let (hardest, deadliest) = (map.hardest(), map.deadliest());
    let slide = on.reform(|event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        ExploreEvent::ChooseLayer(field.value().parse().unwrap_or_default())
    });
    let numbers = [
        ("second-best move costs", text.regret, layer.mean_regret()),
        ("only one good move", text.only_one_good, layer.share_with_one_good()),
        ("games lost here", text.lost, layer.lost),
        ("games that come here", text.visited, layer.visited),
    ];
    html! {
        <>
            <p class="hint" data-summary="">{ no_break(&map.summary()) }</p>
            { view_puzzles("unlucky", "Bad luck strikes most often here", "The share of games \
                that come here, times how far the random tiles that lower the chance of winning \
                lower it on average.", &map.unluckiest_positions(), on) }
            { view_puzzles("costly", "A wrong move costs most games here", "Games that come here, \
                times what the second-best move costs. Which move is best?",
                &map.costliest_positions(), on) }
            <div class="curves">
                { for DifficultyCurve::ALL.map(|curve| {
                    let (drawn, pressed) = (map.clone(), map.clone());
                    html! {
                        <Drawing key={curve.name()} name={curve.name()} title={curve.title()}
                            draw={move |width| curve_chart(&drawn, curve, width)}
                            on_press={on.reform(move |(width, x)| {
                                ExploreEvent::ChooseLayer(curve_layer(&pressed, curve, width, x))
                            })} />
                    }
                }) }
            </div>
            <div class="chooser">
                <label class="field">
                    <span>{ format!("Tile sum {}", layer.sum) }</span>
                    <input type="range" data-control="layer" min="0"
                        max={map.layers().len().saturating_sub(1).to_string()}
                        ~value={map.chosen().to_string()} oninput={slide}
                        aria-valuetext={format!("tile sum {}", layer.sum)} />
                </label>
                <div class="tools">
                    { button("hardest", "Hardest", "The tile sum where a mistake costs most",
                        on.reform(move |_| ExploreEvent::ChooseLayer(hardest))) }
                    { button("deadliest", "Most losses",
                        "The tile sum where most games are lost",
                        on.reform(move |_| ExploreEvent::ChooseLayer(deadliest))) }
                </div>
            </div>
            <dl class="terms" data-layer={layer.sum.to_string()}>
                { for numbers.into_iter().map(|(name, text, number)| html! {
                    <div>
                        <dt>{ name }</dt>
                        <dd data-term={name} data-value={number.to_string()}>
                            { no_break(&text) }
                        </dd>
                    </div>
                }) }
            </dl>
        </>
    }
}

/// Positions of the whole game, each of which opens as a puzzle.
fn view_puzzles(
    control: &'static str,
    title: &'static str,
    text: &'static str,
    positions: &[PuzzlePosition],
    on: &Callback<ExploreEvent>,
) -> Html {
    if positions.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <h3>{ title }</h3>
            <p class="hint">{ text }</p>
            <ul class="spawns">
                { for positions.iter().map(|it| puzzle_choice(control, it, on)) }
            </ul>
        </>
    }
}
