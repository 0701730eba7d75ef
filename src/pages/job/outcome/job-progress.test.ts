import { expect, test } from 'vitest';
import { nextShare } from './job-progress';

test('the rate steps between a tenth and all of the limit, also from between two steps', () => {
  expect([1, 0.5, 0.25, 0.1, 0.4].map((share) => nextShare(share, 'slower'))).toEqual([0.5, 0.25, 0.1, null, 0.25]);
  expect([0.1, 0.25, 0.5, 1, 0.4].map((share) => nextShare(share, 'faster'))).toEqual([0.25, 0.5, 1, null, 0.5]);
});
