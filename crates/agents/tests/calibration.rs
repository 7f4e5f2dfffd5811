//! The committed scores that the agent `learned` expected, which the example `calibrate` wrote.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mdp2048_agents::{
    AgentResources, AgentSpec, Network, ScorePrediction, Simulator, play_predicting,
};
use mdp2048_model::{Game, Objective};
use mdp2048_rules::Shape;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn committed_expected_scores_are_those_of_the_agent() {
    let network = Some(Arc::new(Network::from_bytes(Network::TRAINED).unwrap()));
    let resources = AgentResources { network, ..AgentResources::default() };
    let game = Game::new(Shape::FOUR_BY_FOUR, Objective::Score, None, 1.0, 0.1).unwrap();
    let simulator = Simulator::new(game);
    for (plies, games) in [(1, 4), (2, 1)] {
        let agent = format!("learned:plies={plies}");
        let mut player = agent.parse::<AgentSpec>().unwrap().build(&simulator, &resources).unwrap();
        let mut again = String::new();
        for seed in 1_000_000..1_000_000 + games {
            let after = [100, 500, 2000];
            let (game, kept) = play_predicting(&simulator, &mut *player, seed.into(), &after);
            for ScorePrediction { moves, tile_sum, points, expected, score, .. } in kept {
                let (tile_sum, largest) = (tile_sum.get(), game.largest.face());
                let numbers = format!("{points},{expected:.0},{score},{largest}");
                again += &format!("{agent},{seed},{moves},{tile_sum},{numbers}\n");
            }
        }
        let path = root().join(format!("docs/arena/calibration-{plies}-plies.csv"));
        let committed = fs::read_to_string(path).unwrap();
        let (_, rows) = committed.split_once('\n').unwrap();
        assert!(again.lines().count() >= 3 && rows.starts_with(&again), "{again}");
    }
}
