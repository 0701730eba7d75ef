import { vi } from 'vitest';
import type { Client } from '../../api/wire/client';
import { send } from '../../api/wire/send';
import { testClient } from '../../api/wire/test-client';
import { limits } from '../../contract/limits';
import { noChoice } from '../../grid/columns/column-choice';
import { columnLabel } from '../../grid/columns/column-label';
import { columnsOf, valueReader } from '../../grid/columns/columns-of';
import { systemNames } from '../../grid/columns/system-names';
import { checkRows } from '../../jobs/check/check-rows';
import type { RowFinding } from '../../jobs/check/dry-run';
import { dropCheck, findingsOfCheck } from '../../jobs/check/stored-check';
import { ownerOf, tableReading } from '../../jobs/runner/run-connection';
import type { ChangedRecord } from '../../jobs/table/changes';
import { type Language, languages } from '../../texts/languages';
import { mapByValues } from '../../transfer/in/mapping/column-values';
import { mappedColumns, proposeMapping } from '../../transfer/in/mapping/mapping';
import { withSystemNames } from '../../transfer/in/source/header';
import { ImportSession } from '../../transfer/in/worker/import-session';
import { type HeaderForm, headersOf } from '../../transfer/out/export-columns';
import { type ExportPlan, mediaTypes } from '../../transfer/out/export-plan';
import { startExport } from '../../transfer/out/export-run';
import { blobSink } from '../../transfer/out/sinks';
import { changeOf } from './check/file-changes';
import { perhapsThousands } from './columns/fit-suggestions';
import { targetFieldsOf } from './use-import-table';
import { modeOfKey } from './wizard';

/** Every form that a file can have. */
export const forms = [
  { name: 'CSV', format: 'csv', mark: false, headers: 'names', references: 'names', language: 'en' },
  { name: 'CSV with a mark, by ids', format: 'csv', mark: true, headers: 'ids', references: 'ids', language: 'en' },
  { name: 'XLSX, in Chinese', format: 'xlsx', mark: false, headers: 'names', references: 'names', language: 'zh' },
  { name: 'JSON', format: 'json', mark: false, headers: 'names', references: 'names', language: 'en' },
  { name: 'JSON lines', format: 'jsonl', mark: false, headers: 'ids', references: 'ids', language: 'en' },
] as const satisfies (Pick<ExportPlan, 'format' | 'mark' | 'references'> & {
  name: string;
  headers: HeaderForm;
  language: Language;
})[];
export type Form = (typeof forms)[number];

export interface RoundTrip {
  /** Rows reported as written by the export, and those read by the import. */
  written: number;
  read: number;
  counts: Record<string, number>;
  /** The first rows that would change something, in words. */
  others: string[];
  /** Number fields in which points may separate thousands. */
  odd: string[];
}

interface AnsweringService {
  fetch(request: Request): Promise<Response>;
  demo: { apiKey: string };
}

/** A client of a service; what a page fetches goes there from now on. */
export function clientOf(service: AnsweringService): Client {
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    service.fetch(new Request(`http://service.test${String(input).replace(/^\/env\/[^/]+/, '')}`, init)),
  );
  return testClient({ apiKey: () => service.demo.apiKey });
}

/**
 * A service that is asked each query once, until `forget`: five files of one unchanged table are read by the same queries, and its database would be the
 * bottleneck. Refusals are not cached: a drill fails one read in three, and the next try must reach it. Responses are kept as bytes, which the garbage
 * collector need not search.
 */
export function askedOnce(service: AnsweringService): AnsweringService & { forget(): void } {
  const answers = new Map<string, Promise<{ status: number; bytes: ArrayBuffer }>>();
  return {
    demo: service.demo,
    forget: () => answers.clear(),
    async fetch(request) {
      const question = `${request.method} ${request.url} ${await request.clone().text()}`;
      const known =
        answers.get(question) ??
        service.fetch(request).then(async (answer) => ({ status: answer.status, bytes: await answer.arrayBuffer() }));
      answers.set(question, known);
      const { status, bytes } = await known;
      if (status !== 200) answers.delete(question);
      return new Response(bytes, { status, headers: { 'Content-Type': 'application/json' } });
    },
  };
}

const signal = new AbortController().signal;
/** Rows of one dry run: what it finds is held in memory here. */
const rowsOfCheck = 20_000;

/** Exports a whole table, imports the file with the record ID as key, and returns what a check finds; with the code of the pages. */
export async function roundTrip(
  client: Client,
  table_id: string,
  { name, language, headers, ...form }: Form,
): Promise<RoundTrip> {
  const query = { table_id, filter: null, order: null };
  const config = (await send(client, 'getTableConfig', { table_id })).data;
  const first = (await send(client, 'listRecords', { ...query, limit: limits.pageSizeMax })).data.items;
  const { system } = (await languages[language].first()).grid;
  const all = columnsOf(first, config);
  const named = all.map((column) => ({
    id: column.id,
    name: columnLabel(column, (key) => system[key.replace('system.', '') as keyof typeof system]),
  }));
  const columns = all.map(({ id, name, kind, config }) => ({
    id,
    name,
    kind,
    config,
    valueOf: valueReader(id),
  }));
  const plan: ExportPlan = {
    client,
    query,
    tableName: name,
    rows: { scope: 'matching', count: null },
    columns,
    target: 'spreadsheets',
    headers: headersOf(named, headers),
    byRecordId: false,
    ...form,
  };
  const file = await fileOf(plan);

  const session = new ImportSession();
  const options = { signal, onProgress: () => {} };
  const facts = await session.open({ file: file.blob, choice: {} }, options);
  const targets = targetFieldsOf(first, config, noChoice);
  const heads = withSystemNames(facts.columns, await systemNames());
  const proposed = mapByValues(proposeMapping(heads, targets), heads, targets, facts.profiles);
  const mapped = mappedColumns(proposed, targets);
  const about = {
    ...ownerOf(client),
    ...modeOfKey(['item_id']),
    table_id,
    fields: mapped
      .filter(({ field_id }) => field_id !== 'item_id')
      .map(({ field_id, kind, config }) => ({ field_id, name: '', kind, options: config?.config.options ?? [] })),
  };
  const trip: RoundTrip = { written: file.rows, read: facts.rows, counts: {}, others: [], odd: [] };
  const fit = await session.fit({ mapped }, options);
  for (const [place, column] of fit.columns.entries()) {
    const odd = perhapsThousands(column);
    if (odd !== null) trip.odd.push(`${mapped[place]?.field_id}: ${odd}`);
  }
  for (let from = 0; from < facts.rows; from += rowsOfCheck) {
    const rows: ChangedRecord[] = (await session.records({ mapped, from, to: from + rowsOfCheck })).map(changeOf);
    const check = await checkRows(rows, about, { reading: tableReading(client), signal, rows: rows.length });
    for await (const findings of findingsOfCheck(check)) {
      for (const finding of findings) {
        if (finding.state !== 'no-change' && trip.others.length < 3) trip.others.push(inWords(finding));
      }
    }
    for (const [state, count] of Object.entries(check.counts.states)) {
      if (count > 0) trip.counts[state] = (trip.counts[state] ?? 0) + count;
    }
    await dropCheck(check.id);
  }
  return trip;
}

async function fileOf(plan: ExportPlan): Promise<{ blob: Blob; rows: number }> {
  const run = startExport(plan, 'file', blobSink(mediaTypes[plan.format]));
  await new Promise<void>((resolve) => {
    const look = () => run.state().phase === 'running' || resolve();
    run.subscribe(look);
    look();
  });
  const { file, rows, error, complete } = run.state();
  if (!file || !complete) throw error ?? new Error('the export did not end');
  return { blob: file, rows };
}

function inWords({ record, state, reason, cells }: RowFinding): string {
  const own = cells.filter((cell) => cell.state !== 'no-change');
  const told = own.map(({ field_id, now, after, text }) => ({ field_id, now, after, text }));
  const written = JSON.stringify(told, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
  return `line ${record.line}: ${state} ${reason ?? ''} ${written.slice(0, 400)}`;
}
