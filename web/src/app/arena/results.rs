//! The results of players that are known beforehand.

use mdp2048_arena::{
    ArenaGame, ExactPlayer, KnownResults, MEASURED_TILES, MeasuredPlayer, agent_name, known_results,
};
use mdp2048_display::{count, no_break};
use yew::{Html, html};

use super::race_view::{dash, exact};

/// Renders the results in the chosen game.
pub(crate) fn results(game: &ArenaGame) -> Html {
    let (caption, names, rows) = match known_results(game) {
        KnownResults::Measured(players) => (
            "The mean score, and the shares of games that make a tile, in per cent",
            [&["mean score"], &MEASURED_TILES[..]].concat(),
            players.iter().map(measured).collect::<Html>(),
        ),
        KnownResults::Exact(players) => (
            "The probability of winning, the mean score and the mean number of moves, exact",
            vec!["wins", "mean score", "mean moves"],
            players.iter().map(exactly_known).collect(),
        ),
    };
    let is_measured = matches!(known_results(game), KnownResults::Measured(_));
    html! {
        <div class="results">
        <div class="scroll known" data-game={game.name()} tabindex="0" role="region"
            aria-label="Results">
            <table>
                <caption>{ caption }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ "player" }</th>
                        { for names.into_iter().map(|name| html! { <th scope="col">{ name }</th> }) }
                    </tr>
                </thead>
                <tbody>{ rows }</tbody>
            </table>
        </div>
        if is_measured {
            <div class="scroll known" tabindex="0" role="region" aria-label="Scores">
                <p class="hint">{ "How the scores of agents are distributed, by their names in the program:" }</p>
                <a href="arena/scores.svg">
                    <img src="arena/scores.svg" loading="lazy" width="720" height="1026"
                        alt="A violin for each agent, and its median score" />
                </a>
            </div>
        }
        </div>
    }
}

fn exactly_known(it: &ExactPlayer) -> Html {
    html! {
        <tr>
            <th scope="row">{ no_break(&agent_name(it.player)) }</th>
            <td>{ exact(it.win) }</td>
            <td>{ count(it.score.round() as u64) }</td>
            <td>{ count(it.moves.round() as u64) }</td>
        </tr>
    }
}

fn measured(player: &MeasuredPlayer) -> Html {
    let name = no_break(&agent_name(player.player));
    let share = |share: Option<f64>| match share.map(|share| format!("{:.1}", 100.0 * share)) {
        Some(text) => html! { text.strip_suffix(".0").unwrap_or(&text).to_owned() },
        None => dash("not published"),
    };
    html! {
        <tr>
            <th scope="row">
                if player.source.is_empty() { { name } } else {
                    <a href={player.source}>{ name }</a>
                }
            </th>
            <td>{ count(player.mean) }</td>
            { for player.shares.map(|it| html! { <td>{ share(it) }</td> }) }
        </tr>
    }
}
