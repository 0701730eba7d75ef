import { afterEach, describe, expect, test } from 'vitest';
import type { FieldKind } from '../contract/field-kinds';
import { formatJson, type Json, parseJson } from '../contract/json';
import { noDrafts, stage } from '../edits/drafts';
import type { JobField } from '../storage/job-rows';
import { dryRun } from './check/dry-run';
import { linesOfCall } from './results/job-lines';
import { recordOf } from './runner/test-simulation';
import { endWorlds, outcomesOf, world } from './runner/test-world';
import { changesOfDrafts } from './table/changes';
import { differingFields } from './table/job-field';
import { undoOf } from './undo/undo';

afterEach(endWorlds);

const place = { name: 'Hotel', address: 'Unter den Linden 1', coordinate: { lat: 52.51642, lon: 13.37771 } };
/** A value as loaded, and with another part than the one that it is called by. */
const values: [FieldKind, Json, Json][] = [
  ['json', { id: '7', qty: 1 }, { id: '7', qty: 500 }],
  ['json', { title: 'Docs', url: 'https://a.example' }, { title: 'Docs', url: 'https://b.example' }],
  ['json', [{ id: '7', name: 'Bolt', qty: 1 }], [{ id: '7', name: 'Bolt', qty: 2 }]],
  ['json', { item_id: '9', title: 'Order', total: 9007199254740993n }, { item_id: '9', title: 'Order', total: 1 }],
  ['number', parseJson('0.12345678901234567891'), parseJson('0.12345678901234567892')],
  ['number', parseJson('12345678901234.5678'), 12345678901234.568],
  ['json', { lat: parseJson('52.12345678901234567') }, { lat: 52.12345678901235 }],
  ['location', place, { ...place, coordinate: { lat: 52.516, lon: 13.378 } }],
];

describe.each(values)('a part of a value of kind %s changes: %o', (kind, loaded, changed) => {
  const field: JobField = { field_id: 'f', name: 'F', kind, options: [] };
  const mode = { fields: [field] };
  const live = (value: Json) => ({
    records: new Map([['1000', recordOf('1000', { f: value })]]),
    missing: new Set<string>(),
    read_at: 0,
  });

  test('the edit is a draft, and would be sent; over a change of someone else it is a conflict', () => {
    const record = { item_id: '1000', title: null, updated_on: null };
    const edit = { record, field_id: 'f', before: loaded, after: changed, kind };
    const changes = changesOfDrafts(stage(noDrafts, [edit], 1).drafts);
    expect(changes).toHaveLength(1);
    expect(dryRun(changes, live(loaded), mode)[0]?.state).toBe('will-update');
    const own = [{ field_id: 'f', before: changed, after: { another: 'value' } }];
    const row = { row: '1', line: null, item_id: '1000', title: null };
    expect(dryRun([{ ...row, cells: own }], live(loaded), mode)[0]?.state).toBe('conflict');
    const again = structuredClone({ before: loaded, after: loaded });
    expect(changesOfDrafts(stage(noDrafts, [{ ...edit, ...again }], 1).drafts)).toEqual([]);
    const ofFile = [{ field_id: 'f', before: undefined, after: changed, text: JSON.stringify('a text') }];
    expect(dryRun([{ ...row, unseen: true, cells: ofFile }], live(loaded), mode)[0]?.state).toBe('will-update');
  });

  test('a platform that stores another part is told so, with what was read back', async () => {
    const here = world([], 1, false);
    const id = await here.add(['1000'], () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { fields: [field] });
    await here.db.payloads.update([id, 1], { items: [{ item_id: '1000', fields: { f: loaded } }] });
    const { update } = here.platform;
    here.platform.update = (input) =>
      update.call(here.platform, { ...input, items: input.items.map((item) => ({ ...item, fields: { f: changed } })) });
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ differs: 1 });
    const [line] = await linesOfCall(id, 1, here.db);
    expect(line?.result.now).toEqual({ f: changed });
    expect(line && differingFields(line, [field])).toEqual(['f']);
  });

  test('an undo writes it as it was, from what was stored', async () => {
    const here = world([], 1, false);
    const id = await here.add(['1000'], () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { fields: [field] });
    const items = [{ item_id: '1000', fields: { f: changed } }];
    await here.db.payloads.update([id, 1], { items, before: [{ f: loaded }] });
    here.platform.records.set('1000', { f: loaded });
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 1 });
    const { changes } = undoOf(await linesOfCall(id, 1, here.db), [field]);
    expect(changes.flatMap(({ cells }) => cells)).toMatchObject([{ before: changed, after: loaded }]);
    expect(formatJson(changes[0]?.cells[0]?.after)).toBe(formatJson(loaded));
  });

  test('someone else’s change of it before sending keeps the row out', async () => {
    const here = world([], 1, false, { somebody: [{ after: 0, item_id: '1000', fields: { f: changed } }] });
    const id = await here.add(['1000'], () => ({ f: 'mine' }));
    await here.db.jobs.update(id, { fields: [field] });
    await here.db.payloads.update([id, 1], { before: [{ f: loaded }] });
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ invalid: 1 });
    expect(here.platform.records.get('1000')).toMatchObject({ f: changed });
  });
});
