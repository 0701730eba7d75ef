/** System fields of a record (2.4), usable in filters and orders; in a batch update they only match (4.5 rule 7). */
export const systemFields = ['item_id', 'title', 'created_on', 'created_by', 'updated_on', 'updated_by'] as const;
export type SystemField = (typeof systemFields)[number];

/** Whether a field id names a system field (2.4). */
export function isSystemField(fieldId: string): fieldId is SystemField {
  return (systemFields as readonly string[]).includes(fieldId);
}
