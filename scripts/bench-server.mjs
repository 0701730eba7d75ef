/** `npm run bench:gateway`, `npm run bench:service` and `npm run bench:tables`: builds the bench, and what it starts, into dist/bench, and runs it. */
import { spawnSync } from 'node:child_process';
import { checkNode, end, install, ROOT, runBin } from './prepare.mjs';

const [name, ...args] = process.argv.slice(2);
checkNode();
install();
const build = (entry, folder) =>
  runBin('vite', ['build', '--logLevel', 'warn', '--ssr', entry, '--outDir', `dist/bench/${folder}`]);
if (!build(`bench/${name}.ts`, name) || !build('src/server/gateway/main.ts', 'program'))
  end('The build failed: see the output above.');
const { status } = spawnSync(
  process.execPath,
  [`dist/bench/${name}/${name}.js`, '--program', 'dist/bench/program/main.js', ...args],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
