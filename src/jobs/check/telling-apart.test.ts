import { expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { JobField } from '../../storage/job-rows';
import { recordOf } from '../runner/test-simulation';
import type { CellFinding } from './cell-judge';
import { tellingApart } from './telling-apart';

const known = new Map<string, JobField>(
  ['name', 'power', 'colour', 'year', 'owner', 'photo', 'updated_on'].map((id) => [
    id,
    { field_id: id, name: id[0]?.toUpperCase() + id.slice(1), kind: id === 'photo' ? 'file' : 'text', options: [] },
  ]),
);
const cells = ['name', 'power'].map(
  (field_id): CellFinding => ({ field_id, before: undefined, after: 'x', now: undefined, state: 'will-update' }),
);

function told(...given: JsonObject[]): string[] {
  const records = given.map((fields, index) => ({ ...recordOf(`${100 + index}`, fields), title: 'Pinto' }));
  const apart = tellingApart(records, { cells }, ['name'], (id) => known.get(id));
  return records.map((record) => apart(record).join(', '));
}

test('records are told apart by the fields of the row, where these do', () => {
  expect(told({ name: 'a', power: '75', year: '1971' }, { name: 'a', power: '80', year: '1974' })).toEqual([
    'Power 75',
    'Power 80',
  ]);
});

test('where two are alike in these, by other fields that were read with them, and by no more than it takes', () => {
  const same = { name: 'a', power: '75', colour: 'red', photo: 'https://files/1?signature=2' };
  expect(
    told(
      { ...same, year: '1971', owner: 'Ann' },
      { ...same, photo: 'https://files/3', year: '1974', owner: 'Bob' },
      { ...same, power: '80', year: '1975', owner: 'Cy' },
    ),
  ).toEqual(['Power 75, Year 1971', 'Power 75, Year 1974', 'Power 80, Year 1975']);
});

test('a field that nobody can name tells nothing, and records that are alike in all are left with their ids', () => {
  expect(told({ name: 'a', hidden: '1' }, { name: 'a', hidden: '2' })).toEqual(['', '']);
});

test('a long text that begins alike does not tell apart', () => {
  const long = 'x'.repeat(50);
  expect(told({ year: `${long}1`, owner: 'Ann' }, { year: `${long}2`, owner: 'Bob' })).toEqual([
    'Owner Ann',
    'Owner Bob',
  ]);
});
