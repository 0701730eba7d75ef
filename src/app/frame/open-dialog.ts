import { createStore, useStore } from '../../state/store';

/** The dialogs that open from anywhere; one at a time. */
export type OpenDialog = 'palette' | 'shortcuts' | null;

const openDialog = createStore<OpenDialog>(null);

/** Which of them is open. */
export function useOpenDialog(): OpenDialog {
  return useStore(openDialog);
}

/** Opens one, or closes the one that is open. */
export function showDialog(dialog: OpenDialog): void {
  openDialog.set(dialog);
}

/** Opens one, or closes it when it is the one that is open. */
export function toggleDialog(dialog: Exclude<OpenDialog, null>): void {
  showDialog(openDialog.get() === dialog ? null : dialog);
}
