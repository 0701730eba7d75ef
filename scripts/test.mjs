/**
 * `npm test`: types, lint, unit and contract tests, build, end-to-end tests, and one line that counts them all. With `--long`, the tests
 * that take long instead (`*.long.test.ts`, and `@long` in the title of a browser test).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, INSTALL_BY_HAND, installChromium } from './chromium.mjs';
import { playwrightCounts, skippedNames, vitestCounts } from './counts.mjs';
import { build, checkNode, end, install, runBin } from './prepare.mjs';

checkNode();
install();

const long = process.argv.includes('--long');
const chromium = await chromiumOrEnd();
const scratch = mkdtempSync(join(tmpdir(), 'warehouse-console-test-'));
const total = { passed: 0, failed: 0 };
const failures = [];
const skipped = [];

try {
  if (!long) {
    step('Types', () => one(runBin('tsc', ['--noEmit'])));
    step('Lint', () => one(runBin('biome', ['check', '.'])));
  }
  step(long ? 'Long tests' : 'Unit and contract tests', vitest);
  const built = step('Build', () => one(build()));
  if (built) {
    const port = await freePort();
    step('End-to-end tests', () => playwright(port));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
// Beside the counts: what was not looked at has neither passed nor failed.
if (skipped.length > 0) console.log(`\nSkipped, and not counted:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs a step and adds what it counted. @returns whether nothing failed */
function step(name, run) {
  console.log(`\n── ${name}`);
  const began = Date.now();
  const { passed, failed, flaky = 0 } = run();
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(name);
  if (flaky > 0) console.log(`── ${name}: ${flaky} passed only at the second try, see above`);
  console.log(
    `── ${name}: ${failed === 0 ? 'ok' : `${failed} failed`} (${((Date.now() - began) / 1000).toFixed(0)} s)`,
  );
  return failed === 0;
}

function one(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function vitest() {
  const report = join(scratch, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = runBin('vitest', long ? [...args, '--passWithNoTests'] : args, { LONG_TESTS: long ? '1' : '' });
  const told = jsonIn(report);
  skipped.push(...skippedNames(told));
  return vitestCounts(told, ok);
}

function playwright(port) {
  const report = join(scratch, 'playwright.json');
  const args = ['test', ...(long ? ['--grep', '@long', '--pass-with-no-tests'] : ['--grep-invert', '@long'])];
  const ok = runBin('playwright', args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: chromium,
    E2E_PORT: String(port),
    E2E_DATA_DIR: join(scratch, 'data'),
  });
  return playwrightCounts(jsonIn(report), ok);
}

async function chromiumOrEnd() {
  try {
    return (
      (await findChromium()) ?? (await installChromium((args) => runBin('playwright', args))) ?? end(INSTALL_BY_HAND)
    );
  } catch (fault) {
    return end(fault.message);
  }
}

function jsonIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
