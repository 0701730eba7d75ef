/**
 * `npm run test:long`: what takes longer than `npm test`, a file at a time in two lanes, and one line that counts them all. A part that has passed is not run
 * again until the sources change, so that a run that was broken off goes on where it was.
 *
 * Arguments: parts of file names, to run only those; `--again` to run also what has passed.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buildIfStale, checkNode, hashOf, install, ROOT } from './prepare.mjs';
import { chromiumOrEnd, playwright, told, vitest } from './test-programs.mjs';
import { summary } from './test-reports.mjs';

const LANES = 2;
const KEPT = join(ROOT, 'dist/test-long.json');

checkNode();
install();
const chromium = await chromiumOrEnd();
buildIfStale();
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const parts = [...browserParts(), ...unitParts()].filter(
  (part) => wanted.length === 0 || wanted.some((name) => part.includes(name)),
);
const sources = hashOf(['src', 'e2e', 'bench', 'scripts', 'vite', 'package-lock.json', 'vite.config.ts', 'deploy']);
const kept = args.includes('--again') ? {} : keptResults();
const scratch = mkdtempSync(join(tmpdir(), 'warehouse-console-tests-'));
try {
  const waiting = parts.filter((part) => kept[part] === undefined);
  for (const part of parts) if (kept[part] !== undefined) console.log(`── ${part}: passed before`);
  await Promise.all(Array.from({ length: LANES }, () => lane(waiting)));
  const results = parts.map((part) => kept[part]);
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs one part after the other, as long as there are any. */
async function lane(waiting) {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    kept[part] = await told(part, () => run(part));
    keep();
  }
}

function run(part) {
  const report = join(scratch, `${basename(part)}.json`);
  if (!part.startsWith('e2e/')) return vitest([part], report, { LONG_TESTS: '1' });
  const args = [part, '--grep', '@long', '--workers', '1', '--output', `test-results/${basename(part)}`];
  return playwright(args, report, { CHROMIUM_PATH: chromium });
}

/** Browser tests that are long say so in their titles. */
function browserParts() {
  return readdirSync(join(ROOT, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts') && readFileSync(join(ROOT, 'e2e', name), 'utf8').includes('@long'))
    .map((name) => `e2e/${name}`);
}

function unitParts() {
  return ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.long\.test\.(tsx?|mjs)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

/** By part, of these very sources. What failed is not among them. */
function keptResults() {
  if (!existsSync(KEPT)) return {};
  const { sources: of, results } = JSON.parse(readFileSync(KEPT, 'utf8'));
  return of === sources ? results : {};
}

function keep() {
  const passed = Object.entries(kept).filter(([, { failed }]) => failed === 0);
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ sources, results: Object.fromEntries(passed) }));
}
