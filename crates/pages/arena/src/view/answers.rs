//! The answers of the workers.

use std::rc::Rc;

use mdp2048_model::{Seed, Value};
use mdp2048_protocol::{
    AgentAnswer, AgentPosition, AgentService, BoardValues, Decision, OptimalMove, PlayedGame,
    Service as _, SolvedGame, SolverAnswer, WorkerError, reason,
};

use super::requests::{FOLLOW_TURN_MS, SolverTask, Waiting};
use super::{ArenaView, Solving};
use crate::choice::OPTIMAL;
use crate::lane::{Lane, LaneState, MoveCost};
use crate::position::optimal_positions;
use crate::url::ArenaMode;

impl ArenaView {
    /// Takes an answer of the worker of an agent. Answers to an earlier round change no game.
    pub(super) fn answered(
        &mut self,
        worker: u32,
        round: u32,
        answer: Result<AgentAnswer, WorkerError>,
    ) {
        let Some(at) = self.lanes.iter().position(|it| it.worker == worker) else { return };
        let lane = &mut self.lanes[at];
        let is_last = answer.as_ref().map_or(true, AgentService::is_last);
        lane.task.take_if(|task| is_last && task.round == round);
        match answer {
            Ok(AgentAnswer::Opened) => lane.state = LaneState::Ready,
            Ok(AgentAnswer::Downloaded(received, all)) => {
                lane.state = LaneState::Opening(received, all);
            }
            Ok(AgentAnswer::Played(positions)) => self.played(worker, round, &positions),
            Ok(AgentAnswer::Finished(games)) => self.finished(worker, round, games),
            Ok(AgentAnswer::Followed(games)) => {
                lane.exact = lane.exact.after(games, FOLLOW_TURN_MS);
                lane.follows_next = false;
            }
            Ok(AgentAnswer::Playing(points, moves)) => {
                if lane.round == round {
                    lane.current = Some((points, moves));
                }
            }
            Ok(AgentAnswer::Failed(reason)) => self.failed(at, reason),
            Err(error) => self.failed(at, error.to_string()),
        }
    }

    fn failed(&mut self, at: usize, reason: String) {
        self.lanes[at].state = LaneState::Failed(reason);
        self.count_games();
    }

    fn played(&mut self, worker: u32, round: u32, found: &[AgentPosition]) {
        let has_points = !self.url.game.is_solvable();
        let Some(lane) = self.lane(worker, round) else { return };
        let is_first = lane.position.is_none();
        let new = found.get(usize::from(!is_first)..).unwrap_or_default();
        let first = lane.moves + 1 + u32::from(!is_first);
        if has_points {
            let points = (first - 1..).zip(new.iter().map(|it| it.points as f64));
            Rc::make_mut(&mut lane.line).extend(points);
        }
        lane.moves += (found.len() as u32).saturating_sub(1);
        if !is_first {
            lane.wanted = lane.resumed.saturating_sub(lane.moves);
        }
        lane.position = found.last().copied();
        lane.cost = None;
        let decide = |it: &AgentPosition| Some((it.board, it.action?));
        let decisions = new.iter().filter_map(decide).collect();
        self.wait(Waiting { worker, round, first: Some(first), decisions });
    }

    fn finished(&mut self, worker: u32, round: u32, games: Vec<PlayedGame>) {
        let Some(lane) = self.lane(worker, round) else { return };
        (lane.current, lane.follows_next) = (None, true);
        let mut waiting = Vec::new();
        for mut game in games {
            let decisions = std::mem::take(&mut game.decisions);
            waiting.push(Waiting { worker, round, first: None, decisions });
            Rc::make_mut(&mut lane.ahead).push_back(game);
        }
        self.count_games();
        waiting.into_iter().for_each(|next| self.wait(next));
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

    /// Lets decisions wait for their exact values, where there are or will be some.
    fn wait(&mut self, next: Waiting) {
        if self.is_compared() && !next.decisions.is_empty() {
            Rc::make_mut(&mut self.waiting).push_back(next);
        }
    }

    /// Takes an answer of the solver.
    pub(super) fn solver_answered(&mut self, answer: Result<SolverAnswer, WorkerError>) {
        if let Ok(SolverAnswer::Solving(layer)) = answer {
            // The passes after the first know how many states there are.
            let is_known = layer.pass > 0 && layer.states_in_all > 0.0;
            let done = if is_known { layer.states / layer.states_in_all } else { 0.0 };
            self.solving = Solving::Running(done);
            return;
        }
        match (answer, self.solver_task.take()) {
            (Ok(SolverAnswer::Solved(solved)), Some(SolverTask::Solve)) => {
                let SolvedGame { valued_game, start_return, .. } = solved;
                let win = valued_game.value(start_return).get();
                self.solving = Solving::Solved(valued_game, win);
                self.inform_optimal();
            }
            (Ok(SolverAnswer::Values(values)), Some(SolverTask::Values(asked))) => {
                self.valued(&asked, &values);
            }
            (
                Ok(SolverAnswer::Played(moves)),
                Some(SolverTask::Optimal { worker, round, seed }),
            ) => self.optimal_game(worker, round, seed, &moves),
            (other, _) => {
                // No decision waits for the solver, nor does a race.
                self.solving = Solving::Failed(reason(other));
                self.waiting = Rc::default();
                self.inform_optimal();
                self.count_games();
            }
        }
    }

    /// The lanes of the optimal policy play if the game is solved.
    fn inform_optimal(&mut self) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.agent == OPTIMAL) {
            lane.state = self.solving.state_of(OPTIMAL);
        }
    }

    fn optimal_game(&mut self, worker: u32, round: u32, seed: Seed, moves: &[OptimalMove]) {
        let (game, mode) = (self.url.game, self.url.mode);
        // The others did not wait for the solver.
        let played = self.furthest();
        let Solving::Solved(valued_game, _) = self.solving else { return };
        let Some(lane) = self.lane(worker, round) else { return };
        let Some(script) = optimal_positions(&game, seed, moves) else {
            lane.state = LaneState::Failed("the solver sent something else".to_owned());
            return;
        };
        if mode == ArenaMode::Watch {
            lane.moves = played.min(script.len().saturating_sub(1) as u32);
            lane.position = script.get(lane.moves as usize).copied();
            lane.cost = Some(MoveCost { chance: 1.0, regret: 0.0 });
            let chance =
                |it: &AgentPosition| Some(valued_game.action_values(it.estimates).value()?.get());
            let chances = (0..).zip(script.iter().map(chance));
            lane.line = Rc::new(chances.filter_map(|(at, it)| Some((at, it?))).collect());
            lane.script = Some(Rc::new(script));
        } else if let Some(last) = script.last() {
            let largest = last.board.largest();
            Rc::make_mut(&mut lane.ahead).push_back(PlayedGame {
                points: last.points,
                largest,
                is_won: game.game().ends_with(largest),
                decisions: Vec::new(),
            });
            Rc::make_mut(&mut lane.losses).push_back(0.0);
            self.count_games();
        }
    }

    /// Takes the exact values of decisions.
    fn valued(&mut self, asked: &Waiting, values: &[BoardValues]) {
        let Solving::Solved(valued_game, _) = self.solving else { return };
        let Some(lane) = self.lane(asked.worker, asked.round) else { return };
        let cost = |(decision, values): (&Decision, &BoardValues)| {
            let values = valued_game.action_values(values.actions);
            let regret = values.regret(decision.1).unwrap_or_default();
            let chance = values.value().map_or(0.0, Value::get);
            (decision.0, MoveCost { chance, regret })
        };
        let costs = asked.decisions.iter().zip(values).map(cost);
        match asked.first {
            Some(first) => lane.add_costs(first, costs),
            None => {
                let loss = costs.map(|(_, cost)| cost.regret).sum();
                Rc::make_mut(&mut lane.losses).push_back(loss);
                lane.count_losses();
            }
        }
    }
}
