//! Drags and pinches: turns the moves of pressed pointers into events that pan and zoom.

use mdp2048_diagram::page::DiagramEvent;

/// The pointers that are pressed, and whether they have moved the drawing.
#[derive(Default)]
pub(crate) struct PressedPointers {
    pressed: Vec<PressedPointer>,
    // Whether the pointers have moved the drawing since the first of them was pressed.
    has_moved: bool,
    // The length of the pointers' path, in pixels.
    path: f64,
}

/// A pressed pointer and its position in the pane, in pixels.
#[derive(Clone, Copy)]
struct PressedPointer {
    id: i32,
    x: f64,
    y: f64,
}

/// The least length of the path of one pointer, in pixels, that is a drag; a shorter path is a
/// click.
const MIN_DRAG: f64 = 5.0;

/// The least distance between two pointers that is used as a divisor, in pixels.
const MIN_DISTANCE: f64 = 1.0;

impl PressedPointers {
    /// Adds a pointer that was pressed.
    pub(crate) fn press(&mut self, id: i32, x: f64, y: f64) {
        if self.pressed.is_empty() {
            self.has_moved = false;
            self.path = 0.0;
        }
        self.pressed.retain(|pointer| pointer.id != id);
        self.pressed.push(PressedPointer { id, x, y });
    }

    /// Removes a pointer that was released.
    pub(crate) fn release(&mut self, id: i32) {
        self.pressed.retain(|pointer| pointer.id != id);
    }

    /// Whether a pointer is pressed.
    pub(crate) const fn are_pressed(&self) -> bool {
        !self.pressed.is_empty()
    }

    /// Whether the pointers have moved the drawing since the first of them was pressed. If so, the
    /// click event that follows is ignored.
    pub(crate) const fn have_moved(&self) -> bool {
        self.has_moved
    }

    /// Moves a pointer. Returns the events: one pointer pans the drawing, two also zoom it.
    pub(crate) fn drag(&mut self, id: i32, x: f64, y: f64) -> Vec<DiagramEvent> {
        let before = self.pressed.clone();
        let Some(pointer) = self.pressed.iter_mut().find(|pointer| pointer.id == id) else {
            return Vec::new();
        };
        let (dx, dy) = (x - pointer.x, y - pointer.y);
        *pointer = PressedPointer { id, x, y };
        self.path += dx.abs() + dy.abs();
        if !self.has_moved && self.path < MIN_DRAG && before.len() == 1 {
            return Vec::new();
        }
        self.has_moved = true;
        match (&before[..], &self.pressed[..]) {
            ([_], _) => vec![DiagramEvent::Pan(dx, dy)],
            ([a, b], [c, d]) => {
                let middle = ((c.x + d.x) / 2.0, (c.y + d.y) / 2.0);
                vec![
                    DiagramEvent::Pan(dx / 2.0, dy / 2.0),
                    DiagramEvent::Zoom(distance(c, d) / distance(a, b), Some(middle)),
                ]
            }
            _ => Vec::new(),
        }
    }
}

/// The distance between two pointers, at least [`MIN_DISTANCE`].
fn distance(a: &PressedPointer, b: &PressedPointer) -> f64 {
    ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt().max(MIN_DISTANCE)
}
