//! Writing a text policy.

use mdp2048_rules::{Action, Board};

use super::text_policy::{TextPolicy, number, percent};
use crate::file::ValuesHeld;

impl TextPolicy {
    /// The text: a line that says whether values are held, and one line for each action.
    pub fn to_text(&self) -> String {
        let has_values = self.values != ValuesHeld::None;
        let common = self.most_common();
        let mut text = if has_values { format!("av {common}\n") } else { "a\n".to_owned() };
        for action in Action::ALL {
            push_number(&mut text, action.index() as u64, 10);
            let mut previous = 0;
            for (number, percent) in self.states_with(action) {
                text.push(' ');
                if number - previous != 1 {
                    push_number(&mut text, number - previous, 36);
                }
                if has_values {
                    text.push(' ');
                    if percent != common {
                        push_number(&mut text, percent.into(), 10);
                    }
                }
                previous = number;
            }
            text.push('\n');
        }
        text
    }

    /// The numbers of the states with an action, ascending, and their percentages.
    fn states_with(&self, action: Action) -> Vec<(u64, u8)> {
        let (radix, shape) = (self.game.radix(), self.game.shape());
        let mut states = Vec::new();
        for layer in &self.table.layers {
            for (at, &key) in layer.keys.iter().enumerate() {
                if layer.actions[at] == action
                    && let Some(board) = Board::from_key(shape, key)
                {
                    let value = layer.values.get(at).copied();
                    states.push((number(radix, board), value.map_or(0, percent)));
                }
            }
        }
        states.sort_unstable();
        states
    }

    /// The most common percentage; of several, that of the first state, by tile sum and then by
    /// number.
    fn most_common(&self) -> u8 {
        let mut times = [0u64; 101];
        let mut first = None;
        let values = || self.table.layers.iter().flat_map(|layer| &layer.values);
        for &value in values() {
            times[usize::from(percent(value))] += 1;
        }
        for &value in values() {
            let percent = percent(value);
            let most = first.map_or(0, |first: u8| times[usize::from(first)]);
            if times[usize::from(percent)] > most {
                first = Some(percent);
            }
        }
        first.unwrap_or(0)
    }
}

/// Appends a number in a base up to 36.
fn push_number(text: &mut String, number: u64, base: u32) {
    let rest = number / u64::from(base);
    if rest > 0 {
        push_number(text, rest, base);
    }
    // A remainder is a digit of its base.
    text.extend(char::from_digit((number % u64::from(base)) as u32, base));
}
