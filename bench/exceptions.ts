import type { Aim } from './results';

/** An aim that cannot be reached the plain way, and why. It is printed with its figure and does not fail the bench. */
export interface Exception {
  /** Name of the measurement. */
  name: string;
  /** Which of its aims. */
  of: Aim['of'];
  /** Where the time goes and what was tried, in a sentence. */
  reason: string;
}

export const exceptions: readonly Exception[] = [];
