import { expect, it } from 'vitest';
import { playwrightResult, slowest, summary, vitestResult } from './test-reports.mjs';

const file = (status, ...tests) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

const reported = (report, ok) => {
  const { passed, failed, flaky } = vitestResult(report, ok);
  return { passed, failed, flaky };
};

it('counts tests, and files that could not be loaded', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'failed', 'passed'), file('failed')],
  };
  expect(reported(report, false)).toEqual({ passed: 5, failed: 2, flaky: 0 });
});

it('counts a bad exit without a failed test', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', 'passed')] };
  expect(reported(report, true)).toEqual({ passed: 5, failed: 0, flaky: 0 });
  expect(reported(report, false)).toEqual({ passed: 5, failed: 1, flaky: 0 });
  expect(reported(undefined, false)).toEqual({ passed: 0, failed: 1, flaky: 0 });
  expect(playwrightResult(undefined, false)).toMatchObject({ passed: 0, failed: 1, flaky: 0 });
});

it('counts what a browser test reports', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 1, skipped: 3 };
  expect(playwrightResult({ stats, suites: [], errors: [] }, false)).toMatchObject({ passed: 8, failed: 2, flaky: 1 });
  const nothing = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(playwrightResult({ stats: nothing, suites: [], errors: [{}] }, false)).toMatchObject({
    passed: 0,
    failed: 1,
    flaky: 0,
  });
});

it('names what was skipped', () => {
  const tests = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'two (needs a database)' },
    { status: 'pending', fullName: 'three', meta: { skipped: 'nobody answers' } },
  ];
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [{ name: 'a', assertionResults: tests }] };
  expect(vitestResult(report, true).skipped).toEqual(['two (needs a database)', 'three: nobody answers']);
});

it('names the slowest tests of both programs, with every try of a browser test', () => {
  const unit = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      {
        name: '/somewhere/a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'quick', duration: 20 },
          { status: 'passed', fullName: 'slow', duration: 4200 },
        ],
      },
    ],
  };
  const browser = {
    stats: { expected: 1, unexpected: 0, flaky: 1 },
    errors: [],
    suites: [
      {
        suites: [
          {
            specs: [
              { title: 'in a page', file: 'b.spec.ts', tests: [{ results: [{ duration: 3000 }, { duration: 2500 }] }] },
            ],
          },
        ],
      },
    ],
  };
  expect(slowest([vitestResult(unit, true), playwrightResult(browser, true)], 2)).toEqual([
    '  5.5 s  b.spec.ts: in a page',
    '  4.2 s  a.test.ts: slow',
  ]);
});

it('ends with one line of counts, after what failed, what was skipped and what was slow', () => {
  const result = { passed: 3, failed: 1, flaky: 1, skipped: ['no database'], times: [{ name: 'a', ms: 100 }] };
  expect(summary([{ name: 'Unit tests', ...result }])).toBe(
    `
Slowest tests:
  0.1 s  a

Skipped, and not counted:
  no database

Passed only on the second try: 1 of Unit tests

Failed: Unit tests

3 passed, 1 failed`,
  );
});
