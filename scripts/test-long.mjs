/**
 * `npm run test:long`: what takes longer than `npm test`, a file or a share of one at a time in each lane, and one line that counts them all. A part that has
 * passed is not run again until the sources change, so that an interrupted run continues.
 *
 * Arguments: parts of file names, to run only those; `--again` to run also what has passed.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIfStale, checkNode, hashOf, install, ROOT } from './prepare.mjs';
import { chromiumOrEnd, plainProgram, playwright, reported, script, vitest } from './test-programs.mjs';
import { summary } from './test-reports.mjs';

/** More than cores where there are two: most tests wait for a platform that is slow or fails. */
const LANES = 3;
/** What takes minutes, the longest first, and in how many shares lanes take it; everything else comes after it. */
const LONGEST = {
  'e2e/soak.spec.ts': 1,
  'src/pages/import/round-trip.long.test.ts': 1,
  'src/jobs/runner/schedules.long.test.ts': 1,
  'src/server/database/on-postgres.long.test.ts': 1,
  'e2e/bad-platform-work.spec.ts': 6,
  'e2e/drills.spec.ts': 3,
  'e2e/bad-platform.spec.ts': 3,
  'e2e/import-long.spec.ts': 1,
  'e2e/bad-wire.spec.ts': 1,
  'e2e/six-hours.spec.ts': 1,
};
const KEPT = join(ROOT, 'dist/test-long.json');

checkNode();
install();
const chromium = await chromiumOrEnd();
buildIfStale();
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const parts = [...browserFiles(), ...unitFiles()]
  .sort((a, b) => place(a) - place(b))
  .flatMap(shares)
  .filter((part) => wanted.length === 0 || wanted.some((name) => part.includes(name)));
const sources = hashOf(['src', 'e2e', 'bench', 'scripts', 'vite', 'package-lock.json', 'vite.config.ts', 'deploy']);
const kept = args.includes('--again') ? {} : keptResults();
const scratch = mkdtempSync(join(ROOT, 'dist/tests-'));
const browserData = join(scratch, 'browser');
try {
  const waiting = parts.filter((part) => kept[part] === undefined);
  for (const part of parts) if (kept[part] !== undefined) console.log(`── ${part}: passed before`);
  const results = [];
  if (waiting.some(isOfBrowser)) {
    results.push(
      await reported('Data of the browser tests', () => plainProgram(script('browser-data.mjs'), [browserData])),
    );
  }
  if (results.every(({ failed }) => failed.length === 0)) {
    await Promise.all(Array.from({ length: LANES }, () => lane(waiting)));
    results.push(...parts.map((part) => kept[part]));
  }
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed.length > 0) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Runs one part after the other, as long as there are any. */
async function lane(waiting) {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    kept[part] = await reported(part, () => run(part));
    keep();
  }
}

function run(part) {
  const name = part.replaceAll(/\W+/g, '-');
  const report = join(scratch, `${name}.json`);
  if (!isOfBrowser(part)) return vitest([part], report, { LONG_TESTS: '1' });
  const [file, share] = part.split(' ');
  // Shares are of tests, which Playwright cuts only what is parallel into; a file that is whole keeps what its tests begin with.
  const cut = share ? ['--fully-parallel', '--shard', share] : [];
  const args = [file, '--grep', '@long', '--workers', '1', ...cut];
  return playwright([...args, '--output', `test-results/${name}`], report, {
    CHROMIUM_PATH: chromium,
    E2E_SCRATCH: browserData,
  });
}

function isOfBrowser(part) {
  return part.startsWith('e2e/');
}

/** Long browser tests are marked in their titles. */
function browserFiles() {
  return readdirSync(join(ROOT, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts') && readFileSync(join(ROOT, 'e2e', name), 'utf8').includes('@long'))
    .map((name) => `e2e/${name}`);
}

function unitFiles() {
  return ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.long\.test\.(tsx?|mjs)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

function place(file) {
  const at = Object.keys(LONGEST).indexOf(file);
  return at < 0 ? Object.keys(LONGEST).length : at;
}

/** @returns the parts of a file, `FILE` or `FILE 1/3` and so on */
function shares(file) {
  const count = LONGEST[file] ?? 1;
  return count === 1 ? [file] : Array.from({ length: count }, (_, index) => `${file} ${index + 1}/${count}`);
}

/** By part, of these very sources. What failed is not among them. */
function keptResults() {
  if (!existsSync(KEPT)) return {};
  const { sources: of, results } = JSON.parse(readFileSync(KEPT, 'utf8'));
  return of === sources ? results : {};
}

function keep() {
  const passed = Object.entries(kept).filter(([, { failed }]) => failed.length === 0);
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ sources, results: Object.fromEntries(passed) }));
}
