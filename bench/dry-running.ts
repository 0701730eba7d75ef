import { authorizationHeader } from '../src/contract/calls';
import { readEnvelope } from '../src/contract/envelope';
import { limits } from '../src/contract/limits';
import { decodeRecordPage, encodeRecordList, type RecordListInput, type RecordPage } from '../src/contract/records';
import { createLiveReader, type TableReading } from '../src/jobs/check/live-rows';
import type { ChangedRecord } from '../src/jobs/plan/changes';
import { keysAtOnce } from '../src/jobs/plan/record-key';
import { createKeyReader } from '../src/jobs/read/read-keys';
import { createRowReader } from '../src/jobs/read/read-rows';
import { tables } from './pages';
import type { Measurement } from './results';
import { fieldId, recordId, writtenField, writtenValue } from './synthetic-service';

const key = { field_id: fieldId(0), name: 'Number', kind: 'number' as const, options: [] };
/** As `checkRows` reads them: five requests at a time. */
const pieceOf = (byKey: boolean): number => 5 * (byKey ? keysAtOnce : limits.pageSizeMax);

/** How many requests the dry run of this many rows makes, by id and by key, counted where they arrive. */
export async function countDryRun(url: string, rows: number): Promise<Measurement[]> {
  const counted = async (byKey: boolean): Promise<number> => {
    const reading = readingOf(url);
    const update_by_fields = byKey ? [key.field_id] : [];
    const reader = createLiveReader(
      reading,
      { table_id: tables.million.table_id, update_by_fields, fields: [key] },
      rows,
    );
    const { signal } = new AbortController();
    const piece = pieceOf(byKey);
    for (let from = 0; from < rows; from += piece) {
      const part = Array.from({ length: Math.min(piece, rows - from) }, (_, index) => rowOf(from + index, byKey));
      const live = await reader.read(part, signal);
      const found = byKey ? (live.keys?.size ?? 0) : live.records.size;
      if (found !== part.length) throw new Error(`the dry run found ${found} of ${part.length} rows`);
    }
    return reading.requests();
  };
  const row = (name: string, requests: number, most: number): Measurement => ({
    name: `dry run of ${rows.toLocaleString('en')} rows ${name}`,
    unit: 'requests',
    floor: [],
    console: [requests],
    aims: [{ of: 'figure', most }],
  });
  // One request tells whether the table is short enough to be walked instead; 99 keys fit into one, as a hundred could fill a page.
  return [
    row('by id', await counted(false), rows / 100 + 1),
    row('by key', await counted(true), Math.ceil(rows / 99) + 2),
  ];
}

function rowOf(number: number, byKey: boolean): ChangedRecord {
  const cell = (field_id: string, after: string | number) => ({ field_id, before: undefined, after });
  const cells = [...(byKey ? [cell(key.field_id, number)] : []), cell(writtenField, writtenValue)];
  return {
    row: String(number),
    line: number + 1,
    item_id: byKey ? null : recordId(number),
    title: null,
    unseen: true,
    cells,
  };
}

function readingOf(url: string): TableReading {
  let requests = 0;
  const list = async (input: RecordListInput): Promise<RecordPage> => {
    requests += 1;
    const answer = await fetch(`${url}/env/bench/openapi/v1/dw_item/list`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [authorizationHeader]: 'Bearer key-of-the-bench' },
      body: JSON.stringify(encodeRecordList(input)),
    });
    const read = readEnvelope(await answer.text());
    if (!read.ok) throw new Error(read.reason);
    return decodeRecordPage(read.envelope.data);
  };
  return {
    list,
    read: createRowReader(list, () => Promise.reject(new Error('not asked'))),
    readKeys: createKeyReader(list),
    walk: () => {
      throw new Error('a table of a million rows is not walked');
    },
    requests: () => requests,
    now: Date.now,
  };
}
