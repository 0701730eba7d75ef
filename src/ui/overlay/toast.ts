import { startIdleWork } from '../layout/lazy-part';

export type ToastKind = 'good' | 'bad' | 'warning' | 'neutral';

export interface ToastText {
  kind?: ToastKind;
  title: string;
  text?: string;
  /** One thing to do about it; pressing it closes the toast. */
  action?: { label: string; onSelect: () => void };
  /** The same key replaces the toast that is there. */
  key?: string;
}

/** What shows toasts, once it is there. */
interface Shower {
  add(toast: ToastText): void;
  close(key: string): void;
}

const waiting: ToastText[] = [];
let shower: Shower | null = null;

/**
 * Says in passing that something happened. Never the only place where a person can learn of it; what went wrong stays
 * until it is closed.
 */
export function showToast(toast: ToastText): void {
  if (shower) shower.add(toast);
  else {
    waiting.push(toast);
    startIdleWork();
  }
}

/** Takes back what was said under a key: it is not so any more. */
export function closeToast(key: string): void {
  shower?.close(key);
  const at = waiting.findIndex((toast) => toast.key === key);
  if (at >= 0) waiting.splice(at, 1);
}

/** For what shows toasts: takes those that were said before it came, and all that follow. @returns the way to end it */
export function takeToasts(next: Shower): () => void {
  shower = next;
  for (const toast of waiting.splice(0)) next.add(toast);
  return () => {
    shower = null;
  };
}
