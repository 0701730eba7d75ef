import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { shownText } from '../../jobs/results/job-field';
import type { JobField } from '../../storage/job-rows';
import type { ColumnHead } from '../../transfer/in/source/header';

const lineEnds = /\s*(?:\r\n|\r|\n)\s*/g;
/** Letters of a value that are shown. */
const shown = 80;

/** A text as one line, for rows that are one line high. */
export function oneLine(text: string): string {
  return text.replace(lineEnds, ' ↵ ');
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

/** What a column is called: its header; its place where that is empty; both where others have the same. */
export function useColumnNames(columns: readonly ColumnHead[]): (index: number) => string {
  const t = useTranslations('import');
  return useCallback(
    (index) => {
      const column = columns[index];
      if (!column?.name) return t('column', { number: index + 1 });
      return column.isRepeated ? `${column.name} (${index + 1})` : column.name;
    },
    [columns, t],
  );
}
