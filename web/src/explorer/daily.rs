//! The puzzle of a day: what is loaded for it, and what the reader has tried.

use mdp2048_display::no_break;
use mdp2048_explorer::{Exploration, ExploreEvent};
use mdp2048_rules::Action;
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, Properties, function_component, html};

use crate::fields::button;
use crate::message::Msg;
use crate::share::Share;
use crate::shared::SharedView;
use crate::solver::SolverHost;

/// What is under way for the puzzles of days.
#[derive(Default)]
pub(crate) struct DailyLoads {
    /// The date of the puzzle that is being loaded: `2026-11-26` or `today`.
    loading: Option<String>,
    /// Whether it is kept that the puzzle on the page was solved.
    is_kept: bool,
}

impl DailyLoads {
    /// Loads the puzzle that a link asks for, and keeps that the reader has solved one.
    pub(crate) fn request(&mut self, view: &Exploration, host: &SolverHost, on: &Callback<Msg>) {
        if let Some(date) = view.asked_daily().filter(|_| self.loading.is_none()) {
            self.load(date, host, on);
        }
        let Some(daily) = view.daily() else { return };
        if daily.is_found && !self.is_kept {
            let (host, on) = (host.clone(), on.clone());
            let (date, tries) = (daily.puzzle.date.clone(), daily.tries());
            spawn_local(async move {
                if let Some(streak) = host.puzzle_found(&date, tries).await {
                    on.emit(Msg::Event(ExploreEvent::Streak(streak)));
                }
            });
        }
        self.is_kept = daily.is_found;
    }

    /// Loads the puzzle of a date or of `today`.
    pub(crate) fn load(&mut self, date: &str, host: &SolverHost, on: &Callback<Msg>) {
        self.loading = Some(date.to_owned());
        let (host, on, date) = (host.clone(), on.clone(), date.to_owned());
        spawn_local(async move {
            let event = match host.puzzle(&date).await {
                Ok(puzzle) => ExploreEvent::Daily(puzzle),
                Err(reason) => ExploreEvent::DailyFailed(reason),
            };
            on.emit(Msg::DailyLoaded(event));
        });
    }

    /// The load has ended.
    pub(crate) fn loaded(&mut self) {
        self.loading = None;
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DailyPanelProps {
    pub(crate) view: SharedView,
    pub(crate) host: SolverHost,
    /// Opens the puzzle of today.
    pub(crate) on_open: Callback<()>,
}

/// Shows the way to the puzzle of the day, or how far the reader is with it.
#[function_component(DailyPanel)]
pub(crate) fn daily_panel(props: &DailyPanelProps) -> Html {
    let DailyPanelProps { view, host, on_open } = props;
    let Some(daily) = view.daily() else {
        return html! {
            <section class="daily" aria-labelledby="daily-title">
                <p>
                    <strong id="daily-title">{ "Puzzle of the day. " }</strong>
                    <span class="hint">
                        { "One position a day, the same for everybody: which move is best?" }
                    </span>
                </p>
                { button("daily", "Today\u{2019}s puzzle", "Find the best move of today's position",
                    on_open.reform(|_| ())) }
            </section>
        };
    };
    let tried = |(action, text): &(Action, String)| {
        html! {
            <li data-tried={action.name()}>
                <strong>{ action.name() }</strong>{ no_break(&format!(": {text}")) }
            </li>
        }
    };
    html! {
        <section class="daily" aria-labelledby="daily-title" data-daily={daily.puzzle.date.clone()}>
            <p>
                <strong id="daily-title">{ format!("Puzzle of {}. ", daily.puzzle.date) }</strong>
                <span class="hint">
                    { "The streak counts days in a row on which the first move was the best." }
                </span>
            </p>
            <div role="status">
                <ul>{ for daily.tried.iter().map(tried) }</ul>
                if let Some(result) = daily.result() {
                    <p class="value" data-result={result.clone()}>{ result }</p>
                }
            </div>
            if let Some(summary) = daily.summary() {
                <Share view={view.clone()} host={host.clone()} {summary} has_picture={false} />
            }
        </section>
    }
}
