import { useSyncExternalStore } from 'react';

/** The dialogs that open from anywhere; one at a time. */
export type OpenDialog = 'palette' | 'shortcuts' | null;

let current: OpenDialog = null;
const listeners = new Set<() => void>();

/** Which of them is open. */
export function useOpenDialog(): OpenDialog {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Opens one, or closes the one that is open. */
export function showDialog(dialog: OpenDialog): void {
  current = dialog;
  for (const listener of listeners) listener();
}

/** Opens one, or closes it when it is the one that is open. */
export function toggleDialog(dialog: Exclude<OpenDialog, null>): void {
  showDialog(current === dialog ? null : dialog);
}
