/**
 * `npm test`: types, lint, unused code, build, unit and contract tests side by side, then the browser tests; and one line that counts them all.
 *
 * `npm run test:long`: the tests that take longer, all of them or those of files whose names contain one of the arguments.
 */
import { prepareChromium } from './chromium.mjs';
import { buildIfStale, prepare } from './prepare.mjs';
import { isFailed, run, summary } from './test-run.mjs';

const [kind, ...files] = process.argv.slice(2);
prepare();
await prepareChromium();
const tests = kind === '--long' ? await long() : await short();
console.log(summary(tests));
process.exitCode = tests.some(isFailed) ? 1 : 0;

async function short() {
  const [build, ...others] = await Promise.all([
    run('Build', 'node', 'scripts/build.mjs'),
    run('Types', 'tsc', '--noEmit'),
    run('Lint', 'biome', 'check', '.'),
    run('Unused code', 'knip', '--no-progress'),
    run('Unit and contract tests', 'vitest', 'run'),
  ]);
  const before = [...build, ...others.flat()];
  if (build.some(isFailed)) return before;
  const licences = await run('Licences', 'node', 'scripts/licences.mjs', '--check');
  return [...before, ...licences, ...(await run('Browser tests', 'playwright', 'test', '--grep-invert', '@long'))];
}

async function long() {
  buildIfStale();
  process.env.LONG_TESTS = '1';
  const unit = await run('Long tests', 'vitest', 'run', '--passWithNoTests', ...files);
  const browser = ['--grep', '@long', '--fully-parallel', '--pass-with-no-tests', ...files];
  return [...unit, ...(await run('Long browser tests', 'playwright', 'test', ...browser))];
}
