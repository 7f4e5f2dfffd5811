//! The state of a player in words: loading, position and outcome.

use mdp2048_display::no_break;
use mdp2048_model::Outcome;
use mdp2048_player::{LoadState, Player};

use crate::dom::{CachedElement, Template};

pub(super) struct StatusView {
    note: CachedElement,
    load: CachedElement,
    load_text: CachedElement,
    progress: CachedElement,
    retry: CachedElement,
    outcome: CachedElement,
    position: CachedElement,
    sentence: CachedElement,
    another_seed: CachedElement,
    live: CachedElement,
}

impl StatusView {
    pub(super) fn new(template: &Template) -> Self {
        Self {
            note: template.find("[data-note=link]"),
            load: template.find(".load"),
            load_text: template.find(".load p"),
            progress: template.find(".load progress"),
            retry: template.find("[data-control=retry]"),
            outcome: template.find(".outcome"),
            position: template.find(".position"),
            sentence: template.find(".sentence"),
            another_seed: template.find("[data-control=another-seed]"),
            live: template.find("[data-live]"),
        }
    }

    pub(super) fn show(&self, player: &Player) {
        self.note.show_text(player.message());
        let load_text = player.load_text();
        self.show_load(player, load_text.as_deref());
        self.show_outcome(player, load_text.is_none());
        self.live.text(&player.announcement());
    }

    fn show_load(&self, player: &Player, text: Option<&str>) {
        let load = player.load();
        let failed = matches!(load, LoadState::Failed(_));
        self.load.show(text.is_some());
        self.load.attribute("data-load", text.map(|_| load_name(load)));
        self.load.attribute("role", text.map(|_| if failed { "alert" } else { "status" }));
        self.load_text.text(&no_break(text.unwrap_or_default()));
        let progress = load.progress().map(|progress| progress.to_string());
        self.progress.show(progress.is_some());
        self.progress.attribute("value", progress.as_deref());
        self.retry.show(failed);
    }

    /// Shows the outcome or the next move as soon as the policy can be played.
    fn show_outcome(&self, player: &Player, is_playable: bool) {
        let outcome = player.outcome().filter(|_| is_playable);
        self.outcome.show(is_playable);
        let class = outcome.map(|outcome| format!("outcome {}", outcome.name()));
        self.outcome.set("class", class.as_deref().unwrap_or("outcome"));
        let is_complete = matches!(player.load(), LoadState::Ready(_));
        let partial = (is_playable && !is_complete).then(|| load_name(player.load()));
        self.outcome.attribute("data-load", partial);
        let position = (is_playable && outcome.is_none()).then(|| player.position_text());
        self.position.show_text(position.as_deref());
        let sentence = if is_playable { player.status_text() } else { String::new() };
        self.sentence.text(&no_break(&sentence));
        self.another_seed.show(outcome == Some(Outcome::OffPolicy));
    }
}

fn load_name(load: &LoadState) -> &'static str {
    match load {
        LoadState::NotRequested => "waiting",
        LoadState::Downloading { .. } => "loading",
        LoadState::Decoding { .. } => "decoding",
        LoadState::Failed(_) => "failed",
        LoadState::Ready(_) => "ready",
    }
}
