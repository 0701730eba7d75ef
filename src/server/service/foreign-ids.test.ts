/** A key sees only its own workspaces: every operation × every kind of id it takes, with the ids of other workspaces. */
import { describe, expect, it } from 'vitest';
import { formatJson, type Json, type JsonObject, parseJson } from '../../contract/json';
import { operationDocs } from '../../contract/operation-docs';
import { type OperationName, operations } from '../../contract/operations';
import type { Database } from '../database/database';
import type { Service } from './service';
import { withService } from './test-service';

const names = Object.keys(operations) as OperationName[];
const withKey = names.filter((name) => operations[name].credential === 'header');

/** Fields of a request that name something of a workspace, and those that name nothing: a new one has to be put into either. */
const idFields = ['space_id', 'table_id', 'item_id', 'item_ids', 'file_ids', 'items'] as const;
type IdField = (typeof idFields)[number];
const otherFields: Record<string, Json> = {
  type: 'ext',
  filter: { and: [] },
  order: { field_id: 'item_id', type: 'asc' },
  limit: 100,
  offset: 0,
  update_type: 'update',
  update_by_fields: [],
};

let database: Database;
let service: Service;
/** Ids that the narrow key has no right to, and those of its own. */
let foreign: Record<IdField, Json>;
let own: Record<IdField, Json>;
let foreignText: string[];

withService('small', 120_000, async (opened) => {
  ({ database, service } = opened);
  const { workspaceId, narrowWorkspaceId } = service.demo;
  // Where nothing may be written, nothing could be written wrongly.
  await database.query('update space set ext_quota = true where space_id = $1::bigint', [narrowWorkspaceId]);
  await database.query(`update dw_table set type = 'ext' where space_id = $1::bigint`, [narrowWorkspaceId]);
  foreign = await idsOf(workspaceId);
  own = await idsOf(narrowWorkspaceId);
  const spaces = await database.query<{ name: string }>('select name from space where space_id = $1::bigint', [
    workspaceId,
  ]);
  const tables = await database.query<{ name: string }>('select name from dw_table where space_id = $1::bigint', [
    workspaceId,
  ]);
  foreignText = [...spaces, ...tables].map(({ name }) => name);
});

async function idsOf(space: string): Promise<Record<IdField, Json>> {
  const one = async (text: string) =>
    Object.values((await database.query<Record<string, string>>(text, [space]))[0] ?? {})[0] ?? '';
  const table_id = await one(
    `select t.table_id from dw_table t where t.space_id = $1::bigint and exists (select 1 from dw_record r where r.table_id = t.table_id) order by t.type = 'ext' desc, t.table_id limit 1`,
  );
  // Of the first nothing is deleted: the other operations find it.
  const [record] = await database.query<{ first: string; last: string }>(
    'select min(item_id) as first, max(item_id) as last from dw_record where table_id = $1::bigint',
    [table_id],
  );
  const item_id = record?.first ?? '';
  return {
    space_id: space,
    table_id,
    item_id,
    file_ids: [Number(await one(`select file_id from file where space_id = $1::bigint and ref_type = 'item' limit 1`))],
    items: [{ item_id, fields: {} }],
    item_ids: [record?.last ?? ''],
  };
}

/** Every field that an operation takes: in its body, and in its path. */
function fieldsOf(name: OperationName): string[] {
  const inPath = [...operations[name].path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '');
  return [...inPath, ...operationDocs[name].body.map((field) => field.name)];
}

async function ask(name: OperationName, values: Record<string, Json>, apiKey: string, returned?: string) {
  const { method, path } = operations[name];
  const filled = path.replace(/\{(\w+)\}/g, (_all, field: string) => String(values[field]));
  const headers = {
    'Open-Authorization': `Bearer ${apiKey}`,
    ...(returned === undefined ? {} : { 'X-Service-Return-Fields': returned }),
  };
  const sent = Object.fromEntries(operationDocs[name].body.map((field) => [field.name, values[field.name] as Json]));
  const init = { method, headers, ...(method === 'GET' ? {} : { body: formatJson(sent) }) };
  const text = await (await service.fetch(new Request(`http://service.test${filled}`, init))).text();
  return { text, answer: parseJson(text) as JsonObject };
}

const cases = withKey.flatMap((name) =>
  fieldsOf(name)
    .filter((field) => (idFields as readonly string[]).includes(field))
    .map((field) => [name, field as IdField] as const),
);

it('every field of every operation is classified as naming workspace data or not', () => {
  const known = [...idFields, ...Object.keys(otherFields)];
  for (const name of withKey)
    expect([name, fieldsOf(name).filter((field) => !known.includes(field))]).toEqual([name, []]);
  expect(cases.length).toBeGreaterThanOrEqual(7);
});

describe('with IDs of another workspace', () => {
  it.each(cases)('%s × %s reveals nothing', async (name, field) => {
    const before = await recordsOfOthers();
    for (const returned of [undefined, '["*",{"space":["*"]},{"fields":[["*"]]}]']) {
      const values = { ...otherFields, ...own, [field]: foreign[field] };
      const { text, answer } = await ask(name, values, service.demo.narrowApiKey, returned);
      if (name === 'getFiles') expect(answer.data).toEqual({ success: [], fail: foreign.file_ids });
      else if (field === 'items' || field === 'item_ids')
        expect([answer.code, await recordsOfOthers()]).toEqual([0, before]);
      else expect([answer.code, answer.data]).toEqual([3500002, {}]);
      for (const word of foreignText) expect(text).not.toContain(word);
    }
    // With permission the same ids are found, so the refusal does not come from a wrong query.
    const allowed = await ask(name, { ...otherFields, ...foreign, [field]: foreign[field] }, service.demo.apiKey);
    expect(allowed.answer.code).toBe(0);
  });

  it.each(withKey.filter((name) => fieldsOf(name).every((field) => !(idFields as readonly string[]).includes(field))))(
    '%s, which takes none, returns its own only',
    async (name) => {
      const { text, answer } = await ask(name, otherFields, service.demo.narrowApiKey);
      expect(answer.code).toBe(0);
      expect(text).toContain(service.demo.narrowWorkspaceId);
      for (const word of [...foreignText, service.demo.workspaceId]) expect(text).not.toContain(word);
    },
  );

  it.each(withKey)('%s without a valid key returns nothing', async (name) => {
    for (const key of ['none', `${service.demo.apiKey}x`, "' or '1'='1"]) {
      const { answer } = await ask(name, { ...otherFields, ...foreign }, key);
      expect([answer.code, answer.data]).toEqual([100, {}]);
    }
  });
});

/** A batch of one's own table may name a record of another: it must not become a change of that one. */
async function recordsOfOthers(): Promise<{ there: number; changed: number } | undefined> {
  const waiting = async () => (await database.query(`select 1 from update_batch where state = 'queued'`)).length;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  const [counted] = await database.query<{ there: number; changed: number }>(
    `select count(*)::int as there,
       count(*) filter (where updated_by = (select user_id from customer_key where name = $2::text))::int as changed
     from dw_record where table_id = $1::bigint`,
    [String(foreign.table_id), 'narrow'],
  );
  return counted;
}
