import { useMemo, useState } from 'react';
import type { UpdateMode } from '../../../contract/updates';
import { updateById } from '../../../jobs/check/dry-run';
import type { ReviewSource } from './review-source';

export interface ModeChoice {
  mode: UpdateMode;
  /** Rows without an id are found by a key, or created. */
  byKey: boolean;
  key: readonly string[];
  /** Some rows have no id: without a key they cannot be sent at all. */
  needsKey: boolean;
  setByKey(byKey: boolean): void;
  setKey(key: readonly string[]): void;
}

/** How the rows of a review find their records: the person's choice, where there is one (4.5 rules 3 to 5). */
export function useUpdateMode(
  source: ReviewSource,
  [key, setKey]: [readonly string[], (key: readonly string[]) => void],
): ModeChoice {
  const needsKey = source.changes.some(({ item_id }) => item_id === null);
  const [chosen, setByKey] = useState(false);
  const byKey = needsKey || chosen;
  const mode = useMemo<UpdateMode>(
    () => (byKey && key.length > 0 ? { update_type: 'upsert', update_by_fields: key } : updateById),
    [byKey, key],
  );
  return { mode, byKey, key, needsKey, setByKey, setKey };
}
