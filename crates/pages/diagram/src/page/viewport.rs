//! The visible part of a drawing: zooming and panning.

use mdp2048_display::svg::Area;

/// The size of the pane in which the page shows the drawing, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneSize {
    /// The width, above 0.
    pub width: f64,
    /// The height, above 0.
    pub height: f64,
}

impl Default for PaneSize {
    fn default() -> Self {
        Self { width: 960.0, height: 600.0 }
    }
}

impl PaneSize {
    /// Whether drawings of one state are laid out for a narrow screen.
    pub(crate) fn is_narrow(self) -> bool {
        self.width < NARROW
    }
}

/// The visible part of the drawing, in units of the drawing. Its height follows from the aspect
/// ratio of the pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width, above 0.
    pub width: f64,
}

/// The position and the scale of the drawing in the pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The pixels from the left edge of the pane to the content of the drawing.
    pub x: f64,
    /// The pixels from the top edge of the pane to the content of the drawing.
    pub y: f64,
    /// The pixels per unit of the drawing.
    pub scale: f64,
}

impl Placement {
    /// The size of the texts at a scale, in units of the drawing: at least 11 pixels.
    pub fn text_size(scale: f64) -> f64 {
        LEAST_TEXT.max(LEAST_TEXT / scale)
    }

    /// The CSS class that leaves out texts which would not fit at a scale: a part of those beside
    /// the boards, these, or all.
    pub fn text_class(scale: f64) -> Option<&'static str> {
        match Self::text_size(scale) {
            size if size > MAX_TEXT => Some("no-texts"),
            size if size > MAX_TEXT_BESIDE => Some("few-texts"),
            size if size > 1.1 * LEAST_TEXT => Some("smaller"),
            _ => None,
        }
    }
}

/// The least size of a text, in pixels, and at a large scale in units of the drawing.
const LEAST_TEXT: f64 = 11.0;

/// The largest sizes, in units, of texts that fit into a tile and into a port beside a board.
const MAX_TEXT: f64 = 20.0;
const MAX_TEXT_BESIDE: f64 = 15.8;

/// The width of a pane, in pixels, below which it is narrow.
const NARROW: f64 = 500.0;

/// The smallest scale, in pixels per unit, at which boards and values are written.
const MIN_READABLE_SCALE: f64 = 0.59;

/// The largest scale at which [`Viewport::fit`] shows a drawing.
const MAX_FIT_SCALE: f64 = 1.25;

/// The largest scale that zooming reaches.
const MAX_ZOOM_SCALE: f64 = 4.0;

/// The largest ratio of the viewport's width to the width at which the drawing fits into the pane,
/// or to the width of the pane in units at scale 1 if that is greater.
const MAX_ZOOM_OUT: f64 = 1.25;

/// The margin around an area that is panned into the viewport, as a fraction of the viewport's
/// width or height.
const REVEAL_MARGIN: f64 = 0.08;

impl Viewport {
    /// The viewport that shows the whole content.
    pub fn fit(content: Area, pane: PaneSize) -> Self {
        let scale = (pane.width / content.width).min(pane.height / content.height);
        let middle = content.x + content.width / 2.0;
        Self::centred(middle, content, pane, scale.min(MAX_FIT_SCALE))
    }

    /// The initial viewport: it shows the whole content if its numbers are readable at that scale,
    /// else the left part of the content at a scale at which all texts are, from the top if it is
    /// higher than the pane.
    pub fn start(content: Area, pane: PaneSize) -> Self {
        let fit = Self::fit(content, pane);
        if pane.width / fit.width >= MIN_READABLE_SCALE {
            return fit;
        }
        let scale = (pane.height / content.height).clamp(LEAST_TEXT / MAX_TEXT_BESIDE, 1.0);
        let x = content.x + pane.width / scale / 2.0;
        let middle = Self::centred(x, content, pane, scale);
        Self { y: middle.y.min(content.y), ..middle }
    }

    /// The viewport at a scale whose middle is at `x` and at the vertical middle of the content.
    fn centred(x: f64, content: Area, pane: PaneSize, scale: f64) -> Self {
        let (width, height) = (pane.width / scale, pane.height / scale);
        Self { x: x - width / 2.0, y: content.y + (content.height - height) / 2.0, width }
    }

    /// The height in units of the drawing.
    pub fn height(self, pane: PaneSize) -> f64 {
        self.width * pane.height / pane.width
    }

    /// Where the content is in the pane.
    pub fn placement(self, content: Area, pane: PaneSize) -> Placement {
        let scale = pane.width / self.width;
        Placement { x: (content.x - self.x) * scale, y: (content.y - self.y) * scale, scale }
    }

    /// Zooms by a factor, in if it is above 1. The point of the drawing that is at the pixels `at`
    /// of the pane stays there, within the limits of scale and panning.
    #[must_use]
    pub fn zoomed(self, factor: f64, at: (f64, f64), content: Area, pane: PaneSize) -> Self {
        let max_width = Self::fit(content, pane).width.max(pane.width) * MAX_ZOOM_OUT;
        let width = (self.width / factor).clamp(pane.width / MAX_ZOOM_SCALE, max_width);
        let unit = |width: f64| width / pane.width;
        let shift = unit(self.width) - unit(width);
        Self { x: self.x + at.0 * shift, y: self.y + at.1 * shift, width }.limited(content, pane)
    }

    /// Pans by pixels: positive numbers move the drawing right and down.
    #[must_use]
    pub fn panned(self, by: (f64, f64), content: Area, pane: PaneSize) -> Self {
        let unit = self.width / pane.width;
        Self { x: self.x - by.0 * unit, y: self.y - by.1 * unit, ..self }.limited(content, pane)
    }

    /// Pans by the least amount that shows an area with a margin; does nothing if the area is
    /// visible.
    #[must_use]
    pub fn revealing(self, area: Area, pane: PaneSize) -> Self {
        let height = self.height(pane);
        let is_visible = area.x >= self.x
            && area.x + area.width <= self.x + self.width
            && area.y >= self.y
            && area.y + area.height <= self.y + height;
        if is_visible {
            return self;
        }
        Self {
            x: revealing_start(self.x, self.width, area.x, area.width),
            y: revealing_start(self.y, height, area.y, area.height),
            ..self
        }
    }

    /// The nearest viewport whose middle is within the content.
    fn limited(self, content: Area, pane: PaneSize) -> Self {
        let (half_width, half_height) = (self.width / 2.0, self.height(pane) / 2.0);
        let x = (self.x + half_width).clamp(content.x, content.x + content.width);
        let y = (self.y + half_height).clamp(content.y, content.y + content.height);
        Self { x: x - half_width, y: y - half_height, ..self }
    }
}

/// The left or top edge of a viewport of this length after the least pan that shows the `size`
/// units from `start` with a margin. If they do not fit with the margin, they are centred.
fn revealing_start(viewport_start: f64, length: f64, start: f64, size: f64) -> f64 {
    let margin = REVEAL_MARGIN * length;
    if size + 2.0 * margin > length {
        return start + (size - length) / 2.0;
    }
    viewport_start.clamp(start + size + margin - length, start - margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENT: Area = Area { x: 20.0, y: 80.0, width: 2000.0, height: 600.0 };
    const DESKTOP: PaneSize = PaneSize { width: 1200.0, height: 600.0 };
    const PHONE: PaneSize = PaneSize { width: 360.0, height: 420.0 };

    #[test]
    fn the_initial_viewport_is_readable() {
        let narrow = PaneSize { width: 1100.0, ..DESKTOP };
        assert_eq!(Viewport::start(CONTENT, narrow).width, 1100.0);
        assert_eq!(Viewport::start(CONTENT, DESKTOP), Viewport::fit(CONTENT, DESKTOP));
        let fit = Viewport::fit(CONTENT, PHONE);
        assert_eq!((fit.x, fit.width), (20.0, 2000.0));
        let start = Viewport::start(CONTENT, PHONE);
        assert!(start.x == 20.0 && PHONE.width / start.width >= MIN_READABLE_SCALE);
        assert!(start.y <= CONTENT.y && start.height(PHONE) > CONTENT.height);
        let high = Area { height: 900.0, ..CONTENT };
        assert_eq!(Viewport::start(high, PHONE).y, high.y);
    }

    #[test]
    fn texts_have_eleven_pixels_or_are_left_out() {
        let classes = [1.0, 0.71, MIN_READABLE_SCALE, 0.4].map(Placement::text_class);
        assert_eq!(classes, [None, Some("smaller"), Some("few-texts"), Some("no-texts")]);
        for scale in [4.0, 1.0, 0.71, 0.6] {
            assert!(Placement::text_size(scale) * scale > LEAST_TEXT - 1e-9, "{scale}");
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let viewport = Viewport::fit(CONTENT, DESKTOP);
        let zoomed_in = viewport.zoomed(2.0, (300.0, 200.0), CONTENT, DESKTOP);
        let unit = |viewport: Viewport| viewport.x + 300.0 * viewport.width / DESKTOP.width;
        assert!((unit(viewport) - unit(zoomed_in)).abs() < 1e-9);
        assert_eq!(zoomed_in.width, viewport.width / 2.0);
        let left = |viewport: Viewport| viewport.placement(CONTENT, DESKTOP).x;
        assert_eq!((left(viewport), left(zoomed_in)), (0.0, -300.0));
        let panned = zoomed_in.panned((1e6, 0.0), CONTENT, DESKTOP);
        assert!((panned.x + panned.width / 2.0 - CONTENT.x).abs() < 1e-9);
    }

    #[test]
    fn revealing_shows_a_hidden_area() {
        let viewport = Viewport { x: 0.0, y: 0.0, width: 400.0 };
        let area = Area { x: 700.0, y: 100.0, width: 60.0, height: 60.0 };
        let moved = viewport.revealing(area, DESKTOP);
        assert!(moved.x < 700.0 && moved.x + 400.0 > 760.0, "{moved:?}");
        assert_eq!(moved.revealing(area, DESKTOP), moved);
    }
}
