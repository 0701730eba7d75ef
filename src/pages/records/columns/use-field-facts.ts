import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type RecordQuery, recordPageOptions } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import { readPatiently } from '../../../api/wire/retry';
import { limits } from '../../../contract/limits';
import { addPage, type Facts, newFacts, nextPages } from '../../../grid/profile/field-facts';
import type { HeldPage } from '../rows/use-record-pages';

/** Pages that one press reads. */
export const pagesAtOnce = 10;

export interface FieldFactsState {
  facts: Facts;
  /** Changes with the facts, which are filled in place. */
  version: number;
  /** The last row of the question has been read. */
  ended: boolean;
  reading: boolean;
  error: unknown;
  readMore(): void;
  stop(): void;
}

/** What the rows read say about each field: those that the grid holds, and as many more as somebody asks for, page by page after everything more urgent. */
export function useFieldFacts(client: Client, query: RecordQuery, held: () => Iterable<HeldPage>): FieldFactsState {
  const queryClient = useQueryClient();
  const [state, setState] = useState({ version: 0, ended: false, reading: false, error: null as unknown });
  const [facts] = useState(newFacts);
  const running = useRef<AbortController | null>(null);
  // Once, when it opens; a page that comes later is read here as well when its turn comes, and is in the cache then.
  const [first] = useState(() => {
    let ended = false;
    for (const { index, items, asked, last } of held()) {
      addPage(facts, index, items, asked);
      ended ||= last;
    }
    return { ended };
  });
  useEffect(() => () => running.current?.abort(), []);

  async function readMore(): Promise<void> {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState((now) => ({ ...now, reading: true, error: null }));
    let ended = state.ended;
    try {
      for (const index of nextPages(facts, pagesAtOnce)) {
        const options = recordPageOptions(client, query, index * limits.pageSizeMax, 'prefetch');
        const read = () => queryClient.fetchQuery({ ...options, retry: false });
        const { data } = await readPatiently(client, read, control.signal);
        if (control.signal.aborted) return;
        addPage(facts, index, data.items, null);
        ended = data.items.length < limits.pageSizeMax || data.has_more === false;
        setState((now) => ({ ...now, version: now.version + 1, ended }));
        if (ended) break;
      }
      setState((now) => ({ ...now, reading: false }));
    } catch (error) {
      if (!control.signal.aborted) setState((now) => ({ ...now, reading: false, error }));
    }
  }

  return {
    facts,
    ...state,
    ended: state.ended || (first.ended && nextPages(facts, 1)[0] === facts.pages.size),
    readMore: () => void readMore(),
    stop() {
      running.current?.abort();
      setState((now) => ({ ...now, reading: false }));
    },
  };
}
