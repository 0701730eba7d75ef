import type { WireFault } from './platform';

/** Faults that lose nothing of an answer: the page has to show it as if nothing were. */
export const harmless = ['no-trace', 'drip', 'wrong-type', 'more-items'] as const satisfies WireFault[];

/** Told by the gateway, or by the console where the gateway had begun to answer. */
const broke = /broke|interrupted before the response was complete/;

/** What a person is told of each other one. */
export const told: Record<Exclude<WireFault, (typeof harmless)[number] | 'hang'>, RegExp> = {
  'html-502': /the response is not JSON/,
  'cut-json': /the response is not JSON/,
  'no-envelope': /no integer "code"/,
  'reset-before': /broke before an answer came/,
  'reset-after': broke,
  'busy-says-when': /too many requests/i,
  busy: /too many requests/i,
  'longer-than-said': new RegExp(`the response is not JSON|${broke.source}`),
  'shorter-than-said': broke,
  'gzip-bomb': new RegExp(`${broke.source}|more than`),
  redirect: /answered with a redirect/,
  'empty-204': /the response is empty/,
};
export const harmful = Object.keys(told) as (keyof typeof told)[];

/** Refused again and again, the console asks once in two seconds: a page of several calls, each tried three times, takes its time to give up. */
export const patienceMs = 120_000;
