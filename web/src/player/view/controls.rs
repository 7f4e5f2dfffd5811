//! The seed box, the playback buttons and the choice of the speed.

use mdp2048_player::{Player, Speed};

use crate::dom::{CachedElement, Children, HTML, Template};

pub(super) struct ControlsView {
    seed: CachedElement,
    hint: CachedElement,
    start: CachedElement,
    /// Back and Restart.
    back: [CachedElement; 2],
    step: CachedElement,
    end: CachedElement,
    speed: CachedElement,
}

impl ControlsView {
    pub(super) fn new(template: &Template) -> Self {
        let control = |name: &str| template.find(&format!("[data-control={name}]"));
        let speed = control("speed");
        let options = Children::new(speed.element().clone(), HTML, "option");
        options.show(Speed::ALL.into_iter(), |option, speed| {
            option.set("value", speed.name());
            option.text(&speed.name().replace('-', " "));
        });
        Self {
            seed: control("seed"),
            hint: template.find(".hint"),
            start: control("start"),
            back: [control("back"), control("restart")],
            step: control("step"),
            end: control("end"),
            speed,
        }
    }

    pub(super) fn show(&self, player: &Player) {
        let field = player.seed_field();
        let error = player.seed_error();
        self.seed.property("value", &field.text().into());
        self.seed.set("aria-invalid", if error.is_some() { "true" } else { "false" });
        self.seed.attribute("aria-describedby", error.as_ref().map(|_| "hint"));
        self.hint.show_text(error);
        self.start.text(player.start_label());
        // A disabled button has `aria-disabled`, so that it keeps the focus.
        let enable = |button: &CachedElement, is_enabled: bool| {
            button.set("aria-disabled", if is_enabled { "false" } else { "true" });
        };
        for button in &self.back {
            enable(button, player.can_go_back());
        }
        enable(&self.step, player.can_step());
        // The player goes to the end as soon as that is decoded.
        enable(&self.end, player.can_continue());
        self.speed.property("value", &player.speed().name().into());
    }
}
