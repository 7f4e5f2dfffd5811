//! Measures the CPU time and the frame rate of interactions with a diagram of the built page, for
//! the table in `docs/benchmarks.md`:
//! `MDP2048_DIST=dist cargo run -p mdp2048-tests --features browser --bin frames`.

#![allow(clippy::print_stdout, reason = "a developer's tool")]

use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use mdp2048_tests::browser::{Browser, Device};
use mdp2048_tests::site::Site;
use serde_json::{Value, json};

/// Measure interaction with a diagram of the page in `target/tested-page`, or in the folder
/// MDP2048_DIST names.
#[derive(Parser)]
struct FramesArguments {
    /// The fragment of the page's URL; by default the largest drawing of the gallery.
    #[arg(default_value = "#/diagram?game=2x2_to_8&boards=all&seed=42")]
    page: String,
    /// How often each interaction is repeated.
    #[arg(long, default_value_t = 60)]
    times: usize,
    /// A style sheet to add to those of the page.
    #[arg(long, default_value = "")]
    style: String,
}

/// An interaction with the diagram.
#[derive(Clone, Copy)]
enum Interaction {
    Nothing,
    Hover,
    Wheel,
    Rest,
    Drag,
    Step,
    Redraw,
}

const INTERACTIONS: [(&str, Interaction); 7] = [
    ("nothing", Interaction::Nothing),
    ("hover", Interaction::Hover),
    ("wheel", Interaction::Wheel),
    ("drag", Interaction::Drag),
    ("step", Interaction::Step),
    // The wheel, then no input until the drawing is rendered at its final size.
    ("rest", Interaction::Rest),
    // A new layout of the drawing, with the ends as nodes or as marks.
    ("redraw", Interaction::Redraw),
];

/// Seconds of CPU time of the main thread since the page was opened.
#[derive(Clone, Copy, Default)]
struct MainThreadTime {
    all: f64,
    script: f64,
    style: f64,
    layout: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = FramesArguments::parse();
    let site = Site::built()?.serve().await?;
    let browser = Browser::open(Device::DESKTOP).await?;
    browser.goto(&site.url(&options.page)).await?;
    browser.find(".canvas .item").await?;
    let style = serde_json::to_string(&options.style)?;
    browser
        .evaluate::<()>(&format!(
            "document.head.append(Object.assign(document.createElement('style'),
                {{ textContent: {style} }}));"
        ))
        .await?;
    browser.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await?;
    let bench = FrameBench { nodes: nodes(&browser).await?, browser, times: options.times };
    println!("{}: {} nodes in the viewport", options.page, bench.nodes.len());
    println!("main thread, CPU ms for each event until the second frame after it");
    println!(
        "{:>8} {:>7} {:>7} {:>7} | {:>7} {:>7} {:>7}",
        "", "median", "95 %", "most", "script", "style", "layout"
    );
    for (name, interaction) in INTERACTIONS {
        bench.measure(name, interaction).await?;
    }
    println!("frames/s with one interaction in every frame");
    for (name, _) in &INTERACTIONS[..4] {
        bench.count_frames(name).await?;
    }
    Ok(())
}

/// Returns the centres of the nodes in the viewport, in CSS pixels.
async fn nodes(browser: &Browser) -> Result<Vec<(f64, f64)>> {
    browser
        .evaluate(
            "const pane = document.querySelector('.canvas').getBoundingClientRect();
            return [...document.querySelectorAll('.canvas .node .board')]
                .map(it => it.getBoundingClientRect())
                .map(it => [it.x + it.width / 2, it.y + it.height / 2])
                .filter(([x, y]) => pane.left < x && x < pane.right
                    && pane.top < y && y < Math.min(pane.bottom, innerHeight));",
        )
        .await
}

struct FrameBench {
    browser: Browser,
    nodes: Vec<(f64, f64)>,
    times: usize,
}

impl FrameBench {
    async fn measure(&self, name: &str, interaction: Interaction) -> Result<()> {
        let mut differences = Vec::with_capacity(self.times);
        self.begin(interaction).await?;
        for at in 0..self.times {
            self.settle().await?;
            let before = self.main_thread_time().await?;
            self.perform(interaction, at).await?;
            self.settle().await?;
            let after = self.main_thread_time().await?;
            differences.push(MainThreadTime {
                all: after.all - before.all,
                script: after.script - before.script,
                style: after.style - before.style,
                layout: after.layout - before.layout,
            });
        }
        self.end(interaction).await?;
        let sorted = |part: fn(&MainThreadTime) -> f64| {
            let mut times: Vec<f64> = differences.iter().map(|time| 1000.0 * part(time)).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let median = |part| sorted(part)[differences.len() / 2];
        let all = sorted(|time| time.all);
        let last = all.len() - 1;
        println!(
            "{name:>8} {:>7.2} {:>7.2} {:>7.2} | {:>7.2} {:>7.2} {:>7.2}",
            all[last / 2],
            all[last * 95 / 100],
            all[last],
            median(|time| time.script),
            median(|time| time.style),
            median(|time| time.layout),
        );
        Ok(())
    }

    /// Returns the position of the pointer at a step: on a node for hovering, else on a circle.
    fn position(&self, interaction: Interaction, at: usize) -> (f64, f64) {
        match interaction {
            // Far from the previous node, so that no neighbour stays highlighted.
            Interaction::Hover => self.nodes[at * 7 % self.nodes.len()],
            _ => {
                let angle = at as f64 / 10.0;
                (500.0 + 60.0 * angle.sin(), 500.0 + 60.0 * angle.cos())
            }
        }
    }

    async fn mouse(&self, kind: &str, (x, y): (f64, f64), more: Value) -> Result<()> {
        let mut event = json!({ "type": kind, "x": x, "y": y });
        if let (Value::Object(event), Value::Object(more)) = (&mut event, more) {
            event.extend(more);
        }
        self.browser.devtools("Input.dispatchMouseEvent", event).await.map(drop)
    }

    async fn begin(&self, interaction: Interaction) -> Result<()> {
        self.mouse("mouseMoved", (5.0, 5.0), json!({})).await?;
        match interaction {
            Interaction::Drag => {
                let button = json!({ "button": "left", "buttons": 1, "clickCount": 1 });
                self.mouse("mousePressed", self.position(interaction, 0), button).await
            }
            _ => Ok(()),
        }
    }

    async fn end(&self, interaction: Interaction) -> Result<()> {
        match interaction {
            Interaction::Drag => {
                let button = json!({ "button": "left", "clickCount": 1 });
                self.mouse("mouseReleased", self.position(interaction, self.times), button).await
            }
            _ => Ok(()),
        }
    }

    async fn perform(&self, interaction: Interaction, at: usize) -> Result<()> {
        let position = self.position(interaction, at);
        match interaction {
            Interaction::Nothing => Ok(()),
            Interaction::Hover => self.mouse("mouseMoved", position, json!({})).await,
            Interaction::Drag => {
                let button = json!({ "button": "left", "buttons": 1 });
                self.mouse("mouseMoved", position, button).await
            }
            Interaction::Wheel | Interaction::Rest => {
                let delta = if (at / 5).is_multiple_of(2) { -100 } else { 100 };
                let rotation = json!({ "deltaX": 0, "deltaY": delta });
                self.mouse("mouseWheel", position, rotation).await?;
                if let Interaction::Rest = interaction {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Ok(())
            }
            Interaction::Redraw => {
                let ends = if at.is_multiple_of(2) { "edges" } else { "marks" };
                let script = format!(
                    "const menu = document.querySelector('.diagram-view [data-control=ends]');
                    menu.value = '{ends}';
                    menu.dispatchEvent(new Event('change', {{ bubbles: true }}));"
                );
                self.browser.evaluate(&script).await
            }
            Interaction::Step => {
                let key = if (at / 4).is_multiple_of(2) { "step" } else { "back" };
                let script = format!(
                    "document.querySelector('.diagram-view [data-control={key}]').click();"
                );
                self.browser.evaluate(&script).await
            }
        }
    }

    /// Waits for two frames.
    async fn settle(&self) -> Result<()> {
        let script = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done(null)));";
        self.browser.client().execute_async(script, Vec::new()).await?;
        Ok(())
    }

    async fn main_thread_time(&self) -> Result<MainThreadTime> {
        let response = self.browser.devtools("Performance.getMetrics", json!({})).await?;
        let metrics = response["metrics"].as_array().context("no metrics")?;
        let metric = |name: &str| {
            let found = metrics.iter().find(|metric| metric["name"] == name);
            found.and_then(|metric| metric["value"].as_f64()).unwrap_or_default()
        };
        Ok(MainThreadTime {
            all: metric("TaskDuration"),
            script: metric("ScriptDuration"),
            style: metric("RecalcStyleDuration"),
            layout: metric("LayoutDuration"),
        })
    }

    async fn count_frames(&self, name: &str) -> Result<()> {
        let script = format!(
            "const done = arguments[0];
            const pane = document.querySelector('.pane');
            const nodes = [...pane.querySelectorAll('.node')];
            const {{ x, y }} = pane.getBoundingClientRect();
            const send = (target, type, kind, more) => target.dispatchEvent(new kind(type,
                {{ bubbles: true, cancelable: true, pointerId: 7, isPrimary: true, ...more }}));
            const place = at => ({{ clientX: x + 300 + 60 * Math.sin(at / 10),
                clientY: y + 200 + 60 * Math.cos(at / 10) }});
            const actions = {{
                nothing: () => {{}},
                hover: at => send(nodes[at * 7 % nodes.length], 'pointerover', PointerEvent, {{}}),
                wheel: at => send(pane, 'wheel', WheelEvent,
                    {{ ...place(at), deltaY: at % 20 < 10 ? -20 : 20 }}),
                drag: at => send(pane, 'pointermove', PointerEvent, {{ ...place(at), buttons: 1 }}),
            }};
            send(pane, 'pointerdown', PointerEvent, {{ ...place(0), buttons: 1 }});
            let at = 0, start = performance.now(), last = start, longest = 0;
            const frame = () => {{
                const now = performance.now();
                longest = Math.max(longest, now - last);
                last = now;
                if (at === 180) {{
                    send(pane, 'pointerup', PointerEvent, {{}});
                    done([1000 * at / (now - start), longest]);
                    return;
                }}
                actions['{name}'](at++);
                requestAnimationFrame(frame);
            }};
            requestAnimationFrame(frame);"
        );
        let found = self.browser.client().execute_async(&script, Vec::new()).await?;
        let (rate, longest): (f64, f64) = serde_json::from_value(found)?;
        println!("{name:>8} {rate:>7.1}   longest {longest:.1} ms");
        Ok(())
    }
}
