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

/** Shows a passing notification. Never the only place for information; errors stay until closed. */
export function showToast(toast: ToastText): void {
  if (shower) shower.add(toast);
  else {
    waiting.push(toast);
    startIdleWork();
  }
}

/** Removes the notification of a key that no longer applies. */
export function closeToast(key: string): void {
  shower?.close(key);
  const at = waiting.findIndex((toast) => toast.key === key);
  if (at >= 0) waiting.splice(at, 1);
}

/** For the component that shows toasts: receives earlier ones, and all that follow. @returns unsubscribes */
export function takeToasts(next: Shower): () => void {
  shower = next;
  for (const toast of waiting.splice(0)) next.add(toast);
  return () => {
    shower = null;
  };
}
