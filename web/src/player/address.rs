//! Players and the address of the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::events::EventListener;
use mdp2048_display::{Arrival, EntryViews, Reducer as _, Returned};
use mdp2048_model::Game;
use mdp2048_player::{
    Player, PlayerEvent, PlayerUrl, leads_to_players, may_replace_fragment, parse_game_parameters,
};
use wasm_bindgen::prelude::wasm_bindgen;
use web::browser::address;

use crate::session::Session;

/// Returns a sentence about a fragment of the page's URL that requests a page or a game that does
/// not exist; `games` are the games with a player on the page as URLs name them, separated by
/// spaces.
#[wasm_bindgen(js_name = addressNote)]
pub fn address_note(fragment: &str, games: &str) -> Option<String> {
    let games = games.split(' ').filter_map(|game| parse_game_parameters(game).ok());
    let games: Vec<_> = games.collect();
    PlayerUrl::parse(fragment, &games).err().map(|error| error.to_string())
}

thread_local! {
    /// What players have shown that are freed: the reader may come back to them.
    static FREED: RefCell<Vec<(Game, EntryViews<Player>)>> = RefCell::default();
}

/// Keeps a player and the address of the page in step. The players of a page share the address.
pub(crate) struct PlayerAddress {
    game: Game,
    views: RefCell<EntryViews<Player>>,
    /// The address that was written last.
    written: RefCell<String>,
    is_resting: Cell<bool>,
}

impl PlayerAddress {
    pub(crate) fn new(player: &Player) -> Rc<Self> {
        let game = *player.game();
        let freed = FREED.with_borrow_mut(|freed| {
            let at = freed.iter().position(|(freed, _)| *freed == game);
            at.map(|at| freed.swap_remove(at).1)
        });
        Rc::new(Self {
            game,
            views: RefCell::new(freed.unwrap_or_else(|| EntryViews::new(address::entry()))),
            written: RefCell::new(player.url().to_string()),
            is_resting: Cell::new(false),
        })
    }

    /// Moves to the position that the address requests, now and whenever the reader comes to
    /// another entry of the history.
    pub(crate) fn follow(self: &Rc<Self>, session: &Rc<Session>) -> Option<EventListener> {
        let arrival = address::entry().map_or(Arrival::New(None), Arrival::Return);
        let returned = self.views.borrow_mut().arrive(&arrival, session.player());
        match (returned, self.url(&address::hash())) {
            (Returned::Held(before), Ok(Some(_))) => self.return_to(session, before),
            (_, Ok(Some(url))) => session.dispatch(PlayerEvent::OpenUrl(url)),
            _ => {}
        }
        let (this, session) = (Rc::clone(self), Rc::downgrade(session));
        address::listen(move |arrival| {
            if let Some(session) = session.upgrade() {
                this.arrive(&session, &arrival);
            }
        })
    }

    fn arrive(&self, session: &Rc<Session>, arrival: &Arrival) {
        let hash = address::hash();
        if !leads_to_players(&hash) {
            return;
        }
        let player = session.player();
        let url = self.url(&hash).ok().flatten();
        self.written.replace(url.clone().unwrap_or_else(|| player.url()).to_string());
        let returned = self.views.borrow_mut().arrive(arrival, player.held());
        let is_new = matches!(arrival, Arrival::New(_));
        match (returned, url) {
            (Returned::Held(before), _) => self.return_to(session, before),
            (Returned::Address, Some(url)) if is_new => session.dispatch(PlayerEvent::OpenUrl(url)),
            (Returned::Address, Some(url)) => session.dispatch(PlayerEvent::Revisit(url)),
            _ => {}
        }
    }

    fn return_to(&self, session: &Rc<Session>, before: Player) {
        self.written.replace(before.url().to_string());
        session.dispatch(PlayerEvent::Return(Box::new(before)));
    }

    /// Holds what the player shows after it is freed.
    pub(crate) fn free(&self, player: &Player) {
        let mut views = self.views.replace(EntryViews::new(None));
        views.leave(player.held(), None);
        FREED.with_borrow_mut(|freed| freed.push((self.game, views)));
    }

    /// Writes the address of the player unless that of another page is shown.
    pub(crate) fn write(&self, url: String) {
        if *self.written.borrow() == url {
            return;
        }
        let hash = address::hash();
        // A player that rests because it is out of sight leaves the address to another one.
        let is_left = self.is_resting.get() && self.url(&hash).is_err();
        if may_replace_fragment(&hash) && !is_left {
            address::replace(&url);
        }
        self.written.replace(url);
    }

    /// Pauses the player because it is out of sight.
    pub(crate) fn rest(&self, session: &Rc<Session>) {
        self.is_resting.set(true);
        session.dispatch(PlayerEvent::Pause);
        self.is_resting.set(false);
    }

    /// What a fragment requests of the player; an error if it is another game.
    fn url(&self, fragment: &str) -> Result<Option<PlayerUrl>, ()> {
        PlayerUrl::parse(fragment, &[self.game]).map_err(|_| ())
    }
}

/// Moves to the position of an address, if that is one of the player's game.
pub(crate) fn open_address(session: &Rc<Session>, address: &str) {
    let game = *session.player().game();
    if let Ok(Some(url)) = PlayerUrl::parse(address, &[game]) {
        session.dispatch(PlayerEvent::OpenUrl(url));
    }
}
