/** `npm test`: types, lint, unused code, build, unit and contract tests side by side, then the browser tests; and one line that counts them all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binPath, checkNode, install } from './prepare.mjs';
import { chromiumOrEnd, plainProgram, playwright, script, told, vitest } from './test-programs.mjs';
import { summary } from './test-reports.mjs';

checkNode();
install();
const chromium = await chromiumOrEnd();
const scratch = mkdtempSync(join(tmpdir(), 'warehouse-console-tests-'));
try {
  const results = await Promise.all([
    told('Types', () => plainProgram(binPath('tsc'), ['--noEmit'])),
    told('Lint', () => plainProgram(binPath('biome'), ['check', '.'])),
    told('Unused code', () => plainProgram(binPath('knip'), ['--no-progress'])),
    told('Build', () => plainProgram(script('build.mjs'), [])),
    told('Unit and contract tests', () => vitest([], join(scratch, 'unit.json'))),
  ]);
  const built = results.every(({ name, failed }) => name !== 'Build' || failed === 0);
  if (built) {
    const report = join(scratch, 'browser.json');
    results.push(
      await told('Browser tests', () => playwright(['--grep-invert', '@long'], report, { CHROMIUM_PATH: chromium })),
    );
  }
  console.log(summary(results));
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
