import { afterEach, expect, test } from 'vitest';
import type { Behaviour } from './test-simulation';
import { endWorlds, ids, outcomesOf, world } from './test-world';

afterEach(endWorlds);

test.each([true, false])(
  'records are deleted, and told so once they were read and not there (events: %s)',
  async (withEvents) => {
    const here = world(['applies', 'applies-late'], 250, withEvents);
    const id = await here.remove(ids(230));
    await here.run();
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 230 });
    expect([...here.platform.records.keys()]).toEqual(ids(250).slice(230));
    expect(here.platform.calls.map(({ items }) => items.length).sort()).toEqual([100, 100, 30]);
    const [{ payload } = { payload: null }] = await here.rows(id);
    expect(payload?.before[0]).toMatchObject({ f: 'old', k: 'k1000', list: ['3'], number: 0.5 });
  },
);

test.each<[Behaviour, object]>([
  ['never-applies', { unknown: 3 }],
  ['applies-some', { verified: 2, unknown: 1 }],
  ['fails-after', { verified: 3 }],
  ['fails-before', { unknown: 3 }],
  ['refuses', { refused: 3 }],
  ['too-many', { verified: 3 }],
])('a delete that the platform %s is told as it is', async (behaviour, expected) => {
  const here = world([behaviour], 3, false);
  const id = await here.remove(ids(3));
  await here.run();
  expect(outcomesOf(await here.job(id))).toEqual(expected);
});

test('a record that someone changed since it was read stays, and one that is gone is told', async () => {
  const here = world([], 3, false, {
    somebody: [
      { after: 0, item_id: '1000', fields: { door: 'theirs' } },
      { after: 0, item_id: '1001', fields: null },
    ],
  });
  const id = await here.remove(ids(3));
  await here.run();
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 1, invalid: 2 });
  expect([...here.platform.records.keys()]).toEqual(['1000']);
  const rows = (await here.rows(id)).filter(({ batch }) => batch.state === 'left-out');
  expect(rows.flatMap(({ batch }) => batch.rows.map(({ reason }) => reason))).toEqual(['changed-since-check', 'gone']);
});

test('killed at each step: no record is deleted that is not told, none is lost from what was kept', async () => {
  for (let step = 1; step <= 20; step += 1) {
    for (const how of ['before', 'after'] as const) {
      const here = world(['applies', 'cut-after'], 150, step % 2 === 0);
      const id = await here.remove(ids(120));
      await here.run([{ step, how }]);
      const gone = 150 - here.platform.records.size;
      expect(outcomesOf(await here.job(id)).verified ?? 0).toBe(gone);
      const kept = (await here.rows(id)).flatMap(({ payload }) => payload.before);
      expect(kept.filter((fields) => fields?.k).length).toBe(120);
    }
  }
}, 60_000);
