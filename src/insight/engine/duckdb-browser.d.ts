/** The build of the engine that runs in the thread that loads it; the package describes it, under no name that can be imported. */
declare module '*/duckdb-browser-blocking.mjs' {
  import type { DuckDBRuntime } from '@duckdb/duckdb-wasm/blocking';

  export { createDuckDB, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
  export const BROWSER_RUNTIME: DuckDBRuntime;
}
