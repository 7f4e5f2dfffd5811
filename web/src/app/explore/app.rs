//! The page: its state, its workers and its address.

use gloo::events::EventListener;
use mdp2048_display::Opened;
use mdp2048_explorer::{Exploration, ExploreEvent, GameNeed, Mode, is_explore_url, policy_file};
use mdp2048_model::{Game, Values as _};
use web::browser::address::{self, AddressFollower};
use web::host::PageHost;
use yew::{Callback, Component, Context, Html, Properties, html};

use super::agent::AgentOfBoard;
use super::difficulty_panel::DifficultyPanel;
use super::estimates_panel::EstimatesPanel;
use super::formation_panel::FormationPanel;
use super::game_form::Rules;
use super::job::{Job, Mapping};
use super::keys;
use super::line_panel::MoveList;
use super::message::Msg;
use super::next_panel::NextPanel;
use super::pasting;
use super::position_panel::{PositionPanel, PositionTools};
use super::requests::Workers;
use super::review_panel::ReviewPanel;
use super::shared::SharedView;
use super::solutions_panel::SolutionsPanel;
use super::solve_panel::SolvePanel;
use super::unasked::UnaskedGames;
use super::values_panel::ValuesPanel;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct AppProps {
    pub(crate) host: PageHost,
}

/// The page.
pub(crate) struct App {
    view: SharedView,
    workers: Workers,
    agent: AgentOfBoard,
    /// Whether the page is shown, and not another one of the site.
    is_shown: bool,
    /// Whether the solver has been downloaded.
    has_solver: bool,
    /// What the game needs, with the number of the estimate.
    need: Option<(Game, u32, GameNeed)>,
    job: Option<Job>,
    mapping: Option<Mapping>,
    unasked: UnaskedGames,
    /// Why the last solve failed.
    failure: Option<String>,
    /// The game whose policy file could not be loaded.
    not_loaded: Option<Game>,
    is_asking: bool,
    address: AddressFollower<SharedView>,
    /// Whether the reader has changed something since the address was opened.
    is_changed: bool,
    _listeners: [Option<EventListener>; 2],
}

impl Component for App {
    type Message = Msg;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let link = ctx.link().clone();
        let view = Exploration::open(&address::hash());
        let mut app = Self {
            view: SharedView::new(view),
            workers: Workers::new(ctx.props().host.clone()),
            agent: AgentOfBoard::new(ctx.props().host.clone()),
            is_shown: true,
            has_solver: false,
            need: None,
            job: None,
            mapping: None,
            unasked: UnaskedGames::default(),
            failure: None,
            not_loaded: None,
            is_asking: false,
            address: AddressFollower::new(is_explore_url),
            is_changed: false,
            _listeners: [
                address::listen(move |arrival| link.send_message(Msg::Arrived(arrival))),
                pasting::listen(ctx.link().callback(Msg::Pasted)),
            ],
        };
        app.request(ctx);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, message: Msg) -> bool {
        match message {
            Msg::Event(event) => {
                self.failure = None;
                self.change_by_reader(event);
            }
            Msg::Arrived(arrival) => {
                self.is_shown = is_explore_url(&address::hash());
                if !self.is_shown {
                    self.free_unasked();
                }
                let event = match self.address.arrive(&arrival, self.view.clone()) {
                    Some(Opened::New(hash)) => Some(ExploreEvent::OpenUrl(hash)),
                    Some(Opened::Again(hash)) => {
                        (hash != self.view.url()).then_some(ExploreEvent::OpenUrl(hash))
                    }
                    Some(Opened::Held(view)) => {
                        Some(ExploreEvent::Return(Box::new(Exploration::clone(&view))))
                    }
                    None => None,
                };
                if let Some(event) = event {
                    self.is_changed = false;
                    self.change(event);
                }
            }
            Msg::Pasted(text) => {
                if !self.is_shown || self.view.mode() == Mode::Play {
                    return false;
                }
                self.change_by_reader(ExploreEvent::ReadBoard(vec![text]));
            }
            Msg::Solve => {
                self.failure = None;
                let game = *self.view.game();
                let (need, is_single) = match &self.need {
                    Some((_, _, GameNeed::Known(need))) => (need, false),
                    Some((_, _, GameNeed::OnlySingle(need, _))) => (need, true),
                    _ => return false,
                };
                if self.job.is_none() {
                    let states = need.states();
                    self.job = self.workers.solve(&to_page(ctx), game, is_single, states);
                }
            }
            Msg::Cancel => {
                self.workers.cancel();
                if let Some(job) = self.job.take() {
                    self.unasked.leave(job.game);
                }
                self.need = None;
            }
            Msg::Free(game) => {
                self.unasked.leave(game);
                self.workers.free(&game);
                self.change(ExploreEvent::Forget(game));
            }
            Msg::LoadAgain(game) => {
                (self.failure, self.not_loaded) = (None, None);
                self.unasked.allow(&game);
            }
            Msg::Estimate => self.need = None,
            Msg::Estimated(id, found) => {
                self.has_solver |= !matches!(found, GameNeed::Failed(_));
                match &mut self.need {
                    Some((_, latest, need)) if *latest == id => *need = found,
                    _ => return false,
                }
            }
            Msg::Ended(solver) => {
                self.workers.forget(&solver);
                return false;
            }
            Msg::Progress(id, progress) => match &mut self.job {
                Some(job) if job.id == id => job.progress = progress,
                _ => return false,
            },
            Msg::Solved(id, solved) => {
                if self.job.as_ref().is_none_or(|job| job.id != id) {
                    return false;
                }
                let Some(job) = self.job.take() else { return false };
                if solved.is_err() {
                    self.unasked.leave(job.game);
                }
                match &*solved {
                    Ok(solved) => {
                        self.workers.keep(job.game);
                        self.change(ExploreEvent::Solved(solved.clone()));
                    }
                    Err(error) => {
                        self.workers.cancel();
                        let (game, done) =
                            (job.game, if job.is_file { "loaded" } else { "solved" });
                        self.not_loaded = job.is_file.then_some(game);
                        self.failure = Some(format!("{game} could not be {done}: {error}."));
                    }
                }
            }
            Msg::Answered(worker, values) => {
                self.is_asking = false;
                match values {
                    Ok(values) => self.change(ExploreEvent::Values(worker, values)),
                    Err(reason) => {
                        if let Some(game) = self.view.held_by(worker) {
                            self.unasked.leave(game);
                            self.workers.free(&game);
                        }
                        self.change(ExploreEvent::Lost(worker, reason));
                    }
                }
            }
            Msg::Map => {
                self.failure = None;
                if let Some(solved) = self.view.solution() {
                    let valued_game = *solved.known.valued_game();
                    self.mapping = self.workers.map(&to_page(ctx), valued_game);
                }
            }
            Msg::StopMap => {
                if let Some(mapping) = self.mapping.take() {
                    self.workers.stop_map(&mapping);
                }
            }
            Msg::MapProgress(id, done) => match &mut self.mapping {
                Some(mapping) if mapping.id == id => mapping.done = done,
                _ => return false,
            },
            Msg::Mapped(id, map) => {
                // A computation that was stopped, or replaced by another, is rejected.
                let Some(mapping) = self.mapping.take_if(|it| it.id == id) else { return false };
                match map {
                    Ok(map) => self.change(ExploreEvent::Mapped(map)),
                    Err(error) if self.workers.of(&mapping.game).is_some() => {
                        self.failure = Some(format!("The map could not be computed: {error}."));
                    }
                    Err(_) => {}
                }
            }
            Msg::Agent(message) => {
                let found = self.agent.update(message);
                if !found.is_empty() {
                    self.change(ExploreEvent::Estimates(found));
                }
            }
        }
        self.write_address();
        self.request(ctx);
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let view = &self.view;
        let on = ctx.link().callback(Msg::Event);
        let send = |message: fn() -> Msg| ctx.link().callback(move |()| message());
        let need = self.need.as_ref().map_or(GameNeed::Unknown, |(_, _, need)| need.clone());
        let mapping = self.mapping.clone().filter(|it| it.game == *view.game());
        let has_map = view.solution().is_some_and(|it| it.known.file_error().is_none());
        let (state, mode) = (view.board().hex(), view.mode());
        html! {
            <section class="explorer" lang="en" dir="ltr" onkeydown={keys::of_page(view, &on)}
                data-board={state} data-game={view.game().name()}
                data-solved={view.solution().is_some().to_string()}
                data-mode={if mode == Mode::Play { "play" } else { "edit" }}>
                <div class="notes" role="status">
                    { for view.notes().chain(self.failure.clone()).map(|note| html! {
                        <p class="note" data-note="explore">{ note }</p>
                    }) }
                    if let Some(game) = self.not_loaded.filter(|game| game == view.game()) {
                        <p>
                            <button type="button" data-control="load-again"
                                onclick={ctx.link().callback(move |_| Msg::LoadAgain(game))}>
                                { format!("Load the values of {game} again") }
                            </button>
                        </p>
                    }
                </div>
                <div class="columns">
                    <div class="column">
                        <PositionPanel view={view.clone()} on={on.clone()} />
                        <PositionTools view={view.clone()} on={on.clone()} />
                    </div>
                    <div class="column">
                        if view.is_estimated() {
                            <EstimatesPanel view={view.clone()} on={on.clone()}
                                state={self.agent.state().clone()}
                                on_agent={ctx.link().callback(Msg::Agent)} />
                        } else {
                            <ValuesPanel view={view.clone()} on={on.clone()} />
                        }
                        <FormationPanel view={view.clone()} on={on.clone()} />
                        <div class="answers">
                            <SolvePanel view={view.clone()} {need} job={self.job.clone()}
                                has_solver={self.has_solver} on_solve={send(|| Msg::Solve)}
                                on_cancel={send(|| Msg::Cancel)}
                                on_estimate={send(|| Msg::Estimate)} />
                            if view.shows_values() {
                                <NextPanel view={view.clone()} on={on.clone()} />
                            }
                        </div>
                        <div class="record">
                            <MoveList view={view.clone()} on={on.clone()} />
                            <ReviewPanel view={view.clone()} on={on.clone()}
                                host={ctx.props().host.clone()} />
                        </div>
                        <div class="folds">
                            <Rules view={view.clone()} on={on.clone()} />
                            <SolutionsPanel view={view.clone()} on={on.clone()}
                                on_free={ctx.link().callback(Msg::Free)} />
                            if has_map {
                                <DifficultyPanel view={view.clone()} {mapping} on={on.clone()}
                                    on_map={send(|| Msg::Map)}
                                    on_stop={send(|| Msg::StopMap)} />
                            }
                        </div>
                    </div>
                </div>
            </section>
        }
    }
}

/// Sends messages to the page.
fn to_page(ctx: &Context<App>) -> Callback<Msg> {
    ctx.link().callback(|message| message)
}

impl App {
    fn change(&mut self, event: ExploreEvent) {
        self.view = SharedView::new(Exploration::clone(&self.view).after(event));
    }

    fn change_by_reader(&mut self, event: ExploreEvent) {
        let before = self.view.clone();
        self.change(event);
        self.is_changed = true;
        if self.view.landmarks() != before.landmarks() {
            self.address.begin_entry(before);
        }
    }

    /// Asks for what the page needs and does not have.
    fn request(&mut self, ctx: &Context<Self>) {
        let game = *self.view.game();
        if self.need.as_ref().is_none_or(|(known, ..)| *known != game) {
            let is_estimated = self.view.is_estimated();
            let estimate = || self.workers.estimate(&to_page(ctx), game);
            let id = (!is_estimated).then(estimate).unwrap_or_default();
            self.need = Some((game, id, GameNeed::Unknown));
        }
        self.work_unasked(ctx);
        self.agent.request(&self.view, self.is_shown, &to_page(ctx));
        if !self.is_asking {
            let wanted = self.view.wanted();
            let held = self.view.solution().filter(|_| !wanted.is_empty());
            let ask = |held| self.workers.ask(&to_page(ctx), held, wanted);
            self.is_asking = held.is_some_and(ask);
        }
    }

    /// Solves a small game before the reader has pressed a button, or loads the policy file of a
    /// larger one.
    fn work_unasked(&mut self, ctx: &Context<Self>) {
        let game = *self.view.game();
        // A solve that nobody has asked for ends when another game is chosen.
        if let Some(job) = self.job.take_if(|job| job.is_unasked && job.game != game) {
            self.workers.cancel();
            self.unasked.forget(&job.game);
        }
        let is_wanted = self.is_shown && self.view.solution().is_none();
        let is_left = self.unasked.is_left(&game);
        if !is_wanted || is_left || self.job.is_some() || self.view.is_estimated() {
            return;
        }
        let Some((_, _, need)) = &self.need else { return };
        match need {
            GameNeed::Unknown => return,
            GameNeed::Known(need) if need.is_solved_unasked(self.view.is_linked()) => {
                if !ctx.props().host.may_work_unasked() {
                    return;
                }
                let job = self.workers.solve(&to_page(ctx), game, false, need.states());
                self.job = job.map(|job| Job { is_unasked: true, ..job });
            }
            _ => {
                let Some(file) = policy_file(&game) else { return };
                self.job = self.workers.load(&to_page(ctx), game, file);
            }
        }
        self.free_unasked();
        self.unasked.add(game);
    }

    /// Frees solutions that nobody has asked for and that are not shown, but for a few bytes.
    fn free_unasked(&mut self) {
        for freed in self.unasked.to_free(self.view.solved()) {
            self.workers.free(&freed);
            self.unasked.forget(&freed);
            self.change(ExploreEvent::Forget(freed));
        }
    }

    /// Writes the address. One with problems stays until the reader changes something.
    fn write_address(&mut self) {
        let is_written = self.is_changed && !self.view.has_problems();
        self.address.show(is_written.then(|| self.view.url()));
    }
}
