import { describe, expect, test } from 'vitest';
import { unguardCsv } from '../../edits/csv-writer';
import { record } from '../../grid/test-table';
import { dryRun } from '../../jobs/check/dry-run';
import type { JobLine } from '../../jobs/results/job-lines';
import { ImportSession } from '../../transfer/in/worker/import-session';
import { resultFormats } from '../../transfer/out/result-file';
import { resultBlob } from '../../transfer/out/test-results';
import { changeOf } from '../import/check/file-changes';

const fields = [
  { field_id: '221', name: 'Name', kind: 'text' as const, options: [] },
  { field_id: '222', name: 'Size', kind: 'number' as const, options: [] },
];
const repeated = { outcome: 'invalid', reason: 'same-key-twice', twin: '3' } as const;
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

type Made = (all?: readonly JobLine[]) => Promise<Blob>;
const files: [string, Made][] = resultFormats.map((format) => [
  format.toUpperCase(),
  (all = lines) => resultBlob(format, all, fields, words),
]);

test.each(files)(
  'results as %s can be imported again: each written field is a column with the sent values',
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
    expect(cells('221', 'Name').map(unguardCsv)).toEqual(['one', '=two']);
  },
);

describe.each(files)('a duplicate among the rows of a job as %s', (_kind, made) => {
  const sent = { 221: 'One', 222: 7 };
  const all = [
    { ...(lines[0] as JobLine), item_id: null, sent: { 221: 'Two', 222: 9 } },
    { ...(lines[0] as JobLine), line: 4, item_id: null, sent, result: repeated },
  ];
  const mode = { update_type: 'upsert' as const, update_by_fields: ['221'] };
  /** How the check of an import judges the rows, when the record of the duplicate's twin is there. */
  const judged = async (file: Blob) => {
    const session = new ImportSession();
    const { columns, rows } = await session.open(
      { file, choice: {} },
      { signal: new AbortController().signal, onProgress: () => {} },
    );
    const mapped = fields.map(({ field_id, name, kind }) => ({
      column: columns.findIndex((column) => column.name === name || column.name === field_id),
      field_id,
      kind,
      config: null,
      blank: 'keep' as const,
    }));
    const changes = (await session.records({ mapped, from: 0, to: rows })).map(changeOf);
    const keys = new Map([
      ['"One"', [record('2300000000000001', { 221: 'One', 222: 1 })]],
      ['"Two"', []],
    ]);
    const findings = dryRun(changes, { records: new Map(), missing: new Set(), keys, read_at: 1 }, { fields, mode });
    return findings.map(({ state, reason }) => [state, reason]);
  };

  test('is skipped by the next import too, until its mark is removed in the file', async () => {
    expect(await judged(await made(all))).toEqual([
      ['will-create', null],
      ['duplicate', 'double-before'],
    ]);
    const included = all.map((line) => ({ ...line, result: { ...line.result, reason: null } as JobLine['result'] }));
    expect(await judged(await made(included))).toEqual([
      ['will-create', null],
      ['will-update', null],
    ]);
  });

  test('is still one when it was skipped twice', async () => {
    const twice = all.map((line) =>
      line.line === 4 ? { ...line, result: { outcome: 'invalid', reason: 'double-before' } as const } : line,
    );
    expect((await judged(await made(twice)))[1]).toEqual(['duplicate', 'double-before']);
  });
});

test('a column of that name in another file has no effect', async () => {
  const session = new ImportSession();
  const file = new Blob(['Name,duplicate_of\nOne,3\n']);
  await session.open({ file, choice: {} }, { signal: new AbortController().signal, onProgress: () => {} });
  const mapped = [{ column: 0, field_id: '221', kind: 'text' as const, config: null, blank: 'keep' as const }];
  expect((await session.records({ mapped, from: 0, to: 1 })).map(changeOf)[0]?.duplicateOf).toBeUndefined();
});
