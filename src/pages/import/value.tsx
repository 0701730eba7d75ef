import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { shownText } from '../../jobs/results/job-field';
import type { JobField } from '../../storage/job-rows';
import { oneLine } from './one-line';

/** Letters of a value that are shown. */
const shown = 80;

/** How many letters a value takes, as it is shown. */
export function lettersOf(value: Json | undefined, field: JobField | undefined): number {
  return Math.min(shown, shownText(value, field).length);
}

/** A value as text; missing and empty each in its word. */
export function Value({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('import.check');
  if (value === undefined) return <i>{t('missing')}</i>;
  const text = shownText(value, field);
  if (text === '') return <i>{t('empty')}</i>;
  // Spaces alone would be seen as nothing.
  if (text.trim() === '') return `“${oneLine(text)}”`;
  return oneLine(text.length > shown ? `${text.slice(0, shown)}…` : text);
}
