//! The shapes of a scene as SVG elements.

use mdp2048_display::svg::{Area, SvgShape};
use yew::{Html, html};

pub(crate) fn view_shape(shape: &SvgShape) -> Html {
    match shape {
        SvgShape::Rectangle { class, area, radius } => view_rectangle(class, *area, *radius, None),
        SvgShape::Path { class, path, width } => html! {
            <path class={class.clone()} d={path.clone()} stroke-width={width.map(coordinate)} />
        },
        SvgShape::Text { class, x, y, anchor, text } => html! {
            <text class={class.clone()} x={coordinate(*x)} y={coordinate(*y)}
                text-anchor={anchor.name()}>
                { text }
            </text>
        },
    }
}

pub(crate) fn view_rectangle(
    class: &str,
    area: Area,
    radius: f64,
    opacity: Option<String>,
) -> Html {
    html! {
        <rect class={class.to_owned()} x={coordinate(area.x)} y={coordinate(area.y)}
            width={coordinate(area.width)} height={coordinate(area.height)}
            rx={coordinate(radius)} {opacity} />
    }
}

fn coordinate(length: f64) -> String {
    format!("{length:.1}")
}
