const listeners = new Set<() => void>();
let ended = 0;

/** Jobs that ended while this tab was not seen, for the title of the document. */
export function endedUnseen(): number {
  return ended;
}

export function subscribeEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that a job ended; it is forgotten as soon as the tab is seen. */
export function noteEnded(): void {
  set(ended + 1);
  document.addEventListener('visibilitychange', forget);
}

function forget(): void {
  if (document.hidden) return;
  document.removeEventListener('visibilitychange', forget);
  set(0);
}

function set(next: number): void {
  ended = next;
  for (const listener of listeners) listener();
}
