//! A live player.

use std::rc::Rc;

use gloo::timers::callback::{Interval, Timeout};
use mdp2048_model::{Game, Outcome, Seed};
use mdp2048_player::{Event, Player};
use web_sys::{
    Element, HtmlDetailsElement, KeyboardEvent, ScrollBehavior, ScrollIntoViewOptions,
    ScrollLogicalPosition,
};
use yew::{
    Callback, Html, NodeRef, Properties, Reducible, TargetCast as _, UseReducerHandle,
    function_component, hook, html, use_effect_with, use_mut_ref, use_node_ref, use_reducer,
    use_state,
};

use crate::store::Store;
use crate::{address, board, chart, controls, details, keys, mark, moves, sight, status};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct CardProps {
    /// The game.
    pub(crate) game: Game,
    /// Which of the page's players it is.
    pub(crate) place: usize,
    /// The seed to begin with.
    pub(crate) seed: Seed,
    /// The games with a player on this page.
    pub(crate) games: Vec<Game>,
    /// The policies.
    pub(crate) store: Store,
}

/// The player as Yew keeps it.
struct Kept(Player);

impl Reducible for Kept {
    type Action = Event;

    fn reduce(self: Rc<Self>, event: Event) -> Rc<Self> {
        Rc::new(Self(self.0.clone().after(event)))
    }
}

type Handle = UseReducerHandle<Kept>;

#[function_component(Card)]
pub(crate) fn card(props: &CardProps) -> Html {
    let kept = use_reducer(|| Kept(Player::new(props.game, props.seed)));
    let root = use_node_ref();
    let open = use_state(|| false);
    use_policy(props, &kept, &root);
    use_clock(&kept);
    use_address(props, &kept, &root);
    use_mark(&kept);

    let player = &kept.0;
    let on = {
        let dispatcher = kept.dispatcher();
        Callback::from(move |event| dispatcher.dispatch(event))
    };
    let retry = {
        let (store, name) = (props.store.clone(), player.name());
        Callback::from(move |()| store.retry(&name))
    };
    let pressed = {
        let kept = kept.clone();
        Callback::from(move |key: KeyboardEvent| {
            if let Some(event) = keys::event(&key, &kept.0) {
                key.prevent_default();
                kept.dispatch(event);
            }
        })
    };
    let toggle = Callback::from({
        let open = open.clone();
        move |event: yew::Event| {
            open.set(event.target_unchecked_into::<HtmlDetailsElement>().open());
        }
    });
    let title = format!("title-{}", props.place);
    html! {
        <section class="player" ref={root} data-player={player.name()}
            data-seed={player.seed().to_string()} data-running={player.running().to_string()}
            data-moves={player.cursor().to_string()} data-board={player.board().hex()}
            data-outcome={player.outcome().map_or("playing", Outcome::name)}
            aria-labelledby={title.clone()} onkeydown={pressed}>
            <header class="head">
                <h3 id={title}>{ player.title() }</h3>
                { controls::view_seed(player, props.place, &on) }
            </header>
            { board::view(player) }
            { controls::view_buttons(player, &on) }
            { status::view(player, &on, &retry) }
            { moves::view(player) }
            { chart::view(player, &on) }
            { details::view(player, *open, &toggle) }
        </section>
    }
}

/// Follows the policy's loading, and asks for it when the player comes into sight or needs it.
#[hook]
fn use_policy(props: &CardProps, kept: &Handle, root: &NodeRef) {
    let name = kept.0.name();
    {
        let (store, name, root) = (props.store.clone(), name.clone(), root.clone());
        let dispatcher = kept.dispatcher();
        use_effect_with((), move |()| {
            let loaded = Callback::from(move |load| dispatcher.dispatch(Event::Load(load)));
            let subscription = store.subscribe(&name, &loaded);
            let sight = root
                .cast::<Element>()
                .and_then(|element| sight::watch(&element, move || store.request(&name)));
            move || drop((subscription, sight))
        });
    }
    let store = props.store.clone();
    use_effect_with(kept.0.wants_policy(), move |&wanted| {
        if wanted {
            store.request(&name);
        }
    });
}

/// Marks when the first move can be shown.
#[hook]
fn use_mark(kept: &Handle) {
    let name = kept.0.name();
    use_effect_with(kept.0.last() > 0, move |&playable| {
        if playable {
            mark::at(&name, "playable");
        }
    });
}

/// Ticks while the player plays.
#[hook]
fn use_clock(kept: &Handle) {
    let dispatcher = kept.dispatcher();
    use_effect_with(kept.0.tick_ms(), move |&every| {
        let interval = every.map(|ms| Interval::new(ms, move || dispatcher.dispatch(Event::Tick)));
        move || drop(interval)
    });
}

/// Goes where the address asks, and writes into it where the player stands.
#[hook]
fn use_address(props: &CardProps, kept: &Handle, root: &NodeRef) {
    {
        let (game, games, root) = (props.game, props.games.clone(), root.clone());
        let dispatcher = kept.dispatcher();
        use_effect_with((), move |()| {
            let visit = move || {
                if let Ok(Some(link)) = address::asked(&games)
                    && link.game == game
                {
                    dispatcher.dispatch(Event::Visit(link));
                    show(&root);
                }
            };
            visit();
            let listener = address::listen(visit);
            move || drop(listener)
        });
    }
    let written = use_mut_ref(|| None);
    let player = &kept.0;
    use_effect_with((player.link(), player.running()), move |(link, running)| {
        // Not what the page began with, and not each move while it plays.
        let known = written.borrow().as_ref().is_none_or(|written| written == link);
        if !known && !running {
            address::write(link);
        }
        if known || !running {
            *written.borrow_mut() = Some(link.clone());
        }
    });
}

/// Scrolls to a player when all of them stand in their places.
fn show(root: &NodeRef) {
    let root = root.clone();
    Timeout::new(0, move || {
        let Some(element) = root.cast::<Element>() else { return };
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Instant);
        options.set_block(ScrollLogicalPosition::Start);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    })
    .forget();
}
