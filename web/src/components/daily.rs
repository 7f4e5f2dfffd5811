//! The puzzle of the day: the page, and a puzzle on pages of others.

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::Date;
use mdp2048_display::{Arrival, Opened, Storage, no_break};
use mdp2048_explorer::{DailyEvent, DailyMove, DailyView, Day, DayMark, DayState, is_daily_url};
use mdp2048_rules::Action;
use wasm_bindgen_futures::spawn_local;
use web_sys::KeyboardEvent;
use yew::{Callback, Component, Context, Html, NodeRef, Properties, html};

use super::daily_board::DailyBoard;
use super::hands::action_of_key;
use super::moves::arrow;
use super::share::share_button;
use crate::browser::address::{self, AddressFollower};
use crate::browser::keys::{handler, listen_without_focus};
use crate::browser::{keep_text, kept_text, visibility, wants_less_motion};
use crate::host::PageHost;

/// The name by which the browser keeps what was tried.
const KEPT: &str = "mdp2048-daily";

/// The list of puzzles on the site.
const LIST: &str = "embed/daily.txt";

/// For how long the board after a move is shown, in milliseconds.
const SHOWN_MS: u32 = 1400;

/// The properties of [`DailyPage`].
#[derive(Clone, PartialEq, Properties)]
pub struct DailyProps {
    /// What the page offers.
    pub host: PageHost,
    /// What an element on a page of others shows. The page itself follows its address.
    pub embedded: Option<DailyView>,
}

/// The page, or the element.
pub struct DailyPage {
    view: DailyView,
    /// The move after which the board is shown.
    slid: Option<Action>,
    /// The time after which the board before the move is shown again.
    returning: Option<Timeout>,
    /// The element of the board.
    board: NodeRef,
    /// The address of the page; an element has none.
    address: Option<AddressFollower<DailyView>>,
    /// The listener to keys where nothing has the focus, while the best move is not found.
    keys: Option<EventListener>,
    _listeners: [Option<EventListener>; 2],
}

/// A message to the page.
pub enum DailyMsg {
    /// The list of puzzles is there, or cannot be.
    List(Result<String, String>),
    /// The reader has come to another entry of the history.
    Arrived(Arrival),
    /// The day may have changed, or the list is asked for again.
    Look,
    /// The reader slides the board.
    Slide(Action),
    /// Shows the board before the move again.
    Return,
}

impl Component for DailyPage {
    type Message = DailyMsg;
    type Properties = DailyProps;

    fn create(ctx: &Context<Self>) -> Self {
        let embedded = ctx.props().embedded.clone();
        let address = embedded.is_none().then(|| AddressFollower::new(is_daily_url));
        let view = embedded.unwrap_or_else(|| DailyView::open(&address::hash(), today()));
        if view.is_of_day() {
            load(ctx);
        }
        let on_arrival = ctx.link().callback(DailyMsg::Arrived);
        let on_visible = ctx.link().callback(|()| DailyMsg::Look);
        let mut page = Self {
            view,
            slid: None,
            returning: None,
            board: NodeRef::default(),
            address,
            keys: None,
            _listeners: [
                address::listen(move |arrival| on_arrival.emit(arrival)),
                visibility::listen(move || on_visible.emit(())),
            ],
        };
        page.read_kept();
        page
    }

    fn update(&mut self, ctx: &Context<Self>, message: DailyMsg) -> bool {
        match message {
            DailyMsg::List(list) => self.change(DailyEvent::List(list)),
            DailyMsg::Arrived(arrival) => {
                let view = self.view.clone();
                let opened = self.address.as_mut().and_then(|it| it.arrive(&arrival, view));
                match opened {
                    Some(Opened::New(hash) | Opened::Again(hash)) => {
                        self.change(DailyEvent::Open(hash));
                    }
                    Some(Opened::Held(view)) => self.change(DailyEvent::Return(Box::new(view))),
                    None => {}
                }
                return self.update(ctx, DailyMsg::Look);
            }
            DailyMsg::Look => {
                if self.address.is_some() && !is_daily_url(&address::hash()) {
                    return false;
                }
                if self.view.board().is_none() {
                    load(ctx);
                }
                self.slid = None;
                self.change(DailyEvent::Today(today()));
            }
            DailyMsg::Slide(action) => {
                if !self.view.is_found() {
                    self.read_kept();
                    self.change(DailyEvent::Try(action));
                    if self.view.is_of_day() {
                        keep_text(Storage::Local, KEPT, &self.view.kept());
                    }
                }
                let is_allowed = self.view.board().is_some_and(|it| it.slide(action).is_some());
                if self.view.is_found() && is_allowed && !wants_less_motion() {
                    self.slid = Some(action);
                    let link = ctx.link().clone();
                    let back = move || link.send_message(DailyMsg::Return);
                    self.returning = Some(Timeout::new(SHOWN_MS, back));
                }
            }
            DailyMsg::Return => self.slid = None,
        }
        let is_page = ctx.props().embedded.is_none();
        let board = self.board.clone();
        let listen = |on_key| listen_without_focus(move || board.cast(), on_key);
        self.keys = self.on_key(ctx).filter(|_| is_page).and_then(listen);
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let view = &self.view;
        let (day, is_page) = (view.day(), ctx.props().embedded.is_none());
        let slide = ctx.link().callback(DailyMsg::Slide);
        html! {
            <section class="explorer daily" lang="en" dir="ltr" aria-label="Puzzle"
                data-day={day.to_string()} data-found={view.is_found().to_string()}>
                <div class="notes" role="status">
                    if let Some(note) = view.note() {
                        <p class="note" data-note="puzzle">
                            { note }
                            if view.is_not_loaded() {
                                { " " }
                                <button type="button" data-control="retry"
                                    onclick={ctx.link().callback(|_| DailyMsg::Look)}>
                                    { "Try again" }
                                </button>
                            }
                        </p>
                    }
                </div>
                <div class="daily-puzzle">
                    <header>
                        <p class="hint">
                            if view.is_of_day() {
                                { no_break(&format!("{} {}", day.weekday(), view.date_of(day))) }
                            }
                            if let Some((difficulty, cost)) = view.difficulty() {
                                { if view.is_of_day() { " · " } else { "" } }
                                { format!("{} · second-best ", difficulty.name()) }
                                { no_break(&format!("−{cost}")) }
                            }
                        </p>
                        <h2 data-question="">{ self.heading() }</h2>
                    </header>
                    if let Some(board) = view.board() {
                        <DailyBoard {board} key={day.to_string()} slid={self.slid}
                            best={view.best()} wrong={wrong(view)} last={view.last()}
                            on_slide={slide} on_key={self.on_key(ctx)}
                            element={self.board.clone()} />
                        { self.view_moves(ctx) }
                        { self.view_result(ctx) }
                    }
                    if is_page {
                        { view_days(view) }
                    }
                </div>
            </section>
        }
    }
}

impl DailyPage {
    /// The question, or why there is none.
    fn heading(&self) -> String {
        if self.view.is_future() {
            return "This puzzle opens on its day, which is still to come.".to_owned();
        }
        let question = self.view.question().as_deref().map(no_break);
        question.unwrap_or_else(|| {
            let is_loading = self.view.note().is_none();
            if is_loading { "Loading the position …" } else { "There is no puzzle to show." }
                .to_owned()
        })
    }

    /// The buttons that slide the board: each shows what is known of its move.
    fn view_moves(&self, ctx: &Context<Self>) -> Html {
        let view_move = |it: DailyMove| {
            let action = it.action;
            let grade = it.grade.map(|grade| grade.name());
            html! {
                <button type="button" data-control={action.name()} data-grade={grade}
                    title={it.value.map(|value| value.full_text())}
                    aria-disabled={(!it.is_allowed).to_string()}
                    onclick={ctx.link().callback(move |_| DailyMsg::Slide(action))}>
                    <span>
                        <span class="hidden">{ action.name() }</span>
                        <span class="arrow" aria-hidden="true">{ arrow(action) }</span>
                        if let Some(text) = it.text {
                            { " " }<strong>{ no_break(&text) }</strong>
                        }
                    </span>
                    if let Some(grade) = grade {
                        { " " }<span class="grade" data-grade={grade}>{ no_break(grade) }</span>
                    }
                    if let Some(cost) = it.cost {
                        { " " }<span class="cost">{ no_break(&format!("−{cost}")) }</span>
                    }
                </button>
            }
        };
        html! {
            <div class="daily-moves" role="group" aria-label="Slide the board">
                { for self.view.moves().into_iter().map(view_move) }
            </div>
        }
    }

    /// What the tries were, the streak, and what to do next.
    fn view_result(&self, ctx: &Context<Self>) -> Html {
        let (view, moves) = (&self.view, self.view.moves());
        let share = |summary: String| {
            share_button(&ctx.props().host, summary, &view.shared_url(), String::new)
        };
        html! {
            <div class="daily-result">
                <p role="status" data-result={view.state().text()}>
                    if let Some(report) = view.report() {
                        { no_break(&report) }
                    } else {
                        <span class="hint">
                            { "Press an arrow or its key, or swipe." }
                            if view.is_of_day() { { " The first try counts for the streak." } }
                        </span>
                    }
                </p>
                if !view.tried().is_empty() || view.streak() > 0 {
                    <p class="daily-score">
                        <span role="img" aria-label={view.state().text()}>
                            { for view.tried().into_iter().map(|action| {
                                let grade = moves[action.index()].grade;
                                html! { <i data-square={grade.map(|it| it.name())} /> }
                            }) }
                        </span>
                        if let Some(streak) = view.streak_text() {
                            <strong data-streak={view.streak().to_string()}>{ streak }</strong>
                        }
                    </p>
                }
                if let (Some(summary), None) = (view.summary(), &ctx.props().embedded) {
                    <p class="tools">
                        { share(summary) }
                        <a class="button" data-control="play-on" href={view.play_on_url()}>
                            { "Play on from here, graded" }
                        </a>
                    </p>
                }
            </div>
        }
    }

    /// Handles the keys of the board. Arrow keys scroll the page again once the puzzle is solved.
    fn on_key(&self, ctx: &Context<Self>) -> Option<Callback<KeyboardEvent>> {
        let is_open = self.view.board().is_some() && !self.view.is_found();
        is_open.then(|| handler(&ctx.link().callback(DailyMsg::Slide), action_of_key))
    }

    fn change(&mut self, event: DailyEvent) {
        self.view = self.view.clone().after(event);
    }

    /// Reads what was tried before, perhaps in another tab.
    fn read_kept(&mut self) {
        let kept = kept_text(Storage::Local, KEPT).filter(|_| self.view.is_of_day());
        if let Some(kept) = kept {
            self.change(DailyEvent::Kept(kept));
        }
    }
}

/// The moves tried that are not the best.
fn wrong(view: &DailyView) -> Vec<Action> {
    let best = view.best();
    view.tried().into_iter().filter(|&it| Some(it) != best).collect()
}

/// The list of days, each of which leads to its puzzle.
fn view_days(view: &DailyView) -> Html {
    let (earlier, later, days) = (view.earlier(), view.later(), view.days());
    let ends = days.first().zip(days.last());
    let view_day = |DayMark { day, state }: DayMark| {
        let (kind, mark) = match state {
            DayState::New => ("new", String::new()),
            DayState::Tried(_) => ("tried", "…".to_owned()),
            DayState::Found(tries) => ("found", format!("✓ {tries}")),
        };
        html! {
            <li key={day.to_string()}>
                <a href={view.url_of(day)} title={state.text()}
                    data-state={kind} aria-current={(day == view.day()).then_some("page")}>
                    <span>{ day.weekday() }</span>
                    <strong aria-hidden="true">{ day.of_month() }</strong>
                    <span class="hidden">{ format!(" {}: {}", view.date_of(day), state.text()) }</span>
                    <span aria-hidden="true">{ mark }</span>
                </a>
            </li>
        }
    };
    html! {
        <nav class="daily-days" aria-label="Days">
            if let Some((first, last)) = ends {
                <p class="hint">
                    { no_break(&view.date_of(first.day)) }{ " to " }
                    { no_break(&view.date_of(last.day)) }
                </p>
            }
            <ul>{ for days.into_iter().map(view_day) }</ul>
            <p class="tools">
                <a class="button" data-control="earlier" href={view.url_of(earlier)}>
                    { "Earlier" }
                </a>
                if let Some(later) = later {
                    <a class="button" href={view.url_of(later)}>{ "Later" }</a>
                }
                if !view.is_today() {
                    <a class="button" data-control="today" href="#/puzzle">{ "Today" }</a>
                }
            </p>
        </nav>
    }
}

/// Loads the list of puzzles.
fn load(ctx: &Context<DailyPage>) {
    let (link, host) = (ctx.link().clone(), ctx.props().host.clone());
    spawn_local(async move {
        let file = host.file(LIST).await;
        let text = |file| String::from_utf8(file).unwrap_or_default();
        link.send_message(DailyMsg::List(file.map(text)));
    });
}

/// The day of the reader's calendar.
pub fn today() -> Day {
    let now = Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    Day::of_date(year.into(), month.into(), day.into()).unwrap_or_default()
}
