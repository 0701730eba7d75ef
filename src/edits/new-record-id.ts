import type { Id } from '../contract/ids';

const prefix = 'new:';

/** A name for a record that the platform does not have yet: this browser's own, and never sent. @param random between 0 and 1 */
export function newRecordId(now: number, random: number): Id {
  return `${prefix}${now.toString(36)}-${Math.floor(random * 36 ** 6).toString(36)}`;
}

/** Whether an id among drafts stands for a record that is to be created. */
export function isNewRecord(id: Id): boolean {
  return id.startsWith(prefix);
}
