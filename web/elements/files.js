/** Where the element's files are. */

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
