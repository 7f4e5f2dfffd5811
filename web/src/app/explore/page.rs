//! The page.

use mdp2048_display::game_title;
use mdp2048_explorer::{Exploration, ExploreEvent, is_explore_url};
use web::browser::address;
use web::components::page::{Page, use_page};
use web::host::HostProps;
use yew::{
    Callback, ContextProvider, Html, MouseEvent, function_component, hook, html, use_effect_with,
};

use super::difficulty_panel::DifficultyPanel;
use super::estimates_panel::EstimatesPanel;
use super::formation_panel::FormationPanel;
use super::game_form::Rules;
use super::keys;
use super::line_panel::MoveList;
use super::next_panel::NextPanel;
use super::pasting;
use super::position_panel::{PositionPanel, PositionTools};
use super::review_panel::ReviewPanel;
use super::solutions_panel::SolutionsPanel;
use super::solve_panel::SolvePanel;
use super::values_panel::ValuesPanel;
use super::workers::asking;

/// Shows the page. All events of its parts go to one reducer.
#[function_component(ExplorePage)]
pub(crate) fn explore_page(props: &HostProps) -> Html {
    let page = use_page(
        || Exploration::open(&address::hash()),
        Some(is_explore_url),
        || Box::new(asking(props.host.clone())),
    );
    let (view, on) = (page.state(), page.on());
    use_listeners(&on);
    let has_map = view.solution().is_some_and(|it| it.known.file_error().is_none());
    html! {
        <ContextProvider<Page<Exploration>> context={page.clone()}>
        <section class="explorer" lang="en" dir="ltr" onkeydown={keys::of_page(&view, &on)}
            data-board={view.board().hex()} data-game={view.game().name()}
            data-solved={view.solution().is_some().to_string()}
            data-mode={view.mode().name()}>
            { view_notes(&view, &on) }
            <div class="columns">
                <div class="column">
                    <PositionPanel />
                    <PositionTools />
                </div>
                <div class="column">
                    if view.is_estimated() {
                        <EstimatesPanel />
                    } else {
                        <ValuesPanel />
                    }
                    <FormationPanel />
                    <div class="answers">
                        <SolvePanel />
                        if view.shows_values() {
                            <NextPanel />
                        }
                    </div>
                    <div class="record">
                        <MoveList />
                        <ReviewPanel host={props.host.clone()} />
                    </div>
                    <div class="folds">
                        <Rules />
                        <SolutionsPanel />
                        if has_map {
                            <DifficultyPanel />
                        }
                    </div>
                </div>
            </div>
        </section>
        </ContextProvider<Page<Exploration>>>
    }
}

/// Tells the page whether the reader sees it or another one, and what is pasted into no field.
#[hook]
fn use_listeners(on: &Callback<ExploreEvent>) {
    let on = on.clone();
    use_effect_with((), move |()| {
        let pasted = pasting::listen(on.reform(ExploreEvent::Paste));
        let tell = move || on.emit(ExploreEvent::Shown(is_explore_url(&address::hash())));
        // The reader may have left while the program was loading.
        tell();
        let arrived = address::listen(move |_| tell());
        move || drop((pasted, arrived))
    });
}

fn view_notes(view: &Exploration, on: &Callback<ExploreEvent>) -> Html {
    html! {
        <div class="notes" role="status">
            { for view.notes().map(|note| html! {
                <p class="note" data-note="explore">{ note }</p>
            }) }
            if view.is_not_loaded() {
                <p>
                    <button type="button" data-control="load-again"
                        onclick={on.reform(|_: MouseEvent| ExploreEvent::LoadAgain)}>
                        { format!("Load the values of {} again", game_title(view.game())) }
                    </button>
                </p>
            }
        </div>
    }
}
