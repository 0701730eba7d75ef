import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import { previewOf } from '../../../grid/cells/preview';
import { shownText } from '../../../jobs/results/job-field';
import type { JobField } from '../../../storage/job-rows';
import { noneOf } from '../outcome/job-words';

interface FieldValueProps {
  value: Json | undefined;
  field: JobField | undefined;
  /** The beginning of a long text is enough. */
  brief?: boolean;
}

/** A written or read value as text; missing, null and empty each in its word. */
export function FieldValue({ value, field, brief = false }: FieldValueProps) {
  const t = useTranslations('jobs');
  const text = shownText(value, field);
  return text === '' ? (
    <i className="dim">{t(noneOf(value))}</i>
  ) : (
    <span title={text}>{brief ? previewOf(text) : text}</span>
  );
}
