import { useCallback, useState } from 'react';
import type { Id } from '../../../contract/ids';
import { keepKey, keptKey } from '../../../edits/kept-key';

/** The key of the new records of a table as it is kept, and the way to name another one. */
export function useRecordKey(environment: string, tableId: Id): [readonly string[], (key: readonly string[]) => void] {
  const [key, setKey] = useState(() => keptKey(environment, tableId));
  const change = useCallback(
    (next: readonly string[]) => {
      keepKey(environment, tableId, next);
      setKey(next);
    },
    [environment, tableId],
  );
  return [key, change];
}
