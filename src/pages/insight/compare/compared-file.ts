import { isFile, isNamedReference } from '../../../contract/field-kinds';
import type { Json } from '../../../contract/json';
import { type DwRecord, isSystemField } from '../../../contract/records';
import type { FieldConfig } from '../../../contract/tables';
import { optionName } from '../../../edits/cell-text';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { systemNames } from '../../../grid/columns/system-names';
import { knownOptions } from '../../../grid/edit/cell-edits';
import { engine } from '../../../insight/engine/engine-client';
import { rowColumn } from '../../../insight/questions/compare';
import type { Source } from '../../../insight/snapshot/snapshot-column';
import { createStore, useStore } from '../../../state/store';
import { mapByValues } from '../../../transfer/in/mapping/column-values';
import {
  type MappedColumn,
  mappedColumns,
  proposeMapping,
  recordIdField,
  type TargetField,
} from '../../../transfer/in/mapping/mapping';
import { withSystemNames } from '../../../transfer/in/source/header';
import { type ImportClient, startImport } from '../../../transfer/in/worker/import-client';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';

/** A file as rows of the engine, and the worker of the import that read it. */
export interface ComparedFile {
  source: Source;
  client: ImportClient;
  mapped: MappedColumn[];
  /** Fields that the import would match rows by. */
  key: readonly string[];
  rows: number;
  /** Rows that cannot be trusted: they are left out. */
  broken: number;
  /** Its encoding or its header is a guess. */
  isGuessed: boolean;
  /** Columns for which the table has no field. */
  unmatched: string[];
}

type FileState = { owner: string; name: string } & (
  | { phase: 'reading'; rows: number }
  | { phase: 'failed' }
  | ({ phase: 'ready' } & ComparedFile)
);

// One file in a tab, of whichever table: it stays while its page is left, and ends with the tab.
const current = createStore<FileState | null>(null);
let closeCurrent = () => {};
const rowsAtATime = 2000;

/** The file that a table is compared with; null where there is none. @param owner the table */
export function useComparedFile(owner: string): FileState | null {
  const state = useStore(current);
  return state?.owner === owner ? state : null;
}

/** Fields of a snapshot as the import knows them. */
export function targetsOf(source: Source, columns: readonly GridColumn[]): TargetField[] {
  return source.columns
    .filter(({ id }) => !isSystemField(id))
    .map(({ id, label, kind }): TargetField => {
      const column = columns.find((each) => each.id === id);
      return { field_id: id, name: column?.name ?? label, kind, config: column ? configOf(column) : null };
    });
}

/** With the options that were seen where the config lists none. */
function configOf(column: GridColumn): FieldConfig | null {
  const { id, name, config } = column;
  const options = knownOptions(column);
  if (options.length === 0) return config;
  const known = config ?? { field_id: id, name: name ?? '', field_type: '', required: false };
  return { ...known, config: { ...config?.config, options } };
}

interface OpenOptions {
  owner: string;
  file: File;
  /** The table, and its fields. */
  source: Source;
  targets: readonly TargetField[];
  /** Of the page: the encoding of a file is guessed by it. */
  language: string;
}

/** Reads a file with the readers of the import, in place of the file before. Nothing of it is stored or sent. */
export async function openComparedFile({ owner, file, source, targets, language }: OpenOptions): Promise<void> {
  closeCurrent();
  const client = startImport();
  const id = `file ${crypto.randomUUID()}`;
  let isOpen = true;
  const show = (state: FileState | null) => (isOpen ? current.set(state) : undefined);
  const leave = engine.onEnd(() => closeCurrent());
  closeCurrent = () => {
    show(null);
    isOpen = false;
    leave();
    client.end();
    void engine.ask('close', { id }).catch(() => {});
  };
  const named = { owner, name: file.name };
  show({ ...named, phase: 'reading', rows: 0 });
  try {
    // What files of a field hold are names or IDs, of which neither is the value.
    const fields = [recordIdField, ...targets.filter(({ kind }) => !isFile(kind))];
    const names = fields.flatMap(({ field_id, name }) => [field_id, name]);
    const facts = await client.ask('open', { file, choice: {}, language, fields: names });
    const heads = withSystemNames(facts.columns, await systemNames());
    const mapping = mapByValues(proposeMapping(heads, fields), heads, fields, facts.profiles);
    const mapped = mappedColumns(mapping, fields).map((column) => ({ ...column, blank: 'clear' as const }));
    const [best] = await client.ask('keys', { mapped, also: [] });
    const columns = source.columns.filter((column) => mapped.some(({ field_id }) => field_id === column.id));
    const row = { id: rowColumn, label: rowColumn, kind: 'number' as const };
    let table = await engine.ask('open', { id, labelled: file.name, columns: [...columns, row], isKept: false });
    for (let from = 0; from < facts.rows; from += rowsAtATime) {
      const rows = await client.ask('records', { mapped, from, to: from + rowsAtATime });
      const records = rows.flatMap((each, index) => (each.broken ? [] : [recordOfRow(each, from + index, mapped)]));
      table = await engine.ask('add', { id, records, progress: {}, replaces: false });
      show({ ...named, phase: 'reading', rows: from + rows.length });
    }
    const unmatched = heads.filter(({ index }) => !mapped.some(({ column }) => column === index));
    show({
      ...named,
      phase: 'ready',
      source: table,
      client,
      mapped,
      key: best?.fields ?? [],
      rows: facts.rows,
      broken: facts.broken,
      isGuessed: facts.isGuessed,
      unmatched: unmatched.filter(({ system }) => system === null).map(({ name, index }) => name || String(index + 1)),
    });
  } catch {
    client.end();
    show({ ...named, phase: 'failed' });
  }
}

/** A row as a record of the engine: a text that does not fit its field stays as it is written, and of references there is what people read. */
export function recordOfRow(row: ImportRow, index: number, mapped: readonly MappedColumn[]): DwRecord {
  const fields: Record<string, Json> = { [rowColumn]: index };
  for (const { field_id, after, text, unfit } of row.cells) {
    const column = mapped.find((each) => each.field_id === field_id);
    const isNamed = column !== undefined && isNamedReference(column.kind) && Array.isArray(after);
    fields[field_id] =
      unfit !== null ? text : isNamed ? after.map((id) => optionName(String(id), column.config) ?? String(id)) : after;
  }
  const none = { title: null, created_on: null, created_by: null, updated_on: null, updated_by: null };
  return { ...none, item_id: row.item_id ?? '', fields };
}
