//! The CSV file of the games.

use std::io::{self, Write};

use mdp2048_agents::GameResult;
use mdp2048_model::{Game, Probability};

use super::games::{AgentGames, Games, TimedGame};

/// Writes a row for each game.
pub(super) fn write_csv(out: &mut dyn Write, games: &Games) -> io::Result<()> {
    writeln!(out, "game,agent,seed,score,moves,largest,won,cpu_seconds,tile_sum")?;
    let name = game_name(&games.game);
    for AgentGames { agent, games, .. } in &games.agents {
        for TimedGame { result, cpu_seconds } in games {
            let GameResult { seed, points, moves, largest, won, tile_sum } = result;
            let (largest, won) = (largest.face(), u8::from(*won));
            write!(out, "{name},{agent},{seed},{points},{moves},{largest},{won},{cpu_seconds:.6}")?;
            writeln!(out, ",{tile_sum}")?;
        }
    }
    Ok(())
}

/// The name of a game in the file, with the probability of a 4 if it is unusual.
fn game_name(game: &Game) -> String {
    let four = game.spawn_four();
    if four == Probability::SPAWN_FOUR {
        game.name()
    } else {
        format!("{}_four_{}", game.name(), four.get())
    }
}
