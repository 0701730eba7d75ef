/** Runs the programs that test, and counts and names what they report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, WINDOWS } from './prepare.mjs';

/**
 * Runs a program, perhaps beside others: each of its lines begins with its name. Vitest and Playwright write their JSON report to `TEST_REPORT`; any other
 * program counts as one test.
 * @returns tests, each with `name`, `why`, and `status`: passed, failed, skipped, or flaky where it passed only on the second try
 */
export async function run(name, command, ...args) {
  console.log(`── ${name}…`);
  const began = Date.now();
  const report = join(tmpdir(), `${process.pid}-${name.replaceAll(' ', '-')}.json`);
  const env = { ...process.env, TEST_REPORT: report };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], shell: WINDOWS });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name} │ ${line}`));
  const [code, signal] = await once(child, 'close');
  const isReported = existsSync(report);
  const reports = command === 'vitest' || command === 'playwright';
  const { testResults = [], suites = [] } = isReported ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const tests = [...testResults.flatMap(testsOfFile), ...suites.flatMap(testsOfSuite)];
  rmSync(report, { force: true });
  // A program that ends badly without naming a test has failed all the same.
  if (code !== 0 && !tests.some(isFailed))
    tests.push({ name, status: 'failed', why: `ended with ${code ?? signal}: see its lines above` });
  else if (!isReported)
    tests.push({ name, status: reports ? 'failed' : 'passed', why: reports ? 'wrote no report' : '' });
  const failed = tests.filter(isFailed).length;
  console.log(`── ${name}: ${failed > 0 ? `${failed} failed` : 'ok'} (${Math.round((Date.now() - began) / 1000)} s)`);
  return tests;
}

/** Whether a test failed. */
export const isFailed = ({ status }) => status === 'failed';

/** Of vitest, where a file that cannot be loaded has no test to fail. */
function testsOfFile({ name: path, status: whole, message, assertionResults }) {
  const tests = assertionResults.map(({ fullName, status, failureMessages: [why] = [], meta }) => ({
    name: `${basename(path)}: ${fullName}`,
    status: status === 'passed' && why ? 'flaky' : /^(passed|failed)$/.test(status) ? status : 'skipped',
    why: why ?? meta?.skipped,
  }));
  const isBroken = whole === 'failed' && !tests.some(isFailed);
  return isBroken ? [...tests, { name: basename(path), status: 'failed', why: message }] : tests;
}

/** Of Playwright, where suites are in suites. */
function testsOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${basename(file)}: ${title}`,
      status: { expected: 'passed', unexpected: 'failed' }[status] ?? status,
      why: results.find(({ error }) => error)?.error.message,
    })),
  );
  return [...own, ...suites.flatMap(testsOfSuite)];
}

/** What is printed at the very end: the tests that did not simply pass, and one line that counts them all. */
export function summary(tests) {
  const having = (...wanted) => tests.filter(({ status }) => wanted.includes(status));
  const part = (title, found) => (found.length > 0 ? `\n${title}:\n${found.map(lineOf).join('\n')}\n` : '');
  const skipped = part('Skipped, and not counted', having('skipped'));
  const flaky = part('Passed only on the second try', having('flaky'));
  const failed = part('Failed', having('failed'));
  return `${skipped}${flaky}${failed}\n${having('passed', 'flaky').length} passed, ${having('failed').length} failed`;
}

/** Of its message, which programs print in colours, enough to know what is wrong where nothing else is kept. */
const shownLines = 12;

function lineOf({ name, why = '' }) {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const [first, ...others] = lines.slice(0, shownLines);
  return [first ? `  ${name}: ${first}` : `  ${name}`, ...others.map((line) => `    ${line}`)].join('\n');
}
