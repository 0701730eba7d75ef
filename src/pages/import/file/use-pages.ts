import { useCallback, useEffect, useRef, useState } from 'react';

/** Pages that are kept: those around what is seen. */
const kept = 12;

/** Rows of a long list, read page by page as they come into sight. `load` is another list when it is another function. */
export function usePages<Row>(
  load: (page: number) => Promise<readonly Row[]>,
  size: number,
): (index: number) => Row | undefined {
  const [, draw] = useState(0);
  const pages = useRef(new Map<number, readonly Row[] | 'loading'>());
  const current = useRef(load);
  if (current.current !== load) {
    current.current = load;
    pages.current = new Map();
  }
  useEffect(
    () => () => {
      pages.current = new Map();
    },
    [],
  );
  return useCallback(
    (index) => {
      const page = Math.floor(index / size);
      const known = pages.current.get(page);
      if (known === 'loading') return undefined;
      if (known) return known[index % size];
      const own = pages.current;
      own.set(page, 'loading');
      for (const old of own.keys()) {
        if (own.size <= kept) break;
        own.delete(old);
      }
      load(page)
        .then((rows) => {
          if (own.has(page)) own.set(page, rows);
          if (pages.current === own) draw((count) => count + 1);
        })
        .catch(() => own.delete(page));
      return undefined;
    },
    [load, size],
  );
}
