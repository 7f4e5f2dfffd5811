/**
 * The router: shows the page that the address requests, and keeps where each entry of the history
 * is scrolled to. It stands in the head of index.html, so that a page is shown before its program
 * is there, and the article without one.
 *
 * Each entry has a key, the field `entry` of its state. Programs that write the address keep the
 * state of an entry, and give a new one a key (`web/src/browser/address.rs`). An entry without a
 * key is new: the reader has followed a link, or typed an address.
 */

/** The table of pages. */
const pages = JSON.parse(document.getElementById("pages").textContent);

const router = (() => {
  const { documentElement: root, title } = document;
  /** The sheet that hides all pages but one. The content security policy allows no new element. */
  const shown = new CSSStyleSheet();
  document.adoptedStyleSheets.push(shown);

  /** The name under which the tab keeps the places, so that they survive a reload. */
  const KEPT = "mdp2048-places";
  /** The most entries whose places are kept. */
  const MOST = 200;
  /** For how long a place is restored while the page does not grow, in milliseconds. */
  const GROWING = 1000;
  /** For how long it is restored in all. */
  const LONGEST = 10_000;
  /** The number of frames after which a place that has not moved is left to the reader. */
  const HELD = 10;

  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    } catch {
      // The browser keeps nothing for this page.
      return {};
    }
  };
  const kept = read();
  /** Where entries are scrolled to, by their keys. */
  const places = new Map(kept.places);
  /** The address and the place of each page as the reader left it last, by its name. */
  const left = kept.left ?? {};

  const key = () => history.state?.entry;
  const newKey = () => Math.random().toString(36).slice(2);
  const giveKey = () => {
    if (!key()) history.replaceState({ ...history.state, entry: newKey() }, "");
  };

  /** The place to restore, until it is reached or the reader scrolls. */
  let wanted;
  /** Where the page was last scrolled to for that. */
  let reached;
  /** The next attempt. */
  let attempt;

  /** Leaves the place to the reader. */
  const yieldPlace = () => {
    wanted = undefined;
    cancelAnimationFrame(attempt);
    attempt = undefined;
  };

  /** Scrolls to a place in each frame, until it holds or the page has had time to grow. */
  const restore = (place) => {
    yieldPlace();
    wanted = place;
    const last = performance.now() + LONGEST;
    let [height, end, held] = [0, 0, 0];
    const frame = () => {
      attempt = undefined;
      // What has grown above the place may have moved it.
      if (root.scrollHeight !== height) {
        [height, end, held] = [root.scrollHeight, Math.min(performance.now() + GROWING, last), 0];
      }
      if (held < HELD) {
        scrollTo({ top: place, behavior: "instant" });
        reached = scrollY;
        held = Math.abs(reached - place) < 1 ? held + 1 : 0;
      } else if (Math.abs(scrollY - place) >= 1) {
        return yieldPlace();
      }
      if (performance.now() < end) attempt = requestAnimationFrame(frame);
      else if (held >= HELD) yieldPlace();
    };
    frame();
  };

  /** Notes the place of the entry that is shown, which may still be restored. */
  const note = () => {
    if (!key()) return;
    const place = wanted ?? scrollY;
    places.delete(key());
    places.set(key(), place);
    left[root.dataset.page] = { hash: location.hash, place };
  };
  const keep = () => {
    try {
      const last = [...places].slice(-MOST);
      sessionStorage.setItem(KEPT, JSON.stringify({ places: last, left }));
    } catch {
      // As above.
    }
  };

  // Repairs what chat and mail programs do to links: a slash or a full stop at the end, and an
  // encoded &. Puzzles had another address once.
  const repair = () => {
    const hash = location.hash.replace(/&amp;|%26/gi, "&").replace(/[).,;:!'"]+$/, "")
      .replace(/^(#\/[\w-]+)\/+(?=\?|$)/, "$1")
      .replace("#/explore?daily=", "#/puzzle?day=");
    if (hash !== location.hash) history.replaceState(history.state, "", hash || "#");
  };

  /** The page of an address: the first one if no other has it. */
  const pageOf = (hash) => {
    const [path, query] = hash.split("?");
    const at = (path) => pages.find((page) => page.path === path);
    return query !== undefined && at(`${path}?`) || at(path) || pages[0];
  };

  /** Shows the page of the address, and returns its row. */
  const route = () => {
    repair();
    const page = pageOf(location.hash);
    root.dataset.page = page.name;
    shown.replaceSync(`main:not(.page-${page.name}) { display: none; }`);
    document.title = page.title ?? title;
    for (const link of document.querySelectorAll("nav a")) {
      const isCurrent = link.hash === page.path.replace("?", "");
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    return page;
  };

  /** Scrolls to the part of a page that a link changes, if that is out of sight. */
  const showChanged = ({ name }) => {
    const changed = document.querySelector(`.page-${name} > :is(.program, [address])`);
    const { top } = changed?.getBoundingClientRect() ?? { top: 0 };
    if (top < 0 || top > innerHeight) changed.scrollIntoView({ block: "start" });
  };

  /** Shows an entry of the history to which the reader has come. */
  const arrive = ({ state }) => {
    const before = root.dataset.page;
    yieldPlace();
    giveKey();
    const page = route();
    const isOther = page.name !== before;
    if (state?.entry) {
      const place = places.get(key()) ?? (isOther ? left[page.name]?.place ?? 0 : scrollY);
      restore(place);
    } else if (isOther || !location.hash.includes("?")) {
      // The browser itself scrolls to an element that the address names.
      if (isOther || location.hash.startsWith("#/")) scrollTo({ top: 0, behavior: "instant" });
    } else if (page !== pages[0]) {
      // The article scrolls to the player that the link changes.
      showChanged(page);
    }
  };

  // The state with which the document was opened: that of a reload, or of a return to it.
  const isReturn = key() !== undefined;
  history.scrollRestoration = "manual";
  giveKey();
  route();
  addEventListener("DOMContentLoaded", () => {
    route();
    if (isReturn) restore(places.get(key()) ?? 0);
  });
  addEventListener("popstate", arrive);
  addEventListener("hashchange", ({ oldURL }) => {
    const { hash } = new URL(oldURL);
    const { name } = pageOf(hash);
    // A program may have written the address after the place was noted.
    if (name !== root.dataset.page && left[name]) left[name].hash = hash;
  });
  addEventListener("scroll", () => {
    if (attempt === undefined && scrollY !== reached) yieldPlace();
    note();
  }, { passive: true });
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(type, yieldPlace, { capture: true, passive: true });
  }
  addEventListener("click", note, { capture: true });
  // Downloads that end because the page is left may make it higher, and move its place.
  addEventListener("beforeunload", note);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });

  /** Goes to a new entry, which programs see as one that has been there if it has a state. */
  const enter = (hash, state) => {
    history.pushState({ entry: newKey() }, "", hash);
    const seen = state && { ...history.state, ...state };
    dispatchEvent(new PopStateEvent("popstate", { state: seen }));
  };
  // The menu leads to a page as the reader left it. Every other link does what its address says,
  // also that of the page itself, and also where the address stays: browsers would replace the
  // entry.
  addEventListener("click", (event) => {
    const link = event.composedPath().find((it) => it instanceof HTMLAnchorElement);
    const isPlain = event.button === 0
      && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link?.hash || link.target || !isPlain || event.defaultPrevented) return;
    const { name, path } = pageOf(link.hash);
    if (link.closest("nav[aria-label=Pages]") && name !== root.dataset.page && left[name]) {
      event.preventDefault();
      enter(left[name].hash || path, { asLeft: true });
    } else if (link.href === location.href) {
      event.preventDefault();
      enter(link.hash, null);
    }
  });

  return {
    pageOf,
    /** Whether the reader has loaded the page again, or has come back to it from elsewhere. */
    isReturn,
    /** Tries again to restore a place for which the page was too short. */
    pageHasGrown: () => { if (wanted !== undefined) restore(wanted); },
  };
})();
