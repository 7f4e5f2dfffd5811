//! Watching the solver think: backward induction, layer by layer, for a small game.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use mdp2048_display::{count, no_break};
use mdp2048_explorer::{ExploreEvent, InducedLayer, Induction, layers_chart, values_chart};
use mdp2048_model::Game;
use web::browser::keys::is_reserved;
use web::browser::wants_less_motion;
use web::components::fields::button;
use web::components::fields::menu;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::{
    Callback, Html, InputEvent, MouseEvent, Properties, TargetCast as _, function_component, html,
    use_effect_with, use_memo, use_state_eq,
};

use super::discount_panel::DiscountPanel;
use super::drawing::Drawing;
use super::open_board::board_choice;
use super::terms::terms;

/// The names and labels of the speeds, and the time of a layer in milliseconds.
const SPEEDS: [(&str, &str, u32); 3] =
    [("slow", "Slow", 2000), ("usual", "Usual", 700), ("fast", "Fast", 150)];

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct InductionPanelProps {
    pub(crate) game: Game,
    pub(crate) on: Callback<ExploreEvent>,
}

/// Solves a small game step by step when the reader opens it; nothing for larger games.
#[function_component(InductionPanel)]
pub(crate) fn induction_panel(props: &InductionPanelProps) -> Html {
    let InductionPanelProps { game, on } = props;
    let is_open = use_state_eq(|| false);
    let induction = use_memo((*game, *is_open), |(game, is_open)| {
        is_open.then(|| Induction::of(game)).flatten()
    });
    if !Induction::is_small(game) {
        return Html::default();
    }
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            is_open.set(!*is_open);
        })
    };
    html! {
        <details class="fold induction" open={*is_open}>
            <summary data-control="watch" onclick={toggle}>
                <h2>{ "Watch the solver think" }</h2>{ " " }
                <span class="hint">{ "backward from the end of the game" }</span>
            </summary>
            if let Some(induction) = &*induction {
                <p class="hint">
                    { "A solver begins at the end of the game. It solves the states of the highest \
                       tile sum, then those of the next lower one, down to the first boards." }
                </p>
                // A new game begins at its first step.
                <Steps key={format!("{game:?}")} induction={Rc::new(induction.clone())}
                    on={on.clone()} />
            }
        </details>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct StepsProps {
    induction: Rc<Induction>,
    on: Callback<ExploreEvent>,
}

/// The steps of backward induction: one for each layer.
#[function_component(Steps)]
fn steps_view(props: &StepsProps) -> Html {
    let StepsProps { induction, on } = props;
    let last = induction.layers().len();
    let steps = use_state_eq(|| 0);
    // It starts when it is opened.
    let is_playing = use_state_eq(|| !wants_less_motion());
    let speed = use_state_eq(|| 1);
    let at = (*steps).min(last);
    {
        let (steps, is_playing) = (steps.clone(), is_playing.clone());
        use_effect_with((at, *is_playing, *speed), move |&(at, plays, speed)| {
            let timer = plays.then(|| {
                Timeout::new(SPEEDS[speed].2, move || {
                    steps.set(at + 1);
                    is_playing.set(at + 1 < last);
                })
            });
            move || drop(timer)
        });
    }
    let go_to = {
        let (steps, is_playing) = (steps.clone(), is_playing.clone());
        Callback::from(move |to: usize| {
            is_playing.set(false);
            steps.set(to.min(last));
        })
    };
    let play = {
        let (steps, is_playing) = (steps.clone(), is_playing.clone());
        Callback::from(move |()| {
            if wants_less_motion() {
                is_playing.set(false);
                steps.set(last);
                return;
            }
            if at == last {
                steps.set(0);
            }
            is_playing.set(!*is_playing);
        })
    };
    let set_speed = {
        let speed = speed.clone();
        Callback::from(move |to: usize| speed.set(to.min(SPEEDS.len() - 1)))
    };
    let on_key = {
        let (go_to, play, set_speed, speed) =
            (go_to.clone(), play.clone(), set_speed.clone(), *speed);
        Callback::from(move |key: KeyboardEvent| {
            if is_reserved(&key) {
                return;
            }
            match key.key().as_str() {
                "ArrowRight" => go_to.emit(at + 1),
                "ArrowLeft" => go_to.emit(at.saturating_sub(1)),
                "Home" => go_to.emit(0),
                "End" => go_to.emit(last),
                "k" | "K" => play.emit(()),
                "+" => set_speed.emit(speed + 1),
                "-" => set_speed.emit(speed.saturating_sub(1)),
                _ => return,
            }
            key.prevent_default();
            key.stop_propagation();
        })
    };
    let slide = go_to.reform(|event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        field.value().parse().unwrap_or_default()
    });
    let choose_speed = set_speed
        .reform(|name: String| SPEEDS.iter().position(|it| it.0 == name).unwrap_or_default());
    let speeds = SPEEDS.map(|(name, label, _)| (name.to_owned(), label.to_owned()));
    let go = |to: usize| go_to.reform(move |_| to);
    let label = match induction.layer(at) {
        Some(layer) => format!("Tile sum {}", layer.sum),
        None => "Before the first layer".to_owned(),
    };
    let drawings = |draw: fn(&Induction, usize, f64) -> mdp2048_display::chart::Chart| {
        let induction = induction.clone();
        Callback::from(move |width| draw(&induction, at, width))
    };
    html! {
        <div class="steps" onkeydown={on_key} data-steps={at.to_string()}
            data-last={last.to_string()}>
            <div class="chooser">
                <label class="field">
                    <span>{ label.clone() }</span>
                    <input type="range" data-control="induction-step" min="0"
                        max={last.to_string()} ~value={at.to_string()} oninput={slide}
                        aria-valuetext={label} />
                </label>
                { menu("induction-speed", "Speed", &speeds, SPEEDS[*speed].0, &choose_speed) }
                <div class="tools">
                    { button("induction-first", "First", "Before the first layer (Home)", go(0)) }
                    { button("induction-back", "Back", "One layer back (Left)",
                        go(at.saturating_sub(1))) }
                    { button("induction-play", if *is_playing { "Pause" } else { "Play" },
                        "Solve layer after layer (K); + and - change the speed",
                        play.reform(|_| ())) }
                    { button("induction-next", "Next", "Solve the next layer (Right)", go(at + 1)) }
                    { button("induction-last", "Last", "Solve all layers (End)", go(last)) }
                </div>
            </div>
            <p class="hint" data-sentence="" role={(!*is_playing).then_some("status")}>
                { no_break(&induction.sentence(at)) }
            </p>
            <div class="curves">
                <Drawing name="layers" title="States by tile sum" draw={drawings(layers_chart)} />
                <Drawing name="values" title="Values of the layer" draw={drawings(values_chart)} />
            </div>
            if let Some(layer) = induction.layer(at) {
                { view_layer(induction, layer, on) }
            }
            <DiscountPanel induction={induction.clone()} on={on.clone()} />
        </div>
    }
}

/// The numbers of a layer, and its worst action.
fn view_layer(induction: &Induction, layer: &InducedLayer, on: &Callback<ExploreEvent>) -> Html {
    let worst = &layer.worst;
    let solved = format!("{} of {}", count(layer.solved as u64), count(induction.states() as u64));
    let regret = induction.regret_text(layer);
    let numbers = [
        ("states of the layer", count(layer.states as u64), layer.states as f64),
        ("solved so far", solved, layer.solved as f64),
        ("largest regret", regret.clone(), worst.regret),
        ("values", induction.range_text(layer), layer.range.map_or(f64::INFINITY, |it| it.0)),
    ];
    html! {
        <>
            { terms(Some(layer.sum), numbers) }
            if worst.regret > 0.0 {
                <p class="hint">
                    { "The worst move of the layer. Choose it to explore its board." }
                </p>
                <ul class="spawns">
                    { board_choice("induction-worst", worst.board, worst.regret,
                        &format!("{} costs", worst.action), &regret, on) }
                </ul>
            }
        </>
    }
}
