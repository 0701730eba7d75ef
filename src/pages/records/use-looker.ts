import { useCallback, useEffect, useRef } from 'react';
import { limits } from '../../contract/limits';
import { atRest, isWild, type Looked, leadOf, look, notLooked, type Pace, paced } from '../../grid/looked-at';
import { pagesAhead, pagesUnder, type RowWindow } from '../../grid/row-window';
import type { PageReader } from './page-reader';

const pageSize = limits.pageSizeMax;
/** Milliseconds that the window must stand before the page after it is read: sooner than a probe would ask whether it has a row. */
const standMs = 350;

/** Turns what the grid looks at into the pages to ask for: at once when it stands or goes steadily, not before it has looked when it flies past. */
export function useLooker(reader: PageReader): (seen: RowWindow, direction: 1 | -1, rows: number) => void {
  const state = useRef({ reader, looked: notLooked as Looked, pace: atRest as Pace, sent: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (seen, direction, rows) => {
      const own = state.current;
      if (own.reader !== reader) Object.assign(own, { reader, looked: notLooked, pace: atRest, sent: '' });
      const seenPages = pagesUnder(seen, pageSize);
      // No rows to look at, perhaps those of the question before: the first page tells.
      const under = seenPages.length > 0 ? seenPages : [0];
      const step = (stood = false): void => {
        const now = performance.now();
        own.pace = paced(own.pace, seen.first, now);
        const wild = isWild(own.pace, seen.end - seen.first, pageSize);
        const { looked, wanted, wakeAt } = look(own.looked, under, now, wild);
        own.looked = looked;
        clearTimeout(timer.current);
        if (wakeAt !== null) timer.current = setTimeout(step, wakeAt - now + 1);
        else if (!stood) timer.current = setTimeout(step, standMs, true);
        // What the last answer took tells what the next one will.
        const lead = leadOf(own.pace, reader.reading.latest?.milliseconds ?? 0, pageSize, stood);
        const ahead = wakeAt === null && seenPages.length > 0 ? pagesAhead(seen, direction, rows, pageSize, lead) : [];
        const next = { pages: wanted, ahead };
        const text = JSON.stringify(next);
        if (text === own.sent) return;
        own.sent = text;
        reader.want(next);
      };
      step();
    },
    [reader],
  );
}
