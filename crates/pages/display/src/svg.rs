//! Drawings as SVG: shapes with coordinates, their style sheets, and files of them.

use std::fmt;

/// A rectangle of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Area {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Area {
    /// The area with these edges and sides.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// The area with a border of the given width added on all four sides.
    #[must_use]
    pub fn grown(self, border: f64) -> Self {
        Self {
            x: self.x - border,
            y: self.y - border,
            width: self.width + 2.0 * border,
            height: self.height + 2.0 * border,
        }
    }
}

/// A shape with its CSS classes, which are separated by spaces.
#[derive(Clone, Debug, PartialEq)]
pub enum SvgShape {
    /// A rectangle.
    Rectangle {
        /// The classes.
        class: String,
        /// The rectangle.
        area: Area,
        /// The radius of its corners.
        radius: f64,
    },
    /// A line or a region.
    Path {
        /// The classes.
        class: String,
        /// The path in SVG notation.
        path: String,
        /// The width of its stroke, unless the style sheet has it.
        width: Option<f64>,
    },
    /// A line of text.
    Text {
        /// The classes.
        class: String,
        /// The x coordinate of the anchor.
        x: f64,
        /// The y coordinate of the baseline.
        y: f64,
        /// The part of the text that is at `x`.
        anchor: TextAnchor,
        /// The text.
        text: String,
    },
}

/// The part of a text that is at its x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl TextAnchor {
    /// The value of the SVG attribute `text-anchor`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl SvgShape {
    /// A rectangle whose corners have a radius.
    pub fn rectangle(class: impl Into<String>, area: Area, radius: f64) -> Self {
        Self::Rectangle { class: class.into(), area, radius }
    }

    /// A path whose width is that of the style sheet.
    pub fn path(class: impl Into<String>, path: impl Into<String>) -> Self {
        Self::Path { class: class.into(), path: path.into(), width: None }
    }

    /// A text.
    pub fn text(
        class: impl Into<String>,
        (x, y): (f64, f64),
        anchor: TextAnchor,
        text: impl Into<String>,
    ) -> Self {
        Self::Text { class: class.into(), x, y, anchor, text: text.into() }
    }
}

impl fmt::Display for SvgShape {
    /// Writes the element.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rectangle { class, area, radius } => {
                let [x, y] = [area.x, area.y].map(coordinate);
                let [width, height] = [area.width, area.height].map(coordinate);
                let class = escape(class);
                write!(
                    f,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
                     height=\"{height}\""
                )?;
                if *radius > 0.0 {
                    write!(f, " rx=\"{}\"", coordinate(*radius))?;
                }
            }
            Self::Path { class, path, width } => {
                write!(f, "<path class=\"{}\" d=\"{path}\"", escape(class))?;
                if let Some(width) = width {
                    write!(f, " stroke-width=\"{}\"", coordinate(*width))?;
                }
            }
            Self::Text { class, x, y, anchor, text } => {
                let (class, anchor, text) = (escape(class), anchor.name(), escape(text));
                let [x, y] = [*x, *y].map(coordinate);
                return write!(
                    f,
                    "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">\
                     {text}</text>"
                );
            }
        }
        f.write_str("/>")
    }
}

/// A colour of drawings, which is a custom property of their style sheet.
#[derive(Clone, Copy, Debug)]
pub struct SvgColour {
    /// The name of the custom property, without hyphens before it.
    pub name: &'static str,
    /// The colour on a light page.
    pub light: &'static str,
    /// The colour on a dark page.
    pub dark: &'static str,
    /// The custom property of a page that replaces it; empty if there is none.
    pub replaced_by: &'static str,
}

impl SvgColour {
    /// A colour by its name, in a light and in a dark drawing, and the custom property of a page
    /// that replaces it; empty if none does.
    pub const fn new(
        name: &'static str,
        light: &'static str,
        dark: &'static str,
        replaced_by: &'static str,
    ) -> Self {
        Self { name, light, dark, replaced_by }
    }
}

/// How drawings of a kind look.
#[derive(Clone, Copy, Debug)]
pub struct SvgStyle {
    /// The class of the drawings.
    pub class: &'static str,
    /// Their colours.
    pub colours: &'static [SvgColour],
    /// The rules that use the colours.
    pub rules: &'static str,
}

impl SvgStyle {
    /// The style sheet in a file. The reader's preference chooses between light and dark colours.
    fn of_file(&self) -> String {
        let light = self.declarations(|colour| colour.light.to_owned());
        let dark = self.declarations(|colour| colour.dark.to_owned());
        let query = "@media screen and (prefers-color-scheme: dark)";
        format!("{light}\n{query} {{\n{dark}\n}}\n{}", self.rules)
    }

    /// The style sheet on a page. The `color-scheme` of the page chooses between light and dark
    /// colours, and custom properties of the page replace some of them.
    pub fn of_page(&self) -> String {
        let colours = self.declarations(|colour| {
            let chosen = format!("light-dark({}, {})", colour.light, colour.dark);
            match colour.replaced_by {
                "" => chosen,
                property => format!("var({property}, {chosen})"),
            }
        });
        format!("{colours}\n{}", self.rules)
    }

    fn declarations(&self, value: impl Fn(&SvgColour) -> String) -> String {
        let declare = |colour: &SvgColour| format!("\n  --{}: {};", colour.name, value(colour));
        let colours: String = self.colours.iter().map(declare).collect();
        format!(".{} {{{colours}\n}}", self.class)
    }

    /// The beginning of an SVG file that shows an area of a drawing, with its title, its
    /// description and its style sheet.
    pub fn file_start(&self, area: Area, title: &str, description: &str) -> String {
        let [x, y] = [area.x, area.y].map(coordinate);
        let [width, height] = [area.width, area.height].map(coordinate);
        let origin = match (area.x, area.y) {
            (0.0, 0.0) => String::new(),
            _ => format!("x=\"{x}\" y=\"{y}\" "),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" role=\"img\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<style>\n{}</style>\n\
             <rect class=\"paper\" {origin}width=\"100%\" height=\"100%\"/>\n",
            self.class,
            escape(title),
            escape(description),
            self.of_file()
        )
    }
}

/// Writes a coordinate with at most one decimal: `12`, `1.2`.
pub fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes a text for an element or an attribute of an SVG file.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_have_at_most_one_decimal() {
        assert_eq!([1.0, 1.25, -0.01, 10.55].map(coordinate), ["1", "1.2", "0", "10.6"]);
    }

    #[test]
    fn text_is_escaped() {
        let text = SvgShape::text("a", (1.0, 2.25), TextAnchor::End, "1 < 2 & \"3\" > 2");
        let element = "<text class=\"a\" x=\"1\" y=\"2.2\" text-anchor=\"end\">1 &lt; 2 &amp; \
                       &quot;3&quot; &gt; 2</text>";
        assert_eq!(text.to_string(), element);
    }
}
