//! The shapes of a drawing as elements.

use mdp2048_diagram::scene::{Area, SceneShape};
use yew::{Html, html};

pub(crate) fn grown(area: Area, by: f64) -> Area {
    Area {
        x: area.x - by,
        y: area.y - by,
        width: area.width + 2.0 * by,
        height: area.height + 2.0 * by,
    }
}

pub(crate) fn view_shape(shape: &SceneShape) -> Html {
    match shape {
        SceneShape::Rectangle { class, area, radius } => {
            view_rectangle(class, *area, *radius, None)
        }
        SceneShape::Path { class, path, width } => html! {
            <path class={class.clone()} d={path.clone()} stroke-width={short(*width)} />
        },
        SceneShape::Text { class, x, y, anchor, text } => html! {
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
