import { expect, it } from 'vitest';
import { readBatchEvent } from './events';
import { parseJson } from './json';

it('reads the result of a batch update and ignores what it does not know', () => {
  const text = `{"event":"dw_item.batch_update","trace_id":"t","table_id":9007199254740993,"later":true,
    "success":[{"index":0,"item_id":"1","action":"created"},{"index":1,"item_id":2,"action":"merged"}],
    "fail":[{"index":2,"item_id":null,"reason":"no","code":3500103},{"index":3}]}`;
  expect(readBatchEvent(parseJson(text))).toEqual({
    event: 'dw_item.batch_update',
    trace_id: 't',
    table_id: '9007199254740993',
    space_id: null,
    finished_on: null,
    success: [
      { index: 0, item_id: '1', action: 'created' },
      { index: 1, item_id: '2', action: null },
    ],
    fail: [
      { index: 2, item_id: null, reason: 'no', code: 3500103 },
      { index: 3, item_id: null, reason: '', code: null },
    ],
  });
});

it('reads the result of a batch delete', () => {
  const body = { event: 'dw_item.batch_delete', trace_id: 't', table_id: '1' };
  const success = [{ index: 0, item_id: '23', action: 'deleted' }];
  expect(readBatchEvent({ ...body, success })).toMatchObject({ event: body.event, success, fail: [] });
});

it('reads a null or missing list as an empty one', () => {
  const head = { event: 'dw_item.batch_update', trace_id: 't', table_id: '1' };
  const fail = [{ index: 0 }];
  expect(readBatchEvent({ ...head, success: null, fail })).toMatchObject({ success: [], fail });
  expect(readBatchEvent(head)).toMatchObject({ success: [], fail: [] });
});

it('leaves every other body unchanged', () => {
  for (const body of [
    null,
    [],
    'x',
    {},
    { encrypted: 'aGVsbG8=' },
    { event: 'other', trace_id: 't', table_id: '1' },
    { event: 'dw_item.batch_update' },
    // The same word and another shape: nothing is counted as none.
    { event: 'dw_item.batch_update', trace_id: 't', table_id: '1', success: ['1'], fail: [] },
    { event: 'dw_item.batch_update', trace_id: 't', table_id: '1', success: 'all' },
  ]) {
    expect(readBatchEvent(body)).toBeNull();
  }
});
