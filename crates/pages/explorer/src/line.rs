//! A line of play: a first board, the moves from there on, and the board that is shown.

use std::rc::Rc;

use mdp2048_model::{Game, Status};
use mdp2048_rules::{Action, Board, Exponent};

use mdp2048_review::{RecordedGame, leads_to};

/// The longest line, longer than any game that fits on a page.
const LONGEST: usize = 20_000;

/// A move of a line: the action, and the board after the random tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineMove {
    /// The action.
    pub action: Action,
    /// The next board.
    pub next: Board,
}

/// Boards and moves, of which one board is shown. The moves after that board can be redone.
#[derive(Clone, Debug, PartialEq)]
pub struct LineOfPlay {
    first: Board,
    moves: Rc<Vec<LineMove>>,
    at: usize,
}

impl LineOfPlay {
    /// A line without moves.
    pub fn new(first: Board) -> Self {
        Self { first, moves: Rc::default(), at: 0 }
    }

    /// The line of a recorded game; its first board is shown.
    pub fn of(record: &RecordedGame) -> Self {
        let of_record = record.moves().iter();
        let moves = of_record.map(|it| LineMove { action: it.action, next: it.next });
        Self { first: record.first(), moves: Rc::new(moves.collect()), at: 0 }
    }

    /// The first board.
    pub const fn first(&self) -> Board {
        self.first
    }

    /// All moves.
    pub fn moves(&self) -> &[LineMove] {
        &self.moves
    }

    /// The number of moves before the board that is shown.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The board after a number of moves.
    pub fn board_at(&self, ply: usize) -> Board {
        match ply.min(self.moves.len()) {
            0 => self.first,
            ply => self.moves[ply - 1].next,
        }
    }

    /// The board that is shown.
    pub fn board(&self) -> Board {
        self.board_at(self.at)
    }

    /// Shows the board after a number of moves, or the last one.
    pub fn go_to(&mut self, ply: usize) {
        self.at = ply.min(self.moves.len());
    }

    /// Plays a move from the board that is shown. Other moves that followed it are dropped.
    /// Returns false if the rules of the game do not allow the move.
    pub fn follow(&mut self, game: &Game, step: LineMove) -> bool {
        if self.moves.get(self.at) == Some(&step) {
            self.at += 1;
            return true;
        }
        let board = self.board();
        let result = game.act(board, step.action);
        let is_allowed = game.status(board) == Status::Playing
            && result.is_some_and(|it| leads_to(game, &it, step.next));
        if is_allowed && self.at < LONGEST {
            let moves = Rc::make_mut(&mut self.moves);
            moves.truncate(self.at);
            moves.push(step);
            self.at += 1;
        }
        is_allowed
    }

    /// The points of the moves before the board that is shown.
    pub fn points(&self, game: &Game) -> u32 {
        let moves = self.moves[..self.at].iter().enumerate();
        let results = moves.filter_map(|(ply, it)| game.act(self.board_at(ply), it.action));
        results.map(|result| result.points).sum()
    }

    /// The line as a recorded game, up to the last move.
    pub fn record(&self, game: &Game) -> Option<RecordedGame> {
        let boards = (0..self.moves.len()).map(|ply| self.board_at(ply));
        let moves: Vec<_> = boards.zip(self.moves.iter().map(|it| it.action)).collect();
        RecordedGame::new(game, &moves, self.board_at(self.moves.len())).ok()
    }

    /// The moves as text: for each the first letter of the action, the cell of the random tile as
    /// a hexadecimal digit, and its face, such as `l32`. A winning move without a random tile has
    /// the digits `00`.
    pub fn text(&self) -> String {
        let moves = self.moves.iter().enumerate();
        moves
            .map(|(ply, step)| {
                let letter = &step.action.name()[..1];
                let (cell, tile) = self.spawn_at(ply).unwrap_or((0, Exponent::EMPTY));
                format!("{letter}{cell:x}{tile}")
            })
            .collect()
    }

    /// The cell and the tile that appeared after the move with this index.
    pub fn spawn_at(&self, ply: usize) -> Option<(usize, Exponent)> {
        let step = self.moves.get(ply)?;
        let after = self.board_at(ply).slide(step.action)?.after.board();
        let cell = (0..after.shape().cells()).find(|&it| after.tile(it) != step.next.tile(it))?;
        Some((cell, step.next.tile(cell)))
    }

    /// Reads moves as [`LineOfPlay::text`] writes them, up to the first that cannot be played.
    /// Returns the line, which shows its last board, and whether all of the text was read.
    pub fn parse(game: &Game, first: Board, text: &str) -> (Self, bool) {
        let mut line = Self::new(first);
        let letters: Vec<char> = text.chars().take(3 * LONGEST).collect();
        for step in letters.chunks(3) {
            let Some(step) = parse_move(game, line.board(), step) else { return (line, false) };
            if !line.follow(game, step) {
                return (line, false);
            }
        }
        (line, true)
    }
}

fn parse_move(game: &Game, board: Board, letters: &[char]) -> Option<LineMove> {
    let &[action, cell, face] = letters else { return None };
    let action = action.to_string().parse().ok()?;
    let cell = cell.to_digit(16)? as usize;
    let tile = Exponent::from_face(face.to_digit(10)?).ok()?;
    let result = game.act(board, action)?;
    let after = result.after.board();
    let is_free = cell < board.shape().cells() && after.tile(cell).is_empty();
    let next = match is_free.then(|| result.after.place(cell, tile)).flatten() {
        // Older links have the digits 02 for no tile, also where cell 0 is taken.
        None if result.wins && cell == 0 => after,
        next => next?,
    };
    Some(LineMove { action, next })
}
