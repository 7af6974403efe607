// The worker of browser.py: gets positions to search, and reports the results.
const tell = (path, said) => fetch(path, { method: 'POST', body: JSON.stringify(said ?? null) });
const bytes = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());

async function main() {
  const imports = { env: { now: () => performance.now(), poll: () => 0 } };
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/engine.wasm'), imports);
  const core = instance.exports;
  const give = (data) => {
    const at = core.sumito_alloc(data.length);
    new Uint8Array(core.memory.buffer).set(data, at);
    return at;
  };
  const network = await bytes('/network');
  const networkAt = give(network);
  const out = core.sumito_alloc(24);
  for (;;) {
    const task = await (await tell('/task')).json();
    const text = new TextEncoder().encode(task.position);
    const textAt = give(text);
    const game = core.sumito_game_new(0, textAt, text.length, 0, 0);
    const engine = core.sumito_engine_new(task.hash * 2 ** 20);
    if (task.network) core.sumito_engine_use(engine, networkAt, network.length);
    await tell('/begin');
    const started = performance.now();
    core.sumito_engine_search(engine, game, 0, task.nodes, 0, 0, 1, 0, 0);
    const seconds = (performance.now() - started) / 1000;
    await tell('/end');
    core.sumito_engine_result(engine, out);
    const nodes = new DataView(core.memory.buffer).getFloat64(out, true);
    core.sumito_engine_variation(engine, 0, out);
    const score = new DataView(core.memory.buffer).getInt32(out, true);
    core.sumito_engine_free(engine);
    core.sumito_game_free(game);
    core.sumito_free(textAt);
    await tell('/found', { nodes, score, seconds });
  }
}

main().catch((error) => tell('/found', { error: String(error) }));
