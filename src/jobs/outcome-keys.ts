import type { Outcome } from '../storage/job-rows';

/** Text key of an outcome, below `outcome` and `hint` of the jobs' texts: keys there hold no hyphen. */
export const outcomeKeys = {
  verified: 'verified',
  differs: 'differs',
  refused: 'refused',
  unknown: 'unknown',
  accepted: 'accepted',
  sending: 'sending',
  'not-sent': 'not_sent',
  'no-change': 'no_change',
  invalid: 'invalid',
} as const satisfies Record<Outcome, string>;
