/**
 * Solutions that are kept for the next visit, as files in the origin-private file system of the
 * browser. A worker writes and reads them; the page lists and removes them.
 */

import { explained } from "../reasons.js";

const FOLDER = "mdp2048-solutions";
const ENDING = ".solution";

/** The ending of a file that is not whole yet. */
const PART = ".part";

/** How long the worker writes before it answers other messages, in milliseconds. */
const TURN = 10;

/** The part of the space that is left free. */
const SPARE = 0.1;

const NO_FILES = "this browser lets the page keep no files, as in a private window";

/** The folder of the solutions; undefined if there is none and it is not made. */
async function folder(create) {
  let root;
  try {
    root = await navigator.storage.getDirectory();
  } catch {
    throw new Error(NO_FILES);
  }
  try {
    return await root.getDirectoryHandle(FOLDER, { create });
  } catch (error) {
    if (error.name === "NotFoundError") return undefined;
    throw new Error(NO_FILES);
  }
}

/** Tells all pages that there are other solutions now. */
function tell() {
  const channel = new BroadcastChannel(FOLDER);
  channel.postMessage(null);
  channel.close();
}

/** Calls a function whenever a page has kept or removed a solution. */
export function watch(changed) {
  new BroadcastChannel(FOLDER).onmessage = () => changed();
}

/** Resolves to the names and the lengths of the solutions. */
export async function list() {
  const files = [], parts = [];
  const handles = await folder(false);
  /** @type {AsyncIterable<[string, any]> | []} */
  const entries = handles?.entries() ?? [];
  for await (const [name, handle] of entries) {
    if (name.endsWith(ENDING)) {
      const size = await handle.getFile().then((file) => file.size, () => undefined);
      if (size !== undefined) files.push({ name: name.slice(0, -ENDING.length), size });
    } else {
      parts.push(name);
    }
  }
  if (parts.length > 0) {
    // Workers ended while they wrote these files, unless one is writing now.
    await navigator.locks.request(FOLDER, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      for (const name of parts) await handles.removeEntry(name).catch(() => {});
    });
  }
  return files;
}

/** Removes solutions by their names. */
export async function remove(names) {
  const handles = await folder(false);
  for (const name of names) {
    await handles?.removeEntry(name + ENDING).catch((error) => {
      if (error.name !== "NotFoundError") throw error;
    });
  }
  tell();
}

/** An error as that of a browser whose space is used up. */
const noSpace = () => new DOMException("there is too little space", "QuotaExceededError");

/** Where a solution is written; it has its name only when it is whole. */
async function begin(handles, name) {
  const create = { create: true };
  if (globalThis.FileSystemFileHandle?.prototype.move) {
    const part = `${name}-${Math.random().toString(36).slice(2)}${PART}`;
    const file = await handles.getFileHandle(part, create);
    const access = await file.createSyncAccessHandle?.();
    if (access) {
      const drop = async () => {
        await access.close();
        await handles.removeEntry(part).catch(() => {});
      };
      return {
        write(bytes, at) {
          if (access.write(bytes, { at }) < bytes.length) throw noSpace();
        },
        async end() {
          await access.flush();
          await access.close();
          await handles.removeEntry(name).catch(() => {});
          await file.move(name);
        },
        drop,
      };
    }
    await handles.removeEntry(part).catch(() => {});
  }
  // The browser writes into a copy, which replaces the file at the end.
  const existing = await handles.getFileHandle(name).catch(() => undefined);
  const file = existing ?? await handles.getFileHandle(name, create);
  if (!file.createWritable) throw new Error(NO_FILES);
  const stream = await file.createWritable();
  return {
    write: (bytes, position) => stream.write({ type: "write", position, data: bytes }),
    end: () => stream.close(),
    async drop() {
      await stream.abort().catch(() => {});
      if (!existing) await handles.removeEntry(name).catch(() => {});
    },
  };
}

/**
 * Writes a solution of about so many bytes in a worker, which answers other messages meanwhile.
 * `writePart` writes the next part by calls of its argument with bytes, and returns whether others
 * follow. Resolves to the length of the file.
 */
export async function keep(name, bytes, writePart) {
  try {
    const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
    if (bytes > (1 - SPARE) * (quota - usage)) throw noSpace();
    // No page removes the file before it has its name.
    const length = await navigator.locks.request(FOLDER, { mode: "shared" },
      () => write(name, writePart));
    tell();
    return length;
  } catch (error) {
    throw explained(error);
  }
}

/** Writes a solution to its file; resolves to the length. */
async function write(name, writePart) {
  const out = await begin(await folder(true), name + ENDING);
  let length = 0;
  try {
    let goesOn = true;
    for (let turn = performance.now(); goesOn;) {
      const writes = [];
      goesOn = writePart((bytes) => {
        writes.push(out.write(bytes, length));
        length += bytes.length;
      });
      await Promise.all(writes);
      if (performance.now() - turn > TURN) {
        await new Promise((resume) => setTimeout(resume));
        turn = performance.now();
      }
    }
    await out.end();
    return length;
  } catch (error) {
    await out.drop().catch(() => {});
    throw error;
  }
}

/**
 * Lets a worker read a solution: calls `open` with the length of its file and a function that
 * returns the bytes of a range. A file that is damaged is removed; the name of the error is then
 * DamagedSolution.
 */
export async function read(name, open) {
  try {
    const handles = await folder(false);
    const handle = await handles?.getFileHandle(name + ENDING).catch(() => undefined);
    if (!handle) throw new Error("it is no longer there; solve the game again");
    const file = await handle.getFile();
    open(file.size, (from, to) =>
      new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(from, to))));
  } catch (error) {
    if (error.name === "DamagedSolution") await remove([name]);
    throw explained(error);
  }
}
