import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { cellText } from '../../edits/cell-text';
import type { JobField } from '../../storage/job-rows';

/** A value as text; missing and empty each in its word. */
export function Value({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('import.check');
  if (value === undefined) return <i>{t('missing')}</i>;
  const text = cellText(value, field?.kind ?? 'json', {
    field_id: field?.field_id ?? '',
    name: '',
    field_type: '',
    required: false,
    config: { options: field?.options ?? [] },
  });
  return text === '' ? <i>{t('empty')}</i> : text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
