import type { Id } from '../../contract/ids';
import type { RowFinding } from '../check/dry-run';
import type { NearChoice } from './near-rows';

interface Said {
  choice: Exclude<NearChoice, null>;
  /** Text of the row's key, and the record id that it names. */
  key: string | undefined;
  item_id: Id | null;
  /** Ids of the records of which it was said. */
  near: ReadonlySet<Id>;
}

/** What a person said of rows of one file, by the names of the rows. */
export type SaidOfRows = Map<string, Said>;

/** Notes what was said of these rows; what was taken back is forgotten. */
export function noteSaid(said: SaidOfRows, findings: readonly RowFinding[]): void {
  for (const { record, key, near = [], chosen } of findings) {
    if (chosen === undefined) said.delete(record.row);
    else
      said.set(record.row, {
        choice: chosen,
        key: key?.text,
        item_id: record.item_id,
        near: new Set(near.map(({ item_id }) => item_id)),
      });
  }
}

/**
 * What was said of a row, where it holds in a later dry run of the same file: the row has the same key, and still nearly equals the record that it was taken
 * for. One that was left out, or was to be created, has to be near the very same records: of another one nobody decided anything.
 * @returns undefined where nothing was said, or it does not hold any more
 */
export function stillSaid(said: SaidOfRows, { record, key, near = [] }: RowFinding): NearChoice | undefined {
  const about = said.get(record.row);
  if (!about || about.key !== key?.text || about.item_id !== record.item_id) return undefined;
  const { choice } = about;
  const same = near.length === about.near.size && near.every(({ item_id }) => about.near.has(item_id));
  return same || near.some(({ item_id }) => item_id === choice) ? choice : undefined;
}
