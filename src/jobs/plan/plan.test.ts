import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_REQUEST_BYTES } from '../../contract/gateway';
import { formatJson, type Json, type JsonObject } from '../../contract/json';
import { limits } from '../../contract/limits';
import { encodeUpdate } from '../../contract/records';
import type { JobField } from '../../storage/job-rows';
import { dryRun, type LiveRows } from '../check/dry-run';
import { recordOf } from '../runner/test-simulation';
import type { ChangedRecord } from '../table/changes';
import { sumOf } from '../table/job-state';
import { prepareJob, testJob } from '../test-job';
import { callInput, isSamePlan, itemOf, planCalls } from './plan';

const field = (field_id: string, kind: JobField['kind'] = 'text'): JobField => ({
  field_id,
  name: field_id,
  kind,
  options: [],
});
const change = (item_id: string, cells: [string, Json | undefined, Json][]): ChangedRecord => ({
  row: item_id,
  line: null,
  item_id,
  title: null,
  cells: cells.map(([field_id, before, after]) => ({ field_id, before, after })),
});
const live = (records: Record<string, JsonObject>, missing: string[] = []): LiveRows => ({
  records: new Map(Object.entries(records).map(([id, fields]) => [id, recordOf(id, fields)])),
  missing: new Set(missing),
  read_at: 5,
});
const fields = [field('f'), field('g'), field('o', 'option'), field('n', 'number')];
const judge = (record: ChangedRecord, now: LiveRows, agreed?: string[]) =>
  dryRun([record], now, { fields, agreed: new Set(agreed) })[0];

/** A job by id over one table. */
const about = { ...testJob, fields };

describe('rows of many bytes', () => {
  const million = 1_000_000;
  const planOf = (...values: string[]) => {
    const ids = values.map((_, index) => String(index + 1));
    const changes = values.map((value, index) => change(ids[index] ?? '', [['f', 'old', value]]));
    const now = live(Object.fromEntries(ids.map((id) => [id, { f: 'old' }])));
    return planCalls(dryRun(changes, now, { fields }));
  };
  const sizesOf = (plan: ReturnType<typeof planOf>) =>
    plan.calls.map((rows) => new TextEncoder().encode(formatJson(encodeUpdate(callInput('21', rows)))).length);

  test('are sent in more batches: none is larger than the gateway passes on', () => {
    const plan = planOf(...Array<string>(9).fill('x'.repeat(million)));
    expect(plan.calls.map(({ length }) => length)).toEqual([8, 1]);
    // Characters of several bytes, and those that are escaped.
    const wide = planOf('漢'.repeat(2 * million), '\u0001'.repeat(million / 2), 'small');
    expect(wide.calls.map(({ length }) => length)).toEqual([1, 2]);
    for (const size of [...sizesOf(plan), ...sizesOf(wide)]) expect(size).toBeLessThanOrEqual(MAX_REQUEST_BYTES);
  });

  test('that no request can hold are invalid, and keep out no other row', () => {
    const plan = planOf('small', '漢'.repeat(3 * million));
    expect(plan.leftOut.map(({ state, reason }) => [state, reason])).toEqual([['invalid', 'too-large']]);
    expect(plan.calls.map(({ length }) => length)).toEqual([1]);
  });
});

describe('the dry run', () => {
  test.each<[string, [string, Json | undefined, Json][], JsonObject, string]>([
    ['a row that holds what was read', [['f', 'old', 'new']], { f: 'old' }, 'will-update'],
    ['a row that holds the new value already', [['f', 'old', 'new']], { f: 'new' }, 'no-change'],
    ['a row that somebody else changed', [['f', 'old', 'new']], { f: 'theirs' }, 'conflict'],
    [
      'one cell of two changed by somebody else',
      [
        ['f', 'old', 'new'],
        ['g', 1, 2],
      ],
      { f: 'old', g: 9 },
      'conflict',
    ],
    [
      'options written as ids, read as objects',
      [['o', [{ id: '1', name: 'A' }], ['2']]],
      { o: [{ id: '1', name: 'A' }] },
      'will-update',
    ],
    ['the same option in both forms', [['o', [], ['1']]], { o: [{ id: '1', name: 'A' }] }, 'no-change'],
    ['a field that is missing, to be filled', [['f', undefined, 'new']], {}, 'will-update'],
    ['a text that becomes a number', [['n', '007', 7]], { n: '007' }, 'asks'],
    ['null over an empty text', [['f', '', null]], { f: '' }, 'will-update'],
    ['a system field', [['updated_on', 'x', 'y']], {}, 'invalid'],
    ['no field at all', [], {}, 'invalid'],
  ])('%s', (_name, cells, now, state) => {
    expect(judge(change('1', cells), live({ 1: now }))?.state).toBe(state);
  });

  test('a row of a file with only blank cells changes nothing', () => {
    expect(judge({ ...change('1', []), unseen: true }, live({ 1: { f: 'a' } }))?.state).toBe('no-change');
  });

  test('an allowed change of type is an update', () => {
    expect(judge(change('1', [['n', '007', 7]]), live({ 1: { n: '007' } }), ['1/n'])?.state).toBe('will-update');
  });

  test('a conflict shows the loaded value, theirs and mine', () => {
    const finding = judge(change('1', [['f', 'old', 'mine']]), live({ 1: { f: 'theirs' } }));
    expect(finding?.cells[0]).toMatchObject({ before: 'old', now: 'theirs', after: 'mine' });
  });

  test.each([
    ['gone', live({}, ['1'])],
    [null, live({})],
  ])('a row that is not there: %s', (reason, now) => {
    expect(judge(change('1', [['f', 'a', 'b']]), now)).toMatchObject(
      reason ? { state: 'id-unknown', reason } : { state: 'unread' },
    );
  });

  test('a repeated or missing record ID follows the rules of mode update', () => {
    const twice = dryRun(
      [change('1', [['f', 'a', 'b']]), change('1', [['f', 'a', 'c']]), change('', [['f', 'a', 'b']])],
      live({ 1: { f: 'a' } }),
      { fields },
    );
    expect(twice.map(({ state, reason }) => [state, reason])).toEqual([
      ['will-update', null],
      ['duplicate', 'same-record-twice'],
      ['invalid', 'id-missing'],
    ]);
  });
});

// Records in every state, hundreds of them, so that calls are split.
const aCell = fc.constantFrom<[Json | undefined, Json, Json | undefined]>(
  ['old', 'new', 'old'],
  ['old', 'new', 'new'],
  ['old', 'new', 'theirs'],
  [undefined, 'new', undefined],
  ['7', 7, '7'],
);
const aTable = fc.array(fc.tuple(aCell, aCell, fc.constantFrom('there', 'gone', 'unread')), { maxLength: 320 });

describe('the plan', () => {
  const findingsOf = (
    rows: [[Json | undefined, Json, Json | undefined], [Json | undefined, Json, Json | undefined], string][],
  ) => {
    const records: Record<string, JsonObject> = {};
    const missing: string[] = [];
    const changes = rows.map(([f, g, place], index) => {
      const id = String(index + 1);
      if (place === 'gone') missing.push(id);
      if (place === 'there') {
        records[id] = Object.fromEntries(
          [
            ['f', f[2]],
            ['g', g[2]],
          ].filter(([, value]) => value !== undefined),
        ) as JsonObject;
      }
      return change(id, [
        ['f', f[0], f[1]],
        ['g', g[0], g[1]],
      ]);
    });
    return dryRun(changes, live(records, missing), { fields });
  };

  test('loses no row, sends no row twice, and no batch has more than 100 items', () => {
    fc.assert(
      fc.property(aTable, (rows) => {
        const findings = findingsOf(rows);
        const plan = planCalls(findings);
        const all = [...plan.calls.flat(), ...plan.leftOut, ...plan.staysOut];
        expect(all.length).toBe(findings.length);
        expect(new Set(all).size).toBe(findings.length);
        expect(plan.calls.every((call) => call.length > 0 && call.length <= limits.itemsPerUpdate)).toBe(true);
        expect(plan.calls.slice(0, -1).every((call) => call.length === limits.itemsPerUpdate)).toBe(true);
        expect(plan.calls.flat()).toEqual(findings.filter(({ state }) => state === 'will-update'));
      }),
    );
  });

  test('sends only fields that change, each with the new value', () => {
    fc.assert(
      fc.property(aTable, (rows) => {
        for (const finding of planCalls(findingsOf(rows)).calls.flat()) {
          const { fields: sent } = itemOf(finding);
          expect(Object.keys(sent).length).toBeGreaterThan(0);
          for (const [id, value] of Object.entries(sent)) {
            expect(finding.live?.fields[id]).not.toEqual(value);
            expect(finding.cells.find(({ field_id }) => field_id === id)?.after).toEqual(value);
          }
        }
      }),
    );
  });

  test('an unselected record is not sent', () => {
    const findings = findingsOf([
      [['old', 'new', 'old'], ['old', 'new', 'old'], 'there'],
      [['old', 'new', 'old'], ['old', 'new', 'old'], 'there'],
    ]);
    expect(
      planCalls(findings, new Set(['1']))
        .calls.flat()
        .map(({ record }) => record.item_id),
    ).toEqual(['2']);
  });

  test('a job’s outcomes add up to its rows, its lines have no gap, and each row keeps its previous values', async () => {
    await fc.assert(
      fc.asyncProperty(aTable, async (rows) => {
        const plan = planCalls(findingsOf(rows));
        const { job, batches, payloads } = await prepareJob(plan, about, 'j', 1);
        expect(sumOf(job.counts)).toBe(job.total);
        expect(job.total).toBe(plan.calls.flat().length + plan.leftOut.length);
        let line = 1;
        for (const [index, batch] of batches.entries()) {
          expect(batch.first_line).toBe(line);
          line += batch.rows.length;
          expect(payloads[index]?.items.length).toBe(batch.rows.length);
        }
        for (const { items, before } of payloads) {
          items.forEach(({ item_id, fields: sent }, index) => {
            const was = plan.calls.flat().find(({ record }) => record.item_id === item_id)?.live?.fields;
            if (!was) return;
            for (const id of Object.keys(sent)) expect(before[index]?.[id]).toEqual(was[id]);
          });
        }
      }),
      { numRuns: 30 },
    );
  });

  test('each batch has the hash of exactly the body it sends; what is never sent has none', async () => {
    const rows = [change('1', [['f', 'a', 'b']]), change('2', [])];
    const plan = planCalls(dryRun(rows, live({ 1: { f: 'a' }, 2: { f: 'a' } }), { fields }));
    const { batches, payloads } = await prepareJob(plan, about, 'j', 1);
    const body = formatJson(encodeUpdate({ table_id: '21', update_type: 'update', items: payloads[0]?.items ?? [] }));
    const [sent, never] = batches.map(({ hash }) => hash);
    expect(sent).toBe(createHash('sha256').update(body).digest('hex'));
    expect(batches.map(({ state }) => state)).toEqual(['waiting', 'left-out']);
    expect(never).toBe('');
  });

  test('a value that does not fit is kept as written, to be fixed in the file', async () => {
    const row: ChangedRecord = { ...change('1', [['f', undefined, 'x']]), unseen: true };
    row.cells.push({ field_id: 'n', before: undefined, after: null, text: 'n/a', unfit: true });
    const findings = dryRun([row], live({ 1: { f: 'a', n: 5 } }), { fields });
    expect(findings[0]).toMatchObject({ state: 'invalid', reason: 'does-not-fit' });
    const { payloads } = await prepareJob(planCalls(findings), about, 'j', 1);
    expect(payloads[0]?.items).toEqual([{ item_id: '1', fields: { f: 'x', n: 'n/a' } }]);

    // Also if it was chosen to count as blank, and the row is not sent for another reason.
    const misfits = [{ field_id: 'n', text: 'n/a', does: 'keep' as const }];
    const gone = { ...change('2', [['f', undefined, 'x']]), unseen: true as const, misfits };
    const { payloads: left } = await prepareJob(planCalls(dryRun([gone], live({}, ['2']), { fields })), about, 'j', 1);
    expect(left[0]?.items).toEqual([{ item_id: '2', fields: { f: 'x', n: 'n/a' } }]);
  });

  test('a row that matches several records is skipped and names them; “refused” means by the platform only', async () => {
    const mode = { update_type: 'upsert' as const, update_by_fields: ['f'] };
    const same = ['1', '2'].map((id) => recordOf(id, { f: 'a' }));
    const row = { ...change('r', [['f', undefined, 'a']]), item_id: null };
    const findings = dryRun([row], { ...live({}), keys: new Map([['"a"', same]]) }, { fields, mode });
    const { batches } = await prepareJob(planCalls(findings), { ...about, ...mode }, 'job', 1);
    expect(batches[0]?.rows).toEqual([{ outcome: 'invalid', reason: 'several-match', matches: ['1', '2'] }]);
  });

  test('a value that clears its field as it does not fit is no change if the record already matches', () => {
    const cleared = { field_id: 'n', before: undefined, after: null, text: 'n/a' };
    const state = (n: Json) =>
      dryRun([{ ...change('1', []), unseen: true, cells: [cleared] }], live({ 1: { n } }), { fields })[0]?.state;
    expect([state('n/a'), state(5), state(null)]).toEqual(['no-change', 'will-update', 'no-change']);
  });

  test('a row without changes does not make a later row of its record a duplicate', () => {
    const blank: ChangedRecord = { ...change('1', []), row: '2', unseen: true };
    const later: ChangedRecord = { ...change('1', [['f', undefined, 'x']]), row: '3', unseen: true };
    const states = (rows: ChangedRecord[]) =>
      dryRun(rows, live({ 1: { f: 'a' } }), { fields }).map(({ state }) => state);
    expect(states([blank, later])).toEqual(['no-change', 'will-update']);
    expect(states([later, { ...later, row: '4' }])).toEqual(['will-update', 'duplicate']);
  });

  test('a batch is exactly as in 4.5: no key for mode update, both keys in each item', () => {
    const [call = []] = planCalls(findingsOf([[['old', 'new', 'old'], ['old', 'new', 'new'], 'there']])).calls;
    expect(callInput('21', call)).toEqual({
      table_id: '21',
      update_type: 'update',
      items: [{ item_id: '1', fields: { f: 'new' } }],
    });
  });
});

const planFields: JobField[] = ['f', 'k'].map((field_id) => ({ field_id, name: field_id, kind: 'text', options: [] }));
const mode = { update_type: 'upsert' as const, update_by_fields: ['k'] };
const planChange = (row: string, item_id: string | null): ChangedRecord => {
  const cells = [{ field_id: 'f', before: item_id ? 'old' : undefined, after: 'mine' }];
  return {
    row,
    line: null,
    item_id,
    title: null,
    cells: item_id ? cells : [{ field_id: 'k', before: undefined, after: 'key' }, ...cells],
  };
};
const changes = [planChange('1', '1'), planChange('2', '2'), planChange('new', null)];

/** What would be sent when the table holds these values. */
function planOver(first: string | null, byKey: string | null, other = 'as ever') {
  const records = new Map(
    [first === null ? [] : ['1', { f: first, other }], ['2', { f: 'old', other }]].flatMap((entry) =>
      typeof entry[0] === 'string' ? [[entry[0], recordOf(entry[0], entry[1] as never)] as const] : [],
    ),
  );
  const keys = new Map([['"key"', byKey === null ? [] : [recordOf('9', { k: 'key', f: byKey })]]]);
  const live: LiveRows = { records, missing: new Set(first === null ? ['1'] : []), keys, read_at: 0 };
  return planCalls(dryRun(changes, live, { fields: planFields, mode }));
}

test('the same rows over the same values are the same plan, whatever else the records hold', () => {
  expect(isSamePlan(planOver('old', null), planOver('old', null, 'theirs'))).toBe(true);
});

test.each<[string, string | null, string | null]>([
  ['somebody wrote the field', 'theirs', null],
  ['somebody wrote the very value', 'mine', null],
  ['somebody deleted the record', null, null],
  ['somebody created the record', 'old', 'theirs'],
])('it is another one where %s', (_what, first, byKey) => {
  expect(isSamePlan(planOver('old', null), planOver(first, byKey))).toBe(false);
});

test('the plan differs where someone else changed a record found by key, although it is no conflict', () => {
  expect(isSamePlan(planOver('old', 'one'), planOver('old', 'two'))).toBe(false);
});
