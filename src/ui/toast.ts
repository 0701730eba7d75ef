import { loadLater } from './later';
import type { ToastText } from './toast-text';

const waiting: ToastText[] = [];
let show: ((toast: ToastText) => void) | null = null;

/**
 * Says in passing that something happened. Never the only place where a person can learn of it; what went wrong stays
 * until it is closed.
 */
export function showToast(toast: ToastText): void {
  if (show) show(toast);
  else {
    waiting.push(toast);
    loadLater();
  }
}

/** For what shows toasts: takes those that were said before it came, and all that follow. @returns the way to end it */
export function takeToasts(next: (toast: ToastText) => void): () => void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = null;
  };
}
