//! The options of a player, as JavaScript passes them.

use js_sys::{Function, Reflect};
use mdp2048_display::Reducer as _;
use mdp2048_model::Game;
use mdp2048_player::{Player, PlayerEvent, Speed, parse_game_name, parse_start_board};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::loading::PolicySource;

/// The seed of a player for which none is chosen.
const DEFAULT_SEED: u32 = 42;

/// What a player is made with, from a JavaScript object with these fields:
///
/// - `game`: the name of the game, `3x3_to_512`; `discount`: a number; 1 if absent.
/// - `seed`: a number from 0 to 4294967295; 42 if absent.
/// - `state`: the first board, as faces or as hexadecimal exponents; that of the seed if absent.
/// - `startAt`: the position shown first; the first board if absent.
/// - `speed`: the name of a speed; `normal` if absent.
/// - `policy`: the URL of the policy file; `load`: a function that loads it.
pub(crate) struct PlayerOptions {
    /// The player at its first position.
    pub(crate) player: Player,
    /// Where its policy comes from.
    pub(crate) source: PolicySource,
    /// `emit`: a function that is called with the name and the details of each event.
    pub(crate) emit: Function,
    /// `address`: whether the player follows the page's URL, and writes its position into it.
    pub(crate) follows_address: bool,
}

impl PlayerOptions {
    /// Reads the options.
    ///
    /// # Errors
    /// A sentence about the first option that cannot be used.
    pub(crate) fn read(options: &JsValue) -> Result<Self, String> {
        let value = |name: &str| Reflect::get(options, &name.into()).unwrap_or(JsValue::UNDEFINED);
        let text = |name| value(name).as_string();
        let function = |name| {
            value(name).dyn_into::<Function>().map_err(|_| format!("{name} is not a function"))
        };
        let game = parse_game_name(&text("game").unwrap_or_default());
        let mut game = game.map_err(|error| error.to_string())?;
        if let Some(discount) = value("discount").as_f64() {
            game = game.discounted(discount).map_err(|_| {
                format!(
                    "the discount {discount} cannot be used: write a number above 0 and at most 1, \
                     and only with the objective win"
                )
            })?;
        }
        let mut player = Player::new(game, DEFAULT_SEED.into());
        for name in ["seed", "speed", "state"] {
            player = player.after(attribute_event(&game, name, text(name))?);
        }
        if let Some(text) = text("startAt") {
            player = player.after(PlayerEvent::StartAt(text));
        }
        let url = text("policy").unwrap_or_default();
        Ok(Self {
            player,
            source: PolicySource { game, url, load: function("load")? },
            emit: function("emit")?,
            follows_address: value("address").is_truthy(),
        })
    }
}

/// The event of a changed attribute: `seed`, `speed`, or `state`, the first board.
///
/// # Errors
/// A sentence about a text that cannot be used.
pub(crate) fn attribute_event(
    game: &Game,
    attribute: &str,
    text: Option<String>,
) -> Result<PlayerEvent, String> {
    Ok(match (attribute, text) {
        ("seed", None) => PlayerEvent::SetSeed(DEFAULT_SEED.into()),
        ("seed", Some(text)) => PlayerEvent::SetSeed(text.trim().parse().map_err(|_| {
            format!("'{text}' is not a seed: write a whole number from 0 to 4294967295")
        })?),
        ("speed", None) => PlayerEvent::SetSpeed(Speed::default()),
        ("speed", Some(name)) => {
            PlayerEvent::SetSpeed(Speed::from_name(&name).ok_or_else(|| {
                let names = Speed::ALL.map(Speed::name).join(", ");
                format!("'{name}' is not a speed: choose one of {names}")
            })?)
        }
        (_, text) => {
            let board = text.map(|text| parse_start_board(game, &text)).transpose();
            PlayerEvent::SetStartBoard(board.map_err(|error| error.to_string())?)
        }
    })
}
