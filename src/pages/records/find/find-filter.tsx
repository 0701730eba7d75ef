import { useFormatter, useTranslations } from 'use-intl';
import { isText } from '../../../contract/field-kinds';
import { entriesOf, type Filter, type FilterEntry, filterBounds } from '../../../contract/filter';
import { sameJson } from '../../../contract/json';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { FilterIcon } from '../../../ui/icons/icons';
import styles from './find.module.css';

interface FindFilterButtonProps {
  filter: Filter | null;
  text: string;
  columns: readonly GridColumn[];
  onNarrow(entry: FilterEntry): void;
}

/** Filters by the text on the platform: the search itself looks at the loaded rows alone. */
export function FindFilterButton({ text, columns, filter, onNarrow }: FindFilterButtonProps) {
  const t = useTranslations('records.find');
  const format = useFormatter();
  const entry = filterForText(text, columns);
  const reason =
    text === ''
      ? t('noText')
      : entry === null
        ? t('noTextColumns')
        : hasEntry(filter, entry)
          ? t('alreadyFiltered')
          : null;
  const spellings = format.list(
    spellingsOf(text).map((each) => `“${each}”`),
    { type: 'disjunction' },
  );
  return (
    <Button
      kind="ghost"
      size="small"
      icon={<FilterIcon size={14} />}
      className={styles.filter}
      disabledReason={reason}
      tooltip={t('filterTip', { columns: textColumns(columns).length, spellings })}
      onClick={() => entry && onNarrow(entry)}
    >
      <span>{t('filter')}</span>
    </Button>
  );
}

/** The columns that can be filtered by a part of their text: `in` on text is reported to find parts (field notes). */
function textColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ source, kind }) => source !== 'system' && isText(kind));
}

/**
 * The filter for the rows with a text in any text column; null if there is none. A service may be case-sensitive, unlike the search of loaded rows: so it has
 * the usual spellings of the text.
 */
export function filterForText(text: string, columns: readonly GridColumn[]): FilterEntry | null {
  const searched = textColumns(columns);
  const spellings = spellingsOf(text);
  const parts = searched.length * spellings.length > filterBounds.conditions ? [text] : spellings;
  const conditions = searched.map(({ id }) => ({ field: id, query: { in: parts } }));
  const [only] = conditions;
  if (only === undefined || text === '') return null;
  return conditions.length === 1 ? only : { or: conditions };
}

/** As written, in small letters, in capitals, and with a capital first. */
export function spellingsOf(text: string): string[] {
  const small = text.toLowerCase();
  const [first = '', ...rest] = small;
  return [...new Set([text, small, text.toUpperCase(), first.toUpperCase() + rest.join('')])];
}

/** Whether every row of a filter has to satisfy an entry already. */
export function hasEntry(filter: Filter | null, entry: FilterEntry): boolean {
  if (filter === null) return false;
  if (sameJson(filter, entry)) return true;
  const entries = entriesOf(filter);
  return (entries.length === 1 || Array.isArray(filter.and)) && entries.some((each) => sameJson(each, entry));
}
