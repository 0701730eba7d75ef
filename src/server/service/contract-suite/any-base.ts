import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits';
import { operations } from '../../../contract/operations';
import type { DwRecord } from '../../../contract/records';
import { type DwTable, tableTypes, type Workspace } from '../../../contract/tables';
import { foreign, given, type Target } from './target';

const timeText = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Tests that every base URL with the contract must pass, with any data. */
export function describeAnyBase(target: Target): void {
  describe('any base', () => {
    let workspaces: Workspace[] = [];
    const tables: DwTable[] = [];
    let largest: { table: DwTable; records: DwRecord[] } | undefined;

    beforeAll(async () => {
      workspaces = await target.ask('listWorkspaces', undefined);
      for (const { space_id } of workspaces.slice(0, 3)) {
        for (const type of tableTypes) tables.push(...(await target.ask('listTables', { space_id, type })));
      }
      for (const table of tables.slice(0, 20)) {
        const { items } = await target.ask('listRecords', { table_id: table.table_id, limit: limits.pageSizeMax });
        if (items.length > (largest?.records.length ?? 0)) largest = { table, records: items };
        if (items.length === limits.pageSizeMax) break;
      }
    });

    const some = () => {
      if (!largest) throw new Error('no table of this key has a record');
      return largest;
    };

    it('answers every call with the envelope and a trace id of its own (2.1)', async () => {
      const first = await target.send('listWorkspaces', undefined);
      const second = await target.send('listWorkspaces', undefined);
      expect(first.status).toBe(200);
      expect(first.envelope).toMatchObject({ code: 0, message: 'success' });
      expect(first.envelope.traceId).toBeTruthy();
      expect(first.envelope.traceId).not.toBe(second.envelope.traceId);
    });

    it('lists workspaces with id, name and time (4.2)', () => {
      expect(workspaces.length).toBeGreaterThan(0);
      for (const workspace of workspaces) {
        expect(workspace.space_id).toMatch(/^\d+$/);
        expect(workspace.name).not.toBe('');
        expect(workspace.created_on).toMatch(timeText);
      }
    });

    it('lists tables of the type and workspace that were asked for (4.3)', () => {
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        expect(workspaces.map(({ space_id }) => space_id)).toContain(table.space_id);
        expect(tableTypes).toContain(table.type);
        expect(table.created_on).toMatch(timeText);
      }
    });

    it(`returns ${limits.pageSizeDefault} records when no limit is sent (4.4)`, async () => {
      const { table, records } = some();
      const { items } = await target.ask('listRecords', { table_id: table.table_id });
      expect(items.length).toBe(Math.min(limits.pageSizeDefault, records.length));
      expect(items.map(({ item_id }) => item_id)).toEqual(records.slice(0, items.length).map(({ item_id }) => item_id));
    });

    it('pages by offset without gap or overlap (4.4)', async () => {
      const { table, records } = some();
      const third = Math.ceil(records.length / 3);
      const pages = [];
      for (const offset of [0, third, 2 * third]) {
        pages.push(...(await target.ask('listRecords', { table_id: table.table_id, limit: third, offset })).items);
      }
      expect(pages.slice(0, records.length).map(({ item_id }) => item_id)).toEqual(
        records.map(({ item_id }) => item_id),
      );
    });

    it(`never returns more than ${limits.pageSizeMax} records (4.4)`, async () => {
      const { table } = some();
      const { envelope } = await target.send('listRecords', {
        table_id: table.table_id,
        limit: limits.pageSizeMax + 1,
      });
      if (envelope.code === 0) {
        expect(operations.listRecords.decode(envelope.data).items.length).toBeLessThanOrEqual(limits.pageSizeMax);
      } else expect(envelope.code).toBe(502);
    });

    it('answers an empty page past the end (4.4)', async () => {
      const { table } = some();
      const { items } = await target.ask('listRecords', { table_id: table.table_id, offset: 2_000_000_000 });
      expect(items).toEqual([]);
    });

    it('gives records their seven fields, `fields` as an array of single-key objects or as an object (2.4)', () => {
      for (const record of some().records) {
        expect(record.item_id).toMatch(/^\d+$/);
        expect(record.created_on).toMatch(timeText);
        expect(record.updated_on).toMatch(timeText);
        expect(record.repeated).toBeUndefined();
      }
    });

    it('orders by a system field both ways (4.4)', async () => {
      const { table } = some();
      const page = async (type: 'asc' | 'desc') => {
        const { items } = await target.ask('listRecords', {
          table_id: table.table_id,
          order: { field_id: 'item_id', type },
          limit: 50,
        });
        return items.map(({ item_id }) => BigInt(item_id));
      };
      const ascending = await page('asc');
      const descending = await page('desc');
      expect(ascending).toEqual([...ascending].sort((a, b) => (a < b ? -1 : 1)));
      expect(descending).toEqual([...descending].sort((a, b) => (a > b ? -1 : 1)));
    });

    it('filters by `item_id` (4.4.1, field notes)', async () => {
      const { table, records } = some();
      const wanted = records.slice(0, 3).map(({ item_id }) => item_id);
      const filter = { and: [{ field: 'item_id', query: { in: wanted } }] };
      const { items } = await target.ask('listRecords', { table_id: table.table_id, filter });
      expect(items.map(({ item_id }) => item_id).sort()).toEqual([...wanted].sort());
    });

    it('selects returned fields by header (4.1)', async () => {
      const { table } = some();
      const data = await target.data(
        'POST',
        operations.listRecords.path,
        operations.listRecords.encode({ table_id: table.table_id, limit: 1 }),
        {
          returned: { own: ['item_id', 'title'] },
        },
      );
      expect(Object.keys((data.items as object[])[0] ?? {}).sort()).toEqual(['item_id', 'title']);
    });

    it('refuses a missing and a wrong key with a code that is not 0, as an envelope (section 7)', async () => {
      for (const key of [null, 'this-key-was-never-issued']) {
        const { envelope } = await target.send('listWorkspaces', undefined, { key });
        expect(envelope.code).not.toBe(0);
        expect(envelope.message).not.toBe('');
      }
    });

    it('refuses a table that is not there (field notes)', async () => {
      const { envelope } = await target.send('listRecords', { table_id: '2199999999999999' });
      expect(envelope.code).not.toBe(0);
    });

    it('reports file ids that it cannot return in `fail`, with HTTP 200 (4.6)', async () => {
      const { status, envelope } = await target.send('getFiles', { file_ids: ['9007199254740995'] });
      expect({ status, code: envelope.code }).toEqual({ status: 200, code: 0 });
      expect(operations.getFiles.decode(envelope.data)).toEqual({ success: [], fail: ['9007199254740995'] });
      expect(envelope.version).toMatch(/^v\d+\.\d+\.\d+$/);
    });

    it.skipIf(foreign && !given.fileIds)(
      'returns files with links that work (4.6; another base: FILE_IDS)',
      async () => {
        const fileIds = given.fileIds ?? ['6100000000000101', '6100000000000204'];
        const { success, fail } = await target.ask('getFiles', { file_ids: fileIds });
        expect(fail).toEqual([]);
        expect(success.map(({ file_id }) => file_id)).toEqual(fileIds);
        for (const file of success) expect((await target.follow(file.link.source ?? '')).status).toBe(200);
      },
    );

    it.skipIf(foreign && !given.appId)(
      'gives the same access token twice and tells who the provider is (4.7, 4.9; another base: APP_ID, APP_SECRET)',
      async () => {
        const credentials = foreign
          ? { app_id: given.appId ?? '', app_secret: given.appSecret ?? '' }
          : { app_id: target.demo.appId, app_secret: target.demo.appSecret };
        const first = await target.ask('getAccessToken', credentials);
        const second = await target.ask('getAccessToken', credentials);
        if (first.expire > limits.renewalThresholdSeconds + 60) expect(second.access_token).toBe(first.access_token);
        expect(first.expire).toBeLessThanOrEqual(limits.credentialLifeSeconds);
        const info = await target.ask('getProviderInfo', { access_token: first.access_token });
        expect(info.app_id).toBe(credentials.app_id);
        const { api_key } = await target.ask('getProviderKey', {
          access_token: first.access_token,
          api_key: target.key,
        });
        expect(await target.ask('listWorkspaces', undefined, { key: api_key })).toEqual(
          await target.ask('listWorkspaces', undefined),
        );
      },
    );

    it.skipIf(foreign && !given.writeTableId)(
      'applies an accepted update, as reading back shows (4.5; another base: WRITE_TABLE_ID, WRITE_FIELD_ID)',
      async () => {
        const table_id = given.writeTableId ?? target.demo.carsTableId;
        const field = given.writeFieldId ?? '2200000000020012';
        const { items } = await target.ask('listRecords', { table_id, limit: 1 });
        const record = items[0];
        if (!record) throw new Error('the table to write to has no record');
        const value = `written by the contract suite ${Date.now()}`;
        await target.ask('updateRecords', {
          table_id,
          update_type: 'update',
          items: [{ item_id: record.item_id, fields: { [field]: value } }],
        });
        const filter = { and: [{ field: 'item_id', query: { eq: record.item_id } }] };
        await expect
          .poll(async () => (await target.ask('listRecords', { table_id, filter })).items[0]?.fields[field], {
            timeout: 30_000,
            interval: 300,
          })
          .toBe(value);
      },
    );
  });
}
