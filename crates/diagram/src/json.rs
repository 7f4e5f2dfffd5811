//! Figures as JSON: what they show, with all digits, and where it is.

use mdp2048_model::Game;
use mdp2048_rules::{Action, Board};
use serde::{Serialize, Serializer};

use crate::figure::{Figure, Item, Link, Role, To};
use crate::graph::Outcome;
use crate::scene::{Area, Scene};

/// A figure and where its items are, as JSON on one line.
pub fn json(figure: &Figure, scene: &Scene) -> String {
    let record = Record {
        game: figure.game(),
        title: figure.title(),
        summary: figure.summary(),
        width: scene.width,
        height: scene.height,
        columns: figure.columns().iter().map(|column| column.label.as_str()).collect(),
        items: figure.items().iter().zip(&scene.items).map(ItemRecord::of).collect(),
        links: figure.links().iter().map(|link| LinkRecord::of(figure, link)).collect(),
    };
    // Nothing in the record can fail to be written: its keys are texts.
    serde_json::to_string(&record).unwrap_or_default()
}

#[derive(Serialize)]
struct Record<'f> {
    game: &'f Game,
    title: &'f str,
    summary: &'f str,
    width: f64,
    height: f64,
    columns: Vec<&'f str>,
    items: Vec<ItemRecord<'f>>,
    links: Vec<LinkRecord<'f>>,
}

#[derive(Serialize)]
struct ItemRecord<'f> {
    id: &'f str,
    role: &'static str,
    #[serde(serialize_with = "shown")]
    board: Option<Board>,
    tile_sum: Option<u32>,
    column: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    start: f64,
    value: Option<f64>,
    occupancy: Option<f64>,
    ended: Option<&'static str>,
    choices: Vec<ChoiceRecord>,
    not_allowed: Vec<&'static str>,
}

#[derive(Serialize)]
struct ChoiceRecord {
    actions: Vec<&'static str>,
    value: Option<f64>,
    best: bool,
    taken: bool,
}

#[derive(Serialize)]
struct LinkRecord<'f> {
    from: &'f str,
    /// None from an afterstate.
    actions: Option<Vec<&'static str>>,
    to: &'f str,
    probability: f64,
    takes_four: bool,
    best: bool,
    taken: bool,
    flow: Option<f64>,
}

fn shown<S: Serializer>(board: &Option<Board>, serializer: S) -> Result<S::Ok, S::Error> {
    board.map(|board| board.to_string()).serialize(serializer)
}

fn names(actions: &[Action]) -> Vec<&'static str> {
    actions.iter().map(|action| action.name()).collect()
}

impl<'f> ItemRecord<'f> {
    fn of((item, area): (&'f Item, &Area)) -> Self {
        // A tenth of a unit is as fine as anything is drawn.
        let rounded = |length: f64| (length * 10.0).round() / 10.0;
        Self {
            id: &item.id,
            role: match item.role {
                Role::State => "state",
                Role::Afterstate => "afterstate",
                Role::End(_) => "end",
            },
            board: item.board,
            tile_sum: item.board.map(|board| board.tile_sum().get()),
            column: item.column,
            x: rounded(area.x),
            y: rounded(area.y),
            width: rounded(area.width),
            height: rounded(area.height),
            start: item.start,
            value: item.value.filter(|value| value.is_finite()),
            occupancy: item.occupancy,
            ended: item.ended.map(Outcome::name),
            choices: item
                .ports
                .iter()
                .map(|port| ChoiceRecord {
                    actions: names(&port.actions),
                    value: port.value.filter(|value| value.is_finite()),
                    best: port.is_best,
                    taken: port.is_taken,
                })
                .collect(),
            not_allowed: names(&item.blocked),
        }
    }
}

impl<'f> LinkRecord<'f> {
    fn of(figure: &'f Figure, link: &Link) -> Self {
        let from = &figure.items()[link.from];
        Self {
            from: &from.id,
            actions: link.port.map(|port| names(&from.ports[port].actions)),
            to: match link.to {
                To::Item(item) => &figure.items()[item].id,
                To::Stub(outcome) => outcome.name(),
            },
            probability: link.probability,
            takes_four: link.takes_four,
            best: link.is_best,
            taken: link.is_taken,
            flow: link.flow,
        }
    }
}
