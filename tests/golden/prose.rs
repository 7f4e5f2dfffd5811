//! Numbers in prose: written with digits (`25,179,012`, `8.29`, `2s`) or as words (`twelve`).

/// Number words that the page uses.
const WORDS: [(&str, f64); 14] = [
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("hundred", 100.0),
    ("thousand", 1000.0),
];

/// Returns the numbers in a text, in order. `two hundred` is one number.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let is_number_character = |it: char| it.is_alphanumeric() || matches!(it, '.' | ',');
    let mut numbers: Vec<f64> = Vec::new();
    let mut follows_word = false;
    for token in text.split(|it: char| !is_number_character(it)) {
        let token = token.trim_end_matches(['.', ',']);
        let word = WORDS.iter().find(|(word, _)| token.eq_ignore_ascii_case(word));
        match word {
            Some(&(_, value)) if follows_word && value >= 100.0 => {
                if let Some(number) = numbers.last_mut() {
                    *number *= value;
                }
            }
            Some(&(_, value)) => numbers.push(value),
            None if token.starts_with(|it: char| it.is_ascii_digit()) => {
                numbers.push(digits(token).unwrap_or_else(|| panic!("{token:?} in {text:?}")));
            }
            None => {}
        }
        follows_word = word.is_some();
    }
    numbers
}

/// Reads digits with grouping commas; the plural of a tile, such as `2s`, counts as the tile.
fn digits(token: &str) -> Option<f64> {
    token.trim_end_matches('s').replace(',', "").parse().ok()
}

#[test]
fn numbers_are_read_from_digits_and_words() {
    let text = "Two 2s: 25,179,012 states, 8.29 %, one in twelve; two hundred moves, 16.";
    assert_eq!(numbers(text), [2.0, 2.0, 25_179_012.0, 8.29, 1.0, 12.0, 200.0, 16.0]);
}
