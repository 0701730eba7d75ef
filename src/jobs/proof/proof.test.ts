import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdCredentials, removedText } from '../../api/wire/remove-credentials';
import { ApiError } from '../../contract/errors';
import type { ReceivedEvent } from '../../contract/inbox';
import { type Json, type JsonObject, parseJson } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { JobField, RowResult } from '../../storage/job-rows';
import { resultAtDeadline, rowsAfterEvent } from '../machine/rows';
import { recordOf } from '../runner/test-simulation';
import { fateOf, isOwnCreation, proofOfEvent, seenOf, writtenFields } from './proof';

const fields: JobField[] = [
  { field_id: 'o', name: 'O', kind: 'option', options: [{ id: '1', name: 'One', color: null }] },
];
const item = (sent: JsonObject) => ({ item_id: '1', fields: sent });
const seen = (sent: JsonObject, before: JsonObject | null, now: JsonObject | null, isShown = () => true) =>
  seenOf(item(sent), before, now && recordOf('1', now), fields, isShown);

describe('what a row read back shows', () => {
  test.each<[string, JsonObject, JsonObject | null, JsonObject | null, string]>([
    ['the value', { f: 'new' }, { f: 'old' }, { f: 'new', other: 1 }, 'as-sent'],
    ['ids read as objects', { o: ['1'] }, {}, { o: [{ id: '1', name: 'One' }] }, 'as-sent'],
    ['ids read as names alone', { o: ['1'] }, {}, { o: [{ name: 'One' }] }, 'as-sent'],
    ['null read as a missing field', { f: null }, { f: 'old' }, {}, 'as-sent'],
    ['the old value', { f: 'new' }, { f: 'old' }, { f: 'old' }, 'as-before'],
    ['a missing field as before', { f: 'new' }, {}, {}, 'as-before'],
    ['half of it', { f: 'new', g: 2 }, { f: 'old', g: 1 }, { f: 'new', g: 1 }, 'part'],
    [
      'a double written with 17 digits',
      { f: 0.1 },
      {},
      parseJson('{"f": 0.10000000000000001}') as JsonObject,
      'as-sent',
    ],
    ['another number near a double', { f: 0.1 }, {}, parseJson('{"f": 0.10000000000000002}') as JsonObject, 'other'],
    ['half of it, the same before', { f: 'same', g: 2 }, { f: 'same', g: 1 }, { f: 'same', g: 3 }, 'other'],
    ['something else', { f: 'new' }, { f: 'old' }, { f: 'theirs' }, 'other'],
    ['the old value, which nobody read before', { f: 'new' }, null, { f: 'old' }, 'other'],
    ['nothing', { f: 'new' }, { f: 'old' }, null, 'deleted'],
  ])('%s', (_name, sent, before, now, expected) => expect(seen(sent, before, now)).toBe(expected));

  test.each<[string, JsonObject, JsonObject | null, JsonObject]>([
    ['cleared', { f: null }, { f: 'old' }, {}],
    ['cleared as a list', { f: [] }, { f: ['1'] }, { other: 1 }],
    ['written', { f: 'new' }, { f: 'old' }, {}],
    ['written where nothing was', { f: 'new' }, {}, {}],
    ['one of two', { f: null, g: 2 }, { f: 'old', g: 1 }, { g: 2 }],
    ['named like a property of every object', { constructor: null }, null, {}],
  ])('nothing where a field is not shown that was %s', (_name, sent, before, now) => {
    expect(seen(sent, before, now, () => false)).toBeNull();
    expect(seen(sent, before, now)).not.toBeNull();
  });

  test('a value with a credential is read back without it, and equals what was sent', () => {
    holdCredentials('test', ['key-of-a-customer']);
    const [old, now] = [`was ${removedText}`, `is ${removedText}`];
    expect(seen({ f: 'is key-of-a-customer' }, { f: old }, { f: now })).toBe('as-sent');
    expect(seen({ f: 'is key-of-a-customer' }, { f: old }, { f: old })).toBe('as-before');
    holdCredentials('test', []);
  });

  test('a row with exactly the sent values is as sent, whatever else it has', () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(object, object, (sent, others) => {
        const now = { ...others, ...sent } as JsonObject;
        expect(seen(sent as JsonObject, null, now)).toBe('as-sent');
        expect(Object.keys(writtenFields(item(sent as JsonObject), recordOf('1', now))).sort()).toEqual(
          Object.keys(sent).sort(),
        );
      }),
    );
  });
});

test.each([
  ['as-sent', 'accepted', 'verified', null],
  ['other', 'accepted', 'differs', null],
  ['deleted', 'accepted', 'differs', 'deleted'],
  ['as-before', 'accepted', 'unknown', 'not-seen'],
  ['as-before', 'cut', 'unknown', 'no-answer'],
  ['as-before', 'refused', 'refused', 'call-refused'],
  ['as-before', 'put off', 'unknown', 'turned-away'],
  [null, 'accepted', 'unknown', 'cannot-read'],
  [null, 'refused', 'unknown', 'cannot-read'],
] as const)('at the end of the wait a row seen %s, its call %s, is %s', (what, call, outcome, reason) => {
  const failed = (kind: string, code: number | null, status: number | null = null) => ({
    state: 'unanswered' as const,
    failure: { kind, code, status, message: 'm' },
  });
  const calls = {
    accepted: { state: 'accepted' as const, failure: null },
    cut: failed('no-answer', null),
    refused: failed('business', 3500102),
    'put off': failed('malformed', null, 429),
  };
  expect(resultAtDeadline(what, calls[call], 9, { f: 1 })).toMatchObject({ outcome, reason, at: 9 });
});

test.each<[string, Partial<DwRecord>, JsonObject, boolean]>([
  ['one write, of what was sent', {}, {}, true],
  ['written later than created', { updated_on: '2026-01-02 10:00:06' }, {}, false],
  ['written a minute later', { updated_on: '2026-01-02 10:01:05' }, {}, false],
  ['written at that time of another zone', { updated_on: '2026-01-02 18:00:05' }, {}, true],
  ['written at that time of a zone of quarters, yesterday', { updated_on: '2026-01-01 23:15:05' }, {}, true],
  ['written days later', { updated_on: '2026-01-05 10:00:05' }, {}, false],
  ['a value that was never sent', {}, { theirs: 1 }, false],
  ['an empty field that was never sent', {}, { theirs: null }, true],
  ['another person wrote', { updated_by: { user_id: '2', name: null, avatar: null } }, {}, false],
  ['no time', { created_on: null }, {}, false],
  ['a time of another form', { created_on: '2.1.2026', updated_on: '2.1.2026' }, {}, false],
  ['an impossible time', { created_on: '2026-13-41 10:00:05', updated_on: '2026-13-41 10:00:05' }, {}, false],
])('a row that was to create its record did, as far as that shows, %s: %s', (_name, change, others, expected) => {
  const time = '2026-01-02 10:00:05';
  const live = { ...recordOf('1', { f: 'new', ...others }), created_on: time, updated_on: time, ...change };
  expect(isOwnCreation({ item_id: null, fields: { f: 'new' } }, live)).toBe(expected);
});

describe('a callback event', () => {
  const body = (change: Json = {}): string =>
    JSON.stringify({
      event: 'dw_item.batch_update',
      trace_id: 't1',
      table_id: '21',
      success: [{ index: 0, item_id: '1', action: 'updated' }],
      fail: [{ index: 1, item_id: '2', reason: '2 records match', code: 3500103 }],
      ...(change as object),
    });
  const event = (text: string, encoding: 'text' | 'base64' = 'text'): ReceivedEvent => ({
    id: 1,
    receivedAt: '2026-11-20T18:00:00.000Z',
    contentType: 'application/json',
    headers: {},
    body: text,
    encoding,
  });
  const accepted: RowResult = { outcome: 'accepted', reason: null };
  const about = { trace_id: 't', table_id: '21', trusted: true };
  const items = ['1', '2', '3'].map((item_id) => ({ item_id, fields: {} }));

  test('verifies written and unwritten rows, and no others', () => {
    const proof = proofOfEvent(event(body()));
    expect(proof?.trace_id).toBe('t1');
    const rows = proof && rowsAfterEvent({ items, found: [] }, [accepted, accepted, accepted], proof, 7);
    expect(rows).toEqual([
      { outcome: 'verified', reason: null, proof: 'event', at: 7 },
      { outcome: 'refused', reason: 'event', proof: 'event', at: 7, code: 3500103, message: '2 records match' },
      accepted,
    ]);
  });

  test('is trusted if its environment says so, or if the embedded service delivered it', () => {
    expect(proofOfEvent(event(body()))).toMatchObject({ trusted: false, table_id: '21' });
    expect(proofOfEvent(event(body()), true)).toMatchObject({ trusted: true });
    expect(proofOfEvent({ ...event(body()), own: true })).toMatchObject({ trusted: true });
  });

  test('of another form verifies nothing', () => {
    for (const text of [
      '',
      'no JSON',
      '[]',
      '{"encrypted":"abc"}',
      body({ event: 'something.else' }),
      body({ trace_id: '' }),
    ]) {
      expect(proofOfEvent(event(text))).toBeNull();
    }
    expect(proofOfEvent(event(body(), 'base64'))).toBeNull();
  });

  test('does not apply to a row at its index that is another record', () => {
    const proof = { ...about, rows: [{ index: 0, item_id: '9', written: true, code: null, message: null }] };
    expect(rowsAfterEvent({ items, found: [] }, [accepted, accepted, accepted], proof, 7)[0]).toBe(accepted);
  });

  test('does not turn a differing row into a verified one', () => {
    const differs: RowResult = { outcome: 'differs', reason: null, at: 1 };
    const proof = { ...about, rows: [{ index: null, item_id: '1', written: true, code: null, message: null }] };
    expect(rowsAfterEvent({ items, found: [] }, [differs], proof, 7)[0]).toBe(differs);
  });
});

test.each<[string, ConstructorParameters<typeof ApiError>[0], string]>([
  ['a rule of the platform', { kind: 'business', operation: 'o', message: 'm', code: 3500102 }, 'refused'],
  ['a wrong parameter', { kind: 'system', operation: 'o', message: 'm', code: 502 }, 'refused'],
  ['a refused key', { kind: 'system', operation: 'o', message: 'm', code: 100 }, 'key'],
  ['too many requests', { kind: 'malformed', operation: 'o', message: 'm', status: 429 }, 'later'],
  ['a system exception', { kind: 'system', operation: 'o', message: 'm', code: 500, status: 500 }, 'unknown'],
  [
    'never reached',
    { kind: 'no-answer', operation: 'o', message: 'm', status: 502, neverReached: true },
    'not-reached',
  ],
  ['a broken line', { kind: 'no-answer', operation: 'o', message: 'm', status: 502, gateway: 'broken' }, 'unknown'],
  [
    'a rule, in an answer of a server that failed',
    { kind: 'business', operation: 'o', message: 'm', code: 3500102, status: 503 },
    'unknown',
  ],
  [
    'a parameter, in such an answer',
    { kind: 'system', operation: 'o', message: 'm', code: 502, status: 500 },
    'unknown',
  ],
  [
    'a call too large to pass on',
    { kind: 'no-answer', operation: 'o', message: 'm', gateway: 'too-large', neverReached: true },
    'too-large',
  ],
  ['no answer', { kind: 'no-answer', operation: 'o', message: 'm' }, 'unknown'],
  ['an answer that is no envelope', { kind: 'malformed', operation: 'o', message: 'm', status: 200 }, 'unknown'],
])('%s: the rows are %s', (_name, details, fate) => expect(fateOf(new ApiError(details))).toBe(fate));
