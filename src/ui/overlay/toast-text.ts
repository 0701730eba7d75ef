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
