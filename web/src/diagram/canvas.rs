//! The drawing in its pane, with pointers, wheel and keys.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use mdp2048_diagram::page::{ArrowKey, DiagramEvent, DiagramView, PaneSize, Placement};
use wasm_bindgen::JsCast as _;
use web::browser::SizeObserver;
use web::browser::keys::has_modifier;
use web::components::page::use_page_context;
use web_sys::{
    Element, FocusEvent, KeyboardEvent, PointerEvent, SvgElement, TouchEvent, WheelEvent,
};
use yew::{
    Callback, Html, MouseEvent, NodeRef, classes, function_component, hook, html, use_effect_with,
    use_mut_ref, use_node_ref, use_state_eq,
};

use crate::button::event_button;
use crate::layers::{
    ColumnLayer, EdgeLayer, FlowLayer, HighlightLayer, NodeLayer, SharedDrawing, TokenLayer,
};
use crate::pointers::PressedPointers;

/// The zoom factors of a button or a key.
pub(crate) const ZOOM_IN: f64 = 1.25;
pub(crate) const ZOOM_OUT: f64 = 0.8;

/// The time without zooming after which the layers are laid out at the new scale, so that they are
/// sharp, in milliseconds.
const SHARPEN_DELAY_MS: u32 = 200;

/// The distance by which an arrow key pans the drawing, in pixels.
const PAN_DISTANCE: f64 = 80.0;

/// The height of a line, in pixels, for browsers whose wheel events count lines.
const WHEEL_LINE: f64 = 30.0;

/// The distance that the wheel scrolls, in pixels, for a zoom by a factor of e.
const WHEEL_DISTANCE: f64 = 500.0;

/// The largest absolute logarithm of the zoom factor of one wheel event.
const MAX_WHEEL_ZOOM: f64 = 0.7;

/// The value of `WheelEvent.deltaMode` for distances in pixels.
const DELTA_IN_PIXELS: u32 = 0;

/// The number of the main button in a pointer event.
const MAIN_BUTTON: i16 = 0;

/// Shows the drawing and the zoom buttons. Sends the events of pointers, wheel and keys: zoom, pan
/// and fit, hover and focus, the node that is chosen, and the size of the pane.
#[function_component(Canvas)]
pub(crate) fn canvas() -> Html {
    let page = use_page_context::<DiagramView>();
    let (view, on) = (&*page.state(), &page.on());
    let root = use_node_ref();
    let pointers = use_mut_ref(PressedPointers::default);
    let placement = view.viewport().placement(view.drawing().content(), view.pane_size());
    let layout_scale = use_layout_scale(placement.scale, view.is_viewport_custom());
    use_pane_size(&root, on);
    use_wheel(&root, on);
    use_pinches(&root);
    use_browser_focus(&root, view);

    let is_single = view.drawing().figure.is_single_state;
    let class = classes!("pane", view.highlighted_node().map(|_| "has-highlight"));
    let (ratio, height) = (view.drawing().aspect_ratio(), view.drawing().content().height);
    // While the whole drawing is visible, one finger scrolls the page.
    let touch = if view.is_viewport_custom() { "none" } else { "pan-y" };
    let zoom = |factor| (on, DiagramEvent::Zoom(factor, None));
    html! {
        <div class={classes!("canvas", is_single.then_some("single"))}>
            <div {class} ref={root} role="group" part="drawing" tabindex="-1"
                ~style={format!(
                    "touch-action: {touch}; --ratio: {ratio:.3}; --height: {height:.0}"
                )}
                aria-label={format!("Drawing: {}. Arrow keys move along its edges.", view.title())}
                onpointerdown={on_press(&pointers)} onpointermove={on_move(view, &pointers, on)}
                onpointerup={on_release(&pointers)} onpointercancel={on_release(&pointers)}
                onpointerout={on_leave(on)}
                onclick={on_click(&pointers, on)} onfocusin={on_focus(view, &pointers, on)}
                onkeydown={on_key(view, on)}>
                { view_layers(view, placement, layout_scale) }
            </div>
            <div class="zoom steps" role="group" aria-label="Zoom">
                { event_button("zoom-in", "+", "Zoom in (+)", true, zoom(ZOOM_IN)) }
                { event_button("zoom-out", "−", "Zoom out (-)", true, zoom(ZOOM_OUT)) }
                if !view.shows_all() {
                    { event_button("fit", "Fit", "Show the whole drawing (0)", true,
                        (on, DiagramEvent::Fit)) }
                }
            </div>
        </div>
    }
}

/// The layers of the drawing. They are laid out at one scale, and a CSS transform moves and
/// stretches them to their placement in the pane.
fn view_layers(view: &DiagramView, placement: Placement, layout_scale: f64) -> Html {
    let drawing = SharedDrawing::from(view.drawing());
    let (content, settings) = (drawing.content(), view.settings());
    let (width, height) = (content.width, content.height);
    let Placement { x, y, scale } = placement;
    let style = format!(
        "width: {:.1}px; height: {:.1}px; --shape: {:.4}; --text: {:.1}px; \
         transform: translate({x:.2}px, {y:.2}px) scale({:.5})",
        width * layout_scale,
        height * layout_scale,
        width / height,
        Placement::text_size(layout_scale),
        scale / layout_scale
    );
    let edges = drawing.figure.edges.len();
    let shown: Vec<bool> = (0..edges).map(|edge| view.shows_edge(edge)).collect();
    let solved_from = view.solved_from();
    html! {
        <div class={classes!("layers", Placement::text_class(layout_scale))} ~style={style}>
            <ColumnLayer drawing={drawing.clone()} lit={view.lit_column()} />
            <EdgeLayer drawing={drawing.clone()} shown={shown.clone()} {solved_from} />
            if drawing.figure.is_flow {
                <FlowLayer drawing={drawing.clone()} />
            }
            <NodeLayer drawing={drawing.clone()} {shown} shaded={settings.shading} {solved_from}
                keyboard_entry={view.keyboard_entry()} />
            <HighlightLayer drawing={drawing.clone()}
                neighbourhood={view.neighbourhood().cloned()} focused={view.focused_node()}
                hovered={view.hovered_node()} />
            if settings.state.is_none() && !view.is_solving() {
                <TokenLayer {drawing} path={view.token_path().clone()}
                    token={view.token_area()} />
            }
        </div>
    }
}

/// The node at the target of an event.
fn node_at(event: &web_sys::Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-node]").ok()??.get_attribute("data-node")?.parse().ok()
}

/// The pane of an event and the position of the pointer in it, in pixels.
fn position_in_pane(event: &MouseEvent) -> Option<(Element, f64, f64)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let pane = target.closest(".pane").ok()??;
    let bounds = pane.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some((pane, x - bounds.left(), y - bounds.top()))
}

type Pointers = Rc<RefCell<PressedPointers>>;

fn on_press(pointers: &Pointers) -> Callback<PointerEvent> {
    let pointers = pointers.clone();
    Callback::from(move |event: PointerEvent| {
        if let (MAIN_BUTTON, Some((_, x, y))) = (event.button(), position_in_pane(&event)) {
            pointers.borrow_mut().press(event.pointer_id(), x, y);
        }
    })
}

/// A pressed pointer drags the drawing, another one hovers over its nodes. A pointer at rest does not,
/// even if the page scrolls a node under it.
fn on_move(
    view: &DiagramView,
    pointers: &Pointers,
    on: &Callback<DiagramEvent>,
) -> Callback<PointerEvent> {
    let (pointers, on, hovered) = (pointers.clone(), on.clone(), view.hovered_node());
    Callback::from(move |event: PointerEvent| {
        let Some((pane, x, y)) = position_in_pane(&event) else { return };
        let id = event.pointer_id();
        if event.buttons() == 0 {
            pointers.borrow_mut().release(id);
            let node = node_at(&event);
            if event.pointer_type() != "touch" && node != hovered {
                on.emit(DiagramEvent::Hover(node));
            }
            return;
        }
        let events = pointers.borrow_mut().drag(id, x, y);
        if !events.is_empty() {
            // The drag continues when the pointer leaves the pane.
            let _ = pane.set_pointer_capture(id);
        }
        for event in events {
            on.emit(event);
        }
    })
}

fn on_release(pointers: &Pointers) -> Callback<PointerEvent> {
    let pointers = pointers.clone();
    Callback::from(move |event: PointerEvent| pointers.borrow_mut().release(event.pointer_id()))
}

fn on_leave(on: &Callback<DiagramEvent>) -> Callback<PointerEvent> {
    let on = on.clone();
    Callback::from(move |event: PointerEvent| {
        let to = event.related_target().and_then(|it| it.dyn_into::<Element>().ok());
        if to.and_then(|it| it.closest(".pane").ok().flatten()).is_none() {
            on.emit(DiagramEvent::Hover(None));
        }
    })
}

fn on_click(pointers: &Pointers, on: &Callback<DiagramEvent>) -> Callback<MouseEvent> {
    let (pointers, on) = (pointers.clone(), on.clone());
    Callback::from(move |event: MouseEvent| {
        if pointers.borrow().have_moved() {
            return;
        }
        on.emit(node_at(&event).map_or(DiagramEvent::Focus(None), DiagramEvent::Choose));
    })
}

/// Focuses the node that gets the browser's focus from the keyboard. A pointer that is pressed on a
/// node also gives it the browser's focus; a click then focuses the node (`on_click`), and a drag
/// does not.
fn on_focus(
    view: &DiagramView,
    pointers: &Pointers,
    on: &Callback<DiagramEvent>,
) -> Callback<FocusEvent> {
    let (pointers, on, focused) = (pointers.clone(), on.clone(), view.focused_node());
    Callback::from(move |event: FocusEvent| {
        let node = node_at(&event);
        if node.is_some() && node != focused && !pointers.borrow().are_pressed() {
            on.emit(DiagramEvent::Focus(node));
        }
    })
}

fn on_key(view: &DiagramView, on: &Callback<DiagramEvent>) -> Callback<KeyboardEvent> {
    let (on, focused) = (on.clone(), view.focused_node());
    Callback::from(move |key: KeyboardEvent| {
        if has_modifier(&key) {
            return;
        }
        let event = match key.key().as_str() {
            "ArrowLeft" if key.shift_key() => DiagramEvent::Pan(PAN_DISTANCE, 0.0),
            "ArrowRight" if key.shift_key() => DiagramEvent::Pan(-PAN_DISTANCE, 0.0),
            "ArrowUp" if key.shift_key() => DiagramEvent::Pan(0.0, PAN_DISTANCE),
            "ArrowDown" if key.shift_key() => DiagramEvent::Pan(0.0, -PAN_DISTANCE),
            "ArrowLeft" => DiagramEvent::MoveFocus(ArrowKey::Left),
            "ArrowRight" => DiagramEvent::MoveFocus(ArrowKey::Right),
            "ArrowUp" => DiagramEvent::MoveFocus(ArrowKey::Up),
            "ArrowDown" => DiagramEvent::MoveFocus(ArrowKey::Down),
            "Escape" => DiagramEvent::Focus(None),
            "Enter" => match focused {
                Some(node) => DiagramEvent::StartAt(node),
                None => return,
            },
            _ => return,
        };
        key.prevent_default();
        key.stop_propagation();
        on.emit(event);
    })
}

/// Sends the size of the pane, first and whenever it changes.
#[hook]
fn use_pane_size(root: &NodeRef, on: &Callback<DiagramEvent>) {
    let (root, on) = (root.clone(), on.clone());
    use_effect_with((), move |()| {
        let observer = root.cast::<Element>().map(|pane| {
            let observed = pane.clone();
            let measure = move || {
                let bounds = observed.get_bounding_client_rect();
                on.emit(DiagramEvent::Resize(PaneSize {
                    width: bounds.width(),
                    height: bounds.height(),
                }));
            };
            measure();
            SizeObserver::observe(&pane, measure)
        });
        move || drop(observer)
    });
}

/// Sends the events of the wheel: it zooms, or pans sideways and with Shift. So that a reader can
/// scroll past a diagram, it does so only while the pane has the focus, or with Ctrl or Meta, as a
/// pinch on a touchpad. The listener is not Yew's, because that one cannot prevent the page from
/// scrolling.
#[hook]
fn use_wheel(root: &NodeRef, on: &Callback<DiagramEvent>) {
    let (root, on) = (root.clone(), on.clone());
    use_effect_with((), move |()| {
        let listener = root.cast::<Element>().map(|pane| {
            let options = EventListenerOptions::enable_prevent_default();
            let focusable = pane.clone();
            EventListener::new_with_options(&pane, "wheel", options, move |event| {
                let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
                if !(event.ctrl_key() || event.meta_key() || has_focus(&focusable)) {
                    return;
                }
                event.prevent_default();
                let unit = if event.delta_mode() == DELTA_IN_PIXELS { 1.0 } else { WHEEL_LINE };
                let (x, y) = (event.delta_x() * unit, event.delta_y() * unit);
                if x.abs() > y.abs() {
                    on.emit(DiagramEvent::Pan(-x, 0.0));
                    return;
                }
                let logarithm = (-y / WHEEL_DISTANCE).clamp(-MAX_WHEEL_ZOOM, MAX_WHEEL_ZOOM);
                let centre = position_in_pane(event).map(|(_, x, y)| (x, y));
                on.emit(DiagramEvent::Zoom(logarithm.exp(), centre));
            })
        });
        move || drop(listener)
    });
}

/// Prevents the browser from zooming or scrolling the page when two fingers are on the pane.
#[hook]
fn use_pinches(root: &NodeRef) {
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

/// The scale at which the layers are laid out. It stays the same during zooming, and the layers are
/// only stretched, which is cheap. After [`SHARPEN_DELAY_MS`] without zooming, the layers are laid
/// out at the new scale.
#[hook]
fn use_layout_scale(scale: f64, is_custom: bool) -> f64 {
    let layout_scale = use_state_eq(|| scale);
    let setter = layout_scale.setter();
    use_effect_with(scale, move |&scale| {
        let delay = Timeout::new(SHARPEN_DELAY_MS, move || setter.set(scale));
        move || drop(delay)
    });
    if is_custom { *layout_scale } else { scale }
}

/// Moves the browser's focus to the focused node of the view, if the browser's focus is within the
/// pane.
#[hook]
fn use_browser_focus(root: &NodeRef, view: &DiagramView) {
    let root = root.clone();
    use_effect_with(view.focused_node(), move |focused| {
        let Some(pane) = root.cast::<Element>() else { return };
        if let (Some(node), true) = (focused, has_focus(&pane)) {
            let found = pane.query_selector(&format!("[data-node='{node}']")).ok().flatten();
            if let Some(element) = found.and_then(|it| it.dyn_into::<SvgElement>().ok()) {
                let _ = element.focus();
            }
        }
    });
}

/// Whether an element or one inside of it has the browser's focus.
fn has_focus(element: &Element) -> bool {
    element.matches(":focus-within").unwrap_or_default()
}
