import { createStore } from '../state/store';

let first = true;

/** Whether the document shows the page that it was opened with: it begins at its top, where the first Tab leads to the way past the navigation. */
export function isFirstPage(): boolean {
  return first;
}

/** The first page of this document has been drawn. */
export function endFirstPage(): void {
  first = false;
}

/** The workspace of what a page shows, where its address does not name it. */
export const spaceOfPage = createStore<string | null>(null);

/** A page declares its workspace, for the parts around it. @returns revokes that */
export function announceWorkspace(own: string): () => void {
  spaceOfPage.set(own);
  return () => {
    if (spaceOfPage.get() === own) spaceOfPage.set(null);
  };
}
