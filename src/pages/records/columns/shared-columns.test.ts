import { expect, test } from 'vitest';
import { type ColumnChoice, noChoice } from '../../../grid/columns/column-choice';
import { columnsOf } from '../../../grid/columns/columns-of';
import { config } from '../../../grid/test-table';
import { formatRecordsSearch, parseRecordsSearch } from '../../../url/records-search';
import { choiceOfShared, sharedColumns } from './shared-columns';

const columns = columnsOf([], config);

test('an address has order, pins, widths, names and types of visible columns, and leaves the rest', () => {
  const chosen: ColumnChoice = {
    ...noChoice,
    columnSizing: { size: 220, name: 90 },
    columnPinning: { start: ['item_id', 'segment'], end: ['size'] },
    names: { size: 'Inhabitants' },
    kinds: { size: 'text' },
  };
  const shared = sharedColumns(chosen, ['item_id', 'segment', 'size']);
  const { search, problems } = parseRecordsSearch(formatRecordsSearch({ columns: shared }));
  expect(problems).toEqual([]);
  const own: ColumnChoice = { ...noChoice, columnSizing: { name: 300 }, names: { name: 'City' } };
  const choice = choiceOfShared(search.columns ?? [], columns, own);
  expect(choice).toMatchObject({
    columnOrder: ['segment', 'size'],
    columnPinning: { start: ['item_id', 'segment'], end: ['size'] },
    columnSizing: { name: 300, size: 220 },
    names: { name: 'City', size: 'Inhabitants' },
    kinds: { size: 'text' },
  });
  expect(choice.columnVisibility).toMatchObject({ segment: true, size: true, name: false });
});

test('an address of field IDs only is read as before', () => {
  const { search } = parseRecordsSearch(new URLSearchParams({ columns: '["size",{"id":"name","width":"wide"}]' }));
  expect(search.columns).toEqual([{ id: 'size' }, { id: 'name' }]);
  expect(choiceOfShared(search.columns ?? [], columns, noChoice).columnOrder).toEqual(['size', 'name']);
});
