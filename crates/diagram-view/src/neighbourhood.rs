//! What is beside what: the neighbours of an item, and the way of the arrow keys.

use mdp2048_diagram::{Edge, EdgeEnd, Figure, NodeRole};

use crate::{ArrowKey, Drawing};

/// Items and links around one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbourhood {
    /// For each item whether it is one of them.
    pub nodes: Vec<bool>,
    /// For each link whether it is one of them.
    pub edges: Vec<bool>,
}

impl Neighbourhood {
    /// Successors and predecessors of an item, over afterstates too, by the links shown.
    pub(crate) fn of(figure: &Figure, item: usize, shown: impl Fn(&Edge) -> bool) -> Self {
        let mut near = Self {
            nodes: vec![false; figure.nodes().len()],
            edges: vec![false; figure.edges().len()],
        };
        near.nodes[item] = true;
        near.spread(figure, item, &shown, true);
        near.spread(figure, item, &shown, false);
        near
    }

    fn spread(
        &mut self,
        figure: &Figure,
        item: usize,
        shown: &impl Fn(&Edge) -> bool,
        ahead: bool,
    ) {
        for (at, link) in figure.edges().iter().enumerate().filter(|(_, link)| shown(link)) {
            let (near, far) = match link.to {
                EdgeEnd::Node(to) if ahead => (link.from, Some(to)),
                EdgeEnd::Node(to) => (to, Some(link.from)),
                EdgeEnd::Stub(_) if ahead => (link.from, None),
                EdgeEnd::Stub(_) => continue,
            };
            if near != item {
                continue;
            }
            self.edges[at] = true;
            let Some(far) = far else { continue };
            self.nodes[far] = true;
            if figure.nodes()[far].role == NodeRole::Afterstate {
                self.spread(figure, far, shown, ahead);
            }
        }
    }
}

/// The item that an arrow key leads to: along the likeliest link to the right or to the left, or
/// the next in the column above or below.
pub(crate) fn next(
    drawing: &Drawing,
    item: usize,
    way: ArrowKey,
    shown: impl Fn(&Edge) -> bool,
) -> Option<usize> {
    let figure = drawing.figure();
    let links = figure.edges().iter().filter(|link| shown(link));
    let weight = |link: &Edge| (link.is_taken, link.is_best, link.probability);
    let likelier = |a: &(Edge, usize), b: &(Edge, usize)| {
        let ((t, b1, p), (u, b2, q)) = (weight(&a.0), weight(&b.0));
        t.cmp(&u).then(b1.cmp(&b2)).then(p.total_cmp(&q)).then(b.1.cmp(&a.1))
    };
    match way {
        ArrowKey::Right => {
            let ahead = links.filter(|link| link.from == item).filter_map(|link| match link.to {
                EdgeEnd::Node(to) => Some((*link, to)),
                EdgeEnd::Stub(_) => None,
            });
            ahead.max_by(likelier).map(|found| found.1)
        }
        ArrowKey::Left => {
            let behind = links.filter(|link| link.to == EdgeEnd::Node(item));
            behind.map(|link| (*link, link.from)).max_by(likelier).map(|found| found.1)
        }
        ArrowKey::Up | ArrowKey::Down => {
            let y = |item: usize| drawing.board_area(item).y;
            let column = figure.nodes()[item].column;
            let items = figure.nodes().iter().enumerate();
            let here = items.filter(|(at, it)| it.column == column && *at != item);
            let beyond = here.map(|(at, _)| at).filter(|&at| match way {
                ArrowKey::Up => y(at) < y(item),
                _ => y(at) > y(item),
            });
            beyond.min_by(|&a, &b| (y(a) - y(item)).abs().total_cmp(&(y(b) - y(item)).abs()))
        }
    }
}
