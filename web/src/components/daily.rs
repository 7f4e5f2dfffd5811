//! The puzzle of the day and its second tab: the page, and a puzzle on pages of others.

use js_sys::Date;
use mdp2048_display::no_break;
use mdp2048_explorer::{
    DailyEvent, DailyMove, DailyRequest, DailyTab, DailyView, Day, DayMark, DayState, Duel,
    ExploreTask, SolverEvent, is_daily_url,
};
use mdp2048_rules::Action;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::{
    Callback, ContextProvider, Html, Properties, TargetCast as _, function_component, html,
    use_node_ref,
};

use super::daily_board::{DailyBoard, GameBoards, read_kept, slide};
use super::focus::use_focus_after;
use super::interval::use_timeout;
use super::moves::{arrow, view_terms};
use super::page::{Page, use_page};
use super::share::share_button;
use super::shown::use_shown;
use super::still_board::view_spawn;
use crate::browser::address;
use crate::browser::keys::has_modifier;
use crate::host::PageHost;

/// The list of puzzles on the site.
const LIST: &str = "embed/daily.txt";

/// For how long the board after a move is shown, in milliseconds.
const SHOWN_MS: u32 = 1400;

/// What sends a task to the worker that solves games. It calls back with each answer.
pub type Solver = Callback<(ExploreTask, Callback<SolverEvent>)>;

/// The properties of [`DailyPage`].
#[derive(Clone, PartialEq, Properties)]
pub struct DailyProps {
    /// What the page offers.
    pub host: PageHost,
    /// What an element on a page of others shows. The page itself follows its address.
    pub embedded: Option<DailyView>,
    /// What solves the games of the second tab, which elements do not have.
    pub solver: Option<Solver>,
}

/// The page, or the element.
#[function_component(DailyPage)]
pub fn daily_page(props: &DailyProps) -> Html {
    let is_page = props.embedded.is_none();
    let open = || {
        let of_address = || DailyView::open(&address::hash(), today());
        props.embedded.clone().unwrap_or_else(of_address)
    };
    let leads_here: fn(&str) -> bool = if is_page { is_daily_url } else { |_| true };
    let loading = || Box::new(loading(props.host.clone(), props.solver.clone())) as _;
    let page = use_page(open, is_page.then_some(leads_here), loading);
    let (view, on) = (page.state(), page.on());
    let look = look(&on);
    let root = use_node_ref();
    // The link to a later day goes on the last one.
    use_focus_after(&root, view.day(), "[data-control=earlier]".to_owned());
    use_shown(leads_here, look.clone());
    use_timeout(view.slid(), SHOWN_MS, &on, DailyEvent::SlideBack);
    let day = view.day();
    html! {
        <ContextProvider<Page<DailyView>> context={page.clone()}>
        <section class="explorer daily" lang="en" dir="ltr" aria-label="Puzzle" ref={root}
            data-day={day.to_string()} data-found={view.is_found().to_string()}>
            if is_page {
                { view_tabs(&view) }
            }
            <div class="notes" role="status">
                if let Some(note) = view.note() {
                    <p class="note" data-note="puzzle">
                        { note }
                        if view.has_failed() {
                            { " " }
                            <button type="button" data-control="retry"
                                onclick={look.reform(|_: MouseEvent| true)}>
                                { "Try again" }
                            </button>
                        }
                    </p>
                }
            </div>
            <div class="daily-puzzle" id="daily-panel"
                role={is_page.then_some("tabpanel")}
                aria-label={is_page.then(|| view.tab().label())}>
                <header>
                    if view.is_of_day() {
                        <p class="hint">
                            { no_break(&format!("{} {}", day.weekday(), view.date_of(day))) }
                        </p>
                    }
                    <h2 data-question="">{ heading(&view) }</h2>
                </header>
                if view.duel().is_some() {
                    <GameBoards key={day.to_string()} />
                    { view_result(&view, props) }
                } else if let Some(board) = view.board() {
                    <DailyBoard key={day.to_string()} {board} {is_page} />
                    { view_moves(&view, &slide(&on)) }
                    { view_result(&view, props) }
                }
                if is_page {
                    { view_days(&view) }
                }
            </div>
        </section>
        </ContextProvider<Page<DailyView>>>
    }
}

/// The tabs. An arrow key chooses the other one.
fn view_tabs(view: &DailyView) -> Html {
    let on_key = Callback::from(|event: KeyboardEvent| {
        if has_modifier(&event) || !matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
            return;
        }
        let list = event.target_unchecked_into::<Element>().parent_element();
        let other = list.and_then(|it| it.query_selector("[aria-selected=false]").ok().flatten());
        if let Some(other) = other.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
            event.prevent_default();
            // It has the focus before it is chosen, so that the next key is its own.
            let _ = other.focus();
            other.click();
        }
    });
    html! {
        <div class="tools" role="tablist" aria-label="Of the day" onkeydown={on_key}>
            { for DailyTab::ALL.into_iter().map(|tab| {
                let is_shown = tab == view.tab();
                html! {
                    <a key={tab.name()} class="button" role="tab" data-control={tab.name()}
                        href={view.url_of_tab(tab)} aria-controls="daily-panel"
                        aria-selected={is_shown.to_string()}
                        tabindex={if is_shown { "0" } else { "-1" }}>
                        { tab.label() }
                    </a>
                }
            }) }
        </div>
    }
}

/// Looks at the calendar, and at what was tried, when the reader sees the page.
fn look(on: &Callback<DailyEvent>) -> Callback<bool> {
    let on = on.clone();
    Callback::from(move |is_shown| {
        if is_shown {
            read_kept(&on);
            on.emit(DailyEvent::Today(today()));
        }
    })
}

/// The question, or why there is none.
fn heading(view: &DailyView) -> String {
    if view.is_future() {
        return "This position opens on its day, which is still to come.".to_owned();
    }
    let question = view.question().as_deref().map(no_break);
    question.unwrap_or_else(|| {
        let is_loading = view.note().is_none();
        if is_loading {
            "Loading the position …"
        } else {
            "There is nothing to show for this day."
        }
        .to_owned()
    })
}

/// The buttons that slide the board: each shows what is known of its move.
fn view_moves(view: &DailyView, on_slide: &Callback<Action>) -> Html {
    let view_move = |it: DailyMove| {
        let action = it.action;
        let grade = it.grade.map(|grade| grade.name());
        html! {
            <button type="button" data-control={action.name()} data-grade={grade}
                title={it.value.map(|value| value.full_text())}
                aria-disabled={(!it.is_allowed).to_string()}
                onclick={on_slide.reform(move |_: MouseEvent| action)}>
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
                if let Some(kept) = it.kept {
                    { " " }<span class="cost">{ no_break(&kept) }</span>
                }
            </button>
        }
    };
    html! {
        <div class="daily-moves" role="group" aria-label="Slide the board">
            { for view.moves().into_iter().map(view_move) }
        </div>
    }
}

/// What the tries were, the streak, and what to do next.
fn view_result(view: &DailyView, props: &DailyProps) -> Html {
    let hint = match view.tab() {
        DailyTab::Puzzle if !view.is_of_day() => "",
        DailyTab::Puzzle => " The first try counts for the streak.",
        DailyTab::Perfection => {
            " Both boards draw the same random numbers. A game that ends on its day counts for the \
             streak."
        }
    };
    let equations = view.duel().and_then(Duel::equations).into_iter().flatten();
    let worst = view.moves().into_iter().filter_map(|it| Some((it.action, it.worst?)));
    let worst: Vec<_> = worst.collect();
    let share =
        |summary: String| share_button(&props.host, summary, &view.shared_url(), String::new);
    html! {
        <div class="daily-result">
            <p role="status" data-result={view.state_text()}>
                if let Some(report) = view.report() {
                    { no_break(&report) }
                } else if !view.is_found() {
                    <span class="hint">{ "Press an arrow or its key, or swipe." }{ hint }</span>
                }
            </p>
            if !view.tried().is_empty() || view.streak() > 0 {
                <p class="daily-score">
                    <span role="img" aria-label={view.state_text()}>
                        { for view.grades().into_iter().flatten().map(|it| html! {
                            <i data-square={it.name()} title={it.name()} />
                        }) }
                    </span>
                    if let Some(streak) = view.streak_text() {
                        <strong data-streak={view.streak().to_string()}>{ streak }</strong>
                    }
                </p>
            }
            { for ["You", "Optimum"].into_iter().zip(equations).map(|(side, terms)| html! {
                <><p><strong>{ side }</strong></p>{ view_terms(&terms) }</>
            }) }
            if !worst.is_empty() {
                <p class="hint">
                    if let Some((_, difficulty)) = view.difficulty() {
                        { format!("This puzzle is {difficulty}. ") }
                    }
                    { "The worst random tile after a move:" }
                </p>
                <div class="spawns">
                    { for worst.into_iter().map(|(action, spawn)| {
                        view_spawn(&spawn, &format!("{}, a {}:", action.name(), spawn.tile))
                    }) }
                </div>
            }
            if let (Some(summary), None) = (view.summary(), &props.embedded) {
                <p class="tools">
                    { share(summary) }
                    if let Some(href) = view.play_on_url() {
                        <a class="button" data-control="play-on" {href}>
                            { "Play on from here, graded" }
                        </a>
                    }
                </p>
            }
        </div>
    }
}

/// The list of days, each of which leads to its puzzle.
fn view_days(view: &DailyView) -> Html {
    let (earlier, later, days) = (view.earlier(), view.later(), view.days());
    let ends = days.first().zip(days.last());
    let view_day = |DayMark { day, state, text }: DayMark| {
        let (kind, mark) = match state {
            DayState::New => ("new", String::new()),
            DayState::Tried(_) => ("tried", "…".to_owned()),
            DayState::Found(moves) => ("found", format!("✓ {moves}")),
        };
        html! {
            <li key={day.to_string()}>
                <a href={view.url_of(day)} title={text.clone()}
                    data-state={kind} aria-current={(day == view.day()).then_some("page")}>
                    <span>{ day.weekday() }</span>
                    <strong aria-hidden="true">{ day.of_month() }</strong>
                    <span class="hidden">{ format!(" {}: {}", view.date_of(day), text) }</span>
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
                    <a class="button" data-control="today" href={view.url_of(view.today())}>
                        { "Today" }
                    </a>
                }
            </p>
        </nav>
    }
}

/// Returns what loads the list of puzzles, and what solves games.
fn loading(
    host: PageHost,
    solver: Option<Solver>,
) -> impl FnMut(DailyRequest, &Callback<DailyEvent>) {
    move |request, on| match request {
        DailyRequest::List => {
            let (on, host) = (on.clone(), host.clone());
            spawn_local(async move {
                let file = host.file(LIST).await;
                let text = |file| String::from_utf8(file).unwrap_or_default();
                on.emit(DailyEvent::List(file.map(text)));
            });
        }
        DailyRequest::Solver(day, task) => {
            if let Some(solver) = &solver {
                solver.emit((task, on.reform(move |it| DailyEvent::Solver(day, it))));
            }
        }
    }
}

/// The day of the reader's calendar.
pub fn today() -> Day {
    let now = Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    Day::of_date(year.into(), month.into(), day.into()).unwrap_or_default()
}
