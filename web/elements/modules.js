/** Loads modules by their URLs when they are needed. */

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
