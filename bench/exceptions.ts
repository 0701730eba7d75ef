import type { Aim } from './results';

/** An aim that cannot be reached the plain way, and why. It is printed with its figure and does not fail the bench. */
export interface Exception {
  /** Name of the measurement. */
  name: string;
  /** Which of its aims. */
  of: Aim['of'];
  /** Where the time goes and what was tried, in a sentence. */
  reason: string;
}

const mount =
  'Half of what the console takes beyond the plain page is script (60 ms against 23, lower quartiles of 8 on a busy machine): 1,300 elements more (a head of 14 elements for each column, ' +
  'chips, pinned cells), roles, positions and states for screen readers, and what is found from the values (types, gaps, distributions). The other half is the ' +
  'style, layout and paint of the same elements. Tried: cells in the flow of the row, 500 boxes less, no repeated attributes (kept: 201 ms are 187); without ' +
  'sticky cells, shadows of chips, containment or backgrounds of rows (no difference); switches without their dot (6 ms of paint), and cells that are not ' +
  'clipped (17 ms of paint, but a long value would cover the next one).';
const cold =
  'Against the plain page, medians of 8 on a busy machine: the first request leaves 97 ms later, as 199 KB of script are parsed and run and not 79, and one round ' +
  'trip brings the gateway’s half of the seal (no key is kept that can be read); from the answer to the rows 128 ms more, as the frame and tables are drawn ' +
  'with them. Tried: one render with the rows in place of two (kept: rows after 660 ms, not 817), the font requested ahead of the script (no gain).';
const warm =
  'Against the plain page, medians of 15 on a busy machine: the first request leaves 85 ms later, as more script runs before it and one round trip brings the ' +
  'gateway’s half of the seal (no key is kept that can be read); from the answer to the rows 74 ms more, as the frame and tables are drawn with them. Tried: ' +
  'one render with the rows in place of two (kept: usable after 316 ms, not 444).';
const write =
  'At more than two hundred requests a second, where the platform allows ten. Before a call leaves and after its answer and its proof the ledger is written, so that ' +
  'a tab that is killed sends nothing twice: of the page’s thread 54 to 67 % is idle meanwhile, waiting for the database of the browser, 18 % is the browser’s ' +
  'own, 6 % fetch. Tried: one write of the ledger for all calls that leave together, one lean row for all that wait (both kept), no ' +
  'connection waits for the ledger (kept: 13,000 to 18,000 rows a second). In jobs of 200 calls, medians of eight: 18,000 rows a second, 20,200 before each write ' +
  'was read back; with trusted events 14,100 and 15,100, at 50 ms an answer 7,500 and 7,700.';

export const exceptions: readonly Exception[] = [
  { name: 'sending, no rate limit', of: 'floor-least', reason: write },
  { name: 'sending, trusted events', of: 'floor-least', reason: write },
  { name: 'read, sent, trusted events', of: 'floor-least', reason: write },
  { name: 'mount 100 × 30 cells, main thread', of: 'floor', reason: mount },
  { name: 'mount 100 × 30 cells, main thread', of: 'plain', reason: mount },
  { name: 'records page, cold → usable', of: 'floor', reason: cold },
  { name: 'records page, cold → usable', of: 'plain', reason: cold },
  { name: 'records page, cold → first rows painted', of: 'floor', reason: cold },
  { name: 'warm HTTP cache → usable', of: 'plain', reason: warm },
];
