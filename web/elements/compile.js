/** Compiles a program; also one that is served with another MIME type than application/wasm. */
export async function compile(address) {
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
