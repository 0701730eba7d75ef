import { useShortcuts } from '../../ui/shortcuts/shortcuts';
import { toggleDialog } from './open-dialog';

/** The shortcuts that work everywhere: the palette, and the list of shortcuts. */
export function useGlobalKeys(): void {
  const toggle = (dialog: 'palette' | 'shortcuts') => (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    toggleDialog(dialog);
  };
  useShortcuts({
    palette: toggle('palette'),
    help: (event) => isTyping(event.target) || toggle('shortcuts')(event),
    helpInText: toggle('shortcuts'),
  });
}

/** Whether a key pressed there is text: in a field, or in a grid, where typing replaces the cell. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=grid], [role=menu]') !== null;
}
