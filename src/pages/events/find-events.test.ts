import { describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../contract/inbox';
import { findEvents, kindsOf } from './find-events';

const event = (id: number, body: string): ReceivedEvent => ({
  id,
  receivedAt: `2026-11-20T18:0${id}:00.000Z`,
  contentType: 'application/json',
  headers: { 'user-agent': 'Platform/1' },
  body,
  encoding: 'text',
});
const events = [
  event(1, '{"event":"a","trace_id":"188640"}'),
  event(2, '{"encrypted":"x"}'),
  event(3, '{"event":"a","name":"Curaçao"}'),
];
const ids = (find: string, kind: string | null = null, since: number | null = null) =>
  findEvents(events, { find, kind, since }).map(({ id }) => id);

describe('events', () => {
  test('are listed newest first', () => expect(ids('')).toEqual([3, 2, 1]));
  test('are found by body text, in any case', () => expect(ids('CURAÇAO')).toEqual([3]));
  test('are found by a header', () => expect(ids('platform/1')).toEqual([3, 2, 1]));
  test('are found by number, and by several words at once', () => {
    expect(ids('#2')).toEqual([2]);
    expect(ids('trace_id 1886')).toEqual([1]);
    expect(ids('trace_id nowhere')).toEqual([]);
  });
  test('are filtered by time received', () => {
    expect(ids('', null, Date.parse('2026-11-20T18:02:00Z'))).toEqual([3, 2]);
    expect(ids('', null, Date.parse('2026-11-20T18:04:00Z'))).toEqual([]);
  });
  test('are filtered by the types that occur', () => {
    expect(kindsOf(events).map(({ name, count }) => [name, count])).toEqual([
      ['kind:a', 2],
      ['form:encrypted', 1],
    ]);
    expect(ids('', 'kind:a')).toEqual([3, 1]);
    expect(ids('', 'form:encrypted')).toEqual([2]);
  });
});
