/** Downloads of policies, which begin while the program that reads them is still loading. */

/** The responses by URL; undefined for a download that a player has already used. */
const begun = new Map();

/** Begins the download of a file, unless it has begun before. */
export function begin(url) {
  if (begun.has(url)) return;
  const response = fetch(url);
  // The player that asks for the file reports the error.
  response.catch(() => {});
  begun.set(url, response);
}

/**
 * Resolves to the response for a file: that of a download that has begun, or a new one. If `again`
 * is true, the file must come from the server.
 */
export function download(url, again) {
  const response = begun.get(url);
  begun.set(url, undefined);
  return response ?? fetch(url, again ? { cache: "reload" } : {});
}
