import * as v from 'valibot';
import { fieldKinds } from '../../../contract/field-kinds';
import type { Id } from '../../../contract/ids';
import { valueFormats } from '../../../edits/value-formats';
import { readTableSetting, writeTableSetting } from '../../../storage/database';
import type { SavedChoice } from '../../../transfer/in/mapping/mapping';

/** What is remembered of an import of one header, and what a mapping file holds. */
export interface SavedMapping {
  columns: SavedChoice[];
  key: string[];
}

const schema = v.object({
  columns: v.array(
    v.object({
      name: v.string(),
      index: v.pipe(v.number(), v.integer()),
      field_id: v.nullable(v.string()),
      kind: v.picklist(fieldKinds),
      written: v.optional(v.picklist(valueFormats)),
      blank: v.picklist(['keep', 'clear']),
      misfit: v.optional(v.picklist(['keep', 'clear'])),
      instead: v.optional(v.array(v.tuple([v.string(), v.string()]))),
      told: v.optional(v.literal(true)),
    }),
  ),
  key: v.fallback(v.array(v.string()), []),
});
const settingName = 'import-mappings';
/** Headers that are remembered for one table; the oldest goes. */
const remembered = 20;

/** What was kept for a header; null when nothing was, or nothing that is understood. */
export async function readSavedMapping(
  environment: string,
  table_id: Id,
  header: string,
): Promise<SavedMapping | null> {
  const saved = entriesOf(await readTableSetting({ environment, table_id, name: settingName }).catch(() => null));
  return readMapping(saved.find(([name]) => name === header)?.[1]);
}

/** Fields of columns in earlier files with other headers, by column name, latest first: chosen or confirmed by the user. */
export async function readEarlierChoices(environment: string, table_id: Id, header: string): Promise<SavedChoice[]> {
  const kept = entriesOf(await readTableSetting({ environment, table_id, name: settingName }).catch(() => null));
  return kept
    .filter(([name]) => name !== header)
    .flatMap(([, value]) => readMapping(value)?.columns ?? [])
    .filter(({ name, field_id }) => name !== '' && field_id !== null);
}

export async function writeSavedMapping(
  environment: string,
  table_id: Id,
  header: string,
  mapping: SavedMapping,
): Promise<void> {
  const place = { environment, table_id, name: settingName };
  const saved = entriesOf(await readTableSetting(place)).filter(([name]) => name !== header);
  await writeTableSetting(place, [[header, mapping], ...saved].slice(0, remembered));
}

/** A mapping from a file; null when it is none. */
export function readMapping(value: unknown): SavedMapping | null {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}

function entriesOf(value: unknown): [string, unknown][] {
  return Array.isArray(value) ? value.filter((entry): entry is [string, unknown] => Array.isArray(entry)) : [];
}
