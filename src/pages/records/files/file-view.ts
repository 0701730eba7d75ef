import type { FileView } from '../../../grid/cells/cell-view';
import { createStore, useStore } from '../../../state/store';
import { loadAllTexts } from '../../../texts/texts-provider';
import { lazyCode } from '../../../ui/layout/lazy-part';

const view = createStore<FileView | null>(null);

// Fetched with what comes quietly after the first picture: until then cells show what they know. A data saver leaves it at that.
lazyCode(async () => {
  const [{ CellFile }] = await Promise.all([import('../later'), loadAllTexts()]);
  view.set(CellFile);
});

/** What draws the files of cells; null until its code has come. */
export function useFileView(): FileView | null {
  return useStore(view);
}
