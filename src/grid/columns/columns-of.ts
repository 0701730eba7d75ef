import { type FieldKind, isDate, isText, kindOfFieldType, kindOfSystemField } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import type { DwRecord, SystemField } from '../../contract/records';
import type { FieldConfig, TableConfig } from '../../contract/tables';
import { type Distribution, distributionOf } from '../profile/distribution';
import { type FieldProfile, kindOfProfile, profilesOf } from '../profile/profile';

/** A column of the grid: a field found in the records or named by the table config, or a system field (2.4). */
export interface GridColumn {
  /** Field id, or the name of a system field: what filters and orders call it. */
  id: string;
  /** Name given by hand, else from the table config; null when nothing names it. System fields are named by the texts. */
  name: string | null;
  kind: FieldKind;
  /** Where the kind comes from. */
  source: 'hand' | 'config' | 'values' | 'system';
  /** Share (0–1) of the values read that are of this kind. */
  confidence: number;
  config: FieldConfig | null;
  profile: FieldProfile | null;
  distribution: Distribution | null;
}

/** The column that every row begins with: the record id, and the title when there is one. */
export const recordColumnId = 'item_id';

const systemColumns: readonly SystemField[] = ['updated_on', 'updated_by', 'created_on', 'created_by'];

/**
 * Columns for the records read: first the record, then fields in the order of the table config, then fields that only the records show, in the order
 * first seen, then the system fields.
 */
export function columnsOf(records: readonly DwRecord[], config: TableConfig | null): GridColumn[] {
  const profiles = profilesOf(records);
  const columns: GridColumn[] = [systemColumn(recordColumnId)];
  const named = new Set<string>();
  for (const field of config?.fields ?? []) {
    if (named.has(field.field_id)) continue;
    named.add(field.field_id);
    columns.push(fieldColumn(field.field_id, field, profiles.get(field.field_id) ?? null));
  }
  for (const [fieldId, profile] of profiles) if (!named.has(fieldId)) columns.push(fieldColumn(fieldId, null, profile));
  for (const id of systemColumns) if (!named.has(id) && !profiles.has(id)) columns.push(systemColumn(id));
  return columns;
}

function systemColumn(id: SystemField): GridColumn {
  const unread = { confidence: 1, config: null, profile: null, distribution: null };
  return { id, name: null, kind: kindOfSystemField(id), source: 'system', ...unread };
}

function fieldColumn(id: string, config: FieldConfig | null, profile: FieldProfile | null): GridColumn {
  const configured = config ? kindOfFieldType(config.field_type) : null;
  const seen = profile ? kindOfProfile(profile) : { kind: 'text' as const, confidence: 0 };
  const kind = configured ?? seen.kind;
  return {
    id,
    name: config?.name || null,
    kind,
    source: configured ? 'config' : 'values',
    confidence: configured ? agreement(profile, configured) : seen.confidence,
    config,
    profile,
    distribution: profile ? distributionOf(profile, kind) : null,
  };
}

/** Share (0–1) of the values read that are of a kind; 1 where there are none. A text may be short or long, or read like a date. */
export function agreement(profile: FieldProfile | null, kind: FieldKind): number {
  if (!profile) return 1;
  let [values, agreeing] = [0, 0];
  for (const [seen, count] of profile.kinds) {
    values += count;
    if (seen === kind || (isText(kind) && (isText(seen) || isDate(seen)))) agreeing += count;
  }
  return values === 0 ? 1 : agreeing / values;
}

/** The value of a record under a column; undefined when the field is missing. */
export function cellValue(record: DwRecord, columnId: string): Json | undefined {
  if (Object.hasOwn(record.fields, columnId)) return record.fields[columnId];
  switch (columnId) {
    case 'item_id':
    case 'title':
    case 'created_on':
    case 'updated_on':
      return record[columnId] ?? undefined;
    case 'created_by':
    case 'updated_by':
      return record[columnId] === null ? undefined : { ...record[columnId] };
    default:
      return undefined;
  }
}

/** `cellValue` of one column, for reading it from all records: most fields need no check for inherited properties. */
export function valueReader(columnId: string): (record: DwRecord) => Json | undefined {
  if (columnId in Object.prototype) return (record) => cellValue(record, columnId);
  return (record) => {
    const value = record.fields[columnId];
    return value === undefined ? cellValue(record, columnId) : value;
  };
}

/** Columns that stay while queries change: one without values in new rows is kept as last seen, beside its old neighbour. */
export function keepColumns(before: readonly GridColumn[], now: readonly GridColumn[]): readonly GridColumn[] {
  const seen = new Map(before.map((column) => [column.id, column]));
  const kept = now.map((column) => {
    const last = seen.get(column.id);
    // Without values the type is a guess: what was seen before is better.
    return last && column.source === 'values' && column.confidence === 0 ? { ...column, kind: last.kind } : column;
  });
  const here = new Set(now.map(({ id }) => id));
  for (const [index, column] of before.entries()) {
    if (here.has(column.id)) continue;
    const neighbour = before[index - 1]?.id;
    kept.splice(kept.findIndex(({ id }) => id === neighbour) + 1, 0, column);
  }
  return kept;
}
