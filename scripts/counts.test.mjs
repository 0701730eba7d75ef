import { expect, it } from 'vitest';
import { playwrightCounts, skippedNames, vitestCounts } from './counts.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) });

it('counts tests, and files that could not be loaded', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [file('passed', 'passed'), file('failed', 'failed', 'passed'), file('failed')],
  };
  expect(vitestCounts(report, false)).toEqual({ passed: 5, failed: 2 });
});

it('counts a bad end without a failed test', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', 'passed')] };
  expect(vitestCounts(report, true)).toEqual({ passed: 5, failed: 0 });
  expect(vitestCounts(report, false)).toEqual({ passed: 5, failed: 1 });
  expect(vitestCounts(undefined, false)).toEqual({ passed: 0, failed: 1 });
  expect(playwrightCounts(undefined, false)).toEqual({ passed: 0, failed: 1 });
});

it('counts what a browser test reports', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 1, skipped: 3 };
  expect(playwrightCounts({ stats, errors: [] }, false)).toEqual({ passed: 8, failed: 2, flaky: 1 });
  const nothing = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(playwrightCounts({ stats: nothing, errors: [{}] }, false)).toEqual({ passed: 0, failed: 1, flaky: 0 });
});

it('names what was left out', () => {
  const tests = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'two (needs a database)' },
    { status: 'pending', fullName: 'three', meta: { skipped: 'nobody answers' } },
  ];
  expect(skippedNames({ testResults: [{ assertionResults: tests }] })).toEqual([
    'two (needs a database)',
    'three: nobody answers',
  ]);
  expect(skippedNames(undefined)).toEqual([]);
});
