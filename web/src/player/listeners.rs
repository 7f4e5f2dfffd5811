//! The reader's events: clicks, keys, typing, and drags in the chart.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use mdp2048_player::{PlayerEvent, Speed};
use wasm_bindgen::JsCast as _;
use web::browser::keys::is_reserved;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent, PointerEvent,
};

use crate::keys;
use crate::loading::SharedPolicy;
use crate::session::Session;

/// Listens to the events of all elements of a player with a policy.
pub(crate) fn listen(
    session: &Rc<Session>,
    section: &Element,
    policy: &Rc<SharedPolicy>,
) -> Vec<EventListener> {
    let options = EventListenerOptions::enable_prevent_default();
    let on = |kind: &'static str,
              handle: fn(&Rc<Session>, &Element, &Event) -> Option<PlayerEvent>| {
        let (session, policy) = (Rc::downgrade(session), Rc::clone(policy));
        EventListener::new_with_options(section, kind, options, move |event| {
            let Some(session) = session.upgrade() else { return };
            let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            let control = target.and_then(|it| it.closest("[data-control]").ok().flatten());
            if let Some(control) = control.as_ref().filter(|_| kind == "click")
                && name(control) == "retry"
            {
                policy.retry();
                focus_start(control);
            }
            let fallback = || section_of(event);
            let Some(control) = control.or_else(fallback) else { return };
            if let Some(player_event) = handle(&session, &control, event) {
                session.dispatch(player_event);
            }
        })
    };
    vec![
        on("click", |session, control, _| clicked(session, control)),
        on("input", |_, control, _| typed(control)),
        on("change", changed),
        on("submit", |_, _, event| {
            event.prevent_default();
            Some(PlayerEvent::SubmitSeed)
        }),
        on("keydown", key_pressed),
        on("pointerdown", |session, control, event| scrubbed(session, control, event, true)),
        on("pointermove", |session, control, event| scrubbed(session, control, event, false)),
    ]
}

/// The name of a control.
fn name(control: &Element) -> String {
    control.get_attribute("data-control").unwrap_or_default()
}

/// Returns the element that listens to an event.
fn section_of(event: &Event) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// Moves the focus from a control that disappears to the button that starts the player.
fn focus_start(control: &Element) {
    let section = control.closest(".player").ok().flatten();
    let start = section.and_then(|it| it.query_selector("[data-control=start]").ok().flatten());
    if let Some(start) = start.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        // Fails for elements that cannot have the focus; a button can.
        let _ = start.focus();
    }
}

/// Shows or hides the controls that a narrow player shows on request.
fn toggle_more(more: &Element) {
    let section = more.closest(".player").ok().flatten();
    // Fails for invalid names only.
    let is_shown = section.is_some_and(|it| it.toggle_attribute("data-more") == Ok(true));
    let _ = more.set_attribute("aria-expanded", if is_shown { "true" } else { "false" });
}

fn clicked(session: &Rc<Session>, control: &Element) -> Option<PlayerEvent> {
    Some(match name(control).as_str() {
        "start" => PlayerEvent::Toggle,
        "back" => PlayerEvent::Back,
        "step" => PlayerEvent::Step,
        "restart" => PlayerEvent::GoTo(0),
        "end" => PlayerEvent::GoToEnd,
        "more" => {
            toggle_more(control);
            return None;
        }
        "new-seed" => keys::new_seed(),
        // These buttons disappear when the game begins, and the focus moves on.
        begins @ ("another" | "begin") => {
            focus_start(control);
            let game = if begins == "begin" { PlayerEvent::GoTo(0) } else { keys::new_seed() };
            session.dispatch(game);
            PlayerEvent::Start
        }
        "row" => PlayerEvent::GoTo(control.get_attribute("data-position")?.parse().ok()?),
        _ => return None,
    })
}

fn typed(control: &Element) -> Option<PlayerEvent> {
    let field = control.dyn_ref::<HtmlInputElement>()?;
    (name(control) == "seed").then(|| PlayerEvent::TypeSeed(field.value()))
}

fn changed(session: &Rc<Session>, control: &Element, _: &Event) -> Option<PlayerEvent> {
    if let Some(choice) = control.dyn_ref::<HtmlSelectElement>() {
        return Speed::from_name(&choice.value()).map(PlayerEvent::SetSpeed);
    }
    // Some ways to change the text fire no input event.
    session.dispatch(typed(control)?);
    Some(PlayerEvent::SubmitSeed)
}

fn key_pressed(session: &Rc<Session>, control: &Element, event: &Event) -> Option<PlayerEvent> {
    let key = event.dyn_ref::<KeyboardEvent>()?;
    if key.repeat() && matches!(key.key().as_str(), " " | "n" | "N") {
        // A key that is held does not toggle, and does not scroll the page.
        if !is_reserved(key) {
            event.prevent_default();
        }
        return None;
    }
    let player_event = match name(control).as_str() {
        "scrub" => keys::chart_event(key),
        _ => None,
    };
    let player_event = player_event.or_else(|| keys::player_event(key, &session.player()))?;
    event.prevent_default();
    Some(player_event)
}

/// Returns the event of a pressed pointer in the chart.
fn scrubbed(
    session: &Rc<Session>,
    control: &Element,
    event: &Event,
    is_press: bool,
) -> Option<PlayerEvent> {
    if name(control) != "scrub" {
        return None;
    }
    let pointer = event.dyn_ref::<PointerEvent>()?;
    let frame = control.get_bounding_client_rect();
    let fraction = (f64::from(pointer.client_x()) - frame.left()) / frame.width();
    if is_press && pointer.button() != 0 {
        return None;
    } else if is_press {
        // A drag continues when the pointer leaves the chart.
        let _ = control.set_pointer_capture(pointer.pointer_id());
    } else if pointer.buttons() & 1 == 0 {
        show_readout(control, session.player().readout(fraction));
        return None;
    }
    Some(PlayerEvent::GoTo(session.player().chart().position_at(fraction)))
}

/// Writes the value under the pointer into the chart.
fn show_readout(plot: &Element, (x, text): (f64, String)) {
    let readout = plot.query_selector(".readout").ok().flatten();
    if let Some(readout) = readout.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        readout.set_text_content(Some(&text));
        // Fails for read-only declarations only.
        let _ = readout.style().set_property("left", &format!("{}%", 100.0 * x));
    }
}
