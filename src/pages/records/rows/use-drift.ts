import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import { type Drift, driftOf, forgetIds, noDrift, noIds, noteIds, type ReadIds } from './drift';
import type { RecordPages } from './use-record-pages';

const pageSize = limits.pageSizeMax;

/** What was loaded of one query, page by page; the first record identifies the response of its page. */
interface Watched {
  query: RecordQuery;
  ids: ReadIds;
  answers: Map<number, DwRecord>;
  /** Pages of the previous reading: they are not compared with reloaded ones. */
  old: Map<number, DwRecord>;
}

function watch(query: RecordQuery): Watched {
  return { query, ids: noIds(pageSize), answers: new Map(), old: new Map() };
}

export interface DriftState {
  drift: Drift;
  /** The note of a row; null if there is none. */
  markAt(row: number): string | null;
  /** A reload begins: rows from now on are not compared with the earlier ones. */
  restart(): void;
}

/**
 * Notices rows that appear twice or vanish between the pages of a query. Compares when nothing is loading, so pages that change together count once.
 * @param isOwn whether a record was written here
 */
export function useDrift(query: RecordQuery, pages: RecordPages, isOwn: (id: Id) => boolean): DriftState {
  const t = useTranslations('records');
  const [watched, setWatched] = useState(() => watch(query));
  const [drift, setDrift] = useState(noDrift);
  const { recordAt, facts, older, reading } = pages;
  if (watched.query !== query) {
    setWatched(watch(query));
    setDrift(noDrift);
  }

  useEffect(() => {
    if (older || reading || watched.query !== query) return;
    const { ids, answers, old } = watched;
    const kept = new Set<number>();
    for (const { index, rows } of facts) {
      const first = recordAt(index * pageSize);
      if (!first || old.get(index) === first) continue;
      kept.add(index);
      if (answers.get(index) === first) continue;
      answers.set(index, first);
      noteIds(
        ids,
        index,
        Array.from({ length: rows }, (_, place) => recordAt(index * pageSize + place)?.item_id ?? ''),
      );
    }
    for (const index of answers.keys()) {
      if (kept.has(index)) continue;
      answers.delete(index);
      forgetIds(ids, index);
    }
    // A change of ours takes a record out of a filter, or to another place of a sort; without both it stays.
    const next = driftOf(ids, (id) => (query.filter !== null || query.order !== null) && isOwn(id));
    setDrift((now) => (next === noDrift || now !== next ? next : now));
  }, [query, watched, recordAt, facts, older, reading, isOwn]);

  const restart = useCallback(() => {
    setWatched((now) => ({ ...watch(now.query), old: new Map([...now.old, ...now.answers]) }));
    setDrift(noDrift);
  }, []);

  const markAt = useCallback(
    (row: number) => {
      const other = drift.twice.get(row);
      if (other !== undefined) return t('readTwice', { row: other + 1 });
      const gone = drift.vanished.get(row);
      return gone === undefined ? null : t('vanishedHere', { id: gone });
    },
    [drift, t],
  );
  return { drift, markAt, restart };
}
