import { expect, test } from 'vitest';
import { type JsonObject, parseJson } from '../../contract/json';
import { csvCell } from '../../edits/csv-writer';
import { dryRun, updateById } from '../../jobs/check/dry-run';
import { prepareJob } from '../../jobs/test-job';
import { en } from '../../texts/en';
import { zh } from '../../texts/zh';
import { column } from '../../transfer/in/test-columns';
import { ImportSession } from '../../transfer/in/worker/import-session';
import { resultText } from '../../transfer/out/test-results';
import { changeOf } from './check/file-changes';

const lineOfJob = {
  call: 1,
  item_id: null,
  creates: false,
  title: null,
  sent: {},
  before: null,
  trace_id: null,
  read_at: null,
};
const rows = [
  'item_id,Name',
  '2300000000000001,sound',
  '2300000000000002,"opens',
  '2300000000000003,"shut" again',
  '2300000000000004,one,too many',
];

test('a malformed line keeps its reason and number up to the job’s results', async () => {
  const session = new ImportSession();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  await session.open({ file: new Blob([`${rows.join('\n')}\n`]), choice: {} }, options);
  const mapped = [column('text', { field_id: 'item_id' }), column('text', { column: 1 })];
  const records = await session.records({ mapped, from: 0, to: 9 });
  const fields = [{ field_id: '22', name: 'Name', kind: 'text' as const, options: [] }];
  const nothing = { records: new Map(), missing: new Set(['2300000000000001']), read_at: 1 };
  const findings = dryRun(records.map(changeOf), nothing, { fields });
  const leftOut = { calls: [], leftOut: findings, staysOut: [] };
  const owner = { environment: 'e', identity: 'i', space_id: '40', table_id: '21', table_name: 'T' };
  const about = { ...owner, ...updateById, kind: 'import' as const, fields, undoes: null, read_at: 1 };
  const { batches, payloads } = await prepareJob(leftOut, about, 'job', 1);
  expect(batches[0]?.rows.map(({ reason }, index) => [payloads[0]?.lines[index], reason])).toEqual([
    [2, 'gone'],
    [3, 'quote-open'],
    [4, 'quote-junk'],
    [5, 'long-row'],
  ]);
  // The problem is in no cell, or in the wrong one: the whole line goes into each results file.
  const raws = [undefined, ...rows.slice(2)];
  expect(batches[0]?.rows.map(({ raw }) => raw)).toEqual(raws);
  const words = { outcome: () => 'invalid', reason: () => '', change: () => '' };
  const lines = (batches[0]?.rows ?? []).map((result, index) => ({ ...lineOfJob, line: index + 2, result }));
  const csv = await resultText('csv', lines, [], words);
  expect(lines.map(({ result }) => csv.includes(csvCell(result.raw ?? 'none')))).toEqual([false, true, true, true]);
  const json = parseJson(await resultText('json', lines, [], words)) as JsonObject[];
  expect(json.map(({ raw_line }) => raw_line)).toEqual(raws);
});

test('every reason names its line, in both languages', () => {
  for (const { review } of [en, zh]) {
    const { quote_open, quote_junk, long_row, bad_bytes, nul, bad_json, not_a_row, no_result, no_text } =
      review.reasons;
    for (const text of [quote_open, quote_junk, long_row, bad_bytes, nul, bad_json, not_a_row, no_result, no_text])
      expect(text).toContain('{line}');
  }
});
