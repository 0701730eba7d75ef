import readXlsxFile from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../contract/json';
import type { JobLine } from '../../jobs/results/job-lines';
import { type ResultField, resultFile } from './result-file';
import { oneByOne, resultText } from './test-results';
import { sheetLimits } from './xlsx-writer';

const fields: ResultField[] = [
  { field_id: '221', name: 'Segment', kind: 'option', options: [{ id: '1', name: 'Flagship', color: null }] },
  { field_id: '222', name: 'Code', kind: 'text', options: [] },
  { field_id: '223', name: 'Size', kind: 'number', options: [] },
];
const words = { outcome: () => 'refused', reason: () => 'no "quota"', change: () => 'Code: old → =1+1' };
const line = (change: Partial<JobLine> = {}): JobLine => ({
  line: 3,
  call: 1,
  item_id: '2300000000000001',
  creates: false,
  title: 'Lyon',
  sent: { 221: ['1'], 222: '=1+1', 223: 9007199254740993n },
  before: { 221: [{ id: '2', name: 'Outlet' }] },
  result: { outcome: 'refused', reason: 'call-refused', code: 3500102, message: 'no quota' },
  trace_id: 'trace-1',
  read_at: null,
  ...change,
});
const known = [
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
];

describe('a results file has each row with reason, code, trace ID and the values as sent', () => {
  test('as CSV, without formulas', async () => {
    expect(await resultText('csv', [line()], fields, words)).toBe(
      `${known},Segment,Code,Size\r\n3,2300000000000001,Lyon,refused,"no ""quota""",Code: old → =1+1,3500102,trace-1,,,Flagship,'\u2060=1+1,9007199254740993\r\n`,
    );
  });

  test('as a workbook', async () => {
    const rows = [line(), line({ line: 8, item_id: null, sent: { 222: 'two' } })];
    const { file } = await resultFile(oneByOne(rows), options({ format: 'xlsx' }));
    const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()));
    const said = ['Lyon', 'refused', 'no "quota"', 'Code: old → =1+1', 3500102, 'trace-1', null, null];
    expect(sheet?.data).toEqual([
      [...known, 'Segment', 'Code', 'Size'],
      [3, '2300000000000001', ...said, 'Flagship', '=1+1', '9007199254740993'],
      [8, null, ...said, null, 'two', null],
    ]);
  });

  test('as JSON, with names in place of words and exact values', async () => {
    const row = line({ result: { outcome: 'differs', reason: null, now: { 222: 'other' } } });
    expect(parseJson(await resultText('json', [row], fields, words))).toEqual([
      {
        line: 3,
        item_id: '2300000000000001',
        title: 'Lyon',
        outcome: 'differs',
        reason: null,
        proof: null,
        code: null,
        message: null,
        trace_id: 'trace-1',
        duplicate_of: null,
        fields: row.sent,
        before: row.before,
        now: { 222: 'other' },
      },
    ]);
  });

  test('as JSON without links in values that were read, and with every value that was sent', async () => {
    const files = [{ field_id: '9', name: 'Files', kind: 'file' as const, options: [] }];
    const sent = { id: '7', url: 'https://example.com', 9: ['61'] };
    const before = { 9: [{ file_id: '61', name: 'a.png', link: 'https://files.example/a?signature=1' }] };
    expect(parseJson(await resultText('json', [line({ sent, before })], files, words))).toMatchObject([
      { fields: sent, before: { 9: [61] } },
    ]);
  });
});

test('headers are field names; equal names are distinguished by ID', async () => {
  const named = (field_id: string, name: string) => ({ field_id, name, kind: 'text' as const, options: [] });
  const some = [named('221', 'Name'), named('222', 'Size'), named('223', 'Size'), named('224', 'line')];
  expect(await resultText('csv', [], some, words)).toBe(`${known},Name,Size (222),Size (223),line (224)\r\n`);
});

describe('while a results file is written', () => {
  test('its progress is reported, and what a sheet could not hold', async () => {
    const told: number[] = [];
    const long = line({ sent: { 222: 'x'.repeat(sheetLimits.cellCharacters + 1) } });
    const { cut } = await resultFile(oneByOne([line(), long, line()]), options({ format: 'xlsx' }, told));
    expect([told, cut]).toEqual([[1, 2, 3], 1]);
  });

  test('it can be stopped', async () => {
    const control = new AbortController();
    async function* endless() {
      for (let number = 1; ; number += 1) {
        if (number === 5) control.abort();
        yield [line({ line: number })];
      }
    }
    await expect(resultFile(endless(), { ...options(), signal: control.signal })).rejects.toThrow('aborted');
  });

  test('what cannot be read ends it', async () => {
    async function* broken() {
      yield [line()];
      throw new Error('unreadable');
    }
    await expect(resultFile(broken(), options())).rejects.toThrow('unreadable');
  });
});

function options({ format = 'csv' as const }: { format?: 'csv' | 'xlsx' } = {}, told: number[] = []) {
  const { signal } = new AbortController();
  return { format, fields, words, signal, onProgress: (rows: number) => void told.push(rows) };
}

test('of deleted records it has the values that were kept', async () => {
  const { signal } = new AbortController();
  const deleted = line({ sent: {}, before: { 221: [{ id: '1', name: 'Flagship' }], 222: 'c', 223: 5 } });
  const { file } = await resultFile(oneByOne([deleted]), {
    ...{ format: 'csv', fields, words, deletes: true, signal },
    onProgress: () => {},
  });
  expect((await file.text()).split('\r\n')[1]).toMatch(/,Flagship,c,5$/);
});
