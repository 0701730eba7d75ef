import { useEffect, useMemo, useRef, useState } from 'react';
import type { Id } from '../../../contract/ids';
import { type Samples, withValues } from '../../../transfer/in/mapping/by-values';
import {
  type BlankMeaning,
  blanksOf,
  type ColumnChange,
  changeColumn,
  headerKey,
  keptOf,
  type MappedColumn,
  type Mapping,
  mapColumn,
  mappedColumns,
  proposeMapping,
  type TargetField,
} from '../../../transfer/in/mapping/mapping';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { isWhole, type KeyChoice } from '../wizard';
import { type KeptMapping, readKeptMapping, writeKeptMapping } from './kept-mapping';

export interface MappingState {
  mapping: Mapping;
  /** As it was proposed, before anything was changed by hand. */
  first: Mapping;
  mapped: readonly MappedColumn[];
  /** By what rows find their records; null until it is chosen or proposed. */
  key: KeyChoice | null;
  /** The key that was chosen for this header before; null without one. */
  remembered: KeyChoice | null;
  setKey(key: KeyChoice): void;
  map(column: number, field: TargetField | null): void;
  change(column: number, change: ColumnChange): void;
  /** What blank means, in all columns, or in those of some fields. */
  setBlanks(blank: BlankMeaning, fieldIds?: readonly string[]): void;
  /** Takes a mapping that was kept; without one proposes anew. */
  take(kept: KeptMapping | null): void;
  /** As it is kept and saved. */
  kept: KeptMapping;
  /** Keeps it for the next file with this header. */
  remember(): void;
}

interface MappingOptions {
  environment: string;
  tableId: Id;
  facts: FileFacts | null;
  targets: readonly TargetField[] | null;
}

interface Chosen {
  mapping: Mapping;
  first: Mapping;
  key: KeyChoice | null;
  remembered: KeyChoice | null;
  /** Something was changed by hand since it was proposed. */
  touched: boolean;
}

const nothing: Chosen = { mapping: [], first: [], key: null, remembered: null, touched: false };

/** Where the columns of the file go, and the key. A file with a header seen before is mapped as it was. */
export function useMapping({ environment, tableId, facts, targets }: MappingOptions): MappingState {
  const [state, setState] = useState(nothing);
  const columns = facts?.columns;
  const header = columns ? headerKey(columns) : null;
  const file = useRef(facts);
  file.current = facts;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read otherwise, a file with the same header keeps what was chosen
  useEffect(() => {
    if (!columns || !targets || header === null) return;
    let current = true;
    const propose = (kept: KeptMapping | null): void => {
      if (current) setState(proposed(kept, columns, targets, file.current?.profiles ?? []));
    };
    readKeptMapping(environment, tableId, header).then(propose, () => propose(null));
    return () => {
      current = false;
    };
  }, [header, targets, environment, tableId]);

  const mapped = useMemo(() => mappedColumns(state.mapping, targets ?? []), [state.mapping, targets]);
  // The same in every picture, so that rows that did not change are not drawn anew.
  const actions = useMemo<Pick<MappingState, 'setKey' | 'map' | 'change' | 'setBlanks'>>(
    () => ({
      setKey: (next) => setState((now) => ({ ...now, key: next, touched: true })),
      map: (column, field) =>
        setState((now) => ({
          ...now,
          mapping: mapColumn(now.mapping, column, field).map((own, index) => {
            const { columns = [], profiles = [] } = file.current ?? {};
            if (!field || index !== column) return own;
            return withValues([own], columns.slice(column), [field], profiles.slice(column))[0] ?? own;
          }),
          touched: true,
        })),
      change: (column, change) =>
        setState((now) => ({
          ...now,
          touched: true,
          mapping: changeColumn(now.mapping, column, change),
        })),
      setBlanks: (blank, ids) =>
        setState((now) => ({ ...now, touched: true, mapping: blanksOf(now.mapping, blank, ids) })),
    }),
    [],
  );
  const key = isWhole(state.key, mapped) ? state.key : null;
  const kept: KeptMapping = { columns: keptOf(state.mapping, columns ?? []), key: [...(key ?? [])] };
  const remember = (): void => {
    if (header !== null) void writeKeptMapping(environment, tableId, header, kept).catch(() => {});
  };
  // A reload keeps what was chosen so far, as the next file with this header does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen under another header is proposed anew
  useEffect(() => {
    if (state.touched) remember();
  }, [state]);
  return {
    mapping: state.mapping,
    first: state.first,
    mapped,
    key,
    remembered: state.remembered,
    kept,
    ...actions,
    take: (taken) => {
      if (columns && targets) setState(proposed(taken, columns, targets, file.current?.profiles ?? []));
    },
    remember,
  };
}

function proposed(
  kept: KeptMapping | null,
  columns: FileFacts['columns'],
  targets: readonly TargetField[],
  samples: Samples,
): Chosen {
  const key = kept?.key.length ? kept.key : null;
  const mapping = withValues(proposeMapping(columns, targets, kept?.columns), columns, targets, samples);
  return {
    mapping,
    first: mapping,
    key,
    remembered: key,
    touched: false,
  };
}
