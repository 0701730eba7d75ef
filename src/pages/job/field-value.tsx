import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { fieldText } from '../../jobs/job-field';
import type { JobField } from '../../storage/job-rows';
import { noneOf } from './job-words';

/** A written or read value as text; missing, null and empty each in its word. */
export function FieldValue({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('jobs');
  const text = fieldText(value, field);
  return text === '' ? <i className="dim">{t(noneOf(value))}</i> : <span title={text}>{text}</span>;
}
