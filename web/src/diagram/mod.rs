//! The page of diagrams: the gallery and the live view.

mod canvas;
mod controls;
mod files;
mod gallery;
mod hands;
mod legend;
mod live;
mod panel;
mod room;
mod shapes;
mod sheets;
mod walk;

pub(crate) use room::Room;
