import { useEffect } from 'react';
import { toggleDialog } from './open-dialog';

/** The shortcuts that work everywhere: `Ctrl/⌘ K` the palette, `?` the list of shortcuts, and `Ctrl/⌘ /` where `?` is text. */
export function useGlobalKeys(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const { key } = event;
      const command = event.ctrlKey || event.metaKey;
      if (event.altKey) return;
      if (command && !event.shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        toggleDialog('palette');
        // With Shift where the keyboard has the stroke above a digit.
      } else if (command ? key === '/' : key === '?' && !isTyping(event.target)) {
        event.preventDefault();
        toggleDialog('shortcuts');
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether a key pressed there is text: in a field, or in a grid, where typing replaces the cell. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=grid], [role=menu]') !== null;
}
