//! The drawing itself: pointers, wheel, keys, and the part in sight.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use mdp2048_diagram::STYLE;
use mdp2048_diagram_view::{ArrowKey, DiagramEvent, DiagramView, PaneSize, Placement};
use wasm_bindgen::JsCast as _;
use web_sys::{
    Element, FocusEvent, KeyboardEvent, PointerEvent, SvgElement, TouchEvent, WheelEvent,
};
use yew::{
    Callback, Html, MouseEvent, NodeRef, Properties, classes, function_component, hook, html,
    use_effect_with, use_mut_ref, use_node_ref, use_state_eq,
};

use super::hands::Hands;
use super::live::{Seen, on_resize};
use super::sheets::{Drawn, Ground, Light, Links, Nodes, Streams, Way};
use crate::ui::{button, keys};

/// How long a hand that zooms must rest before the drawing is made sharp, in milliseconds.
const REST_MS: u32 = 200;

/// How far a key moves the drawing, in pixels.
const STRIDE: f64 = 80.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CanvasProps {
    pub(crate) seen: Seen,
    pub(crate) on: Callback<DiagramEvent>,
}

#[function_component(Canvas)]
pub(crate) fn canvas(props: &CanvasProps) -> Html {
    let (explorer, on) = (&*props.seen.0, &props.on);
    let root = use_node_ref();
    let hands = use_mut_ref(Hands::default);
    let placement =
        explorer.viewport().placement(explorer.drawing().content(), explorer.pane_size());
    let sharp = use_sharp(placement.scale, explorer.is_viewport_custom());
    use_pane(&root, explorer, on);
    use_wheel(&root, on);
    use_fingers(&root);
    use_focus(&root, explorer);

    let class = classes!("pane", explorer.highlighted_node().map(|_| "looking"));
    let ratio = explorer.drawing().aspect_ratio();
    let touch = if explorer.is_viewport_custom() { "none" } else { "pan-y" };
    html! {
        <div class="canvas">
            <style>{ STYLE }</style>
            <div {class} ref={root} role="group"
                style={format!("touch-action: {touch}; --ratio: {ratio:.3}")}
                aria-label={format!("Drawing: {}. Arrow keys go along its links.",
                    explorer.title())}
                onpointerdown={press(&hands)} onpointermove={drag(&hands, on)}
                onpointerup={lift(&hands)} onpointercancel={lift(&hands)}
                onpointerover={hover(explorer, on)} onpointerout={leave(on)}
                onclick={click(&hands, on)} onfocusin={focus(explorer, on)}
                onkeydown={pressed(explorer, on)}>
                { view_sheets(explorer, placement, sharp) }
            </div>
            <div class="zoom" role="group" aria-label="Zoom">
                { button("zoom-in", "+", "Nearer (+)", true, on.reform(|_| DiagramEvent::Zoom(1.25, None))) }
                { button("zoom-out", "−", "Farther (-)", true, on.reform(|_| DiagramEvent::Zoom(0.8, None))) }
                { button("fit", "Fit", "The whole drawing (0)", true, on.reform(|_| DiagramEvent::Fit)) }
            </div>
        </div>
    }
}

/// The sheets, laid out at a scale and put where the part in sight is in the pane.
fn view_sheets(explorer: &DiagramView, placement: Placement, sharp: f64) -> Html {
    let drawing = explorer.drawing();
    let drawn = Drawn(drawing.clone());
    let (content, settings) = (drawing.content(), explorer.settings());
    let (width, height) = (content.width, content.height);
    let Placement { x, y, scale } = placement;
    let style = format!(
        "width: {:.1}px; height: {:.1}px; --shape: {:.4}; \
         transform: translate({x:.2}px, {y:.2}px) scale({:.5})",
        width * sharp,
        height * sharp,
        width / height,
        scale / sharp
    );
    let links = drawing.figure().edges().len();
    let shown: Vec<bool> = (0..links).map(|link| explorer.shows_edge(link)).collect();
    html! {
        <div class="sheets" {style}>
            <Ground drawn={drawn.clone()} shown={Vec::new()} />
            <Links drawn={drawn.clone()} shown={shown.clone()} />
            if drawing.figure().is_flow() {
                <Streams drawn={drawn.clone()} shown={Vec::new()} />
            }
            <Nodes drawn={drawn.clone()} {shown} shaded={settings.shading}
                entrance={explorer.keyboard_entry()} />
            <Light drawn={drawn.clone()} near={explorer.neighbourhood().cloned()}
                focus={explorer.focused_node()} hover={explorer.hovered_node()} />
            if settings.state.is_none() {
                <Way {drawn} trail={explorer.token_path().clone()} token={explorer.token_area()} />
            }
        </div>
    }
}

/// The item that an event is about.
fn item_of(event: &web_sys::Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-item]").ok()??.get_attribute("data-item")?.parse().ok()
}

/// The pane that an event is in, and where in it a pointer is.
fn place(event: &MouseEvent) -> Option<(Element, f64, f64)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let pane = target.closest(".pane").ok()??;
    let frame = pane.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some((pane, x - frame.left(), y - frame.top()))
}

fn press(hands: &Rc<RefCell<Hands>>) -> Callback<PointerEvent> {
    let hands = hands.clone();
    Callback::from(move |event: PointerEvent| {
        if let (0, Some((_, x, y))) = (event.button(), place(&event)) {
            hands.borrow_mut().press(event.pointer_id(), x, y);
        }
    })
}

fn drag(hands: &Rc<RefCell<Hands>>, on: &Callback<DiagramEvent>) -> Callback<PointerEvent> {
    let (hands, on) = (hands.clone(), on.clone());
    Callback::from(move |event: PointerEvent| {
        let Some((pane, x, y)) = place(&event) else { return };
        let id = event.pointer_id();
        if event.buttons() == 0 {
            hands.borrow_mut().lift(id);
            return;
        }
        let events = hands.borrow_mut().drag(id, x, y);
        if !events.is_empty() {
            // From here on it is no click, so the pointer may leave the drawing.
            let _ = pane.set_pointer_capture(id);
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

fn hover(explorer: &DiagramView, on: &Callback<DiagramEvent>) -> Callback<PointerEvent> {
    let (on, hovered) = (on.clone(), explorer.hovered_node());
    Callback::from(move |event: PointerEvent| {
        let item = item_of(&event);
        if event.buttons() == 0 && event.pointer_type() != "touch" && item != hovered {
            on.emit(DiagramEvent::Hover(item));
        }
    })
}

fn leave(on: &Callback<DiagramEvent>) -> Callback<PointerEvent> {
    let on = on.clone();
    Callback::from(move |event: PointerEvent| {
        let to = event.related_target().and_then(|it| it.dyn_into::<Element>().ok());
        if to.and_then(|it| it.closest(".pane").ok().flatten()).is_none() {
            on.emit(DiagramEvent::Hover(None));
        }
    })
}

fn click(hands: &Rc<RefCell<Hands>>, on: &Callback<DiagramEvent>) -> Callback<MouseEvent> {
    let (hands, on) = (hands.clone(), on.clone());
    Callback::from(move |event: MouseEvent| {
        if hands.borrow().have_moved() {
            return;
        }
        match item_of(&event) {
            Some(item) => {
                on.emit(DiagramEvent::Focus(Some(item)));
                on.emit(DiagramEvent::StartAt(item));
            }
            None => on.emit(DiagramEvent::Focus(None)),
        }
    })
}

fn focus(explorer: &DiagramView, on: &Callback<DiagramEvent>) -> Callback<FocusEvent> {
    let (on, focused) = (on.clone(), explorer.focused_node());
    Callback::from(move |event: FocusEvent| {
        let item = item_of(&event);
        if item.is_some() && item != focused {
            on.emit(DiagramEvent::Focus(item));
        }
    })
}

fn pressed(explorer: &DiagramView, on: &Callback<DiagramEvent>) -> Callback<KeyboardEvent> {
    let (on, focused) = (on.clone(), explorer.focused_node());
    Callback::from(move |key: KeyboardEvent| {
        if keys::has_modifier(&key) {
            return;
        }
        let event = match key.key().as_str() {
            "ArrowLeft" if key.shift_key() => DiagramEvent::Pan(STRIDE, 0.0),
            "ArrowRight" if key.shift_key() => DiagramEvent::Pan(-STRIDE, 0.0),
            "ArrowUp" if key.shift_key() => DiagramEvent::Pan(0.0, STRIDE),
            "ArrowDown" if key.shift_key() => DiagramEvent::Pan(0.0, -STRIDE),
            "ArrowLeft" => DiagramEvent::MoveFocus(ArrowKey::Left),
            "ArrowRight" => DiagramEvent::MoveFocus(ArrowKey::Right),
            "ArrowUp" => DiagramEvent::MoveFocus(ArrowKey::Up),
            "ArrowDown" => DiagramEvent::MoveFocus(ArrowKey::Down),
            "Escape" => DiagramEvent::Focus(None),
            "Enter" => match focused {
                Some(item) => DiagramEvent::StartAt(item),
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
fn use_pane(root: &NodeRef, explorer: &DiagramView, on: &Callback<DiagramEvent>) {
    let (root, on) = (root.clone(), on.clone());
    let content = explorer.drawing().content();
    // The room follows the shape of the drawing.
    use_effect_with(content, move |_| {
        let measure = move || {
            let Some(element) = root.cast::<Element>() else { return };
            let frame = element.get_bounding_client_rect();
            on.emit(DiagramEvent::Resize(PaneSize {
                width: frame.width(),
                height: frame.height(),
            }));
        };
        measure();
        let listener = on_resize(measure);
        move || drop(listener)
    });
}

/// The wheel zooms or moves; Yew's own listener could not keep the page from scrolling.
#[hook]
fn use_wheel(root: &NodeRef, on: &Callback<DiagramEvent>) {
    let (root, on) = (root.clone(), on.clone());
    use_effect_with((), move |()| {
        let listener = root.cast::<Element>().map(|pane| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&pane, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                event.prevent_default();
                let lines = if event.delta_mode() == 0 { 1.0 } else { 30.0 };
                let (x, y) = (event.delta_x() * lines, event.delta_y() * lines);
                // Sideways, or with Shift, it moves the drawing.
                if x.abs() > y.abs() {
                    on.emit(DiagramEvent::Pan(-x, 0.0));
                    return;
                }
                let factor = (-y / 500.0).clamp(-0.7, 0.7).exp();
                let at = place(event).map(|(_, x, y)| (x, y));
                on.emit(DiagramEvent::Zoom(factor, at));
            })
        });
        move || drop(listener)
    });
}

/// Two fingers are for the drawing, also where one scrolls the page.
#[hook]
fn use_fingers(root: &NodeRef) {
    let root = root.clone();
    use_effect_with((), move |()| {
        let listeners = root.cast::<Element>().map(|pane| {
            ["touchstart", "touchmove"].map(|name| {
                let options = EventListenerOptions::enable_prevent_default();
                EventListener::new_with_options(&pane, name, options, |event| {
                    let touch = event.dyn_ref::<TouchEvent>();
                    if touch.is_some_and(|it| it.touches().length() > 1) {
                        event.prevent_default();
                    }
                })
            })
        });
        move || drop(listeners)
    });
}

/// The scale at which the sheets are laid out: while a hand zooms they are only stretched, which
/// costs next to nothing, and when it rests they are drawn sharp.
#[hook]
fn use_sharp(scale: f64, is_moved: bool) -> f64 {
    let sharp = use_state_eq(|| scale);
    let setter = sharp.setter();
    use_effect_with(scale, move |&scale| {
        let rest = Timeout::new(REST_MS, move || setter.set(scale));
        move || drop(rest)
    });
    if is_moved { *sharp } else { scale }
}

/// Lets the browser's focus follow the explorer's, once it is in the drawing.
#[hook]
fn use_focus(root: &NodeRef, explorer: &DiagramView) {
    let root = root.clone();
    use_effect_with(explorer.focused_node(), move |focus| {
        let Some(pane) = root.cast::<Element>() else { return };
        let active = pane.owner_document().and_then(|document| document.active_element());
        if let (Some(item), true) = (focus, active.is_some_and(|it| pane.contains(Some(&it)))) {
            let found = pane.query_selector(&format!("[data-item='{item}']")).ok().flatten();
            if let Some(element) = found.and_then(|it| it.dyn_into::<SvgElement>().ok()) {
                let _ = element.focus();
            }
        }
    });
}
