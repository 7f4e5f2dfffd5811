/** Where the files of the package are, and the modules that load when they are needed. */

/** The folder that a page has set. */
let folder;

/**
 * Tells where the files of the package are served, for a module that is part of a bundle: a URL,
 * relative to the page.
 */
export function setFolder(url) {
  folder = `${url}`.replace(/\/*$/, "/");
}

/** Returns the URL of a file of the package: in the folder of this module, unless one is set. */
export function url(file) {
  const base = folder === undefined ? import.meta.url : new URL(folder, document.baseURI);
  return new URL(file, base).href;
}

/**
 * The discount of a player, which the name of its policy has. It is no property of the element:
 * frameworks set properties that have the names of attributes.
 */
export const discountOf = (player) => Number(player.getAttribute("discount") ?? 1);

/** How often each module could not be loaded, by its URL. */
const failures = new Map();

/**
 * Resolves to the module at a URL. Bundlers leave this import alone, so the module stays a file
 * that finds others relative to itself.
 */
export async function loadModule(address) {
  // Browsers remember that a URL had no module, so another try has another URL.
  const failed = failures.get(address);
  const url = failed ? `${address}?again=${failed}` : address;
  try {
    return await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (error) {
    failures.set(address, (failed ?? 0) + 1);
    throw error;
  }
}
