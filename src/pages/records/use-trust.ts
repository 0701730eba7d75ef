import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '../../api/client';
import { type RecordQuery, recordPageOptions } from '../../api/records';
import type { DwRecord } from '../../contract/records';
import { readRemembered, writeRemembered } from '../../storage/remembered';
import { type IgnoredCondition, ignoredConditions, provenOperators } from './filter-trust';

export interface Trust {
  /** Operators that this environment has shown to filter by. */
  proven: ReadonlySet<string>;
  /** Conditions of this question that its answer does not keep to. */
  ignored: readonly IgnoredCondition[];
}

const none: readonly IgnoredCondition[] = [];

/**
 * What the answers say about the operators that the contract does not show. What was proven is remembered for the environment.
 * @param records rows of this very question; empty while they are on their way
 */
export function useTrust(client: Client, query: RecordQuery, records: readonly DwRecord[]): Trust {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const name = `operators:${client.environment.name}`;
    const kept = readRemembered(name);
    const proven = new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []);
    const { filter } = query;
    if (filter === null || records.length === 0) return { proven, ignored: none };
    const ignored = ignoredConditions(filter, records);
    const before = proven.size;
    const without = rowsWithoutFilter(queryClient, client, query);
    for (const operator of provenOperators(filter, records, without)) proven.add(operator);
    for (const { operator } of ignored) proven.delete(operator);
    if (proven.size !== before || ignored.length > 0) writeRemembered(name, [...proven]);
    return { proven, ignored };
  }, [queryClient, client, query, records]);
}

/** Rows of this table that were read without a filter, where there are any. */
function rowsWithoutFilter(queryClient: QueryClient, client: Client, query: RecordQuery): readonly DwRecord[] {
  for (const order of [query.order, null]) {
    const { queryKey } = recordPageOptions(client, { ...query, filter: null, order }, 0);
    const answer = queryClient.getQueryData(queryKey);
    if (answer) return answer.data.items;
  }
  return [];
}
