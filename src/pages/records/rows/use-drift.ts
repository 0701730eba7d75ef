import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Id } from '../../../contract/ids';
import { limits } from '../../../contract/limits';
import { useIdleWork } from '../../../ui/layout/lazy-part';
import type { Drift, Watched } from './drift';
import type { RecordPages } from './use-record-pages';

const noDrift: Drift = { twice: new Map(), vanished: new Map() };

function watch(query: RecordQuery, old: Watched['old'] = new Map()): Watched & { query: RecordQuery } {
  return { query, ids: null, answers: new Map(), old };
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
  // One page is compared with none: the code for it comes after the first picture.
  const isIdle = useIdleWork();
  if (watched.query !== query) {
    setWatched(watch(query));
    setDrift(noDrift);
  }

  useEffect(() => {
    if (!isIdle || older || reading || watched.query !== query) return;
    let wanted = true;
    const note = async (): Promise<void> => {
      const { comparePages } = await import('../later');
      if (!wanted) return;
      // A change of ours takes a record out of a filter, or to another place of a sort; without both it stays.
      const isMoved = (id: Id) => (query.filter !== null || query.order !== null) && isOwn(id);
      setDrift(comparePages(watched, { recordAt, facts }, limits.pageSizeMax, isMoved) ?? noDrift);
    };
    // Without its code nothing is compared: the next page tries again.
    note().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [query, watched, recordAt, facts, older, reading, isOwn, isIdle]);

  const restart = useCallback(() => {
    setWatched(({ query, old, answers }) => watch(query, new Map([...old, ...answers])));
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
