//! Measures what a reader's hand on a diagram costs the built page, for the table in
//! `docs/benchmarks.md`:
//! `MDP2048_DIST=dist cargo run -p mdp2048-tests --features browser --bin frames`.

#![allow(clippy::print_stdout, reason = "a developer's tool")]

use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use mdp2048_tests::browser::{Browser, Look};
use mdp2048_tests::site::Site;
use serde_json::{Value, json};

/// Measure interaction with a diagram of the page in `target/page`, or in the folder
/// MDP2048_DIST names.
#[derive(Parser)]
struct Options {
    /// What follows the page's address; without it, the largest drawing of the gallery.
    #[arg(default_value = "#/diagram?game=2x2_to_8&boards=all&seed=42")]
    page: String,
    /// How often each is done.
    #[arg(long, default_value_t = 60)]
    times: usize,
    /// Style sheet to try on top of the page's own.
    #[arg(long, default_value = "")]
    style: String,
}

/// What a hand does.
#[derive(Clone, Copy)]
enum Hand {
    Nothing,
    Hover,
    Wheel,
    Rest,
    Drag,
    Step,
    Redraw,
}

const HANDS: [(&str, Hand); 7] = [
    ("nothing", Hand::Nothing),
    ("hover", Hand::Hover),
    ("wheel", Hand::Wheel),
    ("drag", Hand::Drag),
    ("step", Hand::Step),
    // The wheel, and then nothing until the drawing is sharp again.
    ("rest", Hand::Rest),
    // Lays the drawing out anew, with the ends as nodes or as marks.
    ("redraw", Hand::Redraw),
];

/// Seconds of CPU time that the main thread has taken since the page was opened.
#[derive(Clone, Copy, Default)]
struct Work {
    all: f64,
    script: f64,
    style: f64,
    layout: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let site = Site::built()?.serve().await?;
    let browser = Browser::open(Look::DESKTOP).await?;
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
    let bench = Bench { nodes: nodes(&browser).await?, browser, times: options.times };
    println!("{}: {} nodes in sight", options.page, bench.nodes.len());
    println!("main thread, CPU ms for each event until the second frame after it");
    println!(
        "{:>8} {:>7} {:>7} {:>7} | {:>7} {:>7} {:>7}",
        "", "median", "95 %", "most", "script", "style", "layout"
    );
    for (name, hand) in HANDS {
        bench.measure(name, hand).await?;
    }
    println!("frames/s while something is done in every frame");
    for (name, _) in &HANDS[..4] {
        bench.count_frames(name).await?;
    }
    Ok(())
}

/// The middles of the nodes in sight, in pixels of the page.
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

struct Bench {
    browser: Browser,
    nodes: Vec<(f64, f64)>,
    times: usize,
}

impl Bench {
    async fn measure(&self, name: &str, hand: Hand) -> Result<()> {
        let mut works = Vec::with_capacity(self.times);
        self.begin(hand).await?;
        for at in 0..self.times {
            self.settle().await?;
            let before = self.work().await?;
            self.act(hand, at).await?;
            self.settle().await?;
            let after = self.work().await?;
            works.push(Work {
                all: after.all - before.all,
                script: after.script - before.script,
                style: after.style - before.style,
                layout: after.layout - before.layout,
            });
        }
        self.end(hand).await?;
        let sorted = |part: fn(&Work) -> f64| {
            let mut times: Vec<f64> = works.iter().map(|work| 1000.0 * part(work)).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        let median = |part| sorted(part)[works.len() / 2];
        let all = sorted(|work| work.all);
        let last = all.len() - 1;
        println!(
            "{name:>8} {:>7.2} {:>7.2} {:>7.2} | {:>7.2} {:>7.2} {:>7.2}",
            all[last / 2],
            all[last * 95 / 100],
            all[last],
            median(|work| work.script),
            median(|work| work.style),
            median(|work| work.layout),
        );
        Ok(())
    }

    /// Where the pointer is at a time: on a node for hovering, else on a small circle.
    fn place(&self, hand: Hand, at: usize) -> (f64, f64) {
        match hand {
            // Far from the last one, so that no neighbour stays lit.
            Hand::Hover => self.nodes[at * 7 % self.nodes.len()],
            _ => {
                let turn = at as f64 / 10.0;
                (500.0 + 60.0 * turn.sin(), 500.0 + 60.0 * turn.cos())
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

    async fn begin(&self, hand: Hand) -> Result<()> {
        self.mouse("mouseMoved", (5.0, 5.0), json!({})).await?;
        match hand {
            Hand::Drag => {
                let held = json!({ "button": "left", "buttons": 1, "clickCount": 1 });
                self.mouse("mousePressed", self.place(hand, 0), held).await
            }
            _ => Ok(()),
        }
    }

    async fn end(&self, hand: Hand) -> Result<()> {
        match hand {
            Hand::Drag => {
                let held = json!({ "button": "left", "clickCount": 1 });
                self.mouse("mouseReleased", self.place(hand, self.times), held).await
            }
            _ => Ok(()),
        }
    }

    async fn act(&self, hand: Hand, at: usize) -> Result<()> {
        let place = self.place(hand, at);
        match hand {
            Hand::Nothing => Ok(()),
            Hand::Hover => self.mouse("mouseMoved", place, json!({})).await,
            Hand::Drag => {
                let held = json!({ "button": "left", "buttons": 1 });
                self.mouse("mouseMoved", place, held).await
            }
            Hand::Wheel | Hand::Rest => {
                let by = if (at / 5).is_multiple_of(2) { -100 } else { 100 };
                let turned = json!({ "deltaX": 0, "deltaY": by });
                self.mouse("mouseWheel", place, turned).await?;
                if let Hand::Rest = hand {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Ok(())
            }
            Hand::Redraw => {
                let ends = if at.is_multiple_of(2) { "edges" } else { "marks" };
                let script = format!(
                    "const menu = document.querySelector('.explorer [data-control=ends]');
                    menu.value = '{ends}';
                    menu.dispatchEvent(new Event('change', {{ bubbles: true }}));"
                );
                self.browser.evaluate(&script).await
            }
            Hand::Step => {
                let key = if (at / 4).is_multiple_of(2) { "step" } else { "back" };
                let script =
                    format!("document.querySelector('.explorer [data-control={key}]').click();");
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

    async fn work(&self) -> Result<Work> {
        let answer = self.browser.devtools("Performance.getMetrics", json!({})).await?;
        let metrics = answer["metrics"].as_array().context("no metrics")?;
        let metric = |name: &str| {
            let found = metrics.iter().find(|metric| metric["name"] == name);
            found.and_then(|metric| metric["value"].as_f64()).unwrap_or_default()
        };
        Ok(Work {
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
            const acts = {{
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
                acts['{name}'](at++);
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
