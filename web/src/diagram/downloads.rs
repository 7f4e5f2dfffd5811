//! The drawing as a file.

use mdp2048_diagram::page::{Drawing, Settings};
use mdp2048_diagram::{DrawingFormat, Scene, svg};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web::browser::{blob, save_blob, save_text};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url, window};
use yew::{Callback, Html, html};

use crate::button::button;

/// The resolution of a PNG file in pixels per unit of the drawing.
const PNG_RESOLUTION: f64 = 2.0;

/// The largest width or height of a PNG file in pixels. Some browsers fail on larger canvases.
const MAX_PNG_SIDE: f64 = 8000.0;

/// Offers a button for each file format; it saves the file itself and sends no events.
pub(crate) fn downloads(settings: &Settings) -> Html {
    let saved = |save: fn(&Settings)| {
        let settings = settings.clone();
        Callback::from(move |_| save(&settings))
    };
    let (svg, dot) = (DrawingFormat::SVG, DrawingFormat::DOT);
    html! {
        <details class="downloads">
            <summary data-control="download">{ "Download the drawing" }</summary>
            <div class="steps">
                { button(svg.name, "SVG", svg.help, true,
                    saved(|it| save(it, DrawingFormat::SVG))) }
                { button("png", "PNG", "A picture", true, saved(save_as_png)) }
                { button(dot.name, "DOT", dot.help, true,
                    saved(|it| save(it, DrawingFormat::DOT))) }
            </div>
        </details>
    }
}

fn save(settings: &Settings, format: DrawingFormat) {
    let Ok(figure) = Drawing::for_export(settings) else { return };
    let name = format!("{}.{}", settings.game.name(), format.name);
    save_text(&(format.write)(&figure), format.media_type, &name);
}

fn save_as_png(settings: &Settings) {
    let Ok(figure) = Drawing::for_export(settings) else { return };
    let scene = Scene::draw(&figure);
    let resolution = PNG_RESOLUTION.min(MAX_PNG_SIDE / scene.width.max(scene.height));
    let size = (scene.width * resolution, scene.height * resolution);
    let _ = save_png(&svg(&scene), size, format!("{}.png", settings.game.name()));
}

/// Loads an SVG text as an image, and saves it as a PNG file when the image is loaded. Returns
/// `None` if the browser does not support a step.
fn save_png(text: &str, size: (f64, f64), name: String) -> Option<()> {
    let url = Url::create_object_url_with_blob(&blob(text, DrawingFormat::SVG.media_type)?).ok()?;
    let image = HtmlImageElement::new().ok()?;
    let (loaded_image, loaded_url) = (image.clone(), url.clone());
    let on_load = Closure::once_into_js(move || {
        let _ = save_image(&loaded_image, size, name);
        let _ = Url::revoke_object_url(&loaded_url);
    });
    image.set_onload(Some(on_load.unchecked_ref()));
    image.set_src(&url);
    Some(())
}

/// Draws an image to a canvas of the given size and saves it as a PNG file.
fn save_image(image: &HtmlImageElement, (width, height): (f64, f64), name: String) -> Option<()> {
    let canvas = window()?.document()?.create_element("canvas").ok()?;
    let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)
        .ok()?;
    let on_blob = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            save_blob(&blob, &name);
        }
    });
    canvas.to_blob(on_blob.unchecked_ref()).ok()
}
