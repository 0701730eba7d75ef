import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Id } from '../../../contract/ids';
import { mapByValues } from '../../../transfer/in/mapping/column-values';
import {
  type BlankMeaning,
  blanksOf,
  type ColumnChange,
  changeColumn,
  headerKey,
  type MappedColumn,
  type Mapping,
  mapColumn,
  mappedColumns,
  proposeMapping,
  type SavedChoice,
  savedChoices,
  type TargetField,
} from '../../../transfer/in/mapping/mapping';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { isWhole, type KeyChoice } from '../wizard';
import { readEarlierChoices, readSavedMapping, type SavedMapping, writeSavedMapping } from './saved-mapping';

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
  /** Applies a saved mapping; without one suggests again, as for a header never seen before. */
  take(saved: SavedMapping | null): void;
  /** As it is saved and saved. */
  saved: SavedMapping;
  /** Keeps it for the next file with this header. */
  remember(): void;
}

interface MappingOptions {
  environment: string;
  tableId: Id;
  facts: FileFacts | null;
  targetFields: readonly TargetField[] | null;
}

interface Choices {
  /** The file that they are of. */
  facts: FileFacts | null;
  mapping: Mapping;
  first: Mapping;
  key: KeyChoice | null;
  remembered: KeyChoice | null;
  /** Something was changed by hand since it was proposed. */
  isTouched: boolean;
}

const nothing: Choices = { facts: null, mapping: [], first: [], key: null, remembered: null, isTouched: false };

/** Where the columns of the file go, and the key. A file with a header seen before is mapped as it was. */
export function useMapping({ environment, tableId, facts, targetFields }: MappingOptions): MappingState {
  const header = facts ? headerKey(facts.columns) : null;
  const { data: lastTime } = useQuery({
    queryKey: ['import-mapping', environment, tableId, header],
    queryFn: async () => ({
      kept: await readSavedMapping(environment, tableId, header ?? ''),
      earlier: await readEarlierChoices(environment, tableId, header ?? ''),
    }),
    enabled: header !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const proposal = useMemo(
    () =>
      facts && targetFields && lastTime !== undefined
        ? proposed(lastTime.kept, facts, targetFields, lastTime.earlier)
        : nothing,
    [facts, targetFields, lastTime],
  );
  const [edited, setEdited] = useState<Choices | null>(null);
  const choices = edited && edited.facts === facts ? edited : proposal;
  const mapped = useMemo(() => mappedColumns(choices.mapping, targetFields ?? []), [choices.mapping, targetFields]);

  // The same in every render, so that unchanged rows do not render again.
  const actions = useMemo(() => {
    const edit = (change: (now: Choices) => Partial<Choices>): void =>
      setEdited((last) => {
        const now = last && last.facts === facts ? last : proposal;
        return { ...now, ...change(now), isTouched: true };
      });
    return {
      setKey: (key: KeyChoice) => edit(() => ({ key })),
      map: (column: number, field: TargetField | null) =>
        edit(({ mapping }) => ({ mapping: sent(mapping, column, field, facts) })),
      change: (column: number, change: ColumnChange) =>
        edit(({ mapping }) => ({ mapping: changeColumn(mapping, column, change) })),
      setBlanks: (blank: BlankMeaning, ids?: readonly string[]) =>
        edit(({ mapping }) => ({ mapping: blanksOf(mapping, blank, ids) })),
      take: (saved: SavedMapping | null) => {
        if (facts && targetFields) setEdited(proposed(saved, facts, targetFields, lastTime?.earlier));
      },
    };
  }, [facts, targetFields, proposal, lastTime]);

  const key = isWhole(choices.key, mapped) ? choices.key : null;
  const saved = useMemo(
    (): SavedMapping => ({ columns: savedChoices(choices.mapping, facts?.columns ?? []), key: [...(key ?? [])] }),
    [choices.mapping, facts, key],
  );
  const remember = (): void => {
    if (header !== null) void writeSavedMapping(environment, tableId, header, saved).catch(() => {});
  };
  // A reload keeps what was chosen so far, as the next file with this header does.
  useEffect(() => {
    if (choices.isTouched && header !== null)
      void writeSavedMapping(environment, tableId, header, saved).catch(() => {});
  }, [choices.isTouched, environment, tableId, header, saved]);
  const { mapping, first, remembered } = choices;
  return { mapping, first, mapped, key, remembered, saved, ...actions, remember };
}

/** A remapped column, read there in the detected format. */
function sent(mapping: Mapping, column: number, field: TargetField | null, facts: FileFacts | null): Mapping {
  const next = mapColumn(mapping, column, field);
  if (!field || !facts) return next;
  const { columns, profiles } = facts;
  return next.map((own, index) =>
    index === column ? (mapByValues([own], columns.slice(column), [field], profiles.slice(column))[0] ?? own) : own,
  );
}

function proposed(
  saved: SavedMapping | null,
  facts: FileFacts,
  fields: readonly TargetField[],
  earlier: readonly SavedChoice[] = [],
): Choices {
  const { columns, profiles } = facts;
  const key = saved?.key.length ? saved.key : null;
  const mapping = mapByValues(proposeMapping(columns, fields, saved?.columns, earlier), columns, fields, profiles);
  return { facts, mapping, first: mapping, key, remembered: key, isTouched: false };
}
