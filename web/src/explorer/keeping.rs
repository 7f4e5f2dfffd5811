//! Solutions that are kept for the next visit: which there are, and what is written.

use mdp2048_explorer::{HeldSolution, KeptSolution, is_kept_unasked};
use mdp2048_model::{Game, Values as _};
use yew::Callback;

use crate::message::{KeptMsg, Msg};
use crate::requests::Workers;

/// What the page knows of the kept solutions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Keeping {
    /// The kept solutions by name; `None` before they are listed.
    files: Option<Vec<KeptSolution>>,
    /// Why the page cannot list or remove them.
    problem: Option<String>,
    /// The games whose solutions are being written.
    writing: Vec<Game>,
    /// The games whose solutions could not be written, and why.
    failed: Vec<(Game, String)>,
}

impl Keeping {
    /// Starts to list the kept solutions, now and whenever a page has kept or removed one.
    pub(crate) fn begin(workers: &Workers, on: &Callback<Msg>) -> Self {
        workers.list_kept(on, Vec::new());
        workers.watch_kept(on);
        Self::default()
    }

    /// Whether the kept solutions have been listed.
    pub(crate) const fn is_listed(&self) -> bool {
        self.files.is_some()
    }

    /// The kept solutions.
    pub(crate) fn files(&self) -> &[KeptSolution] {
        self.files.as_deref().unwrap_or_default()
    }

    /// The kept solution of a game.
    pub(crate) fn file(&self, game: &Game) -> Option<KeptSolution> {
        self.files().iter().find(|it| it.game == *game).copied()
    }

    /// Why the page cannot list or remove files.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether the solution of a game is being written.
    pub(crate) fn is_writing(&self, game: &Game) -> bool {
        self.writing.contains(game)
    }

    /// Why the solution of a game could not be written.
    pub(crate) fn failure(&self, game: &Game) -> Option<&str> {
        self.failed.iter().find(|(failed, _)| failed == game).map(|(_, reason)| reason.as_str())
    }

    /// Keeps a solution that has just been computed, unless it is so large that the reader decides.
    pub(crate) fn solved(&mut self, solved: &HeldSolution, workers: &Workers, on: &Callback<Msg>) {
        let file = solved.file();
        let is_known = solved.is_kept || self.file(solved.known.game()).is_some();
        if !is_known && self.problem.is_none() && is_kept_unasked(file.bytes, self.files()) {
            self.write(file, workers, on);
        }
    }

    fn write(&mut self, file: KeptSolution, workers: &Workers, on: &Callback<Msg>) {
        self.failed.retain(|(game, _)| *game != file.game);
        if !self.is_writing(&file.game) {
            self.writing.push(file.game);
            workers.write(on, file);
        }
    }

    /// Forgets what a worker of a game was writing, because it has ended.
    pub(crate) fn freed(&mut self, game: &Game) {
        self.writing.retain(|it| it != game);
    }

    /// Handles what happened. Returns the solution that is to be opened: one that the reader has
    /// chosen, or that of the game when the page has just been loaded.
    pub(crate) fn update(
        &mut self,
        message: KeptMsg,
        game: &Game,
        workers: &Workers,
        on: &Callback<Msg>,
    ) -> Option<KeptSolution> {
        match message {
            KeptMsg::Open(file) => return Some(file),
            KeptMsg::Listed(Ok(files)) => {
                let is_first = self.files.replace(files).is_none();
                self.problem = None;
                return self.file(game).filter(|_| is_first);
            }
            KeptMsg::Listed(Err(reason)) => {
                self.files.get_or_insert_default();
                self.problem = Some(reason);
            }
            KeptMsg::Keep(file) => self.write(file, workers, on),
            KeptMsg::Written(game, written) => {
                let is_expected = self.is_writing(&game);
                self.writing.retain(|it| *it != game);
                match written {
                    Ok(_) => workers.list_kept(on, Vec::new()),
                    Err(reason) if is_expected => self.failed.push((game, reason)),
                    // The solution was freed before it was written.
                    Err(_) => {}
                }
            }
            KeptMsg::Changed => workers.list_kept(on, Vec::new()),
            KeptMsg::Remove(files) => workers.list_kept(on, files),
        }
        None
    }
}
