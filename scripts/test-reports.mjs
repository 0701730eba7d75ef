/** What the test programs report as JSON, in one form; and what is printed of it at the end. */
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: string[], flaky: string[], skipped: string[], times: { name: string, ms: number }[] }} Result
 * Names of tests, but for those that passed: `flaky` did so only on their second try; `failed` and `skipped`, which is neither, with why.
 */

/** @returns {Result} of a program that has no tests to count, such as a linter */
export function plainResult(ok) {
  return { passed: ok ? 1 : 0, failed: orWhole([], ok), flaky: [], skipped: [], times: [] };
}

/**
 * @param report of vitest's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 * @returns {Result}
 */
export function vitestResult(report, ok) {
  if (report === undefined) return plainResult(false);
  const isFailed = ({ status }) => status === 'failed';
  // A file that cannot be loaded has no test to fail.
  const broken = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const whyOf = ({ name, failureMessages }) => withWhy(name, failureMessages[0]);
  const tests = report.testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${basename(path)}: ${test.fullName}` })),
  );
  return {
    passed: report.numPassedTests,
    failed: orWhole(
      [...tests.filter(isFailed).map(whyOf), ...broken.map(({ name, message }) => withWhy(basename(name), message))],
      ok,
    ),
    // What failed at first is still told.
    flaky: tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0).map(whyOf),
    skipped: tests
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName, meta }) => (meta?.skipped ? `${fullName}: ${meta.skipped}` : fullName)),
    times: tests.map(({ name, duration }) => ({ name, ms: duration ?? 0 })),
  };
}

/**
 * @param report of Playwright's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 * @returns {Result}
 */
export function playwrightResult(report, ok) {
  if (report === undefined) return plainResult(false);
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests: runs }) =>
      runs.map(({ status, results }) => ({ name: `${basename(file)}: ${title}`, status, results })),
    );
  const ended = (status) => tests.filter((test) => test.status === status);
  const flaky = ended('flaky').map(({ name }) => name);
  return {
    passed: ended('expected').length + flaky.length,
    failed: orWhole(
      [
        ...ended('unexpected').map(({ name, results }) => withWhy(name, results.at(-1).error?.message)),
        ...report.errors.map(({ message }) => withWhy('a file', message)),
      ],
      ok,
    ),
    flaky,
    skipped: [],
    times: tests.map(({ name, results }) => ({
      name,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}

/** The first line of a message, as programs print it in colours. */
function withWhy(name, message = '') {
  const [why] = stripVTControlCharacters(message).split('\n');
  return why === '' ? name : `${name}: ${why}`;
}

/** A program that ends badly without naming a test has failed all the same. */
function orWhole(failed, ok) {
  return !ok && failed.length === 0 ? ['the program, which ended with an error'] : failed;
}

/** @returns lines, the slowest test first */
export function slowest(results, count) {
  return results
    .flatMap(({ times }) => times)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(5)} s  ${name}`);
}

/** What is printed at the very end. @param results each with the name of its step or part */
export function summary(results) {
  const named = (what) => results.flatMap((result) => result[what].map((name) => `  ${result.name}: ${name}`));
  const skipped = results.flatMap((result) => result.skipped.map((name) => `  ${name}`));
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const parts = [
    ['Slowest tests:', ...slowest(results, 10)],
    ['Skipped, and not counted:', ...skipped],
    ['Passed only on the second try:', ...named('flaky')],
    ['Failed:', ...named('failed')],
  ].filter((lines) => lines.length > 1);
  const count = `${passed} passed, ${named('failed').length} failed`;
  return [...parts, [count]].map((lines) => `\n${lines.join('\n')}`).join('\n');
}
