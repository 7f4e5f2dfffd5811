//! The drawing as a file.

use js_sys::Array;
use mdp2048_diagram::{dot, svg};
use mdp2048_diagram_view::{Drawing, Settings};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement,
    HtmlImageElement, Url, window,
};
use yew::{Callback, Html, Properties, function_component, html};

use crate::ui::button;

/// Pixels of a picture for each unit of the drawing.
const FINE: f64 = 2.0;

/// The most pixels of a side that every browser draws.
const LARGEST: f64 = 8000.0;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct FilesProps {
    pub(crate) settings: Settings,
}

#[function_component(Files)]
pub(crate) fn files(props: &FilesProps) -> Html {
    let save = |kind: Kind| {
        let settings = props.settings.clone();
        Callback::from(move |_| save(&settings, kind))
    };
    html! {
        <div class="files" role="group" aria-label="Download the drawing">
            <span>{ "Download" }</span>
            { button("svg", "SVG", "A drawing for every size", true, save(Kind::Svg)) }
            { button("png", "PNG", "A picture", true, save(Kind::Png)) }
            { button("dot", "DOT", "A graph for Graphviz", true, save(Kind::Dot)) }
        </div>
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Png,
    Dot,
}

fn save(settings: &Settings, kind: Kind) {
    let Ok((figure, scene)) = Drawing::for_export(settings) else { return };
    let name = settings.game.name();
    match kind {
        Kind::Svg => offer_text(&svg(&scene), "image/svg+xml", &format!("{name}.svg")),
        Kind::Dot => offer_text(&dot(&figure), "text/vnd.graphviz", &format!("{name}.dot")),
        Kind::Png => {
            let fine = FINE.min(LARGEST / scene.width.max(scene.height));
            let size = (scene.width * fine, scene.height * fine);
            let _ = offer_picture(&svg(&scene), size, format!("{name}.png"));
        }
    }
}

fn blob(text: &str, kind: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()
}

fn offer_text(text: &str, kind: &str, name: &str) {
    if let Some(blob) = blob(text, kind) {
        offer(&blob, name);
    }
}

/// Hands a file to the reader.
fn offer(blob: &Blob, name: &str) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    let document = window().and_then(|window| window.document());
    let link = document.and_then(|document| document.create_element("a").ok());
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

/// Draws an SVG into a picture and hands it to the reader.
fn offer_picture(text: &str, size: (f64, f64), name: String) -> Option<()> {
    let url = Url::create_object_url_with_blob(&blob(text, "image/svg+xml")?).ok()?;
    let image = HtmlImageElement::new().ok()?;
    let (drawn, address) = (image.clone(), url.clone());
    let loaded = Closure::once_into_js(move || {
        let _ = paint(&drawn, size, name);
        let _ = Url::revoke_object_url(&address);
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_src(&url);
    Some(())
}

fn paint(image: &HtmlImageElement, (width, height): (f64, f64), name: String) -> Option<()> {
    let canvas = window()?.document()?.create_element("canvas").ok()?;
    let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)
        .ok()?;
    let done = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            offer(&blob, &name);
        }
    });
    canvas.to_blob(done.unchecked_ref()).ok()
}
