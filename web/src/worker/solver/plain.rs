//! The messages of modules that are JavaScript alone, which do not know the enums.
//!
//! A request is an array: its number, its name, the game, its discount and the other arguments. An
//! answer is an array, too: the number of the request, `progress`, `answer` or `error`, and what
//! there is to tell. `web/elements/extras/shared-game.js` is the other side.

use js_sys::{Array, Uint8Array};
use mdp2048_model::Valuation;
use mdp2048_player::parse_game_name;
use mdp2048_protocol::{OptimalMove, SolverAnswer, SolverRequest, StoredGame};
use mdp2048_rules::Board;
use wasm_bindgen::{JsCast as _, JsValue};
use web::serving::Asker;

/// Reads a message in either form. A request that nobody can answer has an answer that says why.
pub(crate) fn read(data: &JsValue) -> Option<(SolverRequest, Asker<SolverAnswer>)> {
    let Some(message) = data.dyn_ref::<Array>() else {
        let (number, request) = SolverRequest::from_bytes(&Uint8Array::new(data).to_vec())?;
        let write =
            |number, answer: &SolverAnswer| Uint8Array::from(&answer.to_bytes(number)[..]).into();
        return Some((request, Asker::new(number, write)));
    };
    let asker = Asker::new(message.get(0).as_f64()? as u32, write);
    match request(message) {
        Ok(request) => Some((request, asker)),
        Err(reason) => {
            asker.send(&SolverAnswer::Failed(reason));
            None
        }
    }
}

fn request(message: &Array) -> Result<SolverRequest, String> {
    let text = |at| message.get(at).as_string().unwrap_or_default();
    let number = |at| message.get(at).as_f64().unwrap_or_default();
    let game = parse_game_name(&text(2)).map_err(|error| error.to_string())?;
    let game = game.discounted(number(3)).map_err(|error| error.to_string())?;
    let board = || Board::from_hex(game.shape(), &text(4)).map_err(|error| error.to_string());
    let stored = StoredGame { game, is_single: false };
    Ok(match text(1).as_str() {
        "estimate" => SolverRequest::Estimate(stored),
        "solve" => SolverRequest::Solve(stored, number(4)),
        "countMoves" => SolverRequest::CountMoves(board()?),
        "play" => {
            let (seed, tiles) = ((number(5) as u32).into(), number(6) as u32);
            SolverRequest::Play { seed, tiles, board: board()? }
        }
        name => return Err(format!("the solver has no request `{name}`")),
    })
}

fn write(number: u32, answer: &SolverAnswer) -> JsValue {
    let numbers = |numbers: &[f64]| numbers.iter().map(|&it| JsValue::from(it)).collect();
    let (kind, values): (&str, Vec<JsValue>) = match answer {
        SolverAnswer::Solving(layer) => {
            ("progress", numbers(&[f64::from(layer.pass), layer.states, layer.states_in_all]))
        }
        SolverAnswer::Part(done) => ("progress", numbers(&[*done])),
        SolverAnswer::Estimated { bytes, states } => {
            ("answer", numbers(&[bytes[0], bytes[1], states[0], states[1]]))
        }
        SolverAnswer::Solved(solved) => {
            let is_losing = solved.valued_game.valuation() == Valuation::Losing;
            ("answer", vec![is_losing.into(), solved.start_value.into()])
        }
        SolverAnswer::Played(moves) => ("answer", moves.iter().flat_map(of_move).collect()),
        SolverAnswer::Counted(Some(it)) => ("answer", vec![it.text.as_str().into()]),
        SolverAnswer::TooLarge(reason) => ("error", vec![reason.into(), "GameTooLarge".into()]),
        SolverAnswer::Failed(reason) => ("error", vec![reason.into()]),
        // A count without a result, and the answers to requests that are not asked in this form.
        _ => ("answer", Vec::new()),
    };
    [number.into(), kind.into()].into_iter().chain(values).collect::<Array>().into()
}

/// The tile sum, the index of the action, the value and those of the four actions.
fn of_move(it: &OptimalMove) -> [JsValue; 7] {
    let [left, right, up, down] = it.values.actions;
    let values = [it.values.value, left, right, up, down].map(|it| it.unwrap_or(f64::NAN));
    let [value, left, right, up, down] = values;
    let (sum, action) = (f64::from(it.sum.get()), it.action.index() as f64);
    [sum, action, value, left, right, up, down].map(JsValue::from)
}
