//! The gallery: groups of cards, a card for each figure.

use crate::{Scene, thumbnail};

use crate::page::url::DiagramUrl;
use crate::page::{Drawing, Settings};

/// A card of the gallery: a figure and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// The heading.
    pub title: &'static str,
    /// What the figure shows, in one sentence.
    pub lesson: &'static str,
    /// The URL of the figure, from `#` on.
    pub url: &'static str,
}

impl GalleryEntry {
    /// The settings of the figure.
    pub fn settings(&self) -> Settings {
        DiagramUrl::parse(self.url).settings
    }

    /// The thumbnail of the figure as SVG.
    pub fn picture(&self) -> Option<String> {
        let figure = Drawing::for_export(&self.settings()).ok()?;
        Some(thumbnail(&Scene::draw(&figure)))
    }
}

/// The cards under one heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryGroup {
    /// The heading.
    pub title: &'static str,
    /// The cards.
    pub entries: &'static [GalleryEntry],
}

/// The groups; the first leads to the game that students solve.
pub static GALLERY: [GalleryGroup; 4] = [
    GalleryGroup {
        title: "Where does 96.25 % come from?",
        entries: &[
            GalleryEntry {
                title: "2×2 to 16: solve it yourself",
                lesson: "35 states, and luck counts: fill the columns, one by one, down to the \
                         96.25 % of the start.",
                url: "#/diagram?game=2x2_to_16&seed=20&solve=0",
            },
            GalleryEntry {
                title: "2×2 to 16, optimal",
                lesson: "Perfect play can lose from two states only, both of tile sum 14, and only \
                         by bad luck.",
                url: "#/diagram?game=2x2_to_16&actions=optimal&seed=20",
            },
            GalleryEntry {
                title: "2×2 to 16, the flow of games",
                lesson: "All games at once: most follow one broad stream to the win, and two thin \
                         streams lead to a loss.",
                url: "#/diagram?game=2x2_to_16&flow=yes&seed=20",
            },
        ],
    },
    GalleryGroup {
        title: "The other games on four cells",
        entries: &[
            GalleryEntry {
                title: "2×2 to 8",
                lesson: "Boards that are rotations or reflections of each other are one state: 68 \
                         states become 15.",
                url: "#/diagram?game=2x2_to_8&seed=42",
            },
            GalleryEntry {
                title: "2×2 to 8, every board",
                lesson: "Even the smallest game is a tangle when every rotation and reflection is \
                         a state of its own: 68 states and 528 transitions. J. Lees-Miller, \
                         who counts win and lose as states with a loop each, has 70 and 530.",
                url: "#/diagram?game=2x2_to_8&boards=all&node=s0110&seed=42",
            },
            GalleryEntry {
                title: "2×2 to 8, optimal",
                lesson: "With the best actions only, no path leads to a loss: this game is always \
                         won.",
                url: "#/diagram?game=2x2_to_8&actions=optimal&seed=42",
            },
            GalleryEntry {
                title: "2×2 to 32",
                lesson: "57 states, and perfect play wins only 8.29 %: 32 is the largest tile that \
                         four cells can make.",
                url: "#/diagram?game=2x2_to_32&seed=47",
            },
            GalleryEntry {
                title: "2×2 to 32, optimal",
                lesson: "Every state of tile sum 28 wins only if the next random tile is a 4, \
                         which happens one time in ten.",
                url: "#/diagram?game=2x2_to_32&actions=optimal&seed=47",
            },
        ],
    },
    GalleryGroup {
        title: "Symmetry, step by step",
        entries: &[
            GalleryEntry {
                title: "1. Every successor",
                lesson: "From two 2s in opposite corners each action leads to an afterstate, in the \
                         middle, and a random tile from there to one of four boards.",
                url: "#/diagram?game=2x2_to_8&boards=all&merge=no&state=0110",
            },
            GalleryEntry {
                title: "2. Images are one state",
                lesson: "Rotations and reflections are drawn as one board: the four afterstates are \
                         turns of each other, and two successors are left.",
                url: "#/diagram?game=2x2_to_8&merge=no&state=0110",
            },
            GalleryEntry {
                title: "3. Equivalent actions are one",
                lesson: "Actions with the same afterstate have the same successors with the same \
                         probabilities, so that one of them is enough.",
                url: "#/diagram?game=2x2_to_8&state=0110",
            },
            GalleryEntry {
                title: "4. Two 2s side by side",
                lesson: "Not all states are so simple: left and right are equivalent here, up is \
                         another action, and down is not allowed.",
                url: "#/diagram?game=2x2_to_8&state=0011",
            },
        ],
    },
    GalleryGroup {
        title: "One state",
        entries: &[
            GalleryEntry {
                title: "One state: 4, 2 and 2",
                lesson: "Up and down merge the 2s and leave two empty cells; left only shifts one \
                         tile and leaves one.",
                url: "#/diagram?game=2x2_to_8&boards=all&state=2101",
            },
            GalleryEntry {
                title: "One state: two 4s and a 2",
                lesson: "Left and right make the 8 at once; down leaves one empty cell, and a 2 \
                         there loses the game.",
                url: "#/diagram?game=2x2_to_8&boards=all&state=2210",
            },
        ],
    },
];
