//! The page: Yew components over the player.
//!
//! The text stands in index.html and can be read without any program. Each
//! `<div data-mount="player" data-game="2x2_to_8" data-seed="42">` in it becomes a live player of
//! its own; they share nothing but the loaded policies and the address. The diagrams are a page of
//! their own behind `#/diagram`.

mod address;
mod board;
mod card;
mod chart;
mod controls;
mod details;
mod diagram;
mod download;
mod keys;
mod mark;
mod mount;
mod moves;
mod note;
mod sight;
mod status;
mod store;
mod unpacking;

fn main() {
    mount::all();
}
