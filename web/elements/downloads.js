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
 * Resolves to the bytes of a file, by a download that has begun or by a new one. If `again` is
 * true, the file must come from the server. Calls `progress` with the number of bytes received, and
 * with the length of the file or 0. Rejects with a status of the server that is not success, and
 * when the signal tells that the file is not needed.
 *
 * @param {AbortSignal} [signal]
 */
export async function receive(url, again, progress, signal) {
  const early = begun.get(url);
  begun.set(url, undefined);
  const response = await (early ?? fetch(url, { cache: again ? "reload" : "default", signal }));
  if (!response.ok) throw response.status;
  const total = Number(response.headers.get("content-length"));
  const chunks = [];
  let received = 0;
  const reader = response.body?.getReader();
  // A download that began before has no signal of its own.
  const cancel = () => reader?.cancel();
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  for (let chunk; (chunk = (await reader?.read())?.value); ) {
    chunks.push(chunk);
    received += chunk.length;
    // For a compressed response the server sends the compressed length.
    progress(received, received <= total ? total : 0);
  }
  signal?.throwIfAborted();
  const file = new Uint8Array(received);
  for (const chunk of chunks.reverse()) file.set(chunk, received -= chunk.length);
  return file;
}
