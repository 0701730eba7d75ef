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
