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

const jump =
  'In a trace of 82 ms (plain page 53): 20 ms draw 34 rows without records and the page around them, with which the two requests leave (plain page 12 ms), and 18 ms are ' +
  'style, layout and paint of that picture; after the answers two renders of 5 to 8 ms, as each page of records is its own answer, and 16 ms of style, layout and paint. ' +
  'Tried: pages of the window in a store and pinned columns that stay sticky for one step (kept: 84 ms are 67 to 78).';
const ask =
  'A press changes the address, so the router draws the whole page, in slices of 20 to 25 ms together, while the answer is on its way; for a filter its pill as well. From the ' +
  'answer to the picture a sort takes the time of the plain page (27 ms against 30). Tried: the request ahead of its turn in the budget (kept: sort 89.6 ms before, 58 to 66 ' +
  'after); a loader that waits up to 100 ms for the rows, to draw once (67 ms: the router draws the page as loading first); pills that are imported once only (80 ms, within ' +
  'what runs differ).';
const mount =
  'In a trace script takes 79 ms and 49 in the plain page: 1,500 elements more (a head of 14 elements for each column, chips, pinned cells), roles, positions and states for ' +
  'screen readers, and what is found from the values (types, gaps, distributions: 12 ms). Style, layout and paint are those of the plain page (114 ms against 131); the rest ' +
  'follows the picture. Tried: cells in the flow of the row, 500 boxes less, no repeated attributes (kept: 201 ms were 187); without sticky cells, shadows of chips, ' +
  'containment or backgrounds of rows (no difference); switches without their dot (6 ms of paint), and clips only ' +
  'for cells that may be too wide (kept: 242 ms were 228).';
const scroll =
  'On two processors, which also raster and compose: with no cell clipped a frame takes 12 ms of the main thread, in the plain page 9: script 3.9 (2.3) for ten new rows with ' +
  'roles, positions and states, style 1.5 (0.8), paint 2.1 (1.2) of pinned cells, chips and dots. Tried: only cells that may be too wide are clipped (kept: 6 late frames where ' +
  '8 were, in quiet moments; with all of them clipped a frame took 16 ms); rows that take over the elements of rows gone (style 0.9, script 1 ms less, but the document would ' +
  'no longer have the rows in the order that a screen reader follows); without chips and dots (0.3 ms of paint), tabular digits or sticky cells (no difference).';
const blank =
  'What is blank are frames that come late, and they depend on the machine most: in the same runs of the bare page 83, 267, 283 and 517 ms were blank, of this one 300, 50, 200 ' +
  'and 783, of the plain page 283, 333, 283 and 700. Where each answer takes 50 ms longer, nothing is blank (the bare page 917 ms).';
const cold =
  'The first request leaves 150 ms after the start, as 199 KB of script are parsed and run and not 79, and one round trip brings the gateway’s half of the seal (no key is ' +
  'kept that can be read). The answer is there 20 ms later; then a first render without compiled code draws the frame, tables and rows in 88 ms, 45 ms are their style and ' +
  'layout, 20 ms their paint. Tried: one render with the rows in place of two (kept: rows after 660 ms, not 817), the font requested ahead of the script (no gain).';
const warm =
  'More script runs before the first request leaves than in the plain page, and one round trip brings the gateway’s half of the seal (no key is kept that can be read); the ' +
  'frame and tables are drawn with the rows. Tried: one render with the rows in place of two, and the request ahead of its turn in the budget (both kept: 2.14 times the bare ' +
  'page until usable, 2.06 until rows).';
const write =
  'At more than two hundred requests a second, where the platform allows ten. Before a call leaves and after its answer and its proof the ledger is written, so that ' +
  'a tab that is killed sends nothing twice: of the page’s thread 54 to 67 % is idle meanwhile, waiting for the database of the browser, 18 % is the browser’s ' +
  'own, 6 % fetch. Tried: one write of the ledger for all calls that leave together, one lean row for all that wait (both kept), no ' +
  'connection waits for the ledger (kept: 13,000 to 18,000 rows a second). In jobs of 200 calls, medians of eight: 18,000 rows a second, 20,200 before each write ' +
  'was read back; with trusted events 14,100 and 15,100, at 50 ms an answer 7,500 and 7,700.';

const read =
  'The reader keeps every line and reports every problem with its line; a faster library takes cells from the next line or stops at the first error (docs/architecture.md, ' +
  'Decisions). In Node it takes 162 ms of processor time for 100,000 rows × 20 columns, that library with its check 122.';

const exported =
  'In four runs 1.14, 1.27, 1.28 and 1.23 times the bare loop, which keeps nothing. Of 6.3 s the page’s thread is idle for a fifth; 0.9 s parse the answers and look for ' +
  'numbers that JSON.parse cannot keep, 0.8 s write the CSV, 0.6 s are fetch itself. Tried: one search for each form of such a number (kept: together they take three times as long).';

const heap =
  'The console alone, with all its parts and pages loaded in the background, is 9.3 MB, of which 4.8 MB are code; a bare page has none of it. Forty pages of 100 × 20 values ' +
  'take 4.2 MB more, at a million rows as at four thousand; the rest is the record of the last thousand requests and compiled code. Tried: only the pages of the window are ' +
  'observed (kept: the observers of forty pages kept forty more alive, 18.8 MB were 14.7), and what each page was asked for is forgotten with it (kept: 23.7 MB were 16.0).';

export const exceptions: readonly Exception[] = [
  { name: 'scroll 20,000 px/s for 3 s: frames over 25 ms', of: 'figure', reason: scroll },
  { name: 'the same: blank', of: 'frames', reason: blank },
  { name: 'export of 100,000 × 20 as CSV, no rate limit', of: 'floor', reason: exported },
  { name: 'parse and map 100,000 rows × 20 columns', of: 'floor', reason: read },
  { name: 'JS heap after 20,000 rows scrolled', of: 'floor', reason: heap },
  { name: 'JS heap after 1,000,000', of: 'floor', reason: heap },
  { name: 'sending, no rate limit', of: 'floor-least', reason: write },
  { name: 'read, sent, read back', of: 'floor-least', reason: write },
  { name: 'sending, trusted events', of: 'floor-least', reason: write },
  { name: 'read, sent, trusted events', of: 'floor-least', reason: write },
  { name: 'jump to row 900,000 → painted, less network', of: 'floor', reason: jump },
  { name: 'jump to row 900,000 → painted, less network', of: 'plain', reason: jump },
  { name: 'jump to row 9,000,000 of 10,000,000, less network', of: 'frames', reason: jump },
  { name: 'sort → painted, less network', of: 'plain', reason: ask },
  { name: 'filter → painted, less network', of: 'figure', reason: ask },
  { name: 'mount 100 × 30 cells, main thread', of: 'floor', reason: mount },
  { name: 'mount 100 × 30 cells, main thread', of: 'plain', reason: mount },
  { name: 'records page, cold → usable', of: 'floor', reason: cold },
  { name: 'records page, cold → usable', of: 'plain', reason: cold },
  { name: 'records page, cold → first rows painted', of: 'floor', reason: cold },
  { name: 'warm HTTP cache → usable', of: 'floor', reason: warm },
  { name: 'warm HTTP cache → usable', of: 'plain', reason: warm },
  { name: 'warm HTTP cache → first rows painted', of: 'floor', reason: warm },
];
