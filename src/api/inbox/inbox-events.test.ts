import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../contract/gateway';
import { type InboxEvents, keptEvents, lastEventId, mergeEvents, noEvents } from './inbox-events';

const event = (id: number): ReceivedEvent => ({
  id,
  receivedAt: '2026-11-20T18:00:00.000Z',
  contentType: 'application/json',
  headers: {},
  body: `{"n":${id}}`,
  encoding: 'text',
});
const of = (...ids: number[]): InboxEvents => ({ events: ids.map(event), wipedUpTo: 0 });
const ids = (known: InboxEvents): number[] => known.events.map(({ id }) => id);

describe('events of an inbox from several sources', () => {
  test('come out the same in whatever order and however often the pieces arrive', () => {
    // A page of the inbox has each event once.
    const piece = fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })
      .map((list) => of(...list.sort((a, b) => a - b)));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.nat({ max: 20 }), (pieces, wipedUpTo) => {
        const all = [...pieces, { events: [], wipedUpTo }];
        const forth = all.reduce(mergeEvents, noEvents);
        const back = [...all, ...all].reverse().reduce(mergeEvents, noEvents);
        expect(back).toEqual(forth);
        const expected = new Set(pieces.flatMap(ids).filter((id) => id > wipedUpTo));
        expect(ids(forth)).toEqual([...expected].sort((a, b) => a - b));
      }),
    );
  });
  test('nothing new gives the same object, so that nothing is drawn again', () => {
    const known = of(1, 2, 3);
    expect(mergeEvents(known, of(2, 3))).toBe(known);
    expect(mergeEvents(known, noEvents)).toBe(known);
  });
  test('what was wiped does not come back by a late message, and the stream goes on after it', () => {
    const wiped = mergeEvents(of(4, 5), { events: [], wipedUpTo: 5 });
    expect(ids(mergeEvents(wiped, of(5, 6)))).toEqual([6]);
    expect(lastEventId(wiped)).toBe(5);
  });
  test('the oldest make room', () => {
    const many = mergeEvents(of(...Array.from({ length: keptEvents }, (_, index) => index + 1)), of(keptEvents + 1));
    expect(many.events).toHaveLength(keptEvents);
    expect(many.events[0]?.id).toBe(2);
  });
});
