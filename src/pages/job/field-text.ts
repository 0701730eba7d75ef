import type { Json } from '../../contract/json';
import { cellText } from '../../edits/cell-text';
import type { JobField } from '../../storage/job-rows';

/** A written or read value as text; or which word says that there is none: missing (undefined), null and empty are told apart. */
export function fieldText(
  value: Json | undefined,
  field: JobField | undefined,
): { text: string } | { none: 'missing' | 'null' | 'empty' } {
  if (value === undefined) return { none: 'missing' };
  if (value === null) return { none: 'null' };
  const text = cellText(value, field?.kind ?? 'json', {
    field_id: field?.field_id ?? '',
    name: '',
    field_type: '',
    required: false,
    config: { options: field?.options ?? [] },
  });
  return text === '' ? { none: 'empty' } : { text };
}
