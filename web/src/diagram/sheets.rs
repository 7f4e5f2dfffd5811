//! The drawing as sheets that lie on each other. What a hand or a step changes has sheets of its own,
//! so that the large ones, with every node and link, are neither made nor painted anew for it.

use std::rc::Rc;

use mdp2048_diagram::EdgeEnd;
use mdp2048_diagram::scene::{Area, SceneGroup, SceneShape, Subject};
use mdp2048_diagram_view::{Drawing, Neighbourhood, TokenPath};
use yew::{Html, Properties, classes, function_component, html};

use super::shapes::{grown, view_rectangle, view_shape};

/// How wide the dashes are in flows of at least so many games; in thinner ones they could not be seen.
const WIDTHS: [&str; 3] = ["1.5", "2.2", "3.2"];
const LEAST_FLOWS: [f64; 3] = [0.01, 0.15, 0.4];

/// A drawing; another is equal only if it is the same.
#[derive(Clone)]
pub(crate) struct Drawn(pub(crate) Rc<Drawing>);

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Drawn {
    fn groups(&self) -> impl Iterator<Item = &SceneGroup> {
        self.0.scene().groups.iter()
    }

    /// The links that are lines, with their numbers.
    fn lines(&self) -> impl Iterator<Item = (usize, &SceneGroup)> {
        self.groups().filter_map(|group| match group.subject {
            Subject::Edge(link) if !self.is_stub(link) => Some((link, group)),
            _ => None,
        })
    }

    fn is_stub(&self, link: usize) -> bool {
        matches!(self.0.figure().edges()[link].to, EdgeEnd::Stub(_))
    }

    /// A sheet over the whole drawing.
    fn sheet(&self, name: &'static str, is_hidden: bool, content: Html) -> Html {
        let Area { x, y, width, height } = self.0.content();
        let class = classes!("diagram", "sheet", name);
        let hidden = is_hidden.then_some("true");
        html! {
            <svg {class} viewBox={format!("{x:.1} {y:.1} {width:.1} {height:.1}")}
                aria-hidden={hidden}>{ content }</svg>
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct GroundProps {
    pub(crate) drawn: Drawn,
    /// For each link whether it is shown.
    pub(crate) shown: Vec<bool>,
}

/// The columns.
#[function_component(Ground)]
pub(crate) fn ground(props: &GroundProps) -> Html {
    let is_ground = |it: &&SceneGroup| it.subject == Subject::Decoration && it.class == "columns";
    let shapes = props.drawn.groups().filter(is_ground).flat_map(|group| &group.shapes);
    let columns = html! { <g class="columns">{ for shapes.map(view_shape) }</g> };
    props.drawn.sheet("ground", true, columns)
}

/// The links that are lines.
#[function_component(Links)]
pub(crate) fn links(props: &GroundProps) -> Html {
    let lines = props.drawn.lines().map(|(link, group)| view_link(&props.shown, link, group));
    props.drawn.sheet("links", true, html! { <>{ for lines }</> })
}

/// Dashes that move along links where games flow, all of a width as one path: so there is little to
/// do for each frame.
#[function_component(Streams)]
pub(crate) fn streams(props: &GroundProps) -> Html {
    let links = props.drawn.0.figure().edges();
    let mut paths = WIDTHS.map(|_| String::new());
    for (link, group) in props.drawn.lines() {
        let flow = links[link].flow.unwrap_or_default();
        let widest = LEAST_FLOWS.iter().rposition(|&least| flow >= least);
        if let (Some(at), Some(SceneShape::Path { path, .. })) = (widest, group.shapes.first()) {
            paths[at].push_str(path);
        }
    }
    let streams = paths.into_iter().zip(WIDTHS).map(|(path, width)| {
        html! { <path class="stream" d={path} stroke-width={width} /> }
    });
    props.drawn.sheet("streams", true, html! { <>{ for streams }</> })
}

fn view_link(shown: &[bool], link: usize, group: &SceneGroup) -> Html {
    let class = classes!(group.class.clone(), (!shown[link]).then_some("gone"));
    html! {
        <g key={link} {class} data-link={link.to_string()} aria-hidden="true">
            <title>{ &group.tooltip }</title>
            { for group.shapes.iter().map(view_shape) }
        </g>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NodesProps {
    pub(crate) drawn: Drawn,
    /// For each link whether it is shown.
    pub(crate) shown: Vec<bool>,
    /// Whether items are shaded by their occupancy.
    pub(crate) shaded: bool,
    /// Where the keyboard enters the drawing.
    pub(crate) entrance: usize,
}

/// The items with the marks of the ends beside them.
#[function_component(Nodes)]
pub(crate) fn nodes(props: &NodesProps) -> Html {
    let NodesProps { drawn, shown, shaded, entrance } = props;
    let nodes = drawn.groups().enumerate().filter_map(|(at, group)| match group.subject {
        Subject::Node(item) => {
            let (drawn, shaded, entrance) = (drawn.clone(), *shaded, *entrance == item);
            Some(html! { <Node key={format!("node-{item}")} {drawn} group={at} {item} {shaded} {entrance} /> })
        }
        Subject::Edge(link) if drawn.is_stub(link) => Some(view_link(shown, link, group)),
        _ => None,
    });
    drawn.sheet("nodes", false, html! { <>{ for nodes }</> })
}

#[derive(Clone, PartialEq, Properties)]
struct NodeProps {
    drawn: Drawn,
    group: usize,
    item: usize,
    shaded: bool,
    entrance: bool,
}

/// Made anew only when something about it has changed.
#[function_component(Node)]
fn node(props: &NodeProps) -> Html {
    let (drawing, item) = (&props.drawn.0, props.item);
    let group = &drawing.scene().groups[props.group];
    let shade = drawing.shading(item).filter(|_| props.shaded);
    html! {
        <g class="node" data-item={item.to_string()} role="group"
            aria-label={group.tooltip.clone()} data-id={drawing.figure().nodes()[item].id.clone()}
            tabindex={if props.entrance { "0" } else { "-1" }}>
            <g class={group.class.clone()} aria-hidden="true">
                if let Some(share) = shade {
                    { view_shade(drawing.board_area(item), share) }
                }
                // What makes the whole item answer the pointer.
                { view_rectangle("halo", grown(drawing.scene().node_areas[item], 8.0), 10.0, None) }
                { for group.shapes.iter().map(view_shape) }
            </g>
        </g>
    }
}

fn view_shade(board: Area, share: f64) -> Html {
    let area = grown(board, 9.0);
    // The value below the board is in it too.
    let area = Area { height: area.height + 10.0, ..area };
    view_rectangle("shade", area, 11.0, Some(format!("opacity: {:.3}", 0.6 * share)))
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct LightProps {
    pub(crate) drawn: Drawn,
    pub(crate) near: Option<Rc<Neighbourhood>>,
    pub(crate) focus: Option<usize>,
    pub(crate) hover: Option<usize>,
}

/// What the reader looks at: everything else is dimmed, the links around it are drawn once more.
#[function_component(Light)]
pub(crate) fn light(props: &LightProps) -> Html {
    let drawing = &props.drawn.0;
    let ring = |item: usize| {
        let area = grown(drawing.scene().node_areas[item], 6.0);
        view_rectangle("looked-at", area, 9.0, None)
    };
    let hover = props.hover.filter(|_| props.hover != props.focus);
    let content = props.near.as_ref().map(|near| {
        let lit = props.drawn.lines().filter(|&(link, _)| near.edges[link]);
        let lit = lit.map(|(link, group)| {
            html! {
                <g key={link} class={classes!(group.class.clone(), "lit")}>
                    { for group.shapes.iter().map(view_shape) }
                </g>
            }
        });
        let rings = props.focus.into_iter().chain(hover).map(ring);
        html! {
            <>
                <path class="veil" fill-rule="evenodd" d={drawing.dimming_path(near)} />
                { for lit }
                { for rings }
            </>
        }
    });
    props.drawn.sheet("light", true, content.unwrap_or_default())
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct WayProps {
    pub(crate) drawn: Drawn,
    pub(crate) trail: Rc<TokenPath>,
    pub(crate) token: Option<Area>,
}

/// The token and where it has been.
#[function_component(Way)]
pub(crate) fn way(props: &WayProps) -> Html {
    let (drawn, trail) = (&props.drawn, &props.trail);
    let taken = drawn.groups().filter_map(|group| match group.subject {
        Subject::Edge(link) if trail.edges[link] => Some(html! {
            <g key={link} class="taken-link" data-taken={link.to_string()}>
                { for group.shapes.iter().filter_map(view_outline) }
            </g>
        }),
        _ => None,
    });
    let visited = trail.nodes.iter().enumerate().filter(|(_, is_visited)| **is_visited);
    let visited = visited.map(|(item, _)| {
        view_rectangle("visited", grown(drawn.0.board_area(item), 1.0), 5.5, None)
    });
    let content = html! {
        <>
            <g class="trail">{ for taken }{ for visited }</g>
            { for props.token.map(view_token) }
        </>
    };
    drawn.sheet("way", true, content)
}

/// A line as it is, a mark by its edge.
fn view_outline(shape: &SceneShape) -> Option<Html> {
    match shape {
        SceneShape::Path { .. } => Some(view_shape(shape)),
        SceneShape::Rectangle { area, radius, .. } => {
            Some(view_rectangle("visited", *area, *radius, None))
        }
        SceneShape::Text { .. } => None,
    }
}

fn view_token(area: Area) -> Html {
    let ring = grown(area, 4.5);
    let style = format!("transform: translate({:.1}px, {:.1}px)", ring.x, ring.y);
    let at = Area { x: 0.0, y: 0.0, ..ring };
    html! { <g class="token" {style}>{ view_rectangle("", at, 8.0, None) }</g> }
}
