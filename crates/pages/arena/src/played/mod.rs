//! The games of CSV files that `mdp2048 arena --out` has written, and charts of them.

mod scores;
mod tiles;
mod time;

use mdp2048_model::Mean;
use thiserror::Error;

pub use scores::score_chart;
pub use tiles::largest_tile_chart;
pub use time::trade_off_chart;

/// A game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedGame {
    /// The score at the end.
    pub score: u64,
    /// The number of moves.
    pub moves: u64,
    /// The largest tile at the end.
    pub largest: u64,
    /// The processor time, in seconds; `None` in a file of an older version, which has the time of
    /// the clock.
    pub cpu_seconds: Option<f64>,
}

/// The games of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGames {
    /// The agent, as `mdp2048 arena` names it.
    pub agent: String,
    /// The games, in the order of the file.
    pub games: Vec<PlayedGame>,
}

/// A line that is no row of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {number} is no game: give a CSV file of mdp2048 arena --out")]
pub struct PlayedGamesError {
    /// The number of the line, from 1.
    pub number: usize,
}

impl PlayedGames {
    /// Reads a file: the games of each agent, in the order of the agents' first games.
    pub fn read(text: &str) -> Result<Vec<Self>, PlayedGamesError> {
        let mut lines = text.lines().zip(1..);
        let (head, _) = lines.next().ok_or(PlayedGamesError { number: 1 })?;
        let head: Vec<&str> = head.split(',').collect();
        let mut of_agents: Vec<Self> = Vec::new();
        for (line, number) in lines {
            let error = PlayedGamesError { number };
            let fields: Vec<&str> = line.split(',').collect();
            let field = |name| {
                let at = head.iter().position(|&it| it == name)?;
                fields.get(at).copied()
            };
            let whole = |name| field(name)?.parse().ok();
            let game = || {
                let cpu_seconds = match field("cpu_seconds") {
                    Some(text) => Some(text.parse().ok()?),
                    None => None,
                };
                let (score, moves, largest) = (whole("score")?, whole("moves")?, whole("largest")?);
                Some((field("agent")?, PlayedGame { score, moves, largest, cpu_seconds }))
            };
            let (agent, game) = game().ok_or(error)?;
            match of_agents.iter_mut().find(|it| it.agent == agent) {
                Some(it) => it.games.push(game),
                None => of_agents.push(Self { agent: agent.to_owned(), games: vec![game] }),
            }
        }
        Ok(of_agents)
    }

    /// The mean score, with its interval.
    pub fn score(&self) -> Mean {
        self.games.iter().map(|game| Mean::from(game.score)).fold(Mean::default(), |a, b| a + b)
    }

    /// The processor time of a move, in seconds: the total time over the total number of moves.
    /// `None` without moves, and if the time of a game is unknown.
    pub fn seconds_per_move(&self) -> Option<f64> {
        let times: Option<Vec<f64>> = self.games.iter().map(|game| game.cpu_seconds).collect();
        let moves: u64 = self.games.iter().map(|game| game.moves).sum();
        (moves > 0).then_some(times?.iter().sum::<f64>() / moves as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_by_the_names_of_columns() {
        let text =
            "agent,score,moves,largest,cpu_seconds\na,10,5,4,0.5\nb,6,2,4,1\na,30,15,8,0.5\n";
        let [a, b] = &PlayedGames::read(text).unwrap()[..] else { panic!("two agents") };
        assert_eq!((a.agent.as_str(), a.games.len(), b.games.len()), ("a", 2, 1));
        assert_eq!((a.score().mean(), a.seconds_per_move()), (20.0, Some(0.05)));
        let old = "game,agent,seed,score,moves,largest,won,seconds\n4x4_score,a,0,10,5,4,0,9\n";
        assert_eq!(PlayedGames::read(old).unwrap()[0].seconds_per_move(), None);
        let error = PlayedGames::read("agent,score,moves,largest\na,10,5,4\na,10,x,4\n");
        assert_eq!(error.unwrap_err().number, 3);
        assert_eq!(PlayedGames::read("").unwrap_err().number, 1);
    }
}
