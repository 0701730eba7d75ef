import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { layColumns } from '../columns/column-layout';
import { columnsOf } from '../columns/columns-of';
import { columnTable } from '../test-columns';
import { config, record } from '../test-table';
import { askedFirst, RecordCard } from './record-cards';

const oslo = { ...record('1', { name: 'Oslo', size: 7, segment: [{ id: '91', name: 'Flagship' }] }), title: 'Oslo' };
const columns = columnsOf([oslo], config);
const shared = {
  columns: layColumns(columnTable(columns, {}).table),
  editable: true,
  FileView: null,
  words: {
    ...{ null: 'null', missing: 'missing', empty: 'empty', yes: 'yes', no: 'no', misfit: 'misfit' },
    ...{ notRead: 'not loaded yet', staged: 'changed', was: 'was', isNew: 'new' },
  },
};
const own = columns.filter(({ id }) => id !== 'item_id');
const fieldsOf = (...query: Parameters<typeof askedFirst>[1][]) =>
  askedFirst(own, query[0] ?? { filter: null, order: null }).map((each) => ({ ...each, label: each.column.id }));
const fields = fieldsOf();
const draw = (props: Partial<ComponentProps<typeof RecordCard>>): string =>
  renderToStaticMarkup(
    <RecordCard
      {...{ shared, fields, row: 6, record: oslo, draft: undefined, sent: undefined, mark: null, failure: null }}
      {...{ active: null, onOpen: () => {} }}
      {...props}
    />,
  );
const names = (html: string) => [...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name);
const button = (html: string) => /<button ([^>]*)>/.exec(html)?.[1] ?? '';

describe('a card', () => {
  test('has the title of its record, and the first other fields', () => {
    const html = draw({});
    expect(button(html)).toContain('aria-label="Oslo"');
    expect(names(html)).toEqual(['size', 'segment', fields[3]?.label]);
    expect(html).toContain('>7</span>');
    expect(names(draw({ record: { ...oslo, title: '' } }))[0]).toBe('name');
  });

  test('shows first what it is sorted and filtered by', () => {
    const order = { field_id: 'segment', type: 'desc' as const };
    expect(names(draw({ fields: fieldsOf({ order, filter: null }) })).slice(0, 2)).toEqual(['segment', 'size']);
    const last = own.at(-1)?.id ?? '';
    const filter = { and: [{ or: [{ field: last, query: { em: false } }] }] };
    expect(names(draw({ fields: fieldsOf({ order, filter }) })).slice(0, 2)).toEqual(['segment', last]);
    // Sorted by the title it is not repeated.
    expect(names(draw({ fields: fieldsOf({ order: { ...order, field_id: 'name' }, filter: null }) }))[0]).toBe('size');
  });

  test('shows the field of the active cell, if need be for its last one', () => {
    const last = fields.at(-1);
    expect(names(draw({}))).not.toContain(last?.label);
    expect(names(draw({ active: last?.number ?? 0 }))).toEqual(['size', 'segment', last?.label]);
    expect(names(draw({ active: fields[1]?.number ?? 0 }))).toEqual(names(draw({})));
    // The title is there already.
    expect(names(draw({ active: fields[0]?.number ?? 0 }))).toEqual(names(draw({})));
  });

  test('shows changed values first, with the old ones', () => {
    const draft = { record: oslo, cells: new Map([['segment', { before: oslo.fields.segment, after: null }]]) };
    const html = draw({ draft, mark: 'sent' });
    expect(button(html)).toContain('aria-label="Oslo, changed, sent"');
    expect(names(html)[0]).toBe('segment');
    expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(/null\s+was\s+Flagship/);
  });

  test('counts the changed values that it does not show', () => {
    const cell = { before: null, after: 'x' };
    const all = [...fields.map(({ column }) => column.id), 'hidden'];
    const draft = { record: oslo, cells: new Map(all.map((id) => [id, cell])) };
    const html = draw({ draft });
    expect(names(html)).toHaveLength(3);
    expect(button(html)).toContain(`aria-label="Oslo, changed, +${all.length - 3}"`);
    expect(html).toContain(`>+${all.length - 3}</span>`);
    expect(draw({ draft: { record: oslo, cells: new Map([['hidden', cell]]) } })).toContain('>+1</span>');
    expect(draw({ draft: { record: oslo, cells: new Map([['size', cell]]) } })).not.toContain('>+');
  });

  test('says that its record is not loaded, or could not be', () => {
    expect(button(draw({ record: undefined }))).toContain('aria-label="not loaded yet"');
    const failed = draw({ record: undefined, failure: 'This row could not be read.' });
    expect(button(failed)).toContain('aria-label="This row could not be read."');
    expect(names(failed)).toEqual([]);
  });

  test('has the focus only in the active row', () => {
    expect(button(draw({}))).toContain('tabindex="-1"');
    const active = button(draw({ active: 0 }));
    expect(active).toContain('tabindex="0"');
    expect(active).toContain('data-active');
  });
});
