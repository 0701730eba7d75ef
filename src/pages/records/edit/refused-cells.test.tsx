import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { FieldKind } from '../../../contract/field-kinds';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Refusal } from '../../../grid/edit/range-edits';
import { record as testRecord } from '../../../grid/test-table';
import { en } from '../../../texts/en';
import { zh } from '../../../texts/zh';
import { RefusedStrip, readings } from './refused-cells';

const refused: Refusal = { row: 2, rows: 1, record: null, column: null, text: 'many', reason: 'not-a-number' };

test.each([
  ['en', en, 'This is not a number. 1 other cell was not changed either.'],
  ['zh-CN', zh as typeof en, '另有 1 个单元格未修改。'],
] as const)('in %s what else was refused is a sentence', (locale, messages, sentence) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale} timeZone="UTC" messages={messages}>
      <RefusedStrip refused={[refused, { ...refused, row: 3 }]} onShow={null} onClose={() => {}} />
    </IntlProvider>,
  );
  expect(html).toContain(sentence);
});

const testColumn = (id: string, kind: FieldKind): GridColumn =>
  ({ id, name: id, source: 'field', kind, config: null }) as unknown as GridColumn;

test('pasted dates and numbers that are not understood are offered in the forms that most of them have', () => {
  const record = testRecord('1', { day: null, size: null });
  const of = (column: GridColumn, text: string, reason: Refusal['reason']): Refusal => ({
    ...refused,
    record,
    column,
    text,
    reason,
  });
  const day = testColumn('day', 'date');
  const dates = ['31.12.2026', '3.4.2026'].map((text) => of(day, text, 'not-a-date'));
  const made = (texts: readonly Refusal[]) =>
    readings(texts).map(({ form, edits, left }) => [form, edits.map(({ after }) => after), left.length]);
  expect(made([...dates, of(testColumn('size', 'number'), 'many', 'not-a-number')])).toEqual([
    ['day-first', ['2026-12-31', '2026-04-03'], 1],
  ]);
  expect(made([of(day, '3/4/2026', 'not-a-date')]).map(([form]) => form)).toEqual(['day-first', 'month-first']);
  expect(made([of(testColumn('size', 'number'), '(1,234.50)', 'not-a-number')])).toEqual([
    ['accounting', [-1234.5], 0],
  ]);
  expect(made([of(day, 'soon', 'not-a-date')])).toEqual([]);
});
