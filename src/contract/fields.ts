/** The shapes a cell can have inside the console. `json` is the plain fallback for whatever is not known. */
export const fieldKinds = [
  'text',
  'long-text',
  'number',
  'date',
  'switch',
  'option',
  'user',
  'relation',
  'file',
  'location',
  'json',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/**
 * `field_type` words of the platform's table config, by the kind they are shown as. The contract lists none; the field notes list the kinds, and
 * `category` and `relation` as words seen. A word that is not here is no error: the kind is then found from the values.
 */
const kindOfWord: Record<string, FieldKind> = {
  text: 'text',
  textarea: 'long-text',
  long_text: 'long-text',
  rich_text: 'long-text',
  richtext: 'long-text',
  category: 'option',
  option: 'option',
  date: 'date',
  datetime: 'date',
  time: 'text',
  user: 'user',
  money: 'number',
  number: 'number',
  auto_number: 'text',
  rating: 'number',
  progress: 'number',
  calculation: 'number',
  switch: 'switch',
  phone: 'text',
  email: 'text',
  barcode: 'text',
  attachment: 'file',
  file: 'file',
  image: 'file',
  signature: 'file',
  location: 'location',
  address: 'location',
  relation: 'relation',
};

/** The kind for a `field_type` word of the table config; null when the word is unknown. */
export function kindOfFieldType(fieldType: string): FieldKind | null {
  return Object.hasOwn(kindOfWord, fieldType) ? (kindOfWord[fieldType] ?? null) : null;
}

/** System fields of a record (2.4), usable in filters and orders; in a batch update they only match (4.5 rule 7). */
export const systemFields = ['item_id', 'title', 'created_on', 'created_by', 'updated_on', 'updated_by'] as const;
export type SystemField = (typeof systemFields)[number];

/** Whether a field id names a system field (2.4). */
export function isSystemField(fieldId: string): fieldId is SystemField {
  return (systemFields as readonly string[]).includes(fieldId);
}
