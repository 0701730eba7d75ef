import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError, type ApiErrorDetails } from '../../contract/errors';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { type BatchState, batchStates, type PayloadRow } from '../../storage/job-rows';
import type { EventProof } from '../proof/proof';
import { recordOf } from '../runner/test-simulation';
import { countRows } from '../table/job-state';
import { testBatch, testJob } from '../test-job';
import { type Call, openRows, takenUp } from './call';
import { type Fact, step } from './step';

const proofMs = 60_000;
const ids = ['1', '2'];

/** A call of two rows that waits to be sent. */
function waitingCall(): Call {
  const rows = ids.map(() => ({ outcome: 'not-sent' as const, reason: null }));
  const payload: PayloadRow = {
    job_id: 'j',
    number: 1,
    update_type: 'update',
    items: ids.map((item_id) => ({ item_id, fields: { f: 'new' } })),
    found: ids,
    lines: [1, 2],
    before: ids.map(() => ({ f: 'old' })),
    titles: [null, null],
  };
  return takenUp({ batch: { ...testBatch(1, 1, rows), state: 'waiting' }, payload }, testJob);
}

function failing(details: Partial<ApiErrorDetails>): ApiError {
  return new ApiError({ kind: 'no-answer', operation: 'updateRecords', message: 'as told', ...details });
}
const cut = failing({});
const tooMany = failing({ kind: 'malformed', status: 429 });
const tooManyWithTrace = failing({ kind: 'malformed', status: 429, traceId: 't' });
const refusal = failing({ kind: 'business', code: 3500102, status: 200 });
const broken = failing({ kind: 'system', code: 500, status: 500 });

const accepts = (at: number): Fact => ({ is: 'accepted', at, trace_id: 't', request: 1, proofMs });
const fails = (at: number, error: ApiError): Fact => ({ is: 'failed', at, error, proofMs, pauseMs: 1000 });

/** A reading in which each record holds some fields; null: none is there. */
function reads(at: number, ...held: (JsonObject | null)[]): Fact {
  const live = ids.map((id, index): DwRecord[] => {
    const fields = held[index] ?? held[0] ?? null;
    return fields === null ? [] : [recordOf(id, fields)];
  });
  return { is: 'read', at, until: 0, records: (index) => live[index] ?? null, isShown: () => true, quietMs: 20_000 };
}

function event(written: boolean, trusted: boolean): EventProof {
  const rows = ids.map((item_id, index) => ({ item_id, index, written, code: null, message: null }));
  return { trace_id: 't', table_id: '21', trusted, rows };
}
const reports = (at: number, written: boolean, trusted: boolean): Fact => ({
  is: 'reported',
  at,
  event: event(written, trusted),
});

const walked = (facts: readonly Fact[]): Call => facts.reduce(step, waitingCall());
const sent: Fact = { is: 'sent', at: 0 };
const outcomes = ({ batch }: Call) => batch.rows.map(({ outcome, reason }) => [outcome, reason]);

/** Every fact, in the ways in which it may move a call, by what the drawing calls it. */
const drawn: Record<string, (at: number) => Fact> = {
  sent: (at) => ({ is: 'sent', at }),
  accepted: accepts,
  'failed: not reached': (at) => fails(at, failing({ neverReached: true })),
  'failed: too large': (at) => fails(at, failing({ status: 413, neverReached: true, gateway: 'too-large' })),
  'failed: anything else': (at) => fails(at, refusal),
  interrupted: (at) => ({ is: 'interrupted', at, proofMs }),
  'read: as sent': (at) => reads(at, { f: 'new' }),
  'read: untouched, turned away': (at) => reads(at, { f: 'old' }),
  unread: (at) => ({ is: 'unread', at, until: 0, error: broken, isStopped: false }),
  'reported: written': (at) => reports(at, true, true),
  'reported: not written': (at) => reports(at, false, true),
  waited: (at) => ({ is: 'waited', at, until: 0 }),
  hurried: () => ({ is: 'hurried' }),
  prolonged: (at) => ({ is: 'prolonged', at }),
  shifted: () => ({ is: 'shifted', by: 1 }),
};

/** A call in each state; those that may go further are beyond their wait. */
const inState: Record<BatchState, Call[]> = {
  waiting: [waitingCall(), walked([sent, fails(1, tooManyWithTrace), reads(30_000, { f: 'old' })])],
  sending: [walked([sent])],
  accepted: [walked([sent, accepts(1)])],
  unanswered: [walked([sent, fails(1, cut)]), walked([sent, fails(1, tooMany)])],
  decided: [
    walked([sent, accepts(1), { is: 'waited', at: 1e6, until: 0 }]),
    walked([sent, fails(1, cut), { is: 'waited', at: 1e6, until: 0 }]),
    walked([sent, accepts(1), reports(1e6, true, true)]),
  ],
  'left-out': [walked([sent, fails(1, failing({ status: 413, neverReached: true, gateway: 'too-large' }))])],
};

test('the drawing in docs/architecture.md is that of the code', () => {
  const edges = new Map<string, Set<string>>();
  for (const state of batchStates) {
    for (const [name, fact] of Object.entries(drawn)) {
      for (const call of inState[state]) {
        const { state: next } = step(call, fact(1e7)).batch;
        const edge = `${state} --> ${next}`;
        if (next !== state) edges.set(edge, (edges.get(edge) ?? new Set()).add(name));
      }
    }
  }
  const drawing = [...edges].map(([edge, names]) => `  ${edge}: ${[...names].join(', ')}`);
  const page = readFileSync(join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8');
  const [, block = ''] = page.split('```mermaid\nstateDiagram-v2\n');
  expect(block.split('\n```')[0]?.split('\n')).toEqual(['  [*] --> waiting', ...drawing]);
});

const anyFact = fc.tuple(
  fc.constantFrom(
    ...Object.values(drawn),
    (at: number) => fails(at, cut),
    (at: number) => fails(at, tooMany),
    (at: number) => reads(at, { f: 'theirs' }, { f: 'new' }),
    (at: number) => reads(at, null, { f: 'old' }),
    (at: number) => reports(at, true, false),
    (at: number) => reports(at, false, false),
  ),
  fc.constantFrom(0, 700, 5000, 30_000, 300_000),
);

test('whatever happens: rows are counted, a call without answer never waits again, and verified means shown', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
      let call = waitingCall();
      let at = 0;
      let isProven = false;
      for (const [factOf, later] of facts) {
        at += later;
        const fact = factOf(at);
        const before = call;
        call = step(before, fact);
        const { batch } = call;
        expect(batch.counts).toEqual(countRows(batch.rows));
        if (fact.is === 'sent' && before.batch.state === 'waiting') isProven = false;
        isProven ||= factOf === drawn['read: as sent'] || factOf === drawn['reported: written'];
        if (fact.is === 'read' || (fact.is === 'reported' && fact.event.trusted))
          isProven ||= batch.state !== 'waiting';
        if (batch.counts.verified) expect(isProven).toBe(true);
        if (batch.state === 'decided') expect(openRows(call)).toEqual([]);
        if (batch.state === 'waiting' && before.batch.state === 'unanswered') {
          expect(before.batch.failure).toMatchObject({ status: 429 });
          expect(before.batch.look_only).toBeUndefined();
        }
        expect(batch.attempts - before.batch.attempts).toBe(
          before.batch.state !== 'sending' && batch.state === 'sending' ? 1 : 0,
        );
      }
    }),
    { numRuns: 2000 },
  );
});

describe('what is read', () => {
  test('a record that one reading does not show is told as gone only if the next one does not show it either', () => {
    const once = walked([sent, accepts(1), reads(1e6, null), reads(1e6, { f: 'new' })]);
    expect(outcomes(once)).toEqual([
      ['verified', null],
      ['verified', null],
    ]);
    const first = walked([sent, accepts(1), reads(1e6, null)]);
    expect(outcomes(first)).toEqual([
      ['accepted', null],
      ['accepted', null],
    ]);
    expect(first.nextRead).toBe(1e6 + 1000);
    expect(outcomes(step(first, reads(1e6 + 1000, null)))).toEqual([
      ['differs', 'deleted'],
      ['differs', 'deleted'],
    ]);
  });

  test('the clock alone ends no wait: three readings were answered before', () => {
    const twice = walked([sent, accepts(1), reads(1e6, { f: 'old' }), reads(1e6, { f: 'old' })]);
    expect(twice.batch.state).toBe('accepted');
    expect(outcomes(step(twice, reads(1e6, { f: 'old' })))).toEqual([
      ['unknown', 'not-seen'],
      ['unknown', 'not-seen'],
    ]);
  });

  test('an unreachable platform decides nothing, however long; eight broken answers after the wait do', () => {
    const unread = (error: ApiError): Fact => ({ is: 'unread', at: 1e7, until: 0, error, isStopped: false });
    const times = (count: number, error: ApiError) => Array.from({ length: count }, () => unread(error));
    const accepted = [sent, accepts(1)];
    expect(walked([...accepted, ...times(99, cut), ...times(99, tooMany)]).batch.state).toBe('accepted');
    expect(walked([...accepted, ...times(7, broken)]).batch.state).toBe('accepted');
    expect(outcomes(walked([...accepted, ...times(8, broken)]))).toEqual([
      ['unknown', 'cannot-read'],
      ['unknown', 'cannot-read'],
    ]);
  });

  test('a call that was turned away leaves again only after its quiet time, and if nothing of it shows', () => {
    const turnedAway = [sent, fails(1, tooMany)];
    expect(walked([...turnedAway, reads(19_000, { f: 'old' })]).batch.state).toBe('unanswered');
    expect(walked([...turnedAway, reads(21_000, { f: 'old' })]).batch).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(walked([...turnedAway, reads(21_000, { f: 'old' }, { f: 'new' })]).batch.state).toBe('unanswered');
    expect(walked([sent, fails(1, cut), reads(1e6, { f: 'old' })]).batch.state).toBe('unanswered');
  });
});

describe('what is reported', () => {
  const unreadable: Fact = { ...reads(1e6), is: 'read', records: () => null } as Fact;

  test('a hint counts where reading decides nothing; two that contradict each other do not', () => {
    expect(outcomes(walked([sent, accepts(1), reports(2, true, false), unreadable]))).toEqual([
      ['reported', 'reported-written'],
      ['reported', 'reported-written'],
    ]);
    const both = walked([sent, accepts(1), reports(2, true, false), reports(3, false, false), unreadable]);
    expect(both.batch.state).toBe('accepted');
  });

  test('a new hint has the rows read at once, the same again does not', () => {
    const heard = walked([sent, accepts(1), reports(2, true, false)]);
    expect(heard.nextRead).toBe(0);
    expect(step(heard, reports(3, true, false))).toBe(heard);
  });

  test('of two trusted events that contradict each other neither is believed: the call is open again', () => {
    const proven = walked([sent, accepts(1), reports(2, true, true)]);
    expect(proven.batch.state).toBe('decided');
    expect(step(proven, reports(3, false, true)).batch.state).toBe('accepted');
  });

  test('proves a call that was just about to leave again', () => {
    const turnedAway = walked([sent, fails(1, tooManyWithTrace)]);
    const leaves = step(turnedAway, reads(30_000, { f: 'old' }));
    expect(leaves.batch.state).toBe('waiting');
    expect(step(leaves, reports(30_001, true, true)).batch).toMatchObject({
      state: 'decided',
      counts: { verified: 2 },
    });
  });
});

test('what is verified again is never sent again', () => {
  const ended = walked([sent, fails(1, tooMany), { is: 'waited', at: 1e6, until: 0 }]);
  expect(ended.batch.state).toBe('decided');
  const again = step(ended, { is: 'prolonged', at: 2e6 });
  expect(openRows(again)).toEqual([0, 1]);
  expect(step(again, reads(3e6, { f: 'old' })).batch.state).toBe('unanswered');
});
