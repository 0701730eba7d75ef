import { useMemo } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { conditionsOf } from '../../../contract/filter';
import { isSystemField } from '../../../contract/records';
import type { ChosenColumns } from '../columns/use-chosen-columns';

/** Fields that page requests name. */
export interface RequestedFields {
  /** Those that the page needs: of the columns shown, of the filter and of the order; null: all, because nothing is hidden. */
  needed: readonly string[] | null;
  /** The requested fields (4.1); null: all. */
  fields: readonly string[] | null;
}

export const allFields: RequestedFields = { needed: null, fields: null };

/** The fields that each page was asked for; null, or a page that is not named: all. */
export type RequestedByPage = ReadonlyMap<number, readonly string[] | null>;

/**
 * The fields to ask for with these pages: those that each was asked for before as long as they hold what is needed, so that hiding a column reads nothing
 * again, and showing one reads the pages that lack it. The first page is always whole: columns are found from it. The same map when nothing changes.
 * @param held the pages that are there: what others were asked for is forgotten
 */
export function askFor(
  asked: RequestedByPage,
  indexes: readonly number[],
  { needed, fields }: RequestedFields,
  held: ReadonlyMap<number, unknown>,
): RequestedByPage {
  const changed = indexes.filter((index) => {
    const before = asked.get(index) ?? null;
    // One that is there whole stays so.
    if (index === 0 || (before === null && held.has(index))) return false;
    return !(before && needed?.every((id) => before.includes(id)));
  });
  const differ = changed.filter((index) => (asked.get(index) ?? null) !== fields);
  if (differ.length === 0) return asked;
  const known = [...asked].filter(([index]) => held.has(index) || indexes.includes(index));
  return new Map([...known, ...differ.map((index) => [index, fields] as const)]);
}

/** A longer header may be refused on the way; then all fields are requested. */
const headerBytesMax = 6000;

/**
 * Omits hidden columns from requests if the service is configured to honour that; the embedded one does.
 * @returns the fields to request, and whether hidden columns are omitted; null while nothing is hidden
 */
export function useRequestedFields(
  { environment }: Client,
  query: RecordQuery,
  { found, table }: ChosenColumns,
): { asked: RequestedFields; leavesOut: boolean | null } {
  const leavesOut = environment.returnFields ?? environment.embedded;
  const names = useMemo(() => {
    const fields = found.filter(({ id }) => !isSystemField(id));
    const shown = fields.filter(({ id }) => table.getColumn(id)?.getIsVisible());
    if (shown.length === fields.length) return null;
    const ids = new Set(shown.map(({ id }) => id));
    const asked = [
      ...(query.filter ? conditionsOf(query.filter).map(({ field }) => field) : []),
      query.order?.field_id,
    ];
    for (const id of asked) if (id !== undefined && !isSystemField(id)) ids.add(id);
    return JSON.stringify([...ids].sort());
  }, [found, table, query]);
  const asked = useMemo<RequestedFields>(() => {
    if (names === null) return allFields;
    const needed: string[] = JSON.parse(names);
    return { needed, fields: leavesOut && names.length <= headerBytesMax ? needed : null };
  }, [names, leavesOut]);
  return { asked, leavesOut: names === null ? null : leavesOut };
}
