//! Actions by keys and by swipes.

use mdp2048_rules::Action;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};
use yew::{
    AttrValue, Callback, Html, NodeRef, Properties, function_component, hook, html,
    use_effect_with, use_mut_ref,
};

use super::moves::arrow;
use crate::browser::keys::listen_without_focus;

/// The least length of a swipe, in pixels.
const SWIPE: f64 = 24.0;

/// The action of a swipe.
fn swipe(begin: (i32, i32), end: (i32, i32)) -> Option<Action> {
    let (x, y) = (f64::from(end.0 - begin.0), f64::from(end.1 - begin.1));
    if x.abs().max(y.abs()) < SWIPE {
        return None;
    }
    Some(match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => Action::Right,
        (true, false, _) => Action::Left,
        (_, _, true) => Action::Down,
        _ => Action::Up,
    })
}

/// The handlers of the pointer over an element that is swiped: when it goes down, and when it goes
/// up, where `on` gets the direction.
#[hook]
pub fn use_swipe(on: Callback<Action>) -> [Callback<PointerEvent>; 2] {
    let begin = use_mut_ref(|| None);
    let down = {
        let begin = begin.clone();
        Callback::from(move |event: PointerEvent| {
            begin.replace(Some((event.client_x(), event.client_y())));
        })
    };
    let up = Callback::from(move |event: PointerEvent| {
        let end = (event.client_x(), event.client_y());
        if let Some(direction) = begin.take().and_then(|begin| swipe(begin, end)) {
            on.emit(direction);
        }
    });
    [down, up]
}

/// Lets keys act, while `listens`, also when no element has the focus and this one is in sight.
#[hook]
pub fn use_keys_without_focus(element: &NodeRef, listens: bool, on_key: &Callback<KeyboardEvent>) {
    let (element, on_key) = (element.clone(), on_key.clone());
    use_effect_with(listens, move |&listens| {
        let listener = listens.then(|| listen_without_focus(move || element.cast(), on_key));
        move || drop(listener)
    });
}

/// The properties of [`Swiped`].
#[derive(PartialEq, Properties)]
pub struct SwipedProps {
    /// The name of the board for screen readers.
    pub label: AttrValue,
    /// What slides it.
    pub on: Callback<Action>,
    /// What the board shows.
    pub children: Html,
}

/// A board that swipes slide.
#[function_component(Swiped)]
pub fn swiped(props: &SwipedProps) -> Html {
    let [down, up] = use_swipe(props.on.clone());
    html! {
        <div class="swiped" tabindex="0" role="group" data-control="slide"
            aria-label={props.label.clone()} onpointerdown={down} onpointerup={up}>
            { props.children.clone() }
        </div>
    }
}

/// The direction of an arrow key.
pub fn arrow_key(key: &str) -> Option<Action> {
    Some(match key {
        "ArrowLeft" => Action::Left,
        "ArrowRight" => Action::Right,
        "ArrowUp" => Action::Up,
        "ArrowDown" => Action::Down,
        _ => return None,
    })
}

/// The action of a key while somebody plays: an arrow key, or one of W, A, S and D.
pub fn action_of_key(key: &str) -> Option<Action> {
    arrow_key(key).or(match key {
        "a" | "A" => Some(Action::Left),
        "d" | "D" => Some(Action::Right),
        "w" | "W" => Some(Action::Up),
        "s" | "S" => Some(Action::Down),
        _ => None,
    })
}

/// The buttons that slide the tiles, by the actions that are allowed.
pub fn slide_buttons(
    is_allowed: impl Fn(Action) -> bool,
    on: &Callback<Action>,
) -> impl Iterator<Item = Html> {
    Action::ALL.into_iter().map(move |action| {
        html! {
            <button type="button" data-control={action.name()} title={format!("Slide {action}")}
                aria-label={action.name()} aria-disabled={(!is_allowed(action)).to_string()}
                onclick={on.reform(move |_: MouseEvent| action)}>
                { arrow(action) }
            </button>
        }
    })
}
