/** What must be there before anything runs: a Node that is new enough, the packages of the lock file, and a current build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// The programs of installed packages are found by name, and run by this Node.
process.env.PATH = [join(ROOT, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
// Vite would like file extensions in what its configuration imports; ours are read by TypeScript too, which has none.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true';

/** Where programs are scripts of a shell. */
export const WINDOWS = process.platform === 'win32';
const BUILT_FROM = [
  'src',
  'public',
  'vite',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
const STAMP = join(ROOT, 'dist/built-from');
const BUILT = [STAMP, join(ROOT, 'dist/client/index.html'), join(ROOT, 'dist/server/main.js')];
/** The oldest Node that runs all of it. It is out of support; the one to install is in `engines`, which npm compares when it installs. */
const OLDEST_NODE = '20.19';

/** Checks the version of Node, and runs `npm ci` where the installed packages are not those of the lock file. Ends the process where either fails. */
export function prepare() {
  if (process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0)
    end(`Node ${OLDEST_NODE} or newer is required, better the newest: see https://nodejs.org.`);
  if (isInstalled()) return;
  console.log('Installing packages…');
  if (!succeeds('npm', 'ci', '--include=dev', '--no-audit', '--no-fund'))
    end('Installing packages failed: see the output of npm ci above.');
}

/** Builds page and server where they are missing or made from other sources. Ends the process where that fails. */
export function buildIfStale() {
  const hash = sourceHash();
  if (BUILT.every((path) => existsSync(path)) && readFileSync(STAMP, 'utf8') === hash) return;
  console.log('Building…');
  rmSync(STAMP, { force: true });
  const vite = ['vite', 'build', '--logLevel', 'warn'];
  if (!succeeds(...vite) || !succeeds(...vite, '--ssr', 'src/server/gateway/main.ts', '--outDir', 'dist/server'))
    end('The build failed: see the output above.');
  writeFileSync(STAMP, hash);
}

/** Runs a program with its output. @returns whether it ended with 0 */
export function succeeds(command, ...args) {
  return spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], shell: WINDOWS }).status === 0;
}

/** Ends the process with a sentence for the person who started it. */
export function end(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** npm keeps a record of what it installed; times mean nothing after a clone or a copy, versions do. */
function isInstalled() {
  const kept = 'node_modules/.package-lock.json';
  if (!existsSync(join(ROOT, kept))) return false;
  const installed = readJson(kept).packages;
  return Object.entries(readJson('package-lock.json').packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** Changes with the name and content of every file that the build may read. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const path of BUILT_FROM.flatMap(filesIn).filter((name) => !name.includes('.test.')))
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

/** Files at or below a path of the project, in an order of their own. */
function filesIn(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path)).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}
