import { useState } from 'react';
import { lazyPart } from '../../ui/layout/lazy-part';
import { useOpenDialog } from './open-dialog';
import { useGlobalKeys } from './use-global-keys';

const CommandPalette = lazyPart(async () => (await import('../palette/command-palette')).CommandPalette);
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog);

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
