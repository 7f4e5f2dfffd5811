//! A game against the optimal policy: the same first board and the same random tiles.

use mdp2048_display::{GameValue, Measure, capitalised, counted, share};
use mdp2048_model::{Game, Policy as _, Seed, SeededSpawns, Status, Values as _};
use mdp2048_rules::{Action, Board};

use crate::known_values::{KnownValues, game_value};
use crate::line::{LineMove, LineOfPlay};
use crate::view::{Report, ReportTerm, summary_picture};
use mdp2048_review::{Grade, MoveReview, RecordedGame, Review};

/// Two lines of play from one board of a seeded game: that of a person, and that of the optimal
/// policy, which keeps up with it. After the same number of moves, both have drawn the same random
/// numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    game: Game,
    seed: Seed,
    /// The random tiles of the seed that are used before the first board.
    tiles: usize,
    /// The moves of the game before the first board.
    moves: usize,
    /// The moves after which the duel ends, if it does not go on to the end of the game.
    limit: Option<usize>,
    person: LineOfPlay,
    optimum: LineOfPlay,
    known: Option<KnownValues>,
    /// Whether the solution was asked for values, and has not answered.
    is_asked: bool,
}

/// An event of a duel.
#[derive(Clone, Debug)]
pub enum DuelEvent {
    /// The person plays an action.
    Act(Action),
    /// The person takes the last move back.
    Undo,
    /// Both return to the first board.
    Restart,
    /// The game is solved; its values are still to be asked for.
    Solved(KnownValues),
    /// The action values of the boards that were asked for, each in its own frame. After an error,
    /// nothing else is asked for.
    Values(Result<Vec<(Board, [f64; 4])>, String>),
}

/// One side of a duel, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuelSide {
    /// The board.
    pub board: Board,
    /// The moves of the game before it, those before the duel included.
    pub moves: usize,
    /// Whether the game has ended.
    pub status: Status,
    /// The value of the board, if it is known.
    pub value: Option<GameValue>,
}

impl Duel {
    /// A duel from a board of the game of a seed, before which there are `moves` moves and `tiles`
    /// random tiles are used.
    pub fn new(game: Game, seed: Seed, tiles: usize, moves: usize, board: Board) -> Self {
        let [person, optimum] = [LineOfPlay::new(board), LineOfPlay::new(board)];
        let (limit, known, is_asked) = (None, None, false);
        Self { game, seed, tiles, moves, limit, person, optimum, known, is_asked }
    }

    /// The same duel, which ends after so many moves of each side.
    #[must_use]
    pub fn limited_to(self, moves: usize) -> Self {
        Self { limit: Some(moves), ..self }
    }

    /// Applies an event. Returns the boards whose values are asked for then, if there are any.
    pub fn reduce(&mut self, event: DuelEvent) -> Option<Vec<Board>> {
        match event {
            DuelEvent::Act(action) => {
                let step = self.seeded_move(&self.person, action);
                if let Some(step) = step.filter(|_| !self.has_ended()) {
                    self.person.follow(&self.game, step);
                }
            }
            DuelEvent::Undo => self.person.go_to(self.person.at().saturating_sub(1)),
            DuelEvent::Restart => self.person.go_to(0),
            DuelEvent::Solved(known) => (self.known, self.is_asked) = (Some(known), false),
            DuelEvent::Values(Ok(values)) => {
                self.is_asked = false;
                if let Some(known) = &mut self.known {
                    known.insert_all(values);
                }
            }
            DuelEvent::Values(Err(_)) => {}
        }
        self.keep_up();
        let wanted = Some(self.wanted()).filter(|it| !it.is_empty() && !self.is_asked)?;
        self.is_asked = true;
        Some(wanted)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the game is solved.
    pub const fn is_solved(&self) -> bool {
        self.known.is_some()
    }

    /// The boards whose values are needed next.
    fn wanted(&self) -> Vec<Board> {
        let Some(known) = &self.known else { return Vec::new() };
        let mut boards: Vec<Board> =
            (0..=self.person.at()).map(|ply| self.person.board_at(ply)).collect();
        boards.push(self.optimum.board_at(usize::MAX));
        boards.retain(|&board| !known.knows(board));
        boards.dedup();
        boards
    }

    /// The side of the person.
    pub fn person(&self) -> DuelSide {
        self.side(&self.person, self.person.at())
    }

    /// The side of the optimal policy: after as many moves as the person has played; after the last
    /// one if the person's game has ended.
    pub fn optimum(&self) -> DuelSide {
        self.side(&self.optimum, self.optimal_moves())
    }

    /// The grades of the person's moves, as far as they are known.
    pub fn grades(&self) -> Vec<Option<Grade>> {
        let grade = |(ply, step): (usize, &LineMove)| {
            let known = self.known.as_ref()?;
            let values = known.action_values_at(self.person.board_at(ply))?;
            Grade::of(&values, step.action)
        };
        self.person.moves().iter().take(self.person.at()).enumerate().map(grade).collect()
    }

    /// The share of the chance that the person's moves have kept, when all values are known.
    pub fn kept(&self) -> Option<f64> {
        Some(self.reviewed(&self.person)?.1.chances?.kept)
    }

    /// The equation of the result of the person and that of the optimal policy, once the duel is
    /// over and all values are known.
    pub fn equations(&self) -> Option<[Vec<ReportTerm>; 2]> {
        let terms = |line| Some(self.reviewed(line)?.2.terms);
        self.has_ended().then_some([terms(&self.person)?, terms(&self.optimum)?])
    }

    /// What the last move was, in a sentence.
    pub fn report(&self) -> Option<String> {
        let ply = self.person.at().checked_sub(1)?;
        let known = self.known.as_ref()?;
        let board = self.person.board_at(ply);
        let action = self.person.moves().get(ply)?.action;
        let values = known.action_values_at(board)?;
        let name = capitalised(action.name());
        let grade = Grade::of(&values, action)?;
        if grade == Grade::Best {
            return Some(format!("{name}: best."));
        }
        let best = known.advise(board)?.action;
        let chance = values.value()?.get();
        let cost = Measure::of(known.valued_game()).in_words(chance, values.regret(action)?);
        Some(format!("{name}: {}, {cost}. Best was {best}.", grade.name()))
    }

    /// What the person's moves have kept of the chance, in a sentence; what they have cost if the
    /// objective does not count wins.
    pub fn total(&self) -> Option<String> {
        let (_, review, report) = self.reviewed(&self.person)?;
        let moves = review.moves.len();
        let verb = if review.chances.is_some() { "" } else { ":" };
        (moves >= 2).then(|| format!("Your {moves} moves{verb} {}.", report.kept_and_luck))
    }

    /// The person's worst move of several, in a sentence; `None` if there is
    /// only one, or none is known to give something up.
    pub fn worst(&self) -> Option<String> {
        let (_, review, _) = self.reviewed(&self.person)?;
        // The first of the worst moves.
        let moves = review.moves.iter().enumerate().rev();
        let (ply, worst) = moves
            .max_by(|(_, a), (_, b)| a.severity().total_cmp(&b.severity()))
            .filter(|(_, it)| it.grade.is_costly() && review.moves.len() > 1)?;
        let what = match worst.kept {
            Some(kept) => format!("kept {} of the chance", share(kept)),
            None => {
                let measure = Measure::of(self.known.as_ref()?.valued_game());
                format!("cost {}", measure.difference(worst.regret))
            }
        };
        let (number, MoveReview { action, best, .. }) = (self.moves + ply + 1, worst);
        Some(format!("The worst was move {number}, {action}, which {what}; best was {best}."))
    }

    /// What the person can send to others, when all values are known: what their moves have kept,
    /// and how both games stand.
    pub fn summary(&self) -> Option<String> {
        let (_, review, report) = self.reviewed(&self.person)?;
        let moves = counted(review.moves.len() as u64, "move");
        let verb = if review.chances.is_some() { "" } else { ":" };
        Some(format!(
            "2048 on {}, seed {}: I {}; my {moves}{verb} {}. With the same random numbers the \
             optimal policy {}.",
            self.game,
            self.seed,
            end(self.person(), "play on"),
            report.kept_and_luck,
            end(self.optimum(), "plays on"),
        ))
    }

    /// A picture for the same, as an SVG file: what the person's moves have kept, their luck, and
    /// how the optimal policy stands.
    pub fn picture(&self) -> Option<String> {
        let (record, _, report) = self.reviewed(&self.person)?;
        let source = format!("seed {}", self.seed);
        let note = format!("with the same luck, the optimum {}", end(self.optimum(), "plays on"));
        let optimum = Some(self.optimum().board);
        Some(summary_picture(&record, &report, Some(&source), optimum, &note))
    }

    /// The review of the moves of a side, when all values are known.
    fn reviewed(&self, line: &LineOfPlay) -> Option<(RecordedGame, Review, Report)> {
        let known = self.known.as_ref()?;
        let played = line.moves().iter().take(line.at()).enumerate();
        let moves: Vec<_> = played.map(|(ply, it)| (line.board_at(ply), it.action)).collect();
        let record = RecordedGame::new(&self.game, &moves, line.board()).ok()?;
        let review = Review::of(known, &record).ok()?;
        let report = Report::new(known.valued_game(), &record, &review);
        Some((record, review, report))
    }

    /// The actions of the person, the first letter of each.
    pub fn actions(&self) -> String {
        let played = &self.person.moves()[..self.person.at()];
        played.iter().filter_map(|step| step.action.name().chars().next()).collect()
    }

    /// How both games have ended, or what chances they have at the end of the duel, in a sentence;
    /// `None` before that, and as long as a chance at the end of the duel is not known.
    pub fn verdict(&self) -> Option<String> {
        let end = |side: DuelSide| {
            let moves = counted(side.moves as u64, "move");
            Some(match (side.status, self.limit) {
                (Status::Won, _) => format!("has won after {moves}"),
                (Status::Lost, _) => format!("has lost after {moves}"),
                (Status::Playing, None) => "plays on".to_owned(),
                (Status::Playing, Some(limit)) => {
                    let value = side.value.filter(|_| side.moves - self.moves == limit)?;
                    format!("has a chance of {} after {moves}", value.text())
                }
            })
        };
        let you = end(self.person())?.replacen("has", "have", 1);
        let optimum = end(self.optimum())?;
        self.has_ended().then(|| format!("You {you}; the optimal policy {optimum}."))
    }

    /// Whether the person's game has ended, or the moves of the duel are played.
    pub fn has_ended(&self) -> bool {
        self.limit == Some(self.person.at())
            || self.game.status(self.person.board()) != Status::Playing
    }

    /// How many moves the optimal policy plays, unless its game ends before.
    fn optimal_moves(&self) -> usize {
        let to_the_end = self.limit.unwrap_or(usize::MAX);
        if self.has_ended() { to_the_end } else { self.person.at() }
    }

    fn side(&self, line: &LineOfPlay, moves: usize) -> DuelSide {
        let moves = moves.min(line.moves().len());
        let board = line.board_at(moves);
        let status = self.game.status(board);
        let value = game_value(&self.game, self.known.as_ref(), board);
        DuelSide { board, moves: self.moves + moves, status, value }
    }

    /// Plays for the optimal policy as far as its values are known, until it has played as many
    /// moves as the person, or to its end if the person's game has ended.
    fn keep_up(&mut self) {
        while self.optimum.moves().len() < self.optimal_moves() {
            match self.optimal_move() {
                Some(step) if self.optimum.follow(&self.game, step) => {}
                _ => return,
            }
        }
    }

    /// The next move of the optimal policy, if its values are known.
    fn optimal_move(&self) -> Option<LineMove> {
        let advice = self.known.as_ref()?.advise(self.optimum.board())?;
        self.seeded_move(&self.optimum, advice.action)
    }

    /// The move of an action from the board of a line, with the next random tile of the seed.
    fn seeded_move(&self, line: &LineOfPlay, action: Action) -> Option<LineMove> {
        let result = self.game.act(line.board(), action)?;
        let mut spawns = SeededSpawns::new(self.seed);
        spawns.skip(self.tiles + line.at());
        Some(LineMove { action, next: spawns.spawn(&self.game, result.after) })
    }
}

/// How a side has ended, or `playing`.
const fn end(side: DuelSide, playing: &'static str) -> &'static str {
    match side.status {
        Status::Won => "won",
        Status::Lost => "lost",
        Status::Playing => playing,
    }
}

#[cfg(test)]
mod tests {
    use mdp2048_model::{PlainSolution, Replay, Values as _};
    use mdp2048_rules::{CanonicalState, Shape};

    use super::*;

    const SEED: u32 = 20;

    struct Played {
        solution: PlainSolution,
        duel: Duel,
    }

    impl Played {
        fn new() -> Self {
            let game = Game::reach(Shape::TWO_BY_TWO, 16).unwrap();
            let solution = PlainSolution::solve(&game);
            let board = SeededSpawns::new(SEED.into()).start(&game);
            let duel = Duel::new(game, SEED.into(), 2, 0, board);
            let known = KnownValues::new(*solution.valued_game(), solution.start_return());
            Self { solution, duel }.after(DuelEvent::Solved(known))
        }

        /// Applies an event, and answers what the duel asks for.
        fn after(mut self, event: DuelEvent) -> Self {
            let mut asked = self.duel.reduce(event);
            while let Some(boards) = asked {
                // The player goes on meanwhile: nothing is asked for twice.
                assert_eq!(self.duel.clone().reduce(DuelEvent::Undo), None);
                let answers = boards.into_iter().map(|board| {
                    let (state, symmetry) = CanonicalState::of(board);
                    let values = self.solution.action_values(state).map(|it| it.before(symmetry));
                    let returns = values.map_or([None; 4], |it| it.expected_returns());
                    (board, returns.map(|it| it.unwrap_or(f64::NAN)))
                });
                let answers = answers.collect();
                asked = self.duel.reduce(DuelEvent::Values(Ok(answers)));
            }
            self
        }
    }

    #[test]
    fn the_optimal_side_is_the_replay_of_the_seed() {
        let mut played = Played::new();
        let replay = Replay::play(played.duel.game(), &played.solution, SEED.into());
        for (moves, board) in replay.boards().enumerate() {
            assert_eq!(played.duel.optimum().board, board);
            assert_eq!(played.duel.person().board, board);
            assert_eq!(played.duel.person().moves, moves);
            assert_eq!(played.duel.person().value, played.duel.optimum().value);
            let advice = played.solution.advise(board);
            let Some(advice) = advice else { break };
            played = played.after(DuelEvent::Act(advice.action));
            assert!(played.duel.report().unwrap().ends_with(": best."));
        }
        assert_eq!(played.duel.person().status, Status::Lost);
        let total =
            format!("Your {} moves kept 100 % of the chance; luck took it.", replay.steps.len());
        assert_eq!(played.duel.total(), Some(total));
        assert_eq!(played.duel.worst(), None);
        let moves = replay.steps.len();
        let verdict = format!(
            "You have lost after {moves} moves; the optimal policy has lost after {moves} moves."
        );
        assert_eq!(played.duel.verdict(), Some(verdict));
    }

    #[test]
    fn the_chances_kept_are_those_of_a_review() {
        let mut played = Played::new();
        let mut moves = Vec::new();
        while played.duel.person().status == Status::Playing {
            let board = played.duel.person().board;
            let allowed = Action::ALL.into_iter().rfind(|&it| board.slide(it).is_some());
            moves.push((board, allowed.unwrap()));
            played = played.after(DuelEvent::Act(allowed.unwrap()));
        }
        let game = *played.duel.game();
        let record = RecordedGame::new(&game, &moves, played.duel.person().board).unwrap();
        let review = Review::of(&played.solution, &record).unwrap();
        // The shares that the moves keep are multiplied, so that no game loses more than all chances.
        let kept: f64 = review.moves.iter().filter_map(|it| it.kept).product();
        assert!(kept > 0.0 && kept < 1.0);
        let total = played.duel.total().unwrap();
        let begin = format!("Your {} moves kept {} of the chance; luck", moves.len(), share(kept));
        assert!(total.starts_with(&begin), "{total}");
        let shares = || review.moves.iter().filter_map(|it| it.kept);
        let least = shares().fold(1.0, f64::min);
        let at = shares().position(|it| it == least).unwrap();
        let worst = played.duel.worst().unwrap();
        let begin = format!("The worst was move {}, {}, which kept ", at + 1, moves[at].1);
        assert!(least < 1.0 && worst.starts_with(&begin), "{worst}");
        let summary = played.duel.summary().unwrap();
        let begin = format!(
            "2048 on 2x2 to 16, seed {SEED}: I lost; my {} moves kept {} of the chance; luck",
            moves.len(),
            share(kept)
        );
        assert!(summary.starts_with(&begin), "{summary}");
        let letters: String = moves.iter().map(|(_, action)| &action.name()[..1]).collect();
        assert_eq!(played.duel.actions(), letters);
        let picture = played.duel.picture().unwrap();
        let report = Report::new(played.solution.valued_game(), &record, &review);
        let shown = [
            format!("2x2 to 16, seed {SEED}<"),
            format!(">{}<", report.headline.text),
            format!("the optimum {}<", summary.rsplit(' ').next().unwrap().trim_end_matches('.')),
        ];
        for text in shown {
            assert!(picture.contains(&text), "{text} in {picture}");
        }
        // The optimal policy has played on to its end.
        assert!(played.duel.optimum().status != Status::Playing);
        assert!(played.duel.verdict().is_some());

        let undone = played.after(DuelEvent::Undo);
        assert_eq!(undone.duel.person().status, Status::Playing);
        assert_eq!(undone.duel.verdict(), None);
        assert_eq!(undone.duel.optimum().moves, undone.duel.person().moves);
        let first = undone.after(DuelEvent::Restart).duel;
        assert_eq!(first.person(), first.optimum());
    }

    #[test]
    fn without_values_a_person_can_play() {
        let played = Played::new();
        let (game, board) = (*played.duel.game(), played.duel.person().board);
        let mut duel = Duel::new(game, SEED.into(), 2, 5, board);
        assert_eq!(duel.reduce(DuelEvent::Act(Action::Up)), None);
        assert!(!duel.is_solved());
        assert_eq!((duel.person().moves, duel.optimum().moves), (6, 5));
        assert_eq!((duel.report(), duel.total(), duel.person().value), (None, None, None));
        assert_eq!((duel.summary(), duel.picture(), duel.actions().as_str()), (None, None, "u"));
        // A solution that has ended is asked for nothing else.
        let known = KnownValues::new(*played.solution.valued_game(), 0.5);
        assert!(
            duel.reduce(DuelEvent::Solved(known)).is_some_and(|boards| boards.contains(&board))
        );
        for event in [DuelEvent::Values(Err("it has ended".to_owned())), DuelEvent::Restart] {
            assert_eq!(duel.reduce(event), None);
        }
    }

    #[test]
    fn a_limited_duel_has_no_verdict_before_its_values_are_known() {
        let game = Game::reach("2x2".parse().unwrap(), 16).unwrap();
        let board: Board = "2 0/0 2".parse().unwrap();
        let mut duel = Duel::new(game, SEED.into(), 0, 0, board).limited_to(1);
        let _ = duel.reduce(DuelEvent::Act(Action::Left));
        assert!(duel.has_ended());
        assert_eq!(duel.verdict(), None);
    }

    #[test]
    fn a_limited_duel_ends_after_its_moves() {
        let played = Played::new();
        let (duel, limit) = (played.duel.clone().limited_to(3), 3);
        let mut played = Played { duel, ..played };
        for moves in 0..limit + 2 {
            assert_eq!(played.duel.person().moves, moves.min(limit));
            assert_eq!(played.duel.has_ended(), moves >= limit);
            assert_eq!(played.duel.verdict().is_some(), moves >= limit);
            let board = played.duel.person().board;
            let action = Action::ALL.into_iter().rfind(|&it| board.slide(it).is_some());
            played = played.after(DuelEvent::Act(action.unwrap()));
        }
        let (person, optimum) = (played.duel.person(), played.duel.optimum());
        assert_eq!((optimum.moves, person.status), (limit, Status::Playing));
        let chance =
            |side: DuelSide| format!("a chance of {} after 3 moves", side.value.unwrap().text());
        let verdict =
            format!("You have {}; the optimal policy has {}.", chance(person), chance(optimum));
        assert_eq!(played.duel.verdict(), Some(verdict));
        // The best moves keep all; what is left is luck.
        let [yours, its] = played.duel.equations().unwrap();
        assert_eq!((its[1].number, yours[1].number), (1.0, played.duel.kept().unwrap()));
        assert_eq!(yours[0], its[0]);
        assert_eq!(
            (yours[3].number, its[3].number),
            (person.value.unwrap().value(), optimum.value.unwrap().value())
        );
        assert_eq!(played.duel.grades().len(), limit);
        assert!(played.after(DuelEvent::Undo).duel.equations().is_none());
    }
}
