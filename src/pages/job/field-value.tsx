import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { cellText } from '../../edits/cell-text';
import type { JobField } from '../../storage/job-rows';

/** A written or read value as text; missing, null and empty each in its word. */
export function FieldValue({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('jobs');
  if (value === undefined) return <i className="dim">{t('missing')}</i>;
  if (value === null) return <i className="dim">{t('null')}</i>;
  const text = cellText(value, field?.kind ?? 'json', {
    field_id: field?.field_id ?? '',
    name: '',
    field_type: '',
    required: false,
    config: { options: field?.options ?? [] },
  });
  return text === '' ? <i className="dim">{t('empty')}</i> : <span title={text}>{text}</span>;
}
