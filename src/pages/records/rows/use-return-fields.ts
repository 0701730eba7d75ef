import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import {
  type ReturnFieldsHonoured,
  returnFieldsHonoured,
  subscribeReturnFields,
} from '../../../api/operations/return-fields';
import type { Client } from '../../../api/wire/client';
import { isSystemField } from '../../../contract/fields';
import { conditionsOf } from '../../../contract/filter';
import { limits } from '../../../contract/limits';
import type { DwRecord } from '../../../contract/records';
import { useIdleWork } from '../../../ui/layout/lazy-part';
import type { ChosenColumns } from '../columns/use-chosen-columns';
import { type AskedFields, allFields } from './asked-fields';

/** A header of more bytes may be refused on its way; then all fields are asked for. */
const headerBytesMax = 6000;

interface ReturnFieldsOptions {
  client: Client;
  query: RecordQuery;
  chosen: ChosenColumns;
  /** The first page, which is always read whole: columns are found from it. */
  firstPage: readonly DwRecord[];
  onAsk(asked: AskedFields): void;
}

/**
 * Leaves hidden columns out of the requests where the service honours that. Whether it does is asked once a session, after the first rows, with the
 * records of the first page.
 * @returns what is known of the service; null while nothing is hidden
 */
export function useReturnFields({
  client,
  query,
  chosen,
  firstPage,
  onAsk,
}: ReturnFieldsOptions): ReturnFieldsHonoured | null {
  const environment = client.environment.name;
  const honoured = useSyncExternalStore(subscribeReturnFields, () => returnFieldsHonoured(environment));
  const { found, table } = chosen;
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
  const asked = useMemo<AskedFields>(() => {
    if (names === null) return allFields;
    const needed: string[] = JSON.parse(names);
    return { needed, fields: honoured === 'honoured' && names.length <= headerBytesMax ? needed : null };
  }, [names, honoured]);
  // Before anything is painted: no row may show a column that it was not asked for.
  useLayoutEffect(() => onAsk(asked), [asked, onAsk]);

  const isIdle = useIdleWork();
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (!isIdle || honoured !== 'unknown' || names === null || firstPage.length < limits.pageSizeMax) return;
    // One page is all there is, or these very columns could not show it: another set of them may.
    if (tried.current === names || names.length > headerBytesMax) return;
    tried.current = names;
    const fields: string[] = JSON.parse(names);
    void import('../../../api/operations/return-fields').then(({ tryReturnFields }) =>
      tryReturnFields(client, query, firstPage, fields),
    );
  }, [isIdle, honoured, names, firstPage, client, query]);

  return names === null ? null : honoured;
}
