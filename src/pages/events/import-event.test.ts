import { expect, test } from 'vitest';
import { exportedEvents } from './events-page';
import { readPasted } from './import-event';

const result = {
  event: 'dw_item.batch_update',
  trace_id: 't-1',
  table_id: '21',
  success: [{ index: 0, item_id: '9007199254740993' }],
  fail: [{ index: 1, item_id: null, reason: 'several records match' }],
};

test('the result of a batch update is told to be proof, and of which call', () => {
  const text = ` ${JSON.stringify(result, null, 2)}\n`;
  expect(readPasted(text)).toEqual({ kind: 'proof', traceId: 't-1', written: 1, refused: 1 });
});

test('what is anything else is told to prove nothing', () => {
  expect(readPasted('{"encrypted":"AAAA"}')).toEqual({ kind: 'other' });
  expect(readPasted(JSON.stringify({ ...result, trace_id: '' }))).toEqual({ kind: 'other' });
  expect(readPasted('trace t-1 ok')).toEqual({ kind: 'no-json' });
  expect(readPasted(' \n')).toEqual({ kind: 'nothing' });
});

test('an export holds each event as it was kept, the body to the character', () => {
  const body = '{"item_id": 9007199254740993 }';
  const events = [1, 2].map((id) => {
    return {
      id,
      receivedAt: '2026-01-01T00:00:00.000Z',
      contentType: 'application/json',
      headers: {},
      body,
      encoding: 'text' as const,
    };
  });
  expect(JSON.parse(exportedEvents(events))).toEqual(events);
  expect(JSON.parse(exportedEvents([]))).toEqual([]);
});
