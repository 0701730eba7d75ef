import { useState } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { DwRecord } from '../../../contract/records';
import type { CoerceReason } from '../../../edits/coerce';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { changesNothing } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { coerceCell, currentValue, editOf, knownOptions } from '../../../grid/edit/cell-edits';
import { rangeRowsMax } from './read-range-dialog';
import { useMatchingWalk } from './use-matching-walk';

export type SetMatching = ReturnType<typeof useSetMatching>;

/** A browser has six connections to an origin; a person needs theirs. */
const readsAtOnce = 3;
const nothingFound: SetFindings = { lines: [], same: 0 };

/** Finds what one text would do to each record that matches a query. It is stopped by itself where the lines are more than one action changes. */
export function useSetMatching(client: Client, query: RecordQuery, drafts: Drafts) {
  const { walk, stop, ...state } = useMatchingWalk(client, query, readsAtOnce);
  const [found, setFound] = useState(nothingFound);

  function read(column: GridColumn, text: string): void {
    const next: SetFindings = { lines: [], same: 0 };
    const onRecords = (records: readonly DwRecord[]) => {
      findSet(records, column, text, drafts, next);
      if (next.lines.length > rangeRowsMax) stop();
    };
    void walk(onRecords, () => setFound(next));
  }

  return { ...state, found, read };
}

/** What becomes of a record when one text is put into a column of all. */
export interface SetLine {
  record: DwRecord;
  /** Null when the record cannot take it. */
  edit: CellEdit | null;
  reason: CoerceReason | null;
}

interface SetFindings {
  /** Records that would change, and those that cannot take the text; the others are counted. */
  lines: SetLine[];
  same: number;
}

/** What one text under a column would do to records, each by the JSON kind that was read of it. */
export function findSet(
  records: readonly DwRecord[],
  column: GridColumn,
  text: string,
  drafts: Drafts,
  into: SetFindings = { lines: [], same: 0 },
): SetFindings {
  const options = knownOptions(column);
  for (const record of records) {
    const coerced = coerceCell(text, column, cellValue(record, column.id));
    if (!coerced.ok) into.lines.push({ record, edit: null, reason: coerced.reason });
    else if (changesNothing(currentValue(drafts, record, column.id), coerced.value, options)) into.same += 1;
    else into.lines.push({ record, edit: editOf(record, column.id, coerced.value), reason: null });
  }
  return into;
}
