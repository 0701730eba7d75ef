import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import type { HandReply } from '../../api/wire/send';
import type { OperationName } from '../../contract/operations';
import type { byHand } from '../../url/page-search';
import type { HandForm } from './hand-form';
import type { FormTexts } from './operation-form';

/** What was typed for a call, without secrets. */
export type CallForm =
  | { operation: OperationName; texts: FormTexts; returnFields: string }
  | { operation: typeof byHand; hand: HandForm; returnFields: string };

/** A call of this page and what came of it. */
export interface RecentCall {
  /** Counts up in this tab. */
  id: number;
  /** Epoch milliseconds. */
  at: number;
  form: CallForm;
  /** Method and path as sent. */
  call: string;
  write: boolean;
  /** What came, or why nothing came. */
  result: { reply: HandReply } | { error: unknown } | { stopped: true };
}

const kept = 30;
let counter = 0;

/** The calls of a key, newest first. In the query cache with everything else the API said, so that forgetting the key forgets them too. */
export function recentCallsOptions(client: Client) {
  return queryOptions({
    queryKey: [client.environment.name, client.identity, 'explorer'],
    queryFn: (): readonly RecentCall[] => [],
    initialData: [],
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** Keeps a call. @returns it, with its id */
export function keepCall(client: Client, call: Omit<RecentCall, 'id'>): RecentCall {
  counter += 1;
  const recent = { ...call, id: counter };
  const { queryKey } = recentCallsOptions(client);
  queryClient.setQueryData(queryKey, (before: readonly RecentCall[] = []) => [recent, ...before].slice(0, kept));
  return recent;
}

/** Forgets every call of a key. */
export function forgetCalls(client: Client): void {
  queryClient.setQueryData(recentCallsOptions(client).queryKey, []);
}
