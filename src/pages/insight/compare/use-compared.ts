import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatJson } from '../../../contract/json';
import { isSystemField } from '../../../contract/records';
import { engine } from '../../../insight/engine/engine-client';
import { type ColumnPair, type ComparedWith, pairsOf } from '../../../insight/questions/compare';
import type { Source } from '../../../insight/snapshot/snapshot-column';
import { openSnapshot } from '../../../insight/snapshot/snapshot-run';
import { holdSnapshot, type OpenSnapshot } from '../../../insight/snapshot/table-snapshots';
import { listSnapshots, type SnapshotInfo } from '../../../storage/snapshot-files';
import type { OwnSide } from './compare-edits';
import { useComparedFile } from './compared-file';

/** Name of the choice that is a file. */
export const fileChoice = 'file';

/** Two sides whose rows are in the engine. */
export interface Compared {
  with: ComparedWith;
  before: Source;
  after: Source;
  own: OwnSide;
  /** The side that is not the table of the page. */
  other: Source;
  /** Columns that both have. */
  pairs: readonly ColumnPair[];
  /** By what rows are matched if nobody chose it. */
  keys: readonly ColumnPair[];
  /** A side is incomplete, or has the rows of another filter. */
  isUneven: boolean;
  /** Another text whenever the other side has other rows. */
  version: string;
  /** Takes the other side into the engine where that has let go of it. */
  open(): Promise<unknown>;
}

/** What a snapshot can be compared with, and what it is: other snapshots of this browser, those of its table first; or a file. */
export function useCompared(snapshot: OpenSnapshot, chosen: string | null) {
  const { info, source } = snapshot;
  const { environment, identity, table_id } = info;
  const list = useQuery({
    queryKey: ['insight', 'snapshots', environment, identity, info.id, info.loadedAt],
    queryFn: () => listSnapshots({ environment, identity }),
    // While rows are loading it is asked again and again: what is compared with stays.
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isOwn = (each: SnapshotInfo) => each.table_id === table_id;
  const kept = (list.data ?? []).filter(({ id }) => id !== info.id);
  const others = [...kept.filter(isOwn), ...kept.filter((each) => !isOwn(each))];
  const choice = chosen ?? others.find((each) => isOwn(each) && each.complete)?.id ?? null;
  const other = others.find(({ id }) => id === choice) ?? null;
  const file = useComparedFile(`${environment} ${identity} ${table_id}`);
  const opened = useQuery({
    queryKey: ['insight', 'compared', other?.id, other?.loadedAt],
    queryFn: () => openOther(other as SnapshotInfo),
    enabled: other !== null,
    retry: false,
    gcTime: 0,
  });
  const openId = other?.id;
  useEffect(() => (openId === undefined ? undefined : holdSnapshot(openId)), [openId]);
  return { choice, others, other, file, isPending: list.isPending, error: opened.error, compared: compared() };

  function compared(): Compared | null {
    if (choice === fileChoice) {
      if (file?.phase !== 'ready') return null;
      const keys = file.key.map((id) => ({ before: id, after: id }));
      const isUneven = !info.complete || info.filter !== null;
      const sides = sidesOf(source, file.source, 'before');
      return { with: 'file', ...sides, keys, isUneven, version: file.source.table, open: async () => {} };
    }
    if (!other || !opened.data) return null;
    const isSame = isOwn(other);
    const own = isSame && other.loadedAt <= info.loadedAt ? 'after' : 'before';
    const sides = sidesOf(source, opened.data, own);
    const key = sides.pairs.find(({ before }) => isSystemField(before) === isSame);
    const filters = [info, other].map(({ filter }) => formatJson(filter));
    return {
      with: isSame ? 'snapshot' : 'table',
      ...sides,
      keys: key ? [key] : [],
      isUneven: !info.complete || !other.complete || filters[0] !== (isSame ? filters[1] : 'null'),
      version: `${other.id} ${other.loadedAt}`,
      open: () => openOther(other),
    };
  }
}

/** @throws where another tab has removed its rows: there is an empty file in their place then */
async function openOther(info: SnapshotInfo) {
  const facts = await openSnapshot(engine, info);
  if (facts.rows === 0 && info.rows > 0) throw new Error('These rows are no longer in this browser.');
  return facts;
}

function sidesOf(source: Source, other: Source, own: OwnSide) {
  const [before, after] = own === 'before' ? [source, other] : [other, source];
  return { before, after, own, other, pairs: pairsOf(before, after) };
}
