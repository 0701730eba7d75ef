import { describe, expect, test } from 'vitest';
import type { ActivityEntry } from '../../api/wire/activity';
import { findRequests } from './find-requests';

const base: ActivityEntry = {
  request: 1,
  environment: 'embedded',
  operation: 'listRecords',
  method: 'POST',
  path: '/openapi/v1/dw_item/list',
  withKey: true,
  returnFields: null,
  priority: 'interactive',
  body: null,
  reply: null,
  outcome: 'success',
  code: 0,
  message: 'success',
  traceId: '188640992365585',
  status: 200,
  size: 10,
  queuedAt: 0,
  sentAt: 0,
  answeredAt: 0,
  finishedAt: 0,
};
const refused: ActivityEntry = {
  ...base,
  request: 2,
  operation: 'updateRecords',
  outcome: 'business',
  code: 3500002,
  message: 'the table does not exist',
  traceId: '99',
};
const cut: ActivityEntry = {
  ...base,
  request: 12,
  outcome: 'no-answer',
  code: null,
  message: 'network',
  traceId: null,
  status: null,
};
const entries = [base, refused, cut];
const numbers = (find: string, result: Parameters<typeof findRequests>[1]['result'] = 'all') =>
  findRequests(entries, { find, result }).map(({ request }) => request);

describe('requests', () => {
  test('are listed newest first', () => expect(numbers('')).toEqual([12, 2, 1]));
  test('are found by a part of the trace id', () => expect(numbers('36558')).toEqual([1]));
  test('are found by their code', () => expect(numbers('3500002')).toEqual([2]));
  test('are found by #number, exactly', () => expect(numbers('#1')).toEqual([1]));
  test('are found by several words, in any case', () => expect(numbers('TABLE update')).toEqual([2]));
  test('are filtered by result', () => {
    expect(numbers('', 'failed')).toEqual([12, 2]);
    expect(numbers('', 'no-answer')).toEqual([12]);
    expect(numbers('', 'success')).toEqual([1]);
    expect(numbers('', 'under-way')).toEqual([]);
  });
});
