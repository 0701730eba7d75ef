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
let space: string | null = null;
const listeners = new Set<() => void>();

export function spaceOfPage(): string | null {
  return space;
}

export function subscribeSpaceOfPage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page says in which workspace it is, for the parts around it. @returns the way to take that back */
export function tellSpaceOfPage(own: string): () => void {
  set(own);
  return () => {
    if (space === own) set(null);
  };
}

function set(next: string | null): void {
  space = next;
  for (const listener of listeners) listener();
}
