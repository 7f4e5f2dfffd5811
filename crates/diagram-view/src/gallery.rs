//! The gallery: one card for each figure of the article, with what it teaches.

use mdp2048_diagram::{Frame, thumbnail};

use crate::{DiagramUrl, Drawing, Settings};

/// A figure of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// Its heading.
    pub title: &'static str,
    /// What it teaches, in a sentence.
    pub lesson: &'static str,
    /// Where it is alive, from `#` on.
    pub url: &'static str,
}

impl GalleryEntry {
    /// What it shows.
    pub fn settings(&self) -> Settings {
        DiagramUrl::parse(self.url).settings
    }

    /// Whether its picture is rather high than wide.
    pub fn is_tall(&self) -> bool {
        let settings = self.settings();
        settings.state.is_some() || settings.frame == Frame::Shown
    }

    /// A small picture of it, as SVG.
    pub fn picture(&self) -> Option<String> {
        let (_, scene) = Drawing::for_export(&self.settings()).ok()?;
        Some(thumbnail(&scene))
    }
}

/// The figures, from one state to whole games.
pub const fn gallery_entries() -> &'static [GalleryEntry] {
    &ENTRIES
}

const ENTRIES: [GalleryEntry; 12] = [
    GalleryEntry {
        title: "One state: two 2s in opposite corners",
        lesson: "Every action lines the two 2s up, and then chance has four boards to choose from.",
        url: "#/diagram?game=2x2_to_8&boards=all&state=0110",
    },
    GalleryEntry {
        title: "One state: two 2s side by side",
        lesson: "Left and right merge the 2s into a 4 and leave chance three cells; up only shifts the row.",
        url: "#/diagram?game=2x2_to_8&boards=all&state=0011",
    },
    GalleryEntry {
        title: "One state: 4, 2 and 2",
        lesson: "Up and down merge the 2s and leave chance two cells; left only shifts one, and leaves one cell.",
        url: "#/diagram?game=2x2_to_8&boards=all&state=2101",
    },
    GalleryEntry {
        title: "One state: two 4s and a 2",
        lesson: "Left and right make the 8 at once; down leaves chance one cell, and a 2 on it loses the game.",
        url: "#/diagram?game=2x2_to_8&boards=all&state=2210",
    },
    GalleryEntry {
        title: "2×2 to 8, every board",
        lesson: "Even the smallest game is a thicket when every rotation and reflection is a state of its own: 68 states, a win and a loss.",
        url: "#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42",
    },
    GalleryEntry {
        title: "2×2 to 8",
        lesson: "Boards that are rotations or reflections of each other are one state, and 68 become 15.",
        url: "#/diagram?game=2x2_to_8&seed=42",
    },
    GalleryEntry {
        title: "2×2 to 8, optimal",
        lesson: "Keep the best actions only, and no way leads to a loss any more: this game is always won.",
        url: "#/diagram?game=2x2_to_8&actions=optimal&seed=42",
    },
    GalleryEntry {
        title: "2×2 to 16",
        lesson: "35 states, and now luck counts: perfect play wins 96.25 % of all games.",
        url: "#/diagram?game=2x2_to_16&seed=20",
    },
    GalleryEntry {
        title: "2×2 to 16, optimal",
        lesson: "Perfect play loses from two states only, both of tile sum 14, and only by bad luck.",
        url: "#/diagram?game=2x2_to_16&actions=optimal&seed=20",
    },
    GalleryEntry {
        title: "2×2 to 16, the flow of games",
        lesson: "Let all games off at once: most gather in one broad stream into the win, and two thin ones lose.",
        url: "#/diagram?game=2x2_to_16&flow=yes&seed=20",
    },
    GalleryEntry {
        title: "2×2 to 32",
        lesson: "57 states, and perfect play wins only 8.29 %: 32 is the largest tile that four cells can make.",
        url: "#/diagram?game=2x2_to_32&seed=47",
    },
    GalleryEntry {
        title: "2×2 to 32, optimal",
        lesson: "Every state of tile sum 28 wins only if the next random tile is a 4, which is one time in ten.",
        url: "#/diagram?game=2x2_to_32&actions=optimal&seed=47",
    },
];
