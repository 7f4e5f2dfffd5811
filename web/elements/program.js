/** Loads programs: WebAssembly and its bindings. */

import { loadModule } from "./files.js";

/** The shortest program: it does nothing. */
const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Throws an error in words of ours where the browser or the page lets no program run. */
function requireWebAssembly() {
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  try {
    new WebAssembly.Instance(new WebAssembly.Module(NOTHING));
  } catch {
    throw new Error("the content security policy of this page does not allow WebAssembly: its "
      + "script-src needs 'wasm-unsafe-eval'");
  }
}

/** Compiles a program; also one that is served with another MIME type than application/wasm. */
export async function compile(address) {
  requireWebAssembly();
  // The page may have asked for it while it was parsed.
  const { mdp2048Responses: early = {} } = globalThis;
  const asked = early[address];
  delete early[address];
  const response = await (asked ?? fetch(address));
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Returns a function that loads a program, once. `address` returns the URL of its files, without
 * their endings. The function resolves to the bindings, the compiled program and the URL of
 * the bindings. A failed load is tried again by the next call.
 */
export function loader(address) {
  let loading;
  return () => {
    loading ??= (async () => {
      requireWebAssembly();
      const files = address();
      const script = `${files}.js`;
      const [program, module] = await Promise.all([
        loadModule(script),
        compile(`${files}_bg.wasm`),
      ]);
      await program.default({ module_or_path: module });
      return { program, module, script };
    })();
    loading.catch(() => { loading = undefined; });
    return loading;
  };
}
