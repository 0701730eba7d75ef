/** `npm test`: types, lint, unused code, build, unit and contract tests side by side, then the browser tests; and one line that counts them all. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binPath, checkNode, install, ROOT } from './prepare.mjs';
import { chromiumOrEnd, plainProgram, playwright, script, told, vitest } from './test-programs.mjs';
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
    told('Types', () => plainProgram(binPath('tsc'), ['--noEmit'])),
    told('Lint', () => plainProgram(binPath('biome'), ['check', '.'])),
    told('Unused code', () => plainProgram(binPath('knip'), ['--no-progress'])),
    told('Build', () => plainProgram(script('build.mjs'), [])),
    told('Data of the browser tests', () => plainProgram(script('browser-data.mjs'), [browserData])),
    told('Unit and contract tests', () => vitest([], join(scratch, 'unit.json'))),
  ]);
  if (results.every(({ name, failed }) => !neededByBrowserTests.includes(name) || failed === 0)) {
    const report = join(scratch, 'browser.json');
    const environment = { CHROMIUM_PATH: chromium, E2E_SCRATCH: browserData };
    results.push(await told('Browser tests', () => playwright(['--grep-invert', '@long'], report, environment)));
  }
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
