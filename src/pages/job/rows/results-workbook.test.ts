import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { JobLine } from '../../../jobs/results/job-lines';
import { resultsWorkbook } from './results-workbook';
import { resultHeaders } from './save-results';

const line: JobLine = {
  line: 7,
  call: 1,
  item_id: '2300000000000001',
  creates: false,
  title: 'One',
  sent: { NAME: '=1+1', SIZE: 9007199254740993n, KIND: ['92'] },
  before: {},
  result: { outcome: 'refused', reason: 'call-refused', code: 3500002, message: 'gone' },
  trace_id: 'trace-1',
  read_at: null,
};

test('a workbook of results has the row, reason, code, trace ID and sent values', async () => {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  const fields = [
    { field_id: 'NAME', name: 'Name', kind: 'text' as const, options: [] },
    { field_id: 'SIZE', name: 'Size', kind: 'number' as const, options: [] },
    { field_id: 'KIND', name: 'Kind', kind: 'option' as const, options: [{ id: '92', name: 'Outlet', color: null }] },
  ];
  const words = { outcome: () => 'refused', reason: () => 'The platform refused the call.', change: () => 'Name: two' };
  const book = resultsWorkbook(fields, resultHeaders(fields), words, async (part) => {
    parts.push(part);
  });
  await book.begin();
  await book.add([line]);
  await book.add([{ ...line, line: 8, item_id: null, sent: { NAME: 'two' } }]);
  await book.end();
  const [sheet] = await readXlsxFile(Buffer.from(await new Blob(parts).arrayBuffer()));
  expect(sheet?.data).toEqual([
    [
      'line',
      'item_id',
      'title',
      'outcome',
      'reason',
      'change',
      'code',
      'trace_id',
      'raw_line',
      'duplicate_of',
      'Name',
      'Size',
      'Kind',
    ],
    [
      7,
      '2300000000000001',
      'One',
      'refused',
      'The platform refused the call.',
      'Name: two',
      3500002,
      'trace-1',
      null,
      null,
      '=1+1',
      '9007199254740993',
      'Outlet',
    ],
    [
      8,
      null,
      'One',
      'refused',
      'The platform refused the call.',
      'Name: two',
      3500002,
      'trace-1',
      null,
      null,
      'two',
      null,
      null,
    ],
  ]);
});
