//! A group of shapes of the drawing.

use std::rc::Rc;

use mdp2048_diagram::scene::{Area, Shape, Subject};
use mdp2048_player::diagram::{Drawing, Mood};
use yew::{Html, Properties, classes, function_component, html};

/// A group of the drawing and how it is to look.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Look {
    /// Which group of the drawing.
    pub(crate) group: usize,
    /// How it is to look.
    pub(crate) mood: Mood,
    /// Whether it is shaded by its occupancy.
    pub(crate) shaded: bool,
    /// Whether the keyboard enters the drawing here.
    pub(crate) entrance: bool,
}

#[derive(Clone, Properties)]
pub(crate) struct SheetProps {
    pub(crate) drawing: Rc<Drawing>,
    pub(crate) looks: Vec<Look>,
}

impl PartialEq for SheetProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawing, &other.drawing) && self.looks == other.looks
    }
}

/// Some groups together: as long as none of them changes, none is looked at.
#[function_component(Sheet)]
pub(crate) fn sheet(props: &SheetProps) -> Html {
    let marks = props.looks.iter().map(|&look| {
        html! { <Mark key={look.group} drawing={props.drawing.clone()} {look} /> }
    });
    html! { <>{ for marks }</> }
}

#[derive(Clone, Properties)]
struct MarkProps {
    drawing: Rc<Drawing>,
    look: Look,
}

impl PartialEq for MarkProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.drawing, &other.drawing) && self.look == other.look
    }
}

/// Drawn anew only when something about it has changed.
#[function_component(Mark)]
fn mark(props: &MarkProps) -> Html {
    let look = props.look;
    let group = &props.drawing.scene().groups[look.group];
    let mood = look.mood;
    let class = classes!(
        group.class.clone(),
        mood.lit.then_some("lit"),
        mood.trail.then_some("trail"),
        mood.hidden.then_some("gone"),
        mood.focus.then_some("looked-at"),
    );
    let shapes = group.shapes.iter().map(view_shape);
    match group.subject {
        Subject::Frame => html! { <g {class} aria-hidden="true">{ for shapes }</g> },
        Subject::Link(link) => html! {
            <g {class} data-link={link.to_string()} aria-hidden="true">
                <title>{ &group.hint }</title>
                { for shapes }
            </g>
        },
        Subject::Item(item) => {
            let shade = props.drawing.shade(item).filter(|_| look.shaded);
            html! {
                <g class="node" data-item={item.to_string()} role="group"
                    aria-label={group.hint.clone()}
                    data-id={props.drawing.figure().items()[item].id.clone()}
                    tabindex={if look.entrance { "0" } else { "-1" }}>
                    <g {class} aria-hidden="true">
                        if let Some(share) = shade {
                            { view_shade(props.drawing.board_area(item), share) }
                        }
                        { view_focus(props.drawing.scene().items[item]) }
                        { for shapes }
                    </g>
                </g>
            }
        }
    }
}

/// What makes the whole item answer the pointer, and shows the focus.
fn view_focus(area: Area) -> Html {
    view_rectangle("halo", grown(area, 8.0), 10.0, None)
}

fn view_shade(board: Area, share: f64) -> Html {
    let area = grown(board, 9.0);
    // The value below the board is in it too.
    let area = Area { height: area.height + 10.0, ..area };
    view_rectangle("shade", area, 11.0, Some(format!("opacity: {:.3}", 0.6 * share)))
}

pub(crate) fn grown(area: Area, by: f64) -> Area {
    Area {
        x: area.x - by,
        y: area.y - by,
        width: area.width + 2.0 * by,
        height: area.height + 2.0 * by,
    }
}

fn view_shape(shape: &Shape) -> Html {
    match shape {
        Shape::Rectangle { class, area, radius } => view_rectangle(class, *area, *radius, None),
        Shape::Path { class, path, width } => html! {
            <path class={class.clone()} d={path.clone()} stroke-width={short(*width)} />
        },
        Shape::Text { class, x, y, anchor, text } => html! {
            <text class={class.clone()} x={short(*x)} y={short(*y)} text-anchor={anchor.name()}>
                { text }
            </text>
        },
    }
}

pub(crate) fn view_rectangle(class: &str, area: Area, radius: f64, style: Option<String>) -> Html {
    html! {
        <rect class={class.to_owned()} x={short(area.x)} y={short(area.y)}
            width={short(area.width)} height={short(area.height)} rx={short(radius)} {style} />
    }
}

fn short(length: f64) -> String {
    format!("{length:.1}")
}
