//! Games as text, and their reviews.

mod reviews;
mod text;
