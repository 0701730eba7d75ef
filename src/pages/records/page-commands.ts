import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../../state/store';

/** What the page of a table does when it is told to from elsewhere: from the palette, or a key. */
type PageCommand =
  | 'find'
  | 'export'
  | 'newRecord'
  | 'editFilter'
  | 'addCondition'
  | 'clearFilter'
  | 'sort'
  | 'changeMatching'
  | 'deleteRecords'
  | 'columns'
  | 'views'
  | 'refresh'
  | 'goToRow'
  | 'undo'
  | 'undoJob'
  | 'redoJob'
  | 'review';

/** Those that can be given now. */
export const pageCommands = createStore<Partial<Record<PageCommand, () => void>>>({});

/** A rendered part takes a command while it is rendered; with null it cannot be given now. */
export function usePageCommand(name: PageCommand, run: (() => void) | null): void {
  const onRun = useEffectEvent(() => run?.());
  const canRun = run !== null;
  useEffect(() => {
    if (!canRun) return;
    pageCommands.set({ ...pageCommands.get(), [name]: () => onRun() });
    return () => pageCommands.set({ ...pageCommands.get(), [name]: undefined });
  }, [name, canRun]);
}
