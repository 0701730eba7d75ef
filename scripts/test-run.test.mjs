import { expect, it } from 'vitest';
import { run, summary } from './test-run.mjs';

/** What is said at the end of a program that writes this report, and ends with this code. */
async function said(code, report) {
  const write = report && `fs.writeFileSync(process.env.TEST_REPORT, ${JSON.stringify(JSON.stringify(report))});`;
  return summary(await run('Program', 'node', '-e', `${write ?? ''} process.exitCode = ${code}`));
}

it('counts a program without tests as one, and one that ends badly as failed', async () => {
  const failed = '\nFailed:\n  Program: ended with 2: see its lines above\n\n0 passed, 1 failed';
  expect(await said(0)).toBe('\n1 passed, 0 failed');
  expect(await said(2)).toBe(failed);
  // A fault outside of its tests, which its lines tell.
  expect(await said(2, { suites: [] })).toBe(failed);
});

it('names unit tests that failed, passed only on the second try or were skipped, and files that could not be loaded', async () => {
  const assertionResults = [
    { status: 'passed', fullName: 'good', failureMessages: [] },
    { status: 'passed', fullName: 'slow', failureMessages: ['late'] },
    { status: 'failed', fullName: 'bad', failureMessages: ['\u001B[31mwrong\u001B[39m\n at'] },
    { status: 'pending', fullName: 'audit', failureMessages: [], meta: { skipped: 'nobody answers' } },
  ];
  const broken = { name: '/x/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] };
  const testResults = [{ name: '/x/a.test.ts', status: 'failed', assertionResults }, broken];
  expect(await said(1, { testResults })).toBe(`
Skipped, and not counted:
  a.test.ts: audit: nobody answers

Passed only on the second try:
  a.test.ts: slow: late

Failed:
  a.test.ts: bad: wrong
     at
  b.test.ts: no such file

2 passed, 2 failed`);
});

it('names browser tests in suites of suites', async () => {
  const spec = (title, status, message) => ({
    title,
    file: 'c.spec.ts',
    tests: [{ status, results: [{ error: message && { message } }, {}] }],
  });
  const suites = [{ specs: [spec('good', 'expected'), spec('bad', 'unexpected', 'not found')] }];
  const nested = [{ suites: [{ specs: [spec('slow', 'flaky', 'late')] }] }];
  expect(await said(1, { suites: [...suites, ...nested] })).toBe(`
Passed only on the second try:
  c.spec.ts: slow: late

Failed:
  c.spec.ts: bad: not found

2 passed, 1 failed`);
});
