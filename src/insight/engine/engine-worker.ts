/** The worker that runs the engine: rows stay here, statements and answers go between it and the page. */

import type { DuckDBBundles } from '@duckdb/duckdb-wasm/blocking';
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
// The package has no name for this build: it runs in a thread of ours instead of starting one.
import * as duckdb from '../../../node_modules/@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs';
import { openDatabase } from './database';
import type { EngineMessage, EngineRequest } from './engine-protocol';
import { engineAnswers, failureOf } from './engine-session';
import { opfsRoom } from './opfs-room';

const answers = engineAnswers(start(), opfsRoom());
const running = new Map<number, AbortController>();

/** The build with the exceptions of WebAssembly, which every browser has that runs the console, is the only one that is shipped. */
async function start() {
  const bundle = { mainModule: new URL(wasmUrl, location.href).href };
  const bundles = { mvp: bundle, eh: bundle } as unknown as DuckDBBundles;
  const bindings = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.BROWSER_RUNTIME);
  await bindings.instantiate();
  return openDatabase(bindings);
}

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  if (data.name === 'cancel') running.get(data.id)?.abort(new DOMException('Cancelled', 'AbortError'));
  else void answer(data);
});

async function answer({ id, name, input }: Exclude<EngineRequest, { name: 'cancel' }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const output = await answers[name](input as never, stop.signal);
    tell({ id, output });
  } catch (error) {
    tell({ id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

function tell(message: EngineMessage): void {
  postMessage(message);
}
