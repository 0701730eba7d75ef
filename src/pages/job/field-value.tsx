import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import type { JobField } from '../../storage/job-rows';
import { fieldText } from './field-text';

/** A written or read value as text; missing, null and empty each in its word. */
export function FieldValue({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('jobs');
  const said = fieldText(value, field);
  return 'none' in said ? <i className="dim">{t(said.none)}</i> : <span title={said.text}>{said.text}</span>;
}
