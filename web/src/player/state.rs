//! The state of a player as JSON, for scripts.

use mdp2048_player::{MoveRow, Player, Verdict};

/// Returns an object with these fields: `game`, `seed`, `move`, `board` (hexadecimal exponents,
/// row-major), `value` (the win probability, or null), `actions` (for each of left, right, up and
/// down `{value, regret}`, or null if the action is not allowed or its value is not held),
/// `turn` (whether the last random tile is a turning point), `outcome` (null, "won", "lost" or
/// "off_policy").
pub(crate) fn state_json(player: &Player) -> String {
    let value = player.value().map(|value| value.value());
    let outcome = match player.outcome() {
        Some(outcome) => format!("\"{}\"", outcome.name()),
        None => "null".to_owned(),
    };
    let rows = player.moves();
    let actions: Vec<String> = rows
        .iter()
        .flatten()
        .map(|row| format!("\"{}\":{}", row.action.name(), action_json(row)))
        .collect();
    format!(
        "{{\"game\":\"{}\",\"seed\":{},\"move\":{},\"board\":\"{}\",\
         \"value\":{},\"actions\":{{{}}},\
         \"turn\":{},\"outcome\":{outcome}}}",
        player.name(),
        player.seed(),
        player.cursor(),
        player.board().hex(),
        number(value),
        actions.join(","),
        player.is_at_turn(),
    )
}

fn action_json(row: &MoveRow) -> String {
    let regret = match row.verdict {
        Verdict::Best | Verdict::Mirror | Verdict::Equal => Some(0.0),
        Verdict::Costs(regret) => Some(regret),
        Verdict::NotDecoded | Verdict::NotHeld | Verdict::Searched | Verdict::NotAllowed => None,
    };
    match row.value {
        Some(value) => {
            format!("{{\"value\":{},\"regret\":{}}}", value.value(), number(regret))
        }
        None => "null".to_owned(),
    }
}

fn number(number: Option<f64>) -> String {
    number.map_or("null".to_owned(), |number| number.to_string())
}
