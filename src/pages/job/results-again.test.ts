import { expect, test } from 'vitest';
import { csvLine } from '../../edits/csv';
import type { JobLine } from '../../jobs/job-lines';
import { csvRow, jsonRow } from '../../jobs/results';
import { ImportSession } from '../../transfer/in/import-session';
import { resultHeaders } from './result-headers';
import { resultsWorkbook } from './results-workbook';

const fields = [
  { field_id: '221', name: 'Name', kind: 'text' as const, options: [] },
  { field_id: '222', name: 'Size', kind: 'number' as const, options: [] },
];
const lines = ['one', '=two'].map(
  (name, index): JobLine => ({
    line: index + 7,
    call: 1,
    item_id: `230000000000000${index}`,
    creates: false,
    title: 'Title',
    sent: { 221: name, 222: 9007199254740993n },
    before: { 221: 'old' },
    result: { outcome: 'refused', reason: 'call-refused', code: 3500002, message: 'gone' },
    trace_id: 'trace-1',
    read_at: null,
  }),
);
const words = { outcome: () => 'refused', reason: () => 'The platform refused the call.', change: () => '' };
const headers = resultHeaders(fields);

async function workbook(): Promise<Blob> {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  const book = resultsWorkbook(fields, headers, words, async (part) => {
    parts.push(part);
  });
  await book.begin();
  await book.add(lines);
  await book.end();
  return new Blob(parts);
}

const files: [string, () => Promise<Blob>][] = [
  ['CSV', async () => new Blob([csvLine(headers), ...lines.map((line) => csvRow(line, fields, words))])],
  ['XLSX', workbook],
  ['JSON', async () => new Blob([`[\n${lines.map(jsonRow).join(',\n')}\n]\n`])],
];

test.each(files)(
  'rows of a job as %s are loaded again: each written field is a column of its own, with what was sent',
  async (_kind, made) => {
    const session = new ImportSession();
    const facts = await session.open(
      { file: await made(), choice: {} },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    expect(facts).toMatchObject({ rows: 2, broken: 0 });
    const rows = await session.rows({ from: 0, to: 9 });
    const cells = (...names: string[]): string[] => {
      const place = facts.columns.findIndex((column) => names.includes(column.name));
      return rows.map((row) => String(row.cells[place]));
    };
    expect(cells('item_id')).toEqual(['2300000000000000', '2300000000000001']);
    expect(cells('line')).toEqual(['7', '8']);
    expect(cells('trace_id')).toEqual(['trace-1', 'trace-1']);
    expect(cells('222', 'Size')).toEqual(['9007199254740993', '9007199254740993']);
    expect(cells('221', 'Name').map((text) => text.replace(/^'/, ''))).toEqual(['one', '=two']);
  },
);

test('headers are the names of the fields; two of one name, or of a name that is told of each row, are told apart by their ids', () => {
  const named = (field_id: string, name: string) => ({ field_id, name, kind: 'text' as const, options: [] });
  expect(
    resultHeaders([named('221', 'Name'), named('222', 'Size'), named('223', 'Size'), named('224', 'line')]).slice(9),
  ).toEqual(['Name', 'Size (222)', 'Size (223)', 'line (224)']);
});
