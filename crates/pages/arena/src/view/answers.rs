//! The answers of the workers.

use std::rc::Rc;

use mdp2048_model::{ActionValues, Seed, ValuedGame};
use mdp2048_protocol::{
    AgentAnswer, AgentPosition, BoardValues, Decision, FollowedGames, OptimalMove, PlayedGame,
};

use super::{ArenaView, Solving, Waiting};
use crate::choice::{OPTIMAL, calibrated};
use crate::exact::ExactResults;
use crate::lane::{Lane, LaneState};
use crate::position::optimal_positions;
use crate::url::ArenaMode;

impl ArenaView {
    /// Takes an answer of the worker of an agent. Answers to an earlier round are ignored.
    pub(super) fn answered(&mut self, worker: u32, round: u32, answer: AgentAnswer) {
        match answer {
            AgentAnswer::Opened => self.set_state(worker, &LaneState::Ready),
            AgentAnswer::Downloaded(received, all) => {
                self.set_state(worker, &LaneState::Opening(received, all));
            }
            AgentAnswer::Played(positions) => self.played(worker, round, &positions),
            AgentAnswer::Finished(games) => self.finished(worker, round, games),
            AgentAnswer::Followed(games) => self.followed(worker, games),
            AgentAnswer::Playing(points, moves) => {
                if let Some(lane) = self.lane(worker, round) {
                    lane.current = Some((points, moves));
                }
            }
            AgentAnswer::Failed(reason) => self.failed(worker, reason),
        }
    }

    /// The worker of an agent has failed or ended.
    pub(super) fn failed(&mut self, worker: u32, reason: String) {
        self.set_state(worker, &LaneState::Failed(reason));
        self.count_games();
    }

    fn played(&mut self, worker: u32, round: u32, found: &[AgentPosition]) {
        let Some(lane) = self.lane(worker, round) else { return };
        let is_first = lane.position.is_none();
        let new = found.get(usize::from(!is_first)..).unwrap_or_default();
        let first = lane.moves + 1 + u32::from(!is_first);
        lane.moves += (found.len() as u32).saturating_sub(1);
        if !is_first {
            lane.wanted = lane.resumed.saturating_sub(lane.moves);
        }
        lane.position = found.last().map(|it| calibrated(&lane.agent, it));
        lane.cost = None;
        if self.is_compared() {
            let decide = |it: &AgentPosition| Some((it.board, it.action?));
            let decisions: Vec<Decision> = new.iter().filter_map(decide).collect();
            if !decisions.is_empty() {
                self.wait(worker, round, Some(first), decisions);
            }
        }
    }

    fn finished(&mut self, worker: u32, round: u32, games: Vec<PlayedGame>) {
        let Some(lane) = self.lane(worker, round) else { return };
        lane.current = None;
        lane.follows_next = true;
        let mut waiting = Vec::new();
        for mut finished in games {
            let decisions = std::mem::take(&mut finished.decisions);
            lane.ahead.push_back(finished);
            if !decisions.is_empty() {
                waiting.push(decisions);
            }
        }
        self.count_games();
        if self.is_compared() {
            waiting.into_iter().for_each(|decisions| self.wait(worker, round, None, decisions));
        }
    }

    /// Counts the games that all agents have finished, so that they are compared on the same ones.
    pub(super) fn count_games(&mut self) {
        let plays = |lane: &&mut Lane| !matches!(lane.state, LaneState::Failed(_));
        let finished = self.lanes.iter_mut().filter(plays).map(|lane| lane.finished()).min();
        for lane in self.lanes.iter_mut().filter(plays) {
            while Some(lane.tally.games()) < finished {
                lane.count_next();
            }
        }
    }

    /// Takes the exact results of the games of an agent, as far as they are computed.
    fn followed(&mut self, worker: u32, games: FollowedGames) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.worker == worker) {
            lane.exact = ExactResults::of(games);
            lane.follows_next = false;
        }
    }

    /// Lets decisions wait for their exact values.
    fn wait(&mut self, worker: u32, round: u32, first: Option<u32>, decisions: Vec<Decision>) {
        self.next_waiting = self.next_waiting.wrapping_add(1);
        let number = self.next_waiting;
        self.waiting.push_back(Waiting { number, worker, round, first, decisions });
    }

    pub(super) fn solved(&mut self, start_value: f64, losing: bool) {
        let game = *self.url.game.game();
        let valued_game = ValuedGame::losing(game).filter(|_| losing).unwrap_or(game.into());
        let win = if losing { 1.0 + start_value } else { start_value };
        self.solving = Solving::Solved(valued_game, win);
        self.inform_optimal();
    }

    /// The solver has failed or ended: no decision waits for it, nor does a race.
    pub(super) fn solve_failed(&mut self, reason: String) {
        self.solving = Solving::Failed(reason);
        self.waiting.clear();
        self.inform_optimal();
        self.count_games();
    }

    /// The lanes of the optimal policy play if the game is solved.
    fn inform_optimal(&mut self) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.agent == OPTIMAL) {
            lane.state = self.solving.state_of(OPTIMAL);
        }
    }

    pub(super) fn optimal_game(
        &mut self,
        worker: u32,
        round: u32,
        seed: Seed,
        moves: &[OptimalMove],
    ) {
        let (game, mode) = (self.url.game, self.url.mode);
        let Some(lane) = self.lane(worker, round) else { return };
        let Some(script) = optimal_positions(&game, seed, moves) else {
            lane.state = LaneState::Failed("the solver sent something else".to_owned());
            return;
        };
        if mode == ArenaMode::Watch {
            lane.moves = lane.resumed.min(script.len().saturating_sub(1) as u32);
            lane.position = script.get(lane.moves as usize).copied();
            lane.cost = Some(0.0);
            lane.script = Some(Rc::new(script));
        } else if let Some(last) = script.last() {
            let largest = last.board.largest();
            lane.ahead.push_back(PlayedGame {
                points: last.points,
                largest,
                is_won: game.game().ends_with(largest),
                decisions: Vec::new(),
            });
            lane.losses.push_back(0.0);
            self.count_games();
        }
    }

    /// Takes the exact values of the decisions that waited longest. Those of decisions that no
    /// longer wait are ignored.
    pub(super) fn valued(&mut self, number: u32, values: &[BoardValues]) {
        let Some(job) = self.waiting.pop_front_if(|job| job.number == number) else { return };
        let Some(lane) = self.lane(job.worker, job.round) else { return };
        let loss = |(decision, values): (&Decision, &BoardValues)| {
            let regret = ActionValues::new(values.actions).regret(decision.1);
            (decision.0, regret.unwrap_or_default())
        };
        let losses = job.decisions.iter().zip(values).map(loss);
        match job.first {
            Some(first) => lane.add_losses(first, losses),
            None => {
                lane.losses.push_back(losses.map(|(_, loss)| loss).sum());
                lane.count_losses();
            }
        }
    }
}
