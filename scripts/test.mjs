/** `npm test`: types, lint, unused code, build, unit and contract tests side by side, then the browser tests; and one line that counts them all. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, checkNode, install, ROOT } from './prepare.mjs';
import { chromiumOrEnd, plainProgram, playwright, reported, script, vitest } from './test-programs.mjs';
import { summary } from './test-reports.mjs';

const neededByBrowserTests = ['Build', 'Data of the browser tests'];

checkNode();
install();
const chromium = await chromiumOrEnd();
mkdirSync(join(ROOT, 'dist'), { recursive: true });
// Below the project, as the program of the browser tests' server finds its packages from there.
const scratch = mkdtempSync(join(ROOT, 'dist/tests-'));
const browserData = join(scratch, 'browser');
try {
  const results = await Promise.all([
    reported('Types', () => plainProgram(binPath('tsc'), ['--noEmit'])),
    reported('Lint', () => plainProgram(binPath('biome'), ['check', '.'])),
    reported('Unused code', () => plainProgram(binPath('knip'), ['--no-progress'])),
    reported('Build', () => plainProgram(script('build.mjs'), [])),
    reported('Data of the browser tests', () => plainProgram(script('browser-data.mjs'), [browserData])),
    reported('Unit and contract tests', () => vitest([], join(scratch, 'unit.json'))),
  ]);
  results.push(await reported('Licences', () => plainProgram(script('licences.mjs'), ['--check'])));
  if (results.every(({ name, failed }) => !neededByBrowserTests.includes(name) || failed.length === 0)) {
    const report = join(scratch, 'browser.json');
    const environment = { CHROMIUM_PATH: chromium, E2E_SCRATCH: browserData };
    results.push(await reported('Browser tests', () => playwright(['--grep-invert', '@long'], report, environment)));
  }
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed.length > 0) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
