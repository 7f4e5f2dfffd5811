//! Text policies of the published player, whose game the command line has to name.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use mdp2048_model::{Game, Objective, Probability};
use mdp2048_policy::{Coverage, PolicyHeader, TextError, TextPolicy};
use mdp2048_rules::Shape;
use serde::Serialize;

use crate::args::{number, tile};
use crate::commands::inspect::{GameFacts, held};
use crate::errors::Error;
use crate::output::Lines;
use mdp2048_display::{Measure, count, file_size, percent};

/// The game of a text policy.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "The game of a text policy of the published player")]
pub(crate) struct TextGame {
    /// Rows x columns, 2x2 to 4x4
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    board: Option<Shape>,

    /// The tile that ends the game, a power of two from 8
    #[arg(long, value_name = "TILE", value_parser = tile)]
    target: Option<u32>,

    /// The factor per move [default: 1]
    #[arg(long, allow_negative_numbers = true, value_parser = number)]
    discount: Option<f64>,

    /// The probability that a random tile is a 4 [default: 0.1]
    #[arg(
        long,
        value_name = "PROBABILITY",
        allow_negative_numbers = true,
        value_parser = number
    )]
    spawn_four: Option<f64>,
}

impl TextGame {
    /// Reads a text policy; `None` if the file is something else.
    pub(crate) fn open(&self, path: &Path) -> Result<Option<Text>, Error> {
        let read = |source| Error::Read { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(read)?;
        let mut text = Vec::new();
        file.by_ref().take(BEGINNING).read_to_end(&mut text).map_err(read)?;
        if !TextPolicy::is_text(&text) {
            return Ok(None);
        }
        let (Some(board), Some(target)) = (self.board, self.target) else {
            return Err(Error::UnnamedGame(path.to_owned()));
        };
        let discount = self.discount.unwrap_or(1.0);
        let spawn_four = self.spawn_four.unwrap_or(Probability::SPAWN_FOUR.get());
        let game = Game::new(board, Objective::Win, Some(target), discount, spawn_four)?;
        file.read_to_end(&mut text).map_err(read)?;
        Ok(Some(Text::read(path, &text, &game)?))
    }

    /// Checks that nothing is said of the game of a file that names it itself.
    pub(crate) fn expect_none(&self, path: &Path, game: &Game) -> Result<(), Error> {
        let Self { board, target, discount, spawn_four } = self;
        let names = [
            ("--board", board.is_some()),
            ("--target", target.is_some()),
            ("--discount", discount.is_some()),
            ("--spawn-four", spawn_four.is_some()),
        ];
        match names.into_iter().find(|&(_, given)| given) {
            None => Ok(()),
            Some((name, _)) => Err(Error::Arguments(format!(
                "{} is of {game} and says so itself: {name} is for text policies only, so leave it out",
                path.display()
            ))),
        }
    }
}

/// How much of a file tells whether it is a text policy.
pub(crate) const BEGINNING: u64 = 64;

/// A text policy and its length.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) policy: TextPolicy,
    bytes: u64,
}

impl Text {
    /// Reads a text policy that is to stand at this path.
    pub(crate) fn read(path: &Path, text: &[u8], game: &Game) -> Result<Self, Error> {
        match TextPolicy::read(text, game) {
            Ok(policy) => Ok(Self { policy, bytes: text.len() as u64 }),
            Err(source) => Err(Error::Text { path: path.to_owned(), source }),
        }
    }
}

/// What there is to say of a text policy.
#[derive(Debug, Serialize)]
pub(crate) struct TextFacts {
    kind: &'static str,
    format: &'static str,
    #[serde(flatten)]
    game: GameFacts,
    states: u64,
    bytes: u64,
    bits_per_state: f64,
    /// The text does not tell; who packs it knows.
    threshold: Option<f64>,
    occupancy_kept: Option<f64>,
    leave_probability: f64,
    values: &'static str,
    value_error: Option<f64>,
    start_value: Option<f64>,
}

impl TextFacts {
    /// What the text tells.
    pub(crate) fn of(text: &Text) -> Self {
        let policy = &text.policy;
        let states = policy.states();
        Self {
            kind: "policy",
            format: "twenty48",
            game: GameFacts::of(policy.game()),
            states,
            bytes: text.bytes,
            bits_per_state: 8.0 * text.bytes as f64 / states as f64,
            threshold: None,
            occupancy_kept: None,
            leave_probability: policy.leave_probability(),
            values: held(policy.values()),
            value_error: policy.value_error(),
            start_value: None,
        }
    }

    /// What is known of it when it is packed, too.
    pub(crate) fn packed(text: &Text, header: &PolicyHeader) -> Self {
        let Coverage { threshold, occupancy_kept, leave_probability } = header.coverage;
        Self {
            threshold: Some(threshold),
            occupancy_kept: Some(occupancy_kept),
            leave_probability,
            start_value: header.game.objective().measured(header.start_value),
            ..Self::of(text)
        }
    }

    /// The facts for people.
    pub(crate) fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        lines.add("policy", format!("text of the published player, {}", file_size(self.bytes)));
        lines.add("game", self.game.game());
        let states = count(self.states);
        lines.add("states", format!("{states}, {:.3} bits each", self.bits_per_state));
        if let Some(kept) = self.occupancy_kept {
            lines.add("occupancy kept", format!("{} of the expected visits", percent(kept)));
        }
        let leave = percent(self.leave_probability);
        lines.add("leaves", format!("a game leaves the policy with probability {leave}"));
        let measure = Measure::of(self.game.game());
        lines.add(
            "values",
            match self.value_error {
                Some(error) => format!("of the states, {}", measure.within(error)),
                None => "none".to_owned(),
            },
        );
        if self.start_value.is_some() {
            let (name, value) = self.game.start_value(self.start_value);
            lines.add(name, value);
        }
        lines
    }
}

impl Display for TextFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().fmt(f)
    }
}

/// Why a policy cannot be packed as text, before any work is done.
pub(crate) fn refuse(game: &Game, has_action_values: bool, has_error: bool) -> Result<(), Error> {
    let reason = if game.objective() != Objective::Win {
        TextError::Objective { game: Box::new(*game) }.to_string()
    } else if has_action_values {
        "the text format holds no values of actions: choose --values state or none".to_owned()
    } else if has_error {
        "the text format holds whole percent: leave --value-error out".to_owned()
    } else {
        return Ok(());
    };
    Err(Error::Arguments(format!("{reason}, or --format mdp2048")))
}

/// A text policy stands where it cannot be used.
pub(crate) fn misplaced(path: &Path) -> Error {
    Error::MisplacedText(PathBuf::from(path))
}
