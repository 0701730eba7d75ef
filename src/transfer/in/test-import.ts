import type { FieldKind } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import { mapByValues } from './mapping/column-values';
import { mappedColumns, proposeMapping, type TargetField } from './mapping/mapping';
import type { SourceChoice } from './source/source-formats';
import type { FileFacts } from './worker/import-protocol';
import { ImportSession } from './worker/import-session';

const options = { signal: new AbortController().signal, onProgress: () => {} };

/** What an import makes of a file: its rows with the values by field name, and of a text that does not fit the reason. */
export interface Imported {
  facts: FileFacts;
  rows: { [field: string]: Json | { unfit: string } }[];
  /** Fields of the keys that are suggested. */
  keys: string[][];
  session: ImportSession;
}

/** For tests: imports a file into a table with these fields, as the wizard does if nothing is chosen. */
export async function imported(
  content: BlobPart,
  fields: Readonly<Record<string, FieldKind>>,
  choice: SourceChoice = {},
): Promise<Imported> {
  const session = new ImportSession();
  const facts = await session.open({ file: new Blob([content]), choice }, options);
  const targets = Object.entries(fields).map(
    ([name, kind]): TargetField => ({ field_id: name, name, kind, config: null }),
  );
  const mapping = mapByValues(proposeMapping(facts.columns, targets), facts.columns, targets, facts.profiles);
  const mapped = mappedColumns(mapping, targets);
  const records = await session.records({ mapped, from: 0, to: facts.rows });
  const keys = await session.keys({ mapped, also: [] }, options);
  const rows = records.map(({ cells }) =>
    Object.fromEntries(cells.map(({ field_id, after, unfit }) => [field_id, unfit === null ? after : { unfit }])),
  );
  return { facts, rows, keys: keys.map((key) => key.fields), session };
}
