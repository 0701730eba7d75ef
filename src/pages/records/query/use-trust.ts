import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import { ApiError, knownCodes } from '../../../contract/errors';
import type { Filter } from '../../../contract/filter';
import type { Json, JsonObject } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Ignored } from './filter-trust';
import { type Findings, readFindings } from './findings';

/** The service refused the question; `entry` is the condition that it named, null when it named none. */
export interface RefusedQuestion {
  entry: JsonObject | null;
  message: string;
  code: number | null;
}

export interface Trust {
  findings: Findings;
  /** What of this question its answer does not keep to. */
  ignored: readonly Ignored[];
  refused: RefusedQuestion | null;
  /** The rows are the same as without the filter, and do not tell why: how many. */
  unchanged: number | null;
}

/** What an answer says about a part of the filter, told on its pill. Entries are known by identity: a draft keeps those it does not change. */
export type EntryMark = { is: 'ignored'; misses: number; rows: number } | { is: 'refused'; message: string };

export function markOf(trust: Trust, entry: Json): EntryMark | null {
  if (trust.refused && trust.refused.entry === entry) return { is: 'refused', message: trust.refused.message };
  const ignored = trust.ignored.find((each) => each.entry === entry);
  return ignored ? { is: 'ignored', misses: ignored.misses, rows: ignored.rows } : null;
}

/** Of which filter that was found. */
interface Judged extends Trust {
  filter: Filter | null;
}

/**
 * What the answers say about the operators of the filter. The judge comes later than the first rows: until it has come nothing is claimed.
 * @param records the first page of this very question; empty while it is on its way
 */
export function useTrust(
  client: Client,
  query: RecordQuery,
  columns: readonly GridColumn[],
  records: readonly DwRecord[],
  error: unknown,
): Trust {
  const queryClient = useQueryClient();
  const environment = client.environment.name;
  const [judged, setJudged] = useState<Judged>(() => nothingFound(null, environment));
  useEffect(() => {
    const { filter } = query;
    const refusal = isRefusal(error) ? error : null;
    if (filter === null || (records.length === 0 && refusal === null)) {
      // What was refused before was taken now, though no row matches.
      setJudged((now) => (now.refused === null ? now : { ...nothing, filter: now.filter, findings: now.findings }));
      return;
    }
    let wanted = true;
    void import('./judge-question').then(({ judgeQuestion }) => {
      if (wanted) setJudged(judgeQuestion({ queryClient, client, query, filter, columns, records, refusal }));
    });
    return () => {
      wanted = false;
    };
  }, [queryClient, client, query, columns, records, error]);
  // What was found of operators stays, what was found of an answer goes with its question.
  return judged.filter === query.filter ? judged : { ...nothing, findings: judged.findings };
}

const nothing = { ignored: [], refused: null, unchanged: null };

function nothingFound(filter: Filter | null, environment: string): Judged {
  return { ...nothing, filter, findings: readFindings(environment) };
}

/** The platform answered and said no, and not to the key or the table. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || (error.kind !== 'system' && error.kind !== 'business')) return false;
  return error.code !== knownCodes.authenticationFailed && error.code !== knownCodes.gone;
}
