/** What the test programs report as JSON, in one form; and what is printed of it at the end. */
import { basename } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, flaky: number, skipped: string[], times: { name: string, ms: number }[] }} Result
 * `flaky` of those that passed did so only at their second try; `skipped` are names, each with why, of what has neither passed nor failed.
 */

/** @returns {Result} of a program that has no tests to count, such as a linter */
export function plainResult(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, flaky: 0, skipped: [], times: [] };
}

/**
 * @param report of vitest's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 * @returns {Result}
 */
export function vitestResult(report, ok) {
  if (report === undefined) return plainResult(false);
  // A file that cannot be loaded has no test to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name })),
  );
  return {
    ...counted(report.numPassedTests, report.numFailedTests + broken, ok),
    flaky: 0,
    skipped: tests
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName, meta }) => (meta?.skipped ? `${fullName}: ${meta.skipped}` : fullName)),
    times: tests.map(({ file, fullName, duration }) => ({ name: `${basename(file)}: ${fullName}`, ms: duration ?? 0 })),
  };
}

/**
 * A browser test that passes on its second try has passed; the number of such tests is reported.
 *
 * @param report of Playwright's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 * @returns {Result}
 */
export function playwrightResult(report, ok) {
  if (report === undefined) return plainResult(false);
  const { expected, unexpected, flaky } = report.stats;
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return {
    ...counted(expected + flaky, unexpected + report.errors.length, ok),
    flaky,
    skipped: [],
    times: report.suites.flatMap(specs).map(({ file, title, tests }) => ({
      name: `${basename(file)}: ${title}`,
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}

/** A program that ends badly without naming a test has failed all the same. */
function counted(passed, failed, ok) {
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
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
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  const skipped = results.flatMap((result) => result.skipped);
  const flaky = results.filter((result) => result.flaky > 0).map((result) => `${result.flaky} of ${result.name}`);
  const failed = results.filter((result) => result.failed > 0).map(({ name }) => name);
  return [
    ['Slowest tests:', ...slowest(results, 10)],
    ...(skipped.length > 0 ? [['Skipped, and not counted:', ...skipped.map((name) => `  ${name}`)]] : []),
    ...(flaky.length > 0 ? [[`Passed only on the second try: ${flaky.join(', ')}`]] : []),
    ...(failed.length > 0 ? [[`Failed: ${failed.join(', ')}`]] : []),
    [`${sum('passed')} passed, ${sum('failed')} failed`],
  ]
    .map((lines) => `\n${lines.join('\n')}`)
    .join('\n');
}
