import type { QueryClient } from '@tanstack/react-query';
import { type RecordQuery, recordPageOptions } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import type { ApiError } from '../../../contract/errors';
import type { Filter } from '../../../contract/filter';
import type { DwRecord } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { refusedEntry } from './filter-refusal';
import { changesNothing, findingsOf, ignoredBy } from './filter-trust';
import { addFindings } from './findings';

interface Question {
  queryClient: QueryClient;
  client: Client;
  query: RecordQuery;
  filter: Filter;
  columns: readonly GridColumn[];
  /** The first page of this very question. */
  records: readonly DwRecord[];
  refusal: ApiError | null;
}

/** What an answer says about the filter that was asked for, beside the answers that are known of others. */
export function judgeQuestion({ queryClient, client, query, filter, columns, records, refusal }: Question) {
  const firstPageOf = (other: Filter | null) =>
    queryClient.getQueryData(recordPageOptions(client, { ...query, filter: other }, 0).queryKey)?.data.items ?? null;
  const ignored = ignoredBy(filter, records);
  const same = ignored.length === 0 && changesNothing(filter, records, firstPageOf(null));
  return {
    filter,
    findings: addFindings(client.environment.name, findingsOf(filter, records, columns, firstPageOf)),
    ignored,
    refused: refusal && {
      entry: refusedEntry(filter, refusal.message),
      message: refusal.message,
      code: refusal.code,
    },
    unchanged: same ? records.length : null,
  };
}
