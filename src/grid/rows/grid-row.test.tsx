import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { SentCell } from '../../edits/sent-cells';
import { layColumns } from '../columns/column-layout';
import { columnsOf } from '../columns/columns-of';
import { columnTable } from '../test-columns';
import { config, record } from '../test-table';
import { GridRow } from './grid-row';

const cities = record('1', { name: 'Oslo', size: null, segment: [{ id: '91', name: 'Flagship' }] });
const { table } = columnTable(columnsOf([cities], config), {
  columnPinning: { start: ['item_id'], end: ['segment'] },
});
const shared = {
  columns: layColumns(table),
  editable: true,
  FileView: null,
  words: {
    ...{ null: 'null', missing: 'missing', empty: 'empty', yes: 'yes', no: 'no', misfit: 'misfit' },
    ...{ notRead: 'not loaded yet', staged: 'changed', was: 'was', isNew: 'new' },
  },
};
const FakeFile = ({ id, label }: { id: string; label: string }) => `<${id} ${label}>`;
type RowProps = ComponentProps<typeof GridRow>;
const draw = (props: Partial<RowProps>): string =>
  renderToStaticMarkup(
    <GridRow
      {...{ shared, row: 6, top: 0, record: cities, draft: undefined, sent: undefined, mark: null, failure: null }}
      {...{ left: -1, right: -1, active: -1, editor: null, editing: false, open: false }}
      {...props}
    />,
  );
const cells = (html: string) =>
  [...html.matchAll(/role="gridcell" ([^>]*)>(.*?)<\/div>/g)].map(([, attributes = '', content = '']) => ({
    attributes,
    text: content.replaceAll(/<[^>]*>/g, ''),
  }));

describe('a row', () => {
  test('shows a sent but unwritten value in its cell, with the old value and the reason', () => {
    const sent = {
      before: 'Oslo',
      after: 'Bergen',
      outcome: 'refused',
      said: 'refused: no',
      isPending: false,
      canRetry: true,
    } as const;
    const html = draw({ sent: new Map([['name', sent]]) });
    expect(html).toMatch(
      /title="refused: no\nOslo → Bergen"[^>]*><span[^>]*>Bergen<\/span><del[^>]*>.*?was.*?Oslo<\/del>/,
    );
    const draft = { record: cities, cells: new Map([['name', { before: 'Oslo', after: 'Narvik' }]]) };
    expect(draw({ sent: new Map([['name', sent]]), draft })).not.toContain('Bergen');
    expect(draw({ draft })).toContain('title="Oslo → Narvik"');
  });

  test('keeps a sent value in its cell while it may be verified, without a warning', () => {
    const sent: SentCell = {
      before: 'Oslo',
      after: 'Bergen',
      outcome: 'accepted',
      said: 'accepted: not read back yet',
      isPending: true,
      canRetry: false,
    };
    const html = draw({ sent: new Map([['name', sent]]) });
    expect(html).toMatch(/class="[^"]*sentOpen[^"]*" [^>]*title="accepted: [^>]*><span[^>]*>Bergen<\/span><del/);
    expect(html).not.toContain('<svg');
    expect(draw({ mark: 'refused: no' })).toContain('<svg');
  });

  test('shows each value by its type, pinned columns first, with its position', () => {
    const html = draw({});
    expect(html).toMatch(/^<div role="row" aria-rowindex="8" data-row="6"/);
    expect(html).toContain('>7</div>');
    expect(cells(html).map(({ text }) => text)).toEqual(['1', 'Flagship', 'Oslo', 'null', 'missing']);
    expect(cells(html).map(({ attributes }) => /aria-colindex="(\d+)"/.exec(attributes)?.[1])).toEqual([
      ...['2', '6', '3', '4', '5'],
    ]);
    // The record and the time of its change are never written here.
    expect(cells(html).map(({ attributes }) => attributes.includes('aria-readonly="true"'))).toEqual([
      ...[true, false, false, false, true],
    ]);
  });

  test('shows a value in the direction of its own script', () => {
    expect(cells(draw({})).every(({ attributes }) => attributes.includes('dir="auto"'))).toBe(true);
  });

  test('draws a word for nothing on the cell itself, and a chip in a box of its own', () => {
    const html = draw({});
    expect(html).toMatch(/<div role="gridcell"[^>]* class="[^"]*nothing[^"]*"[^>]*>null<\/div>/);
    expect(html).toMatch(/<div role="gridcell"[^>]*><span class="[^"]*chip[^"]*">Flagship<\/span><\/div>/);
    const misfit = draw({ record: record('1', { name: true }) });
    expect(misfit).toMatch(/<span[^>]*aria-label="misfit"[^>]*><\/span><span class="[^"]*on[^"]*">yes<\/span>/);
  });

  test('leaves a gap for columns that are not drawn', () => {
    const [, size] = shared.columns.center;
    if (!size) throw new Error('The table has no second column between the pinned ones.');
    expect(draw({})).not.toContain('margin-left');
    const html = draw({ shared: { ...shared, columns: { ...shared.columns, center: [size] } } });
    expect(html).toContain(`margin-left:${size.left - shared.columns.startWidth}px`);
  });

  test('has its files drawn by their ids, where something can draw them; one without an id is its name', () => {
    const scans: JsonObject = { name: [{ file_id: '61', name: 'map.png' }, 62, { name: 'lost.png' }] };
    const fields = [{ field_id: 'name', name: 'Scans', field_type: 'attachment', required: false, config: {} }];
    const [ship, files] = [record('1', scans), { ...config, fields }];
    const columns = layColumns(columnTable(columnsOf([ship], files)).table);
    const row = (View: typeof FakeFile | null) =>
      draw({ record: ship, shared: { ...shared, columns, FileView: View } });
    expect(row(FakeFile)).toMatch(/data-file="61">&lt;61 map.png&gt;<.*data-file="62">&lt;62 62&gt;<.*lost.png/);
    expect(row(null)).toMatch(/data-file="61"><svg.*map.png.*data-file="62"/);
    expect(row(FakeFile)).not.toContain('data-file=""');
  });

  test('says that it is not loaded, or could not be', () => {
    const unread = draw({ record: undefined });
    expect(unread).toContain('aria-label="7, not loaded yet"');
    expect(cells(unread).every(({ text }) => text === '')).toBe(true);
    const failed = draw({ record: undefined, failure: 'This row could not be read.' });
    expect(failed).toContain('aria-label="7, This row could not be read."');
    expect(failed).toMatch(/<span[^>]*>This row could not be read\.<\/span>/);
  });

  test('shows changed values beside loaded ones, with other notes', () => {
    const draft = {
      record: cities,
      cells: new Map([
        ['name', { before: 'Oslo', after: 'Bergen' }],
        ['size', { before: null, after: 'many', unfit: true as const }],
      ]),
    };
    const html = draw({ draft, mark: 'sent' });
    expect(html).toContain('aria-label="7, changed, sent"');
    expect(html).toContain('title="sent"');
    expect(cells(html).map(({ text }) => text)).toContain('Bergenwas Oslo');
    expect(html).toContain('aria-label="misfit"');
  });

  test('of a record to be created shows only its values, and no invented ID', () => {
    const made = { ...record('new:a-1', {}), title: '' };
    const draft = { record: made, cells: new Map([['name', { before: undefined, after: 'Bergen' }]]) };
    const texts = cells(draw({ record: made, draft })).map(({ text }) => text);
    expect(texts).toEqual(['new', 'missing', 'Bergen', 'missing', '']);
  });

  test('has the focus in one cell: in its editor if open, else the cell', () => {
    const alone = cells(draw({ left: 1, right: 2, active: 1 }));
    expect(alone.filter(({ attributes }) => attributes.includes('aria-selected="true"'))).toHaveLength(2);
    expect(alone.filter(({ attributes }) => attributes.includes('tabindex="0"'))).toHaveLength(1);
    const withField = draw({ active: 1, left: 1, right: 1, editor: <input data-active="" /> });
    expect(cells(withField).some(({ attributes }) => attributes.includes('tabindex="0"'))).toBe(false);
    expect(withField.match(/data-active/g)).toHaveLength(1);
  });
});
