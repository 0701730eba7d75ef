import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBudget, memoryStore } from '../api/budget';
import type { Client } from '../api/client';
import { walkRecords } from '../api/walk-records';
import type { DwRecord } from '../contract/records';
import type { TableConfig } from '../contract/table-config';
import { type DwTable, tableTypes } from '../contract/tables';
import { cellValue, columnsOf } from '../grid/columns-of';
import { countStates, dryRun } from '../jobs/dry-run';
import { changeOf } from '../pages/import/use-check';
import { Target } from '../service/contract-suite/target';
import { ImportSession } from './in/import-session';
import { mappedColumns, proposeMapping, recordIdField } from './in/mapping';
import type { ExportPlan } from './out/export-plan';
import { type ExportRun, startExport } from './out/export-run';
import { blobSink } from './out/sinks';

const target = new Target();
const client: Client = {
  environment: {
    name: 'lab',
    baseUrl: null,
    colour: 'blue',
    requestsPerSecond: 1e6,
    fileHosts: [],
    writable: true,
    embedded: true,
  },
  identity: 'me',
  apiKey: () => target.key,
  budget: createBudget(1e6, memoryStore()),
};
let tables: DwTable[] = [];
/** Of each table, as they were read once. */
const read = new Map<string, { records: DwRecord[]; config: TableConfig | null }>();

beforeAll(async () => {
  await target.open();
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => target.fetch(url.replace('/env/lab', ''), init));
  for (const { space_id } of await target.ask('listWorkspaces', undefined)) {
    for (const type of tableTypes) tables = [...tables, ...(await target.ask('listTables', { space_id, type }))];
  }
  for (const { table_id } of tables) {
    const records: DwRecord[] = [];
    const query = { table_id, filter: null, order: null };
    for await (const step of walkRecords(client, query, { parallel: 4 })) records.push(...step.records);
    const config = await target.ask('getTableConfig', { table_id }).catch(() => null);
    read.set(table_id, { records, config });
  }
}, 120_000);
afterAll(async () => {
  vi.unstubAllGlobals();
  await target.close();
});

/** The forms that a file can have, one of each choice at least once. */
const forms: Pick<ExportPlan, 'format' | 'headers' | 'references' | 'mark'>[] = [
  { format: 'csv', headers: 'names', references: 'names', mark: true },
  { format: 'csv', headers: 'ids', references: 'ids', mark: false },
  { format: 'xlsx', headers: 'names', references: 'names', mark: false },
  { format: 'xlsx', headers: 'ids', references: 'ids', mark: false },
  { format: 'json', headers: 'names', references: 'names', mark: false },
  { format: 'jsonl', headers: 'ids', references: 'names', mark: false },
];

test.each(forms)(
  'every table comes back unchanged as $format with headers of $headers and $references in cells',
  async (form) => {
    expect(tables.length).toBeGreaterThan(12);
    const refused: string[] = [];
    let rows = 0;
    for (const table of tables) {
      const told = await roundTrip(table, form).catch((error: unknown) => `${table.name}: ${error}`);
      if (typeof told === 'string') refused.push(told);
      else rows += told;
    }
    expect(refused).toEqual([]);
    expect(rows).toBeGreaterThan(1000);
  },
  120_000,
);

/** @returns the number of rows that came back the same; in words what did not */
async function roundTrip(table: DwTable, form: (typeof forms)[number]): Promise<number | string> {
  const query = { table_id: table.table_id, filter: null, order: null };
  const { records = [], config = null } = read.get(table.table_id) ?? {};
  const columns = columnsOf(records, config);
  const run = startExport(
    {
      client,
      query,
      tableName: table.name,
      // Walked once, as a person does; the other forms are of the same rows.
      rows: form === forms[0] ? { scope: 'matching', count: null } : { scope: 'loaded', records },
      columns: columns.map((column) => ({ ...column, valueOf: (record) => cellValue(record, column.id) })),
      byRecordId: false,
      ...form,
    },
    `t.${form.format}`,
    blobSink('text/plain'),
  );
  const file = await ended(run);
  if (run.state().rows !== records.length)
    return `${table.name}: ${run.state().rows} of ${records.length} rows written`;
  if (/signature|expires=/i.test(await file.text())) return `${table.name}: a signed link was written`;
  if (records.length === 0) return 0;

  const session = new ImportSession();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const facts = await session.answer('open', { file, choice: {} }, options);
  if (facts.broken > 0) return `${table.name}: ${facts.broken} rows are broken`;
  const fields = columns.filter(({ source }) => source !== 'system');
  const targets = [
    recordIdField,
    ...fields.map(({ id, name, kind, config }) => ({ field_id: id, name: name ?? id, kind, config })),
  ];
  const mapped = mappedColumns(proposeMapping(facts.columns, targets), targets);
  const filled = fields.filter(({ id }) => records.some((record) => Object.hasOwn(record.fields, id)));
  const missing = filled.filter(({ id }) => !mapped.some(({ field_id }) => field_id === id));
  if (missing.length > 0) return `${table.name}: no column for ${missing.map(({ name }) => name).join(', ')}`;
  const found = await session.answer('records', { mapped, from: 0, to: facts.rows }, options);
  const live = {
    records: new Map(records.map((record) => [record.item_id, record])),
    missing: new Set<string>(),
    read_at: 0,
  };
  const findings = dryRun(found.map(changeOf), live, {
    fields: fields.map(({ id, name, kind, config }) => ({
      field_id: id,
      name: name ?? id,
      kind,
      options: config?.config.options ?? [],
    })),
  });
  const changed = findings.find(({ state }) => state !== 'no-change');
  if (!changed) return findings.length === records.length ? findings.length : `${table.name}: rows are missing`;
  const cell = changed.cells.find(({ state }) => state !== 'no-change');
  const said = JSON.stringify({ state: changed.state, reason: changed.reason, cell }, (_key, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return `${table.name}: ${JSON.stringify(countStates(findings))}, as ${said}`;
}

function ended(run: ExportRun): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { phase, file, error } = run.state();
      if (phase === 'done' && file) resolve(file);
      else if (phase === 'paused' || phase === 'broken') reject(error);
    };
    run.subscribe(look);
    look();
  });
}
