/** Counts of passed and failed tests, from what the test programs report as JSON. */

/**
 * @param report of vitest's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 */
export function vitestCounts(report, ok) {
  if (report === undefined) return { passed: 0, failed: 1 };
  // A file that cannot be loaded has no test to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return counted(report.numPassedTests, report.numFailedTests + broken, ok);
}

/** Names of the tests that were left out; each says why, by its name or in its `meta.skipped`. */
export function skippedNames(report) {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return tests
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName, meta }) => (meta?.skipped ? `${fullName}: ${meta.skipped}` : fullName));
}

/**
 * A test of a browser that passes at its second try has passed; how many did is told (`flaky`), so that nobody takes them for sound.
 *
 * @param report of Playwright's `json` reporter; undefined when it wrote none
 * @param ok whether the program ended with 0
 */
export function playwrightCounts(report, ok) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return { ...counted(expected + flaky, unexpected + report.errors.length, ok), flaky };
}

/** A program that ends badly without naming a test has failed all the same. */
function counted(passed, failed, ok) {
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}
