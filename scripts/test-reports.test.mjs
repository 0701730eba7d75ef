import { expect, it } from 'vitest';
import { playwrightResult, slowest, summary, vitestResult } from './test-reports.mjs';

const WHOLE = 'the program, which ended with an error';

const file = (status, ...tests) => ({
  name: '/somewhere/a.test.ts',
  status,
  message: 'no such file',
  assertionResults: tests.map((test, index) => ({
    status: test,
    fullName: `test ${index}`,
    failureMessages: test === 'failed' ? ['late\n at'] : [],
  })),
});

const reported = (report, ok) => {
  const { passed, failed, flaky } = vitestResult(report, ok);
  return { passed, failed, flaky };
};

it('names tests that failed, and files that could not be loaded', () => {
  const report = {
    numPassedTests: 5,
    testResults: [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')],
  };
  expect(reported(report, false)).toEqual({
    passed: 5,
    failed: ['a.test.ts: test 1: late', 'a.test.ts: no such file'],
    flaky: [],
  });
});

it('names tests that passed only on the second try', () => {
  const again = { status: 'passed', fullName: 'slow', failureMessages: ['late'] };
  const at = { status: 'passed', fullName: 'good', failureMessages: [] };
  const report = { numPassedTests: 2, testResults: [{ name: 'a.test.ts', assertionResults: [at, again] }] };
  expect(reported(report, true)).toEqual({ passed: 2, failed: [], flaky: ['a.test.ts: slow: late'] });
});

it('counts a bad exit without a failed test', () => {
  const report = { numPassedTests: 5, testResults: [file('passed', 'passed')] };
  expect(reported(report, true)).toEqual({ passed: 5, failed: [], flaky: [] });
  expect(reported(report, false)).toEqual({ passed: 5, failed: [WHOLE], flaky: [] });
  expect(reported(undefined, false)).toEqual({ passed: 0, failed: [WHOLE], flaky: [] });
  expect(playwrightResult(undefined, false)).toMatchObject({ passed: 0, failed: [WHOLE], flaky: [] });
});

it('names browser tests that failed, and those that passed only on the second try', () => {
  const results = [{ error: { message: '\u001B[31mnot found\u001B[39m\ncalls:' } }];
  const spec = (title, status) => ({ title, file: 'b.spec.ts', tests: [{ status, results }] });
  const suites = [
    { specs: [spec('good', 'expected'), spec('bad', 'unexpected')], suites: [{ specs: [spec('slow', 'flaky')] }] },
  ];
  expect(playwrightResult({ suites, errors: [] }, false)).toMatchObject({
    passed: 2,
    failed: ['b.spec.ts: bad: not found'],
    flaky: ['b.spec.ts: slow'],
  });
  expect(playwrightResult({ suites: [], errors: [{ message: 'no server' }] }, false)).toMatchObject({
    passed: 0,
    failed: ['a file: no server'],
  });
});

it('names what was skipped', () => {
  const tests = [
    { status: 'passed', fullName: 'one' },
    { status: 'skipped', fullName: 'two (needs a database)' },
    { status: 'pending', fullName: 'three', meta: { skipped: 'nobody answers' } },
  ];
  const report = { numPassedTests: 1, testResults: [{ name: 'a', assertionResults: tests }] };
  expect(vitestResult(report, true).skipped).toEqual(['two (needs a database)', 'three: nobody answers']);
});

it('names the slowest tests of both programs, with every try of a browser test', () => {
  const unit = {
    numPassedTests: 2,
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
    errors: [],
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'in a page',
                file: 'b.spec.ts',
                tests: [{ status: 'flaky', results: [{ duration: 3000 }, { duration: 2500 }] }],
              },
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
  const times = [{ name: 'a', ms: 100 }];
  const result = { passed: 3, failed: ['a: bad'], flaky: ['a: slow'], skipped: ['no database'], times };
  expect(summary([{ name: 'Unit tests', ...result }])).toBe(
    `
Slowest tests:
  0.1 s  a

Skipped, and not counted:
  no database

Passed only on the second try:
  Unit tests: a: slow

Failed:
  Unit tests: a: bad

3 passed, 1 failed`,
  );
});

it('ends with its one line where nothing failed and nothing has a time', () => {
  expect(summary([{ name: 'Types', ...vitestResult({ numPassedTests: 1, testResults: [] }, true) }])).toBe(
    '\n1 passed, 0 failed',
  );
});
