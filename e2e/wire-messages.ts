import type { WireFault } from './platform';

/** Faults that lose nothing of an answer: the page has to show it as if nothing were. */
export const harmless = ['no-trace', 'drip', 'wrong-type', 'more-items'] as const satisfies WireFault[];

/** Shown by the gateway, or by the console where the gateway had begun to answer. */
const cutOff = /was lost|cut off|interrupted before the response was complete/;

/** What the page shows for each other one. */
export const wireMessages: Record<Exclude<WireFault, (typeof harmless)[number] | 'hang'>, RegExp> = {
  'html-502': /the response is not JSON/,
  'cut-json': /the response is not JSON/,
  'no-envelope': /no integer "code"/,
  'reset-before': /was lost before a response/,
  'reset-after': cutOff,
  'busy-says-when': /too many requests/i,
  busy: /too many requests/i,
  'longer-than-said': new RegExp(`the response is not JSON|${cutOff.source}`),
  'shorter-than-said': cutOff,
  'gzip-bomb': new RegExp(`${cutOff.source}|is larger than`),
  redirect: /responded with a redirect/,
  'empty-204': /the response is empty/,
};
export const harmful = Object.keys(wireMessages) as (keyof typeof wireMessages)[];

/** Refused again and again, the console asks once in two seconds: a page of several calls, each tried three times, takes its time to give up. */
export const patienceMs = 120_000;
