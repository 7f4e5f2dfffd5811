//! The seed box, the playback buttons and the choice of the speed.

use mdp2048_player::{Player, Speed};

use crate::dom::{Elements, HTML};

/// Makes the choices of the speed.
pub(super) fn make(elements: &Elements) {
    let options = elements.children("[data-control=speed]", HTML, "option");
    options.show(Speed::ALL.into_iter(), |option, speed| {
        option.set("value", speed.name());
        option.text(&speed.name().replace('-', " "));
    });
}

pub(super) fn show(elements: &Elements, player: &Player) {
    let control = |name: &str| elements.at(&format!("[data-control={name}]"));
    let (seed, error) = (control("seed"), player.seed_error());
    seed.property("value", &player.seed_field().text().into());
    seed.set("aria-invalid", if error.is_some() { "true" } else { "false" });
    seed.attribute("aria-describedby", error.map(|_| "hint"));
    elements.at(".hint").show_text(error);
    control("start").text(player.start_label());
    // A disabled button has `aria-disabled`, so that it keeps the focus.
    let enable = |name: &str, is_enabled: bool| {
        control(name).set("aria-disabled", if is_enabled { "false" } else { "true" });
    };
    enable("back", player.can_go_back());
    enable("restart", player.can_go_back());
    enable("step", player.can_step());
    // The player goes to the end as soon as that is decoded.
    enable("end", player.can_continue());
    control("speed").property("value", &player.speed().name().into());
}
