import { useCallback, useState } from 'react';
import { readRemembered, writeRemembered } from '../../storage/remembered';

/** The fields that tell a record of a table from every other, as the person named them; kept in this browser per table. Empty while none is named. */
export function useRecordKey(
  environment: string,
  tableId: string,
): [readonly string[], (key: readonly string[]) => void] {
  const name = `record-key:${environment}:${tableId}`;
  const [key, setKey] = useState(() => keptKey(readRemembered(name)));
  const change = useCallback(
    (next: readonly string[]) => {
      writeRemembered(name, next);
      setKey(next);
    },
    [name],
  );
  return [key, change];
}

function keptKey(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}
