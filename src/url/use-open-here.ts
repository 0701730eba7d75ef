import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether something is open over the page: another step of the history closes it, for good. */
export function useOpenHere(): [open: boolean, setOpen: (open: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Back to that step must not find it open again.
  if (openAt !== null && openAt !== key) setOpenAt(null);
  return [openAt === key, useCallback((open) => setOpenAt(open ? key : null), [key])];
}
