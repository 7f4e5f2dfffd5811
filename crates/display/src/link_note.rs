//! What a page says about a link that it cannot use as a whole.

use std::collections::HashSet;

use crate::count;

/// The most sentences of a note that has all of them.
const MOST_SENTENCES: usize = 8;

/// The sentences of a note that leaves others out.
const FIRST_SENTENCES: usize = 3;

/// The most characters of a link that a message repeats.
const MOST_CHARACTERS: usize = 40;

/// The note about the parts of a link that cannot be used: all sentences, each of them once, or the
/// first ones and the number of the others. `None` if there are none.
pub fn link_note(sentences: impl IntoIterator<Item = String>) -> Option<String> {
    let mut known = HashSet::new();
    let mut shown: Vec<String> = Vec::new();
    for sentence in sentences {
        if !known.contains(&sentence) {
            if shown.len() < MOST_SENTENCES {
                shown.push(sentence.clone());
            }
            known.insert(sentence);
        }
    }
    if known.len() > MOST_SENTENCES {
        shown.truncate(FIRST_SENTENCES);
        let others = count((known.len() - FIRST_SENTENCES) as u64);
        shown.push(format!("{others} more parts of the link cannot be used."));
    }
    (!shown.is_empty()).then(|| shown.join(" "))
}

/// A part of a link for a message, if need be without its end.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_problems_are_one_short_note() {
        assert_eq!(link_note([]), None);
        let sentence = |at: usize| format!("It asks for {at}.");
        assert_eq!(link_note([sentence(1)]).unwrap(), "It asks for 1.");
        // 3,000 copies are one sentence.
        assert_eq!(link_note((0..3000).map(|_| sentence(1))).unwrap(), "It asks for 1.");
        let first = "It asks for 0. It asks for 1. It asks for 2.";
        let note = |many: usize| link_note((0..many).map(sentence)).unwrap();
        assert_eq!(note(3), first);
        assert!(note(8).starts_with(first) && note(8).ends_with(" It asks for 7."));
        assert_eq!(note(9), format!("{first} 6 more parts of the link cannot be used."));
        let many = format!("{first} 2,997 more parts of the link cannot be used.");
        assert_eq!(note(3000), many);
        assert_eq!(link_note((0..6000).map(|at| sentence(at % 3000))).unwrap(), many);
    }

    #[test]
    fn long_parts_of_a_link_are_cut() {
        assert_eq!(shortened("seed=x"), "seed=x");
        assert_eq!(shortened(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(shortened(&"é".repeat(3000)), format!("{}…", "é".repeat(40)));
    }
}
