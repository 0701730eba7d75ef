import type { FieldKind } from '../../contract/fields';
import { isJsonObject, type Json } from '../../contract/json';
import { isEmptyValue } from '../../edits/same-value';

const dateText = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;
/** Longer than this, a text does not fit a cell any more. */
const longTextFrom = 120;

/** The kind that a value looks like (read forms of the field notes); null when it is empty. */
export function kindOfValue(value: Json): FieldKind | null {
  if (isEmptyValue(value)) return null;
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'string':
      return kindOfText(value);
    default:
      if (Array.isArray(value)) return kindOfEntries(value);
      return isJsonObject(value) ? kindOfObject(value) : 'json';
  }
}

function kindOfText(text: string): FieldKind {
  if (text.length > longTextFrom || text.includes('\n')) return 'long-text';
  return dateText.test(text) ? 'date' : 'text';
}

function kindOfEntries(entries: Json[]): FieldKind {
  const first = entries[0];
  if (typeof first === 'string') {
    return entries.every((entry) => typeof entry === 'string' && entry.length <= longTextFrom) ? 'option' : 'json';
  }
  if (!isJsonObject(first)) return 'json';
  const kind = kindOfObject(first);
  return kind === 'json' && typeof first.name === 'string' ? 'option' : kind;
}

function kindOfObject(value: { [key: string]: Json }): FieldKind {
  if ('user_id' in value) return 'user';
  if ('item_id' in value) return 'relation';
  if ('file_id' in value || ('link' in value && 'name' in value)) return 'file';
  if ('coordinate' in value || 'poi' in value || ('lat' in value && ('lon' in value || 'lng' in value))) {
    return 'location';
  }
  return 'json';
}
