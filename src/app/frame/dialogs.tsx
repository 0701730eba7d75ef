import { useState } from 'react';
import { lazyPart } from '../../ui/layout/lazy-part';
import { useShortcuts } from '../../ui/shortcuts/shortcuts';
import { toggleDialog, useOpenDialog } from './open-dialog';

const CommandPalette = lazyPart(async () => (await import('../later')).CommandPalette);
const ShortcutsDialog = lazyPart(async () => (await import('../later')).ShortcutsDialog);

/** The dialogs that open from anywhere, and the keys that open them. */
export function Dialogs() {
  useGlobalKeys();
  const open = useOpenDialog();
  // Once one was open they stay around, to fade away and to give the focus back.
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  if (!used) return null;
  return (
    <>
      <CommandPalette />
      <ShortcutsDialog />
    </>
  );
}

/** The shortcuts that work everywhere: the palette, and the list of shortcuts. */
function useGlobalKeys(): void {
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

/** Whether a key pressed there is text: in a field, as the active cell holds one where it can be edited. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=menu]') !== null;
}
