//! The drawing itself: pointers, wheel, keys, and the part in sight.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use mdp2048_diagram::STYLE;
use mdp2048_diagram::scene::{Area, Subject};
use mdp2048_player::diagram::{Event, Explorer, Pane, Way};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, FocusEvent, KeyboardEvent, PointerEvent, SvgElement, WheelEvent};
use yew::{
    Callback, Html, MouseEvent, NodeRef, Properties, classes, function_component, hook, html,
    use_effect_with, use_mut_ref, use_node_ref,
};

use super::hands::Hands;
use super::live::{Seen, on_resize};
use super::mark::{Look, Sheet, grown, view_rectangle};
use crate::controls::button;
use crate::keys;

/// How many groups are looked at together.
const SHEET: usize = 24;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CanvasProps {
    pub(crate) seen: Seen,
    pub(crate) on: Callback<Event>,
}

#[function_component(Canvas)]
pub(crate) fn canvas(props: &CanvasProps) -> Html {
    let (explorer, on) = (&*props.seen.0, &props.on);
    let root = use_node_ref();
    let hands = use_mut_ref(Hands::default);
    use_pane(&root, explorer, on);
    use_wheel(&root, on);
    use_focus(&root, explorer);

    let lens = explorer.lens();
    let height = lens.height(explorer.pane());
    let view = format!("{:.1} {:.1} {:.1} {height:.1}", lens.x, lens.y, lens.width);
    let class = classes!(
        "diagram",
        explorer.looked_at().map(|_| "looking"),
        explorer.settings().state.is_none().then_some("walks"),
    );
    let ratio = explorer.drawing().ratio();
    let touch = if explorer.is_moved() { "none" } else { "pan-y" };
    html! {
        <div class="canvas">
            <style>{ STYLE }</style>
            <svg {class} ref={root} viewBox={view} role="group"
                style={format!("touch-action: {touch}; --ratio: {ratio:.3}")}
                aria-label={format!("Drawing: {}. Arrow keys go along its links.",
                    explorer.title())}
                onpointerdown={press(&hands)} onpointermove={drag(&hands, on)}
                onpointerup={lift(&hands)} onpointercancel={lift(&hands)}
                onpointerover={hover(explorer, on)} onpointerout={leave(on)}
                onclick={click(&hands, on)} onfocusin={focus(explorer, on)}
                onkeydown={pressed(explorer, on)}>
                { view_groups(explorer) }
                { view_token(explorer) }
            </svg>
            <div class="zoom" role="group" aria-label="Zoom">
                { button("zoom-in", "+", "Nearer (+)", true, on.reform(|_| Event::Zoom(1.25, None))) }
                { button("zoom-out", "−", "Farther (-)", true, on.reform(|_| Event::Zoom(0.8, None))) }
                { button("fit", "Fit", "The whole drawing (0)", true, on.reform(|_| Event::Fit)) }
            </div>
        </div>
    }
}

fn view_groups(explorer: &Explorer) -> Html {
    let (drawing, entrance) = (explorer.drawing(), explorer.entrance());
    let groups = drawing.scene().groups.iter().enumerate();
    let inside = groups.filter(|(_, it)| it.subject != Subject::Frame || it.class == "columns");
    let looks: Vec<Look> = inside
        .map(|(group, it)| Look {
            group,
            mood: explorer.mood(it.subject),
            shaded: explorer.settings().shading,
            entrance: it.subject == Subject::Item(entrance),
        })
        .collect();
    let sheets = looks.chunks(SHEET).enumerate().map(|(sheet, looks)| {
        html! { <Sheet key={sheet} drawing={drawing.clone()} looks={looks.to_vec()} /> }
    });
    html! { <>{ for sheets }</> }
}

fn view_token(explorer: &Explorer) -> Html {
    let Some(area) = explorer.token_area() else { return html! {} };
    let ring = grown(area, 4.5);
    let style = format!("transform: translate({:.1}px, {:.1}px)", ring.x, ring.y);
    let at = Area { x: 0.0, y: 0.0, ..ring };
    html! {
        <g class="token" {style} aria-hidden="true">{ view_rectangle("", at, 8.0, None) }</g>
    }
}

/// The item that an event is about.
fn item_of(event: &web_sys::Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-item]").ok()??.get_attribute("data-item")?.parse().ok()
}

/// The drawing that an event is in, and where in it a pointer is.
fn place(event: &MouseEvent) -> Option<(Element, f64, f64)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let svg = target.closest("svg.diagram").ok()??;
    let frame = svg.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some((svg, x - frame.left(), y - frame.top()))
}

fn press(hands: &Rc<RefCell<Hands>>) -> Callback<PointerEvent> {
    let hands = hands.clone();
    Callback::from(move |event: PointerEvent| {
        if let (0, Some((_, x, y))) = (event.button(), place(&event)) {
            hands.borrow_mut().press(event.pointer_id(), x, y);
        }
    })
}

fn drag(hands: &Rc<RefCell<Hands>>, on: &Callback<Event>) -> Callback<PointerEvent> {
    let (hands, on) = (hands.clone(), on.clone());
    Callback::from(move |event: PointerEvent| {
        let Some((svg, x, y)) = place(&event) else { return };
        let id = event.pointer_id();
        if event.buttons() == 0 {
            hands.borrow_mut().lift(id);
            return;
        }
        let events = hands.borrow_mut().drag(id, x, y);
        if !events.is_empty() {
            // From here on it is no click, so the pointer may leave the drawing.
            let _ = svg.set_pointer_capture(id);
        }
        for event in events {
            on.emit(event);
        }
    })
}

fn lift(hands: &Rc<RefCell<Hands>>) -> Callback<PointerEvent> {
    let hands = hands.clone();
    Callback::from(move |event: PointerEvent| hands.borrow_mut().lift(event.pointer_id()))
}

fn hover(explorer: &Explorer, on: &Callback<Event>) -> Callback<PointerEvent> {
    let (on, hovered) = (on.clone(), explorer.hovered());
    Callback::from(move |event: PointerEvent| {
        let item = item_of(&event);
        if event.buttons() == 0 && event.pointer_type() != "touch" && item != hovered {
            on.emit(Event::Hover(item));
        }
    })
}

fn leave(on: &Callback<Event>) -> Callback<PointerEvent> {
    let on = on.clone();
    Callback::from(move |event: PointerEvent| {
        let to = event.related_target().and_then(|it| it.dyn_into::<Element>().ok());
        if to.and_then(|it| it.closest("svg.diagram").ok().flatten()).is_none() {
            on.emit(Event::Hover(None));
        }
    })
}

fn click(hands: &Rc<RefCell<Hands>>, on: &Callback<Event>) -> Callback<MouseEvent> {
    let (hands, on) = (hands.clone(), on.clone());
    Callback::from(move |event: MouseEvent| {
        if hands.borrow().have_moved() {
            return;
        }
        match item_of(&event) {
            Some(item) => {
                on.emit(Event::Focus(Some(item)));
                on.emit(Event::StartAt(item));
            }
            None => on.emit(Event::Focus(None)),
        }
    })
}

fn focus(explorer: &Explorer, on: &Callback<Event>) -> Callback<FocusEvent> {
    let (on, focused) = (on.clone(), explorer.focus());
    Callback::from(move |event: FocusEvent| {
        let item = item_of(&event);
        if item.is_some() && item != focused {
            on.emit(Event::Focus(item));
        }
    })
}

fn pressed(explorer: &Explorer, on: &Callback<Event>) -> Callback<KeyboardEvent> {
    let (on, focused) = (on.clone(), explorer.focus());
    Callback::from(move |key: KeyboardEvent| {
        if keys::has_modifier(&key) {
            return;
        }
        let event = match key.key().as_str() {
            "ArrowLeft" => Event::Go(Way::Left),
            "ArrowRight" => Event::Go(Way::Right),
            "ArrowUp" => Event::Go(Way::Up),
            "ArrowDown" => Event::Go(Way::Down),
            "Escape" => Event::Focus(None),
            "Enter" => match focused {
                Some(item) => Event::StartAt(item),
                None => return,
            },
            _ => return,
        };
        key.prevent_default();
        key.stop_propagation();
        on.emit(event);
    })
}

/// Measures the room for the drawing, now and when the window or the drawing changes.
#[hook]
fn use_pane(root: &NodeRef, explorer: &Explorer, on: &Callback<Event>) {
    let (root, on) = (root.clone(), on.clone());
    let content = explorer.drawing().content();
    // The room follows the shape of the drawing.
    use_effect_with(content, move |_| {
        let measure = move || {
            let Some(element) = root.cast::<Element>() else { return };
            let frame = element.get_bounding_client_rect();
            on.emit(Event::Pane(Pane { width: frame.width(), height: frame.height() }));
        };
        measure();
        let listener = on_resize(measure);
        move || drop(listener)
    });
}

/// The wheel zooms; Yew's own listener could not keep the page from scrolling.
#[hook]
fn use_wheel(root: &NodeRef, on: &Callback<Event>) {
    let (root, on) = (root.clone(), on.clone());
    use_effect_with((), move |()| {
        let listener = root.cast::<SvgElement>().map(|svg| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&svg, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                event.prevent_default();
                let lines = if event.delta_mode() == 0 { 1.0 } else { 30.0 };
                let factor = (-event.delta_y() * lines / 500.0).clamp(-0.7, 0.7).exp();
                let at = place(event).map(|(_, x, y)| (x, y));
                on.emit(Event::Zoom(factor, at));
            })
        });
        move || drop(listener)
    });
}

/// Lets the browser's focus follow the explorer's, once it is in the drawing.
#[hook]
fn use_focus(root: &NodeRef, explorer: &Explorer) {
    let root = root.clone();
    use_effect_with(explorer.focus(), move |focus| {
        let Some(svg) = root.cast::<Element>() else { return };
        let active = svg.owner_document().and_then(|document| document.active_element());
        if let (Some(item), true) = (focus, active.is_some_and(|it| svg.contains(Some(&it)))) {
            let found = svg.query_selector(&format!("[data-item='{item}']")).ok().flatten();
            if let Some(element) = found.and_then(|it| it.dyn_into::<SvgElement>().ok()) {
                let _ = element.focus();
            }
        }
    });
}
