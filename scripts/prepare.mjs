/** What must be there before anything runs: a Node that is new enough, the packages of the lock file, and a current build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// Vite would like file extensions in what its configuration imports; ours are read by TypeScript too, which has none.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true';

const BUILT_FROM = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite',
  'vite.config.ts',
  'tsconfig.json',
];
const BUILT = ['dist/client/index.html', 'dist/server/main.js'];
const STAMP = join(ROOT, 'dist/built-from');

/** The oldest Node that runs all of it, though it is out of support and not the one to install. */
const OLDEST_NODE = '20.19';

/** Says what is needed where this Node is older than the package's `engines`, and ends the process where it cannot run the console. */
export function checkNode() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  if (isNode(wanted)) return;
  const sentence = `Node ${wanted} or newer is required; this is Node ${process.versions.node}. See https://nodejs.org.`;
  if (!isNode(OLDEST_NODE)) end(sentence);
  console.warn(`${sentence} It is out of support, and works for now.`);
}

function isNode(version) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor = 0] = version.split('.').map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Runs `npm ci` when the installed packages are not those of the lock file. */
export function install() {
  if (isInstalled()) return;
  console.log('Installing packages…');
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) end('Installing packages failed: see the output of npm ci above.');
}

/** Builds page and server when they are missing or made from other sources. */
export function buildIfStale() {
  const current = BUILT.every((path) => existsSync(join(ROOT, path)));
  if (current && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash()) return;
  console.log('Building…');
  if (!build()) end('The build failed: see the output above.');
}

/** Builds page and server. @returns whether it worked */
export function build() {
  const hash = sourceHash();
  const built =
    runBin('vite', ['build', '--logLevel', 'warn']) &&
    runBin('vite', ['build', '--logLevel', 'warn', '--ssr', 'src/server/gateway/main.ts', '--outDir', 'dist/server']);
  if (built) writeFileSync(STAMP, hash);
  return built;
}

/** Runs the program of an installed package. @returns whether it ended with 0 */
export function runBin(name, args, environment = {}) {
  const { status } = spawnSync(process.execPath, [binPath(name), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

const PACKAGE_OF = { tsc: 'typescript', biome: '@biomejs/biome', playwright: '@playwright/test' };

/** Path of the program of an installed package. */
export function binPath(name) {
  const folder = join(ROOT, 'node_modules', PACKAGE_OF[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** npm keeps a record of what it installed; times mean nothing after a clone or a copy, versions do. */
function isInstalled() {
  const kept = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(kept)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(kept, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** Changes with every file below these paths that `counts`, by its name. */
export function hashOf(paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((name) => filesIn(join(ROOT, name), counts)).sort()) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path, counts) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => (counts(name) ? filesIn(join(path, name), counts) : []));
}

const sourceHash = () => hashOf(BUILT_FROM, (name) => !name.includes('.test.'));

/** Ends the process with a sentence for the person who started it. */
export function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
