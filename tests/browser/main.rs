//! End-to-end tests of the built page in a real browser.
//!
//! `cargo xtask test --only page,browser` builds the page and runs these tests.

mod accessible;
mod addresses;
mod along;
mod arena;
mod attributes;
mod bag;
mod chapter;
mod continuing;
mod daily;
mod decoding;
mod demo;
mod diagram_element;
mod diagrams;
mod difficulty;
mod duel;
mod embedding;
mod embedding_access;
mod exploring;
mod exploring_limits;
mod failures;
mod first_answer;
mod first_sight;
mod focus;
mod formations;
mod hands;
mod history;
mod hosts;
mod leaving;
mod loads;
mod notebook;
mod package;
mod page;
mod pages;
mod pasting;
mod playing;
mod pointers;
mod print;
mod published;
mod real_board;
mod reviewing;
mod security;
mod sharing;
mod solving;
mod workers;
