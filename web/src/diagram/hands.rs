//! Fingers and mouse on the drawing: what they mean together.

use mdp2048_diagram_view::DiagramEvent;

/// The pointers that press, and whether they have moved the drawing.
#[derive(Default)]
pub(crate) struct Hands {
    // Id and place in pixels of the pane.
    pressing: Vec<(i32, f64, f64)>,
    moved: bool,
    // How far the first has gone before it counts as moving.
    way: f64,
}

/// Shorter ways are a click with an unsteady hand.
const STEADY: f64 = 5.0;

impl Hands {
    pub(crate) fn press(&mut self, id: i32, x: f64, y: f64) {
        if self.pressing.is_empty() {
            self.moved = false;
            self.way = 0.0;
        }
        self.pressing.retain(|pointer| pointer.0 != id);
        self.pressing.push((id, x, y));
    }

    pub(crate) fn lift(&mut self, id: i32) {
        self.pressing.retain(|pointer| pointer.0 != id);
    }

    /// Whether the last press moved the drawing, so that it is no click.
    pub(crate) const fn have_moved(&self) -> bool {
        self.moved
    }

    /// What a move means: one pointer moves the drawing, two also spread it.
    pub(crate) fn drag(&mut self, id: i32, x: f64, y: f64) -> Vec<DiagramEvent> {
        let before = self.pressing.clone();
        let Some(pointer) = self.pressing.iter_mut().find(|pointer| pointer.0 == id) else {
            return Vec::new();
        };
        let by = (x - pointer.1, y - pointer.2);
        *pointer = (id, x, y);
        self.way += by.0.abs() + by.1.abs();
        if !self.moved && self.way < STEADY && before.len() == 1 {
            return Vec::new();
        }
        self.moved = true;
        match (&before[..], &self.pressing[..]) {
            ([_], _) => vec![DiagramEvent::Pan(by.0, by.1)],
            ([a, b], [c, d]) => {
                let apart = |a: &(i32, f64, f64), b: &(i32, f64, f64)| {
                    ((a.1 - b.1).powi(2) + (a.2 - b.2).powi(2)).sqrt().max(1.0)
                };
                let middle = ((c.1 + d.1) / 2.0, (c.2 + d.2) / 2.0);
                vec![
                    DiagramEvent::Pan(by.0 / 2.0, by.1 / 2.0),
                    DiagramEvent::Zoom(apart(c, d) / apart(a, b), Some(middle)),
                ]
            }
            _ => Vec::new(),
        }
    }
}
