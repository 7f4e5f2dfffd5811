//! The layers of a drawing: SVG elements on top of each other, each with a part of the drawing.
//!
//! The parts that change when the pointer or the token moves are in small layers of their own. So
//! the large layers with all nodes and all edges are neither rendered nor painted again.

use std::ops::Range;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use mdp2048_diagram::EdgeEnd;
use mdp2048_diagram::page::{Drawing, Neighbourhood, TokenPath};
use mdp2048_diagram::scene::{SceneGroup, Subject};
use mdp2048_display::svg::{Area, SvgShape};
use web::components::SharedProp;
use yew::{Html, Properties, classes, function_component, hook, html, use_effect_with, use_state};

use crate::shapes::{view_rectangle, view_shape};

/// The widths of the moving dashes.
const DASH_WIDTHS: [&str; 3] = ["1.5", "2.2", "3.2"];

/// For each width of dashes, the least share of games of an edge that has them. Edges with a
/// smaller share than the first have no dashes, because they would not be visible.
const DASH_MIN_FLOWS: [f64; 3] = [0.01, 0.15, 0.4];

// Distances from the board or the area of a node, and corner radii: of the area that receives
// pointer events, the shade, the outlines of a highlighted and of a visited node, and the token.
const HIT_DISTANCE: f64 = 8.0;
const HIT_RADIUS: f64 = 10.0;
const SHADE_DISTANCE: f64 = 9.0;
const SHADE_RADIUS: f64 = 11.0;
const HIGHLIGHT_DISTANCE: f64 = 6.0;
const HIGHLIGHT_RADIUS: f64 = 9.0;
const VISITED_DISTANCE: f64 = 1.0;
const VISITED_RADIUS: f64 = 5.5;
const TOKEN_DISTANCE: f64 = 4.5;
const TOKEN_RADIUS: f64 = 8.0;

/// The additional height of a shade, which also covers the value below the board.
const SHADE_VALUE_HEIGHT: f64 = 10.0;

/// The opacity of the shade of a node that every game visits.
const SHADE_OPACITY: f64 = 0.6;

/// The number of groups that are shown at once.
const PART_SIZE: usize = 100;

/// The time between two parts, in milliseconds, in which the browser paints and answers the reader.
const PART_DELAY_MS: u32 = 8;

/// A drawing that several layers show.
pub(crate) type SharedDrawing = SharedProp<Drawing>;

/// One layer of the whole drawing with its CSS class.
fn view_layer(drawing: &Drawing, name: &'static str, is_hidden: bool, content: Html) -> Html {
    let Area { x, y, width, height } = drawing.content();
    let class = classes!("diagram", "layer", name);
    let hidden = is_hidden.then_some("true");
    html! {
        <svg {class} viewBox={format!("{x:.1} {y:.1} {width:.1} {height:.1}")}
            aria-hidden={hidden}>{ content }</svg>
    }
}

/// The groups of the edges that are curves, with the indices of the edges.
fn curves(drawing: &Drawing) -> impl Iterator<Item = (usize, &SceneGroup)> {
    drawing.scene.groups.iter().filter_map(|group| Some((curve(drawing, group)?, group)))
}

/// The index of the edge of a group, if it is a curve.
fn curve(drawing: &Drawing, group: &SceneGroup) -> Option<usize> {
    match group.subject {
        Subject::Edge(edge) if !is_stub(drawing, edge) => Some(edge),
        _ => None,
    }
}

/// The parts of the scene that a layer shows, each a range of groups. A large drawing appears part
/// by part, each in a task of its own, so that the page stays responsive.
#[hook]
fn use_parts(drawing: &SharedDrawing) -> impl Iterator<Item = Range<usize>> + use<> {
    let groups = drawing.scene.groups.len();
    let state = use_state(|| (drawing.clone(), PART_SIZE));
    // The parts of another drawing begin again.
    let visible = if state.0 == *drawing { state.1 } else { PART_SIZE };
    {
        let drawing = drawing.clone();
        use_effect_with((drawing, visible), move |(drawing, visible)| {
            let next = (drawing.clone(), visible + PART_SIZE);
            let is_last = *visible >= groups;
            let later = (!is_last).then(|| Timeout::new(PART_DELAY_MS, move || state.set(next)));
            move || drop(later)
        });
    }
    let visible = visible.min(groups);
    (0..visible).step_by(PART_SIZE).map(move |start| start..(start + PART_SIZE).min(visible))
}

fn is_stub(drawing: &Drawing, edge: usize) -> bool {
    matches!(drawing.figure.edges[edge].to, EdgeEnd::Stub(_))
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ColumnLayerProps {
    pub(crate) drawing: SharedDrawing,
    /// The column that is highlighted.
    pub(crate) lit: Option<usize>,
}

/// Shows the columns; sends no events.
#[function_component(ColumnLayer)]
pub(crate) fn column_layer(props: &ColumnLayerProps) -> Html {
    let is_column = |it: &&SceneGroup| it.subject == Subject::Decoration && it.class == "columns";
    let groups = props.drawing.scene.groups.iter().filter(is_column);
    let shapes: Vec<_> = groups.flat_map(|group| &group.shapes).collect();
    // A column with a name has two shapes, the others have none.
    let named = |columns: &[String]| columns.iter().filter(|name| !name.is_empty()).count();
    let lit = props.lit.map(|lit| named(&props.drawing.figure.columns[..lit]));
    let columns = shapes.chunks(2).enumerate().map(|(at, shapes)| {
        html! {
            <g class={(lit == Some(at)).then_some("lit")}>
                { for shapes.iter().map(|shape| view_shape(shape)) }
            </g>
        }
    });
    view_layer(&props.drawing, "column-layer", true, html! { <>{ for columns }</> })
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct EdgeLayerProps {
    pub(crate) drawing: SharedDrawing,
    /// For each edge whether it is shown.
    pub(crate) shown: Vec<bool>,
    /// The first column whose values are shown.
    pub(crate) solved_from: usize,
}

/// Shows the edges that are curves, with tooltips; sends no events.
#[function_component(EdgeLayer)]
pub(crate) fn edge_layer(props: &EdgeLayerProps) -> Html {
    let &EdgeLayerProps { ref drawing, ref shown, solved_from } = props;
    let parts = use_parts(drawing).map(|part| {
        let (key, drawing, shown) = (part.start, drawing.clone(), shown.clone());
        html! { <EdgePart {key} {drawing} {shown} {solved_from} {part} /> }
    });
    view_layer(drawing, "edge-layer", true, html! { <>{ for parts }</> })
}

#[derive(Clone, PartialEq, Properties)]
struct EdgePartProps {
    drawing: SharedDrawing,
    shown: Vec<bool>,
    solved_from: usize,
    /// The indices of groups in the scene.
    part: Range<usize>,
}

/// Shows the curves of a part of the drawing.
#[function_component(EdgePart)]
fn edge_part(props: &EdgePartProps) -> Html {
    let EdgePartProps { drawing, shown, solved_from, part } = props;
    let edges = drawing.scene.groups[part.clone()].iter().filter_map(|group| {
        let edge = curve(drawing, group)?;
        let from = drawing.figure.edges[edge].from;
        let is_solved = drawing.figure.nodes[from].is_solved(*solved_from);
        Some(view_edge(shown[edge], is_solved, edge, group))
    });
    html! { <>{ for edges }</> }
}

fn view_edge(is_shown: bool, is_solved: bool, edge: usize, group: &SceneGroup) -> Html {
    let class = classes!(
        group.class.clone(),
        (!is_shown).then_some("not-shown"),
        (!is_solved).then_some("unsolved")
    );
    html! {
        <g key={edge} {class} data-edge={edge.to_string()} aria-hidden="true">
            <title>{ &group.tooltip }</title>
            { for group.shapes.iter().map(view_shape) }
        </g>
    }
}

/// The props of a layer that shows nothing but the drawing.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DrawingProps {
    pub(crate) drawing: SharedDrawing,
}

/// Shows dashes that move along the edges where games go; sends no events. All dashes of one width
/// are one path, so the browser has little to do in each frame.
#[function_component(FlowLayer)]
pub(crate) fn flow_layer(props: &DrawingProps) -> Html {
    let edges = &props.drawing.figure.edges;
    let mut paths = DASH_WIDTHS.map(|_| String::new());
    for (edge, group) in curves(&props.drawing) {
        let flow = edges[edge].flow.unwrap_or_default();
        let widest = DASH_MIN_FLOWS.iter().rposition(|&least| flow >= least);
        if let (Some(at), Some(SvgShape::Path { path, .. })) = (widest, group.shapes.first()) {
            paths[at].push_str(path);
        }
    }
    let dashes = paths.into_iter().zip(DASH_WIDTHS).map(|(path, width)| {
        html! { <path class="flow-dashes" d={path} stroke-width={width} /> }
    });
    view_layer(&props.drawing, "flow-layer", true, html! { <>{ for dashes }</> })
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NodeLayerProps {
    pub(crate) drawing: SharedDrawing,
    /// For each edge whether it is shown.
    pub(crate) shown: Vec<bool>,
    /// Whether nodes are shaded by their occupancy.
    pub(crate) shaded: bool,
    /// The first column whose values are shown.
    pub(crate) solved_from: usize,
    /// The node that the Tab key reaches.
    pub(crate) keyboard_entry: usize,
}

/// Shows the nodes with their stubs. Its elements have `data-node`, from which the canvas reads
/// the node of an event.
#[function_component(NodeLayer)]
pub(crate) fn node_layer(props: &NodeLayerProps) -> Html {
    let &NodeLayerProps { ref drawing, ref shown, shaded, solved_from, keyboard_entry } = props;
    let parts = use_parts(drawing).map(|part| {
        let (drawing, shown) = (drawing.clone(), shown.clone());
        // Only the part of this node renders when the Tab key reaches another node.
        let has_entry = drawing.scene.groups[part.clone()]
            .iter()
            .any(|group| group.subject == Subject::Node(keyboard_entry));
        let keyboard_entry = has_entry.then_some(keyboard_entry);
        let key = part.start;
        html! {
            <NodePart {key} {drawing} {shown} {shaded} {solved_from} {keyboard_entry} {part} />
        }
    });
    view_layer(drawing, "node-layer", false, html! { <>{ for parts }</> })
}

#[derive(Clone, PartialEq, Properties)]
struct NodePartProps {
    drawing: SharedDrawing,
    shown: Vec<bool>,
    shaded: bool,
    solved_from: usize,
    /// The node of this part that the Tab key reaches.
    keyboard_entry: Option<usize>,
    /// The indices of groups in the scene.
    part: Range<usize>,
}

/// Shows the nodes and stubs of a part of the drawing.
#[function_component(NodePart)]
fn node_part(props: &NodePartProps) -> Html {
    let &NodePartProps { ref drawing, ref shown, shaded, solved_from, keyboard_entry, ref part } =
        props;
    let groups = part.clone().zip(&drawing.scene.groups[part.clone()]);
    let nodes = groups.filter_map(|(at, group)| match group.subject {
        Subject::Node(node) => {
            let is_solved = drawing.figure.nodes[node].is_solved(solved_from);
            let (drawing, is_entry) = (drawing.clone(), keyboard_entry == Some(node));
            let (key, group) = (format!("node-{node}"), at);
            Some(html! {
                <NodeView {key} {drawing} {group} {node} {shaded} {is_solved} {is_entry} />
            })
        }
        Subject::Edge(edge) if is_stub(drawing, edge) => {
            Some(view_edge(shown[edge], true, edge, group))
        }
        _ => None,
    });
    html! { <>{ for nodes }</> }
}

#[derive(Clone, PartialEq, Properties)]
struct NodeViewProps {
    drawing: SharedDrawing,
    /// The index of the node's group in the scene.
    group: usize,
    node: usize,
    shaded: bool,
    /// Whether its value is shown.
    is_solved: bool,
    /// Whether the Tab key reaches the node.
    is_entry: bool,
}

/// Shows one node. It is a component, so that it renders only when its own props change.
#[function_component(NodeView)]
fn node_view(props: &NodeViewProps) -> Html {
    let (drawing, node) = (&props.drawing, props.node);
    let group = &drawing.scene.groups[props.group];
    let shading = drawing.shading(node).filter(|_| props.shaded);
    let hit_area = drawing.scene.node_areas[node].grown(HIT_DISTANCE);
    let is_solved = props.is_solved;
    let label = match &drawing.figure.nodes[node] {
        _ if is_solved => group.tooltip.clone(),
        it => it.board.map(|board| format!("State {board}, not solved")).unwrap_or_default(),
    };
    let view = |shape: &SvgShape| match shape {
        SvgShape::Text { class, x, y, anchor, .. } if !is_solved && class == "value" => {
            let (class, anchor, text) = (class.clone(), *anchor, "?".to_owned());
            view_shape(&SvgShape::Text { class, x: *x, y: *y, anchor, text })
        }
        _ => view_shape(shape),
    };
    html! {
        <g class="node" data-node={node.to_string()} role="group" aria-label={label}
            data-id={drawing.figure.nodes[node].id.clone()}
            tabindex={if props.is_entry { "0" } else { "-1" }}>
            <g class={classes!(group.class.clone(), (!is_solved).then_some("unsolved"))}
                aria-hidden="true">
                if let Some(strength) = shading {
                    { view_shade(drawing.board_area(node), strength) }
                }
                // Makes the whole node receive pointer events.
                { view_rectangle("hit-area", hit_area, HIT_RADIUS, None) }
                { for group.shapes.iter().map(view) }
            </g>
        </g>
    }
}

/// The shade behind a board and its value; `strength` is from 0 to 1.
fn view_shade(board: Area, strength: f64) -> Html {
    let area = board.grown(SHADE_DISTANCE);
    let area = Area { height: area.height + SHADE_VALUE_HEIGHT, ..area };
    let opacity = format!("{:.3}", SHADE_OPACITY * strength);
    view_rectangle("shade", area, SHADE_RADIUS, Some(opacity))
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct HighlightLayerProps {
    pub(crate) drawing: SharedDrawing,
    /// The nodes and edges around the highlighted node.
    pub(crate) neighbourhood: Option<Rc<Neighbourhood>>,
    pub(crate) focused: Option<usize>,
    pub(crate) hovered: Option<usize>,
}

/// Highlights the node under the pointer or with the focus: dims everything but its neighbours, and
/// draws the edges to them again, undimmed. Sends no events.
#[function_component(HighlightLayer)]
pub(crate) fn highlight_layer(props: &HighlightLayerProps) -> Html {
    let drawing = &props.drawing;
    let outline = |node: usize| {
        let area = drawing.scene.node_areas[node].grown(HIGHLIGHT_DISTANCE);
        view_rectangle("highlighted-node", area, HIGHLIGHT_RADIUS, None)
    };
    let hovered = props.hovered.filter(|_| props.hovered != props.focused);
    let content = props.neighbourhood.as_ref().map(|neighbourhood| {
        let edges = curves(drawing).filter(|&(edge, _)| neighbourhood.edges[edge]);
        let edges = edges.map(|(edge, group)| {
            html! {
                <g key={edge} class={classes!(group.class.clone(), "highlighted-edge")}>
                    { for group.shapes.iter().map(view_shape) }
                </g>
            }
        });
        let outlines = props.focused.into_iter().chain(hovered).map(outline);
        html! {
            <>
                <path class="dimming" fill-rule="evenodd" d={drawing.dimming_path(neighbourhood)} />
                { for edges }
                { for outlines }
            </>
        }
    });
    view_layer(drawing, "highlight-layer", true, content.unwrap_or_default())
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct TokenLayerProps {
    pub(crate) drawing: SharedDrawing,
    /// The nodes and edges that the game has visited.
    pub(crate) path: Rc<TokenPath>,
    /// The area of the node where the token is.
    pub(crate) token: Option<Area>,
}

/// Shows the token and its path; sends no events.
#[function_component(TokenLayer)]
pub(crate) fn token_layer(props: &TokenLayerProps) -> Html {
    let (drawing, path) = (&props.drawing, &props.path);
    let edges = drawing.scene.groups.iter().filter_map(|group| match group.subject {
        Subject::Edge(edge) if path.edges[edge] => Some(html! {
            <g key={edge} class="visited-edge" data-taken={edge.to_string()}>
                { for group.shapes.iter().filter_map(view_outline) }
            </g>
        }),
        _ => None,
    });
    let nodes = path.nodes.iter().enumerate().filter(|(_, is_visited)| **is_visited);
    let nodes = nodes.map(|(node, _)| {
        let area = drawing.board_area(node).grown(VISITED_DISTANCE);
        view_rectangle("visited", area, VISITED_RADIUS, None)
    });
    let content = html! {
        <>
            <g class="token-path">{ for edges }{ for nodes }</g>
            { for props.token.map(view_token) }
        </>
    };
    view_layer(drawing, "token-layer", true, content)
}

/// Shows a path unchanged, and a rectangle as an outline.
fn view_outline(shape: &SvgShape) -> Option<Html> {
    match shape {
        SvgShape::Path { .. } => Some(view_shape(shape)),
        SvgShape::Rectangle { area, radius, .. } => {
            Some(view_rectangle("visited", *area, *radius, None))
        }
        SvgShape::Text { .. } => None,
    }
}

/// The token around an area. A CSS transform sets its position, so that the change is animated.
fn view_token(area: Area) -> Html {
    let outline = area.grown(TOKEN_DISTANCE);
    let style = format!("transform: translate({:.1}px, {:.1}px)", outline.x, outline.y);
    let at_origin = Area { x: 0.0, y: 0.0, ..outline };
    html! {
        <g class="token" ~style={style}>{ view_rectangle("", at_origin, TOKEN_RADIUS, None) }</g>
    }
}
