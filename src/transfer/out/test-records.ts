import type { FieldKind } from '../../contract/field-kinds';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { ExportColumn } from './export-columns';

/** A record with these fields. */
export function recordOf(item_id: string, fields: JsonObject = {}): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

/** The record id and fields by name and kind; the field id is the name in capitals. */
export function columnsOf(fields: Record<string, FieldKind>): ExportColumn[] {
  const id: ExportColumn = { id: 'item_id', name: null, kind: 'text', config: null, valueOf: ({ item_id }) => item_id };
  return [
    id,
    ...Object.entries(fields).map(([name, kind]): ExportColumn => {
      const field = name.toUpperCase();
      return { id: field, name, kind, config: null, valueOf: ({ fields }) => fields[field] };
    }),
  ];
}

/** Takes what is written, as text and as bytes. */
export function collector() {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  return {
    write: async (chunk: string | Uint8Array<ArrayBuffer>) => void parts.push(chunk),
    text: () => new Blob(parts).text(),
    bytes: async () => new Uint8Array(await new Blob(parts).arrayBuffer()),
  };
}
