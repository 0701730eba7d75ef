import { beforeAll, describe, expect, it } from 'vitest';
import type { BatchEvent } from '../../../contract/events';
import type { Json, JsonObject } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import type { DwRecord } from '../../../contract/records';
import type { DwTable } from '../../../contract/tables';
import { drillTables } from '../drills/drills';
import { foreign, pause, type Target } from './target';

const path = '/openapi/v1/dw_item';

/** The workspace *Failure drills*: each table fails as its name says, the same way each time. */
export function describeDrills(target: Target): void {
  describe.skipIf(foreign)('the failure drills (of this service alone)', () => {
    let tables: DwTable[] = [];
    beforeAll(async () => {
      tables = await target.ask('listTables', { space_id: target.demo.drillsWorkspaceId, type: 'ext' });
    });

    const tableOf = (name: string): string => tables.find((table) => table.name === name)?.table_id ?? '';
    const field = (table: string, position: number) =>
      `22${table.slice(-10).padStart(10, '0')}${String(position).padStart(4, '0')}`;
    const rowsOf = async (name: string, count = 4): Promise<DwRecord[]> =>
      (await target.ask('listRecords', { table_id: tableOf(name), limit: count })).items;
    /** Writes the note of the first rows. */
    const write = async (
      name: string,
      note: string,
      count = 4,
    ): Promise<{ table: string; body: JsonObject; noteField: string }> => {
      const table = tableOf(name);
      const noteField = field(table, 6);
      const items = (await rowsOf(name, count)).map(
        ({ item_id }): Json => ({ item_id, fields: { [noteField]: note } }),
      );
      return { table, noteField, body: { table_id: table, update_type: 'update', items } };
    };
    const notesOf = async (name: string, count = 4): Promise<Json[]> => {
      const rows = await rowsOf(name, count);
      return rows.map(({ fields }) => fields[field(tableOf(name), 6)] ?? null);
    };
    const put = async (body: JsonObject) => (await target.raw('PUT', path, body)).envelope;
    const eventOf = async (traceId: string | null): Promise<BatchEvent> => (await target.eventOf(traceId)).event;

    it('are in their own workspace, one table of some hundred rows each, named by its failure', async () => {
      expect(tables.map(({ name }) => name)).toEqual(drillTables.map(({ name }) => name));
      expect(new Set(tables.map(({ alias }) => alias)).size).toBe(tables.length);
      for (const { table_id } of tables) {
        expect((await target.ask('listRecords', { table_id, limit: 1, offset: 299 })).items.length).toBe(1);
        const config = await target.ask('getTableConfig', { table_id });
        expect(config.fields.map(({ field_id }) => field_id)[5]).toBe(field(table_id, 6));
      }
    });

    it.each([
      ['Applies 20 seconds late', 20_000],
      ['Applies 2 minutes late', 120_000],
    ])('%s', async (name, ms) => {
      const { body } = await write(name, 'late');
      const { code, traceId } = await put(body);
      expect(code).toBe(0);
      target.now += ms - 1000;
      await pause(700);
      expect(await notesOf(name)).not.toContain('late');
      target.now += 1000;
      const { success } = await eventOf(traceId);
      expect(success.length).toBe(4);
      expect(await notesOf(name)).toEqual(Array(4).fill('late'));
    });

    it('Accepts and never applies', async () => {
      const name = 'Accepts and never applies';
      const { body } = await write(name, 'never');
      const { code, traceId } = await put(body);
      expect(code).toBe(0);
      target.now += 24 * 60 * 60 * 1000;
      await pause(700);
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
      expect(await notesOf(name)).not.toContain('never');
    });

    it.each([
      ['Applies every second row', [0, 2], [1, 3]],
      ['Refuses every row', [], [0, 1, 2, 3]],
    ])('%s', async (name, done, refused) => {
      const { body } = await write(name, 'written');
      const { success, fail } = await eventOf((await put(body)).traceId);
      expect(success.map(({ index }) => index)).toEqual(done);
      expect(fail.map(({ index }) => index)).toEqual(refused);
      for (const { code } of fail) expect(code).toBe(3500106);
      const notes = await notesOf(name);
      expect(notes.flatMap((note, index) => (note === 'written' ? [index] : []))).toEqual(done);
    });

    it('Refuses the batch: no quota', async () => {
      const { body } = await write('Refuses the batch: no quota', 'x');
      expect(await put(body)).toMatchObject({ code: 3500102 });
    });

    it('Refuses the batch, writes half of it: every second row, and no event tells of it', async () => {
      const name = 'Refuses the batch, writes half of it';
      const { body } = await write(name, 'half');
      const { code, traceId } = await put(body);
      expect(code).toBe(3500102);
      await expect
        .poll(async () => (await notesOf(name)).map((note) => note === 'half'))
        .toEqual([true, false, true, false]);
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
    });

    it('Someone else creates the keys: of every third new record, and no event tells of it', async () => {
      const table = tableOf('Someone else creates the keys');
      const [name, code] = [field(table, 1), field(table, 2)];
      const fields = ['N-1', 'N-2', 'N-3', 'N-4'].map((key): JsonObject => ({ [name]: `New ${key}`, [code]: key }));
      const items = fields.map((own): Json => ({ item_id: null, fields: own }));
      const { traceId } = await put({ table_id: table, update_type: 'upsert', update_by_fields: [code], items });
      const filter = { and: [{ field: code, query: { in: ['N-1', 'N-2', 'N-3', 'N-4'] } }] };
      const made = async () => (await target.ask('listRecords', { table_id: table, filter, limit: 100 })).items;
      await expect.poll(async () => (await made()).length).toBe(4);
      const sorted = (await made()).sort((a, b) => String(a.fields[code]).localeCompare(String(b.fields[code])));
      expect(sorted.map((record) => record.fields[name])).toEqual(fields.map((own) => own[name]));
      expect(sorted.map(({ created_by }) => created_by?.name === 'Lena Brandt')).toEqual([true, false, false, true]);
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
    });

    it.each([
      ['Responds 500, writes nothing', false],
      ['Responds 500, writes all', true],
    ])('%s', async (name, writes) => {
      const { body } = await write(name, 'after 500');
      const { status, envelope } = await target.raw('PUT', path, body);
      expect([status, envelope.code]).toEqual([500, 500]);
      if (writes) await expect.poll(() => notesOf(name)).toEqual(Array(4).fill('after 500'));
      else {
        await pause(700);
        expect(await notesOf(name)).not.toContain('after 500');
      }
    });

    describe('of a delete', () => {
      /** Rows that no other test looks at. */
      const lastOf = async (name: string): Promise<string[]> => {
        const { items } = await target.ask('listRecords', {
          table_id: tableOf(name),
          order: { field_id: 'item_id', type: 'desc' },
          limit: 4,
        });
        return items.map(({ item_id }) => item_id);
      };
      const remove = async (name: string) => {
        const item_ids = await lastOf(name);
        const answer = await target.send('deleteRecords', { table_id: tableOf(name), item_ids });
        const filter = { and: [{ field: 'item_id', query: { in: item_ids } }] };
        const isThere = async () => {
          const { items } = await target.ask('listRecords', { table_id: tableOf(name), filter });
          return item_ids.map((id) => items.some(({ item_id }) => item_id === id));
        };
        const isTold = () => target.delivered.some(({ event }) => event.trace_id === answer.envelope.traceId);
        return { ...answer, isThere, isTold };
      };
      const none = [false, false, false, false];
      const all = [true, true, true, true];

      it('Applies 20 seconds late', async () => {
        const { envelope, isThere } = await remove('Applies 20 seconds late');
        await pause(700);
        expect([envelope.code, await isThere()]).toEqual([0, all]);
        target.now += 20_000;
        expect((await eventOf(envelope.traceId)).success).toHaveLength(4);
        expect(await isThere()).toEqual(none);
      });

      it('Accepts and never applies', async () => {
        const { envelope, isThere, isTold } = await remove('Accepts and never applies');
        target.now += 24 * 60 * 60 * 1000;
        await pause(700);
        expect([envelope.code, await isThere(), isTold()]).toEqual([0, all, false]);
      });

      it('Applies every second row', async () => {
        const { envelope, isThere } = await remove('Applies every second row');
        const { event, success, fail } = await eventOf(envelope.traceId);
        expect([event, success.map(({ index }) => index)]).toEqual(['dw_item.batch_delete', [0, 2]]);
        expect(fail.map(({ index, code }) => [index, code])).toEqual([
          [1, 3500106],
          [3, 3500106],
        ]);
        expect(await isThere()).toEqual([false, true, false, true]);
      });

      it.each([
        ['Writes part of a row', 0, [true, false, true, false]],
        ['Refuses the batch, writes half of it', 3500102, [false, true, false, true]],
        ['Applies, and sends no event', 0, none],
        ['Responds 500, writes all', 500, none],
      ])('%s', async (name, code, left) => {
        const { envelope, isThere, isTold } = await remove(name);
        expect(envelope.code).toBe(code);
        await expect.poll(isThere).toEqual(left);
        await pause(700);
        expect(isTold()).toBe(code === 500);
      });

      it('Responds 500, writes nothing', async () => {
        const { status, isThere } = await remove('Responds 500, writes nothing');
        await pause(700);
        expect([status, await isThere()]).toEqual([500, all]);
      });

      it.each(['Someone else writes too', 'Someone else deletes rows'])('%s: it is deleted once', async (name) => {
        const { isThere, isTold } = await remove(name);
        await expect.poll(isThere).toEqual(none);
        await pause(700);
        expect(isTold()).toBe(false);
      });
    });

    it.each([
      ['Cuts the connection before writing', false],
      ['Cuts the connection after writing', true],
    ])('%s', async (name, writes) => {
      const { body } = await write(name, 'after a cut');
      await expect(put(body)).rejects.toThrow();
      if (writes) await expect.poll(() => notesOf(name)).toEqual(Array(4).fill('after a cut'));
      else {
        await pause(700);
        expect(await notesOf(name)).not.toContain('after a cut');
      }
    });

    it('Responds after 4 seconds', async () => {
      const { body } = await write('Responds after 4 seconds', 'slow');
      target.paused.length = 0;
      expect(await put(body)).toMatchObject({ code: 0 });
      expect(target.paused).toEqual([4000]);
    });

    it.each([
      ['Too many requests, with Retry-After', '3'],
      ['Too many requests, no Retry-After', null],
    ])('%s: the second and third of four calls, and nothing of them is written', async (name, retryAfter) => {
      const { body } = await write(name, 'one of four');
      const answers: [number, string | null][] = [];
      for (let call = 0; call < 4; call += 1) {
        const { status, headers } = await target.fetch(path, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json', 'Open-Authorization': `Bearer ${target.key}` },
          body: JSON.stringify(body),
        });
        answers.push([status, headers.get('Retry-After')]);
      }
      expect(answers).toEqual([
        [200, null],
        [429, retryAfter],
        [429, retryAfter],
        [200, null],
      ]);
    });

    it('The key expires midway: of six calls the third and the fourth are refused, and it is good again', async () => {
      const { body } = await write('The key expires midway', 'x');
      const codes: number[] = [];
      for (let call = 0; call < 6; call += 1) codes.push((await put(body)).code);
      expect(codes).toEqual([0, 0, 100, 100, 0, 0]);
    });

    it('Someone else writes too: every third row holds something else, and no event tells of it', async () => {
      const name = 'Someone else writes too';
      const { body } = await write(name, 'mine');
      const { traceId } = await put(body);
      await expect.poll(() => notesOf(name)).toEqual(['mine (Lena was here)', 'mine', 'mine', 'mine (Lena was here)']);
      expect((await rowsOf(name))[0]?.updated_by?.name).toBe('Lena Brandt');
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
    });

    it('Someone else deletes rows: every third row is gone, and no event tells of it', async () => {
      const name = 'Someone else deletes rows';
      const [first, ...others] = await rowsOf(name);
      const { body } = await write(name, 'mine');
      const { traceId } = await put(body);
      await expect.poll(async () => (await rowsOf(name)).map(({ item_id }) => item_id)).not.toContain(first?.item_id);
      const now = await rowsOf(name);
      expect(now.slice(0, 2).map(({ item_id }) => item_id)).toEqual(others.slice(0, 2).map(({ item_id }) => item_id));
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
    });

    it('Writes part of a row: of every second row the first field alone, and no event tells of it', async () => {
      const name = 'Writes part of a row';
      const { table, body, noteField } = await write(name, 'whole');
      const amount = field(table, 3);
      const items = (body.items as JsonObject[]).map(
        ({ item_id }): Json => ({
          item_id: item_id ?? null,
          fields: { [amount]: 7, [noteField]: 'whole' },
        }),
      );
      const { traceId } = await put({ ...body, items });
      await expect
        .poll(async () => (await rowsOf(name)).map(({ fields }) => Number(fields[amount])))
        .toEqual([7, 7, 7, 7]);
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
      const rows = await rowsOf(name);
      expect(rows.map(({ fields }) => fields[noteField] === 'whole')).toEqual([false, true, false, true]);
    });

    it('One read in three fails: the second of three pages, and it is no fault of the call', async () => {
      const body = { table_id: tableOf('One read in three fails'), limit: 1 };
      const codes: number[] = [];
      for (let call = 0; call < 6; call += 1)
        codes.push((await target.raw('POST', `${path}/list`, body)).envelope.code === 0 ? 0 : 1);
      // Earlier tests have read as well: the starting point is unknown.
      expect(codes.reduce((sum, code) => sum + code, 0)).toBe(2);
      expect(codes.slice(0, 3)).toEqual(codes.slice(3));
    });

    it('Ignores unknown operators: all that is not understood of a filter, and no other table does', async () => {
      const table = tableOf('Ignores unknown operators');
      const name = field(table, 1);
      const amount = field(table, 3);
      const list = async (body: JsonObject, table_id = table) =>
        (await target.raw('POST', `${path}/list`, { table_id, limit: 100, ...body })).envelope;
      const idsIn = (answer: Awaited<ReturnType<typeof list>>) =>
        operations.listRecords.decode(answer.data).items.map(({ item_id }) => item_id);
      const all = idsIn(await list({}));
      expect(all).toHaveLength(100);
      const queries: JsonObject[] = [{ like: 'Rope' }, { gte: 'R' }, { or: [{ like: 'Rope' }] }];
      for (const query of queries) {
        const body = { filter: { and: [{ field: name, query }] } };
        expect(idsIn(await list(body))).toEqual(all);
        const other = { filter: { and: [{ field: field(tableOf('Refuses every row'), 1), query }] } };
        expect(await list(other, tableOf('Refuses every row'))).toMatchObject({ code: 502 });
      }
      expect(idsIn(await list({ order_by: [{ field: name, sort: 'desc' }], search: { keywords: ['Rope'] } }))).toEqual(
        all,
      );
      // What it knows it keeps to.
      const known = await list({ filter: { and: [{ field: amount, query: { lte: 20, near: 3 }, not: 1 }] } });
      expect(idsIn(known).length).toBeGreaterThan(0);
      expect(idsIn(known).length).toBeLessThan(100);
    });

    it('Applies, and sends no event', async () => {
      const name = 'Applies, and sends no event';
      const { body } = await write(name, 'quiet');
      const { traceId } = await put(body);
      await expect.poll(() => notesOf(name)).toEqual(Array(4).fill('quiet'));
      await pause(700);
      expect(target.delivered.some(({ event }) => event.trace_id === traceId)).toBe(false);
    });
  });
}
