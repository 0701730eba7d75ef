/** `npm run bench`: builds the console, the plain page and the runner into dist/bench, finds a Chromium and starts. What it takes: see bench/run.ts. */
import { spawnSync } from 'node:child_process';
import { findChromium, INSTALL_BY_HAND, installChromium } from './chromium.mjs';
import { checkNode, end, install, ROOT, runBin } from './prepare.mjs';

checkNode();
install();
const chromium =
  (await findChromium()) ?? (await installChromium((args) => runBin('playwright', args))) ?? end(INSTALL_BY_HAND);
// In its own folder: a build of something else during the run must not change what is measured.
const build = (...args) => runBin('vite', ['build', '--logLevel', 'warn', ...args]);
const built =
  build('--outDir', 'dist/bench/client') &&
  build('--config', 'bench/plain/vite.config.ts') &&
  build('--ssr', 'bench/run.ts', '--outDir', 'dist/bench/runner');
if (!built) {
  end('The build failed: see the output above.');
}
const { status } = spawnSync(
  process.execPath,
  ['dist/bench/runner/run.js', '--root', ROOT, '--chromium', chromium, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
