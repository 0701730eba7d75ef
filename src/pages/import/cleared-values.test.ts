import { expect, test } from 'vitest';
import { countFindings } from '../../jobs/check/check-counts';
import { dryRun } from '../../jobs/check/dry-run';
import { recordOf } from '../../jobs/runner/test-simulation';
import type { BlankMeaning } from '../../transfer/in/mapping/mapping';
import { column } from '../../transfer/in/test-columns';
import { ImportSession } from '../../transfer/in/worker/import-session';
import { changeOf } from './check/file-changes';

const fields = ['a', 'b'].map((field_id) => ({ field_id, name: field_id, kind: 'text' as const, options: [] }));
const live = {
  records: new Map(['1', '2', '3', '4'].map((id) => [id, recordOf(id, { a: 'held', b: 'held' })])),
  missing: new Set<string>(),
  read_at: 1,
};

/** What would be written to records that hold both fields, and how many values of each go or stay. */
async function judged(text: string, blank: BlankMeaning, unfit?: BlankMeaning) {
  const session = new ImportSession();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const { columns } = await session.open({ file: new Blob([text]), choice: {} }, options);
  const place = (name: string) => columns.findIndex((own) => own.name === name);
  const mapped = [
    column('text', { field_id: 'item_id', column: place('item_id') }),
    column('text', { field_id: 'a', column: place('a'), blank }),
    column(unfit ? 'number' : 'text', { field_id: 'b', column: place('b'), blank, unfit }),
  ];
  const findings = dryRun((await session.records({ mapped, from: 0, to: 9 })).map(changeOf), live, { fields });
  const { blanks, all } = countFindings(findings, []).clears;
  return {
    cells: findings.map(({ cells }) => cells.map(({ field_id, after }) => [field_id, after])),
    blank: findings.map(({ record }) => record.blank),
    clears: [Object.fromEntries(blanks), Object.fromEntries(all)],
  };
}

const lines = [
  '{"item_id":"1","a":"new"}',
  '{"item_id":"2","a":null,"b":"new"}',
  '{"item_id":"3","a":"","b":null}',
  '{"item_id":"4"}',
];

test.each([
  ['JSON lines', lines.join('\n')],
  ['JSON', `[${lines.join(',')}]`],
])(
  '%s: what a record does not name is untouched, whatever a blank means; null and "" are blank',
  async (_name, text) => {
    expect(await judged(text, 'clear')).toEqual({
      cells: [
        [['a', 'new']],
        [
          ['a', null],
          ['b', 'new'],
        ],
        [
          ['a', null],
          ['b', null],
        ],
        [],
      ],
      blank: [undefined, undefined, undefined, undefined],
      clears: [
        { a: 2, b: 1 },
        { a: 2, b: 1 },
      ],
    });
    // Nor is it reported as a blank over a value.
    expect(await judged(text, 'keep')).toMatchObject({
      blank: [undefined, ['a'], ['a', 'b'], undefined],
      clears: [{}, {}],
    });
  },
);

test('in separated text a blank is a blank, also in short lines', async () => {
  const text = 'item_id,a,b\n1,,new\n2,new,\n3,new\n';
  expect(await judged(text, 'clear')).toMatchObject({
    clears: [
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ],
  });
  expect(await judged(text, 'keep')).toMatchObject({ blank: [['a'], ['b'], ['b']] });
});

test('values cleared by misfits are counted as cleared, not as blank', async () => {
  expect(await judged('item_id,a,b\n1,x,none\n2,x,\n', 'clear', 'clear')).toMatchObject({
    clears: [{ b: 1 }, { b: 2 }],
  });
});
