import type { KeyboardEvent } from 'react';
import { isPressed } from '../../ui/shortcuts/shortcuts';

/** Whether a key in a bar beside the cells leads back to them: Escape, where it does not close what the bar has opened. */
export function leadsToCells(event: KeyboardEvent<HTMLElement>): boolean {
  const { currentTarget, target, defaultPrevented } = event;
  // What is open is drawn elsewhere, and its keys arrive here all the same.
  const isElsewhere = !currentTarget.contains(target as Node);
  const isOpen = currentTarget.querySelector('[aria-expanded="true"]') !== null;
  return isPressed('toCells', event) && !defaultPrevented && !isElsewhere && !isOpen;
}
