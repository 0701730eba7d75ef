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

test('the result of a batch update names the request it verifies', () => {
  const text = ` ${JSON.stringify(result, null, 2)}\n`;
  expect(readPasted(text)).toMatchObject({ kind: 'proof', batch: { trace_id: 't-1', success: [{}], fail: [{}] } });
});

test('anything else is reported to verify nothing', () => {
  expect(readPasted('{"encrypted":"AAAA"}')).toEqual({ kind: 'other' });
  expect(readPasted(JSON.stringify({ ...result, trace_id: '' }))).toEqual({ kind: 'other' });
  expect(readPasted('trace t-1 ok')).toEqual({ kind: 'no-json' });
  expect(readPasted(' \n')).toEqual({ kind: 'nothing' });
});

test('an export has each event as stored, with its exact body', () => {
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
