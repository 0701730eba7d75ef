/**
 * Makes what the browser tests begin with, in a folder below the project, so that its packages are found: the program of their server, and its data, loaded once.
 *
 * Argument: the folder.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'vite';
import { end, ROOT } from './prepare.mjs';

const folder = process.argv[2] ?? end('Name the folder to write to: node scripts/browser-data.mjs FOLDER');
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  build: { ssr: 'e2e/test-server.ts', outDir: folder, target: 'node20', copyPublicDir: false },
});
const [code] = await once(
  fork(join(folder, 'test-server.js'), ['load', join(folder, 'loaded')], { cwd: ROOT }),
  'exit',
);
process.exitCode = code ?? 1;
