import { describe, expect, test } from 'vitest';
import { dryRun } from '../../../jobs/check/dry-run';
import type { JobField } from '../../../storage/job-rows';
import { canBeSent, linesOf } from './review-list';

const fields: JobField[] = [
  { field_id: 'a', name: 'Segment', kind: 'option', options: [{ id: '1', name: 'Flagship', color: null }] },
  { field_id: 'b', name: 'City', kind: 'text', options: [] },
];
const fieldOf = (id: string): JobField => fields.find(({ field_id }) => field_id === id) as JobField;
const cell = (field_id: string, after: string | string[]) => ({ field_id, before: undefined, after });
const findings = dryRun(
  [
    { row: '11', line: null, item_id: '11', title: 'Lyon', cells: [cell('a', ['1']), cell('b', 'Lyon')] },
    { row: '12', line: null, item_id: '12', title: 'Nice', cells: [cell('a', ['1'])] },
  ],
  { records: new Map(), missing: new Set(), read_at: 0 },
  { fields },
);
const shape = (order: 'record' | 'field', find = '') =>
  linesOf(findings, fieldOf, order, find).map(
    ({ finding, field, first }) => `${finding.record.item_id} ${field.name} ${first}`,
  );

describe('lines of a review', () => {
  test('by record: a record’s cells are together, with its checkbox at the first', () => {
    expect(shape('record')).toEqual(['11 Segment true', '11 City false', '12 Segment true']);
  });

  test('by field: a field’s cells are together', () => {
    expect(shape('field')).toEqual(['11 Segment true', '12 Segment true', '11 City true']);
  });

  test.each([
    ['12', ['12 Segment true']],
    ['city', ['11 City true']],
    ['FLAGSHIP', ['11 Segment true', '12 Segment true']],
    ['nothing like it', []],
  ])('finding %s', (find, expected) => expect(shape('record', find)).toEqual(expected));
});

test('only rows to be sent, or not checked yet, are selected', () => {
  const states = [
    'will-update',
    'will-create',
    'unread',
    'no-change',
    'invalid',
    'conflict',
    'asks',
    'refused',
  ] as const;
  expect(states.filter((state) => canBeSent({ state, match: 'id' }))).toEqual(['will-update', 'will-create', 'unread']);
});
