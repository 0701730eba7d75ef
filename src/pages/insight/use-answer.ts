import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Engine, RunOptions } from '../../insight/engine/answer';
import type { Source } from '../../insight/snapshot/snapshot-column';

/** What the parts of the page ask. */
export interface InsightData {
  engine: Engine;
  /** The rows that the analysis is within. */
  source: Source;
  /** Another text whenever the rows are others. */
  version: string;
  /** Rows of the source so far. */
  rows: number;
  /** More rows are still in the table. */
  isPartial: boolean;
}

interface Asked<Result> {
  data: Result | undefined;
  error: Error | null;
  /** The answer shown is that of a question before, or there is none yet. */
  isRunning: boolean;
}

/**
 * The answer of the engine to a question; that of the question before stays until it is there.
 * @param question text that is another one for every other question; null asks nothing
 */
export function useAnswer<Result>(
  data: InsightData,
  question: string | null,
  ask: (options: RunOptions) => Promise<Result>,
): Asked<Result> {
  const result = useQuery({
    queryKey: ['insight', data.version, data.source.table, question],
    queryFn: ({ signal }) => ask({ signal }),
    enabled: question !== null,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Rows in the engine are at hand; answers may be large.
    gcTime: 30_000,
  });
  return { data: result.data, error: result.error, isRunning: result.isFetching };
}
