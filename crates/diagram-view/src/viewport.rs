//! Which part of a drawing is in sight.

use mdp2048_diagram::scene::Area;

/// The room in which the drawing is shown, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneSize {
    /// Width, above 0.
    pub width: f64,
    /// Height, above 0.
    pub height: f64,
}

impl Default for PaneSize {
    fn default() -> Self {
        Self { width: 960.0, height: 600.0 }
    }
}

/// The part in sight, in units of the drawing; its height follows from the pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width, above 0.
    pub width: f64,
}

/// Where the corner of a drawing's content is in the pane, in pixels, and how large it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// From the left edge of the pane.
    pub x: f64,
    /// From the top edge of the pane.
    pub y: f64,
    /// Pixels for each unit.
    pub scale: f64,
}

/// Pixels a unit below which the numbers cannot be read.
const READABLE: f64 = 0.62;

/// The most pixels a unit at the start, and at all.
const NATURAL: f64 = 1.25;
const LARGEST: f64 = 4.0;

/// How much of the pane stays around something brought into sight.
const EDGE: f64 = 0.08;

impl Viewport {
    /// The whole drawing.
    pub fn fit(content: Area, pane: PaneSize) -> Self {
        let scale = (pane.width / content.width).min(pane.height / content.height).min(NATURAL);
        Self::centred(content.x + content.width / 2.0, content, pane, scale)
    }

    /// The whole drawing if it can be read then, else as much of its beginning as can.
    pub fn start(content: Area, pane: PaneSize) -> Self {
        let fit = Self::fit(content, pane);
        if pane.width / fit.width >= READABLE {
            return fit;
        }
        let high = (pane.height / content.height).clamp(READABLE, 1.0);
        let x = content.x + pane.width / high / 2.0;
        Self::centred(x, content, pane, high)
    }

    fn centred(x: f64, content: Area, pane: PaneSize, scale: f64) -> Self {
        let (width, height) = (pane.width / scale, pane.height / scale);
        Self { x: x - width / 2.0, y: content.y + (content.height - height) / 2.0, width }
    }

    /// The height in units.
    pub fn height(self, pane: PaneSize) -> f64 {
        self.width * pane.height / pane.width
    }

    /// Where a content is in the pane then.
    pub fn placement(self, content: Area, pane: PaneSize) -> Placement {
        let scale = pane.width / self.width;
        Placement { x: (content.x - self.x) * scale, y: (content.y - self.y) * scale, scale }
    }

    /// Nearer (a factor above 1) or farther around a point of the pane.
    #[must_use]
    pub fn zoomed(self, factor: f64, at: (f64, f64), content: Area, pane: PaneSize) -> Self {
        let most = Self::fit(content, pane).width.max(pane.width) * 1.25;
        let width = (self.width / factor).clamp(pane.width / LARGEST, most);
        let unit = |width: f64| width / pane.width;
        let shift = unit(self.width) - unit(width);
        Self { x: self.x + at.0 * shift, y: self.y + at.1 * shift, width }.within(content, pane)
    }

    /// Moved by pixels, as a hand moves the paper.
    #[must_use]
    pub fn panned(self, by: (f64, f64), content: Area, pane: PaneSize) -> Self {
        let unit = self.width / pane.width;
        Self { x: self.x - by.0 * unit, y: self.y - by.1 * unit, ..self }.within(content, pane)
    }

    /// The same if an area is in sight, else the least move that brings it there with room around.
    #[must_use]
    pub fn showing(self, area: Area, pane: PaneSize) -> Self {
        let inside = area.x >= self.x
            && area.x + area.width <= self.x + self.width
            && area.y >= self.y
            && area.y + area.height <= self.y + self.height(pane);
        if inside { self } else { self.including(area, pane) }
    }

    fn including(self, area: Area, pane: PaneSize) -> Self {
        let along = |from: f64, length: f64, start: f64, size: f64| {
            let edge = EDGE * length;
            if size + 2.0 * edge > length {
                return start + (size - length) / 2.0;
            }
            from.clamp(start + size + edge - length, start - edge)
        };
        let height = self.height(pane);
        Self {
            x: along(self.x, self.width, area.x, area.width),
            y: along(self.y, height, area.y, area.height),
            ..self
        }
    }

    /// So that the middle of the pane stays over the drawing.
    fn within(self, content: Area, pane: PaneSize) -> Self {
        let (half, high) = (self.width / 2.0, self.height(pane) / 2.0);
        Self {
            x: (self.x + half).clamp(content.x, content.x + content.width) - half,
            y: (self.y + high).clamp(content.y, content.y + content.height) - high,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTENT: Area = Area { x: 20.0, y: 80.0, width: 2000.0, height: 600.0 };
    const DESK: PaneSize = PaneSize { width: 1200.0, height: 600.0 };
    const PHONE: PaneSize = PaneSize { width: 360.0, height: 420.0 };

    #[test]
    fn begins_with_what_can_be_read() {
        assert_eq!(Viewport::start(CONTENT, DESK).width, 1200.0);
        let fit = Viewport::fit(CONTENT, PHONE);
        assert_eq!((fit.x, fit.width), (20.0, 2000.0));
        let start = Viewport::start(CONTENT, PHONE);
        assert!(start.x == 20.0 && PHONE.width / start.width >= READABLE);
    }

    #[test]
    fn the_point_under_the_pointer_stays() {
        let lens = Viewport::fit(CONTENT, DESK);
        let nearer = lens.zoomed(2.0, (300.0, 200.0), CONTENT, DESK);
        let unit = |lens: Viewport| lens.x + 300.0 * lens.width / DESK.width;
        assert!((unit(lens) - unit(nearer)).abs() < 1e-9);
        assert_eq!(nearer.width, lens.width / 2.0);
        let left = |lens: Viewport| lens.placement(CONTENT, DESK).x;
        assert_eq!((left(lens), left(nearer)), (0.0, -300.0));
        let far = nearer.panned((1e6, 0.0), CONTENT, DESK);
        assert!((far.x + far.width / 2.0 - CONTENT.x).abs() < 1e-9);
    }

    #[test]
    fn what_is_out_of_sight_comes_in() {
        let lens = Viewport { x: 0.0, y: 0.0, width: 400.0 };
        let area = Area { x: 700.0, y: 100.0, width: 60.0, height: 60.0 };
        let moved = lens.showing(area, DESK);
        assert!(moved.x < 700.0 && moved.x + 400.0 > 760.0, "{moved:?}");
        assert_eq!(moved.showing(area, DESK), moved);
    }
}
