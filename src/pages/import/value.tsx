import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { fieldText } from '../../jobs/job-field';
import type { JobField } from '../../storage/job-rows';

/** A value as text; missing and empty each in its word. */
export function Value({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('import.check');
  if (value === undefined) return <i>{t('missing')}</i>;
  const text = fieldText(value, field);
  return text === '' ? <i>{t('empty')}</i> : text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
