import { describe, expect, test } from 'vitest';
import { parseJson } from '../../contract/json';
import { noDrafts, stage } from '../../edits/drafts';
import { parseTsv } from '../../edits/tsv';
import { columnsOf, type GridColumn } from '../columns/columns-of';
import type { RangeSource } from '../edit/range-edits';
import { config, record } from '../test-table';
import { clipboardCells, copyRange, copyWriter } from './copy-range';

const records = [
  record('1', { name: 'Vila Flor', size: 9007199254740993n, segment: [{ id: '91', name: 'Flagship' }] }),
  record('2', { name: 'two\nlines', size: null, segment: [] }),
  record('3', { name: '=1+1', size: -3 }),
];
const columns = columnsOf(records, config).slice(0, 4);
const source: RangeSource = { columns, rows: 4, recordAt: (row) => records[row], drafts: noDrafts.drafts };
const label = ({ id, name }: GridColumn) => name ?? id;
const range = { top: 0, bottom: 2, left: 1, right: 3 };

describe('a range', () => {
  test('is copied as exact TSV, with option names and quoted lines', () => {
    expect(copyRange({ ...range, bottom: 1 }, source, 'tsv', label)).toMatchObject({
      text: 'Vila Flor\t9007199254740993\tFlagship\r\n"two\nlines"\t\t\r\n',
      rows: 2,
    });
  });

  test('skips unloaded rows and reports its count; one cell has no line end', () => {
    expect(copyRange({ top: 2, bottom: 3, left: 1, right: 1 }, source, 'tsv', label)).toMatchObject({
      text: '=1+1',
      rows: 1,
    });
    expect(copyRange({ top: 3, bottom: 9, left: 1, right: 2 }, source, 'tsv', label)).toMatchObject({
      text: '',
      rows: 0,
    });
  });

  test('is copied with its drafts', () => {
    const edit = {
      record: { item_id: '3', title: null, updated_on: null },
      field_id: 'segment',
      before: undefined,
      after: ['92'],
    };
    const { drafts } = stage(noDrafts, [edit], 1);
    expect(copyRange({ ...range, top: 2 }, { ...source, drafts }, 'tsv', label).text).toBe("'=1+1\t-3\tOutlet\r\n");
  });

  test('of records to be created has no IDs of theirs', () => {
    const made = record('new:a-1', { name: 'Oslo' });
    const own = { ...source, rows: 1, recordAt: () => made };
    const whole = { top: 0, bottom: 0, left: 0, right: 1 };
    expect(copyRange(whole, own, 'tsv', label).text).toBe('\tOslo\r\n');
    expect(copyRange({ ...whole, right: 0 }, own, 'tsv', label).text).toBe('');
    expect(parseJson(copyRange(whole, own, 'json', label).text)).toEqual([{ name: 'Oslo' }]);
  });

  test('as CSV begins with the names, and has nothing that a spreadsheet would run', () => {
    expect(copyRange(range, source, 'csv', label).text).toBe(
      'Name,Size,Segment\r\nVila Flor,9007199254740993,Flagship\r\n"two\nlines",,\r\n\'\u2060=1+1,-3,\r\n',
    );
  });

  test('as TSV without an HTML table has nothing that a spreadsheet would run', () => {
    const writer = copyWriter('tsv', { columns, drafts: noDrafts.drafts, label, names: true });
    expect(writer.record(record('3', { name: '\u00a0=1+1', size: -3 }), true)).toBe("3\t'\u2060\u00a0=1+1\t-3\t\r\n");
  });

  test('as JSON is exact: loaded values, no missing fields, null and empty distinct', () => {
    expect(parseJson(copyRange(range, source, 'json', label).text)).toEqual([
      { name: 'Vila Flor', size: 9007199254740993n, segment: [{ id: '91', name: 'Flagship' }] },
      { name: 'two\nlines', size: null, segment: [] },
      { name: '=1+1', size: -3 },
    ]);
    expect(parseJson(copyRange({ ...range, top: 3, bottom: 3 }, source, 'json', label).text)).toEqual([]);
  });
});

/** The cells of a copied table, unescaped, and whether a spreadsheet treats them as text. */
function cellsOf(html: string | null): { text: string; asText: boolean }[][] {
  return [...(html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td([^>]*)>(.*?)<\/td>/gs)].map(([, look = '', inner = '']) => ({
      text: inner
        .replace(/<br[^>]*>/g, '\n')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
      asText: look.includes(`mso-number-format:'\\@'`),
    })),
  );
}

test('IDs, codes and numbers past fifteen digits are texts; dates and shorter numbers are left to the spreadsheet', () => {
  const rows = [
    ['2300020000000399', '00042', '12.5', '9007199254740993', '2026-11-22', ''],
    ['2300020000000400', '1e5', '-3', '0.1234567890123456', '2026-11-23 10:00:00', 'TRUE'],
  ];
  const cells = cellsOf(clipboardCells(rows, ['text', 'text', 'number', 'number', 'date', 'text']).html);
  expect(cells.map((row) => row.map(({ text }) => text))).toEqual(rows);
  expect(cells.map((row) => row.map(({ asText }) => asText))).toEqual([
    [true, true, false, true, false, false],
    [true, true, false, true, false, true],
  ]);
});

test('cell values are text in the HTML table too: marks, quotes, tabs and lines', () => {
  const { html } = clipboardCells(
    [['<img src=x onerror=alert(1)>', 'a & "b"\nc', 'one\ttwo']],
    ['text', 'text', 'text'],
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('>&lt;img src=x onerror=alert(1)&gt;<');
  expect(html).toContain('>a &amp; &quot;b&quot;<br style="mso-data-placement:same-cell">c<');
  expect(cellsOf(html)[0]?.map(({ text }) => text)).toEqual(['<img src=x onerror=alert(1)>', 'a & "b"\nc', 'one\ttwo']);
});

test('a single cell is not split at its tabs and quotes', () => {
  const text = '"a"\tb';
  expect(cellsOf(clipboardCells([[text]], ['text']).html)).toEqual([[{ text, asText: true }]]);
});

test('formulas are text in every type of column', () => {
  const cells = cellsOf(
    clipboardCells([['=cmd()', '\u00a0＝cmd()', '-3', '2026-11-22']], ['date', 'date', 'number', 'date']).html,
  );
  expect(cells[0]?.map(({ asText }) => asText)).toEqual([true, true, false, false]);
});

test('formulas are guarded in plain text, and exact in the table', () => {
  const rows = [
    ['=1+1', "'=1+1", '-3', 'Lisbon'],
    ['two\n=lines', '@x', '\t+1', ''],
  ];
  const { text, html } = clipboardCells(rows, ['text', 'text', 'number', 'text']);
  expect(parseTsv(text)).toEqual([
    ["'=1+1", "''=1+1", '-3', 'Lisbon'],
    ['two\n=lines', "'@x", "'\t+1", ''],
  ]);
  expect(cellsOf(html).map((row) => row.map((cell) => cell.text))).toEqual(rows);
});

test('a single cell goes into a text field unchanged; one that would be several cells is quoted', () => {
  const textOf = (cell: string) => clipboardCells([[cell]], ['text']).text;
  expect(textOf('+49 123')).toBe('+49 123');
  expect(textOf('"Big')).toBe('"Big');
  expect(textOf('first line\nsecond line')).toBe('"first line\nsecond line"');
  expect(textOf('a "b"\tc')).toBe('"a ""b""\tc"');
});
