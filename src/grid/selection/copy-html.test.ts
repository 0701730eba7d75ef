import { expect, test } from 'vitest';
import { formatTsv } from '../../edits/csv';
import { copyHtml } from './copy-html';

/** The cells of a table as this module writes it: their marks undone, and whether a spreadsheet is told that they are text. */
function cellsOf(html: string): { text: string; asText: boolean }[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
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

test('ids, codes and numbers past fifteen digits are texts; days and shorter numbers are what the spreadsheet makes of them', () => {
  const rows = [
    ['2300020000000399', '00042', '12.5', '9007199254740993', '2026-11-22', ''],
    ['2300020000000400', '1e5', '-3', '0.1234567890123456', '2026-11-23 10:00:00', 'TRUE'],
  ];
  const cells = cellsOf(copyHtml(formatTsv(rows), ['text', 'text', 'number', 'number', 'date', 'text']));
  expect(cells.map((row) => row.map(({ text }) => text))).toEqual(rows);
  expect(cells.map((row) => row.map(({ asText }) => asText))).toEqual([
    [true, true, false, true, false, false],
    [true, true, false, true, false, true],
  ]);
});

test('what a cell holds is text in the table too: marks, quotes, tabs and lines', () => {
  const html = copyHtml(formatTsv([['<img src=x onerror=alert(1)>', 'a & "b"\nc', 'one\ttwo']]), [
    'text',
    'text',
    'text',
  ]);
  expect(html).not.toContain('<img');
  expect(html).toContain('>&lt;img src=x onerror=alert(1)&gt;<');
  expect(html).toContain('>a &amp; &quot;b&quot;<br style="mso-data-placement:same-cell">c<');
  expect(cellsOf(html)[0]?.map(({ text }) => text)).toEqual(['<img src=x onerror=alert(1)>', 'a & "b"\nc', 'one\ttwo']);
});

test('a single cell is not taken apart at its tabs and quotes', () => {
  const text = '"a"\tb';
  expect(cellsOf(copyHtml(text, ['text']))).toEqual([[{ text, asText: true }]]);
});

test('what a spreadsheet would run is text in every kind of column', () => {
  const cells = cellsOf(
    copyHtml(formatTsv([['=cmd()', '\u00a0＝cmd()', '-3', '2026-11-22']]), ['date', 'date', 'number', 'date']),
  );
  expect(cells[0]?.map(({ asText }) => asText)).toEqual([true, true, false, false]);
});
