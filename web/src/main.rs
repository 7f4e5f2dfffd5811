//! The page: Yew components that show the states of the player and of the diagram view.
//!
//! The text is in index.html and can be read without WebAssembly. Each
//! `<div data-mount="player" data-game="2x2_to_8" data-seed="42">` in it becomes a player; the
//! players share only the loaded policies and the address of the page. The diagrams are a separate
//! page at `#/diagram`.

mod browser;
mod diagram;
mod loading;
mod page;
mod ui;

fn main() {
    page::mount_all();
}
