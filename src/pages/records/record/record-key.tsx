import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isDate, isNumber } from '../../../contract/field-kinds';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import { keepKey, savedKey } from '../../../edits/new-records';
import { keyMaker } from '../../../jobs/table/record-key';
import type { JobField } from '../../../storage/job-rows';
import { canBeKey } from '../../../transfer/in/key/key-candidates';
import { leavesFewOut } from '../../../transfer/in/key/key-quality';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { SearchField } from '../../../ui/form/text-field';
import { ChevronDownIcon, KeyIcon } from '../../../ui/icons/icons';
import { Popover } from '../../../ui/overlay/popover';
import styles from './record-key.module.css';

interface KeyPickerProps {
  fields: readonly { id: string; name: string }[];
  value: readonly string[];
  /** The key is named beside it already. */
  change?: boolean;
  onChange(key: readonly string[]): void;
}

const searchedFrom = 9;

/** One or several fields that together identify a record (4.5 rules 4 and 5). */
export function KeyPicker({ fields, value, change = false, onChange }: KeyPickerProps) {
  const t = useTranslations('edits');
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const shown = fields.filter(({ id, name }) => `${name}\n${id}`.toLowerCase().includes(wanted));
  const nameOf = (id: string) => fields.find((field) => field.id === id)?.name ?? id;
  return (
    <Popover
      label={t('keyLabel')}
      trigger={
        change && value.length > 0 ? (
          <Button size="small" aria-label={t('keyChangeLabel')}>
            {t('keyChange')}
          </Button>
        ) : (
          <Button icon={<KeyIcon />}>
            {value.length === 0 ? t('keyChoose') : t('keyIs', { fields: value.map(nameOf).join(' + ') })}
            <ChevronDownIcon />
          </Button>
        )
      }
    >
      <div className={styles.picker}>
        <p className={styles.note}>{t('keyHint')}</p>
        {fields.length >= searchedFrom ? (
          <SearchField label={t('keyFind')} hideLabel placeholder={t('keyFind')} value={find} onChange={setFind} />
        ) : null}
        <div className={styles.choices}>
          {shown.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={(checked) =>
                onChange(
                  // In the order of the table, so that the same fields are the same key.
                  fields.map((field) => field.id).filter((each) => (each === id ? checked : value.includes(each))),
                )
              }
            />
          ))}
        </div>
      </div>
    </Popover>
  );
}

/** The key of the new records of a table as it is kept, and the way to name another one. */
export function useRecordKey(environment: string, tableId: Id): [readonly string[], (key: readonly string[]) => void] {
  const [key, setKey] = useState(() => savedKey(environment, tableId));
  const change = useCallback(
    (next: readonly string[]) => {
      keepKey(environment, tableId, next);
      setKey(next);
    },
    [environment, tableId],
  );
  return [key, change];
}

/** Facts about a key in loaded rows; the rest of the table is unknown. */
export interface JudgedKey {
  rows: number;
  /** Rows in which a field of it is empty. */
  empty: number;
  /** Rows whose key another one has too. */
  duplicates: number;
}

const longestKey = 200;
/** Measures are unique in few rows by chance: they come after names, and never alone. */
const costOf = ({ kind }: JobField): number => (isDate(kind) ? 1 : isNumber(kind) ? 3 : 0);

/** Each record once, also where a row was read twice. */
export function distinctRecords(pages: Iterable<{ items: readonly DwRecord[] }>): DwRecord[] {
  const records = new Map<string, DwRecord>();
  for (const { items } of pages) for (const record of items) records.set(record.item_id, record);
  return [...records.values()];
}

/**
 * The smallest field or pair of fields that is filled and unique in all loaded rows, names before dates before numbers, then in table order. If there is
 * none, one shared by only few rows; null if there is none either, or fewer than two rows were loaded.
 */
export function proposeKey(fields: readonly JobField[], records: readonly DwRecord[]): string[] | null {
  if (records.length < 2) return null;
  const filled = fields.filter(canBeKey).flatMap((field) => {
    const texts = textsOf(field, records);
    return texts ? [{ id: field.field_id, cost: costOf(field), texts }] : [];
  });
  const names = filled.filter(({ cost }) => cost === 0);
  const pairs = filled
    .flatMap((first, index) => filled.slice(index + 1).map((second) => ({ first, second })))
    .filter(({ first, second }) => first.cost === 0 || second.cost === 0)
    .sort((a, b) => a.first.cost + a.second.cost - b.first.cost - b.second.cost);
  const none = (duplicates: number) => duplicates === 0;
  const few = (duplicates: number) => leavesFewOut({ rows: records.length, empty: 0, duplicates });
  for (const allowed of [none, few]) {
    const name = names.find(({ texts }) => differ(allowed, texts));
    if (name) return [name.id];
    const pair = pairs.find(({ first, second }) => differ(allowed, first.texts, second.texts));
    if (pair) return [pair.first.id, pair.second.id];
  }
  return null;
}

/** Rates a chosen key. */
export function judgeKey(key: readonly string[], fields: readonly JobField[], records: readonly DwRecord[]): JudgedKey {
  const maker = keyMaker({ update_by_fields: [...key] }, fields);
  const counts = new Map<string, number>();
  let empty = 0;
  for (const record of records) {
    const own = maker.ofRecord(record);
    if (own) counts.set(own.text, (counts.get(own.text) ?? 0) + 1);
    else empty += 1;
  }
  const duplicates = [...counts.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  return { rows: records.length, empty, duplicates };
}

/** Whether as many rows as are allowed repeat one before them; ends as soon as more do: most pairs of fields have duplicates early. */
function differ(allowed: (duplicates: number) => boolean, texts: readonly string[], also?: readonly string[]): boolean {
  const seen = new Set<string>();
  return texts.every((text, row) => {
    seen.add(also ? `${text}\n${also[row]}` : text);
    return allowed(row + 1 - seen.size);
  });
}

/** By what the values of a field are compared; null where one is empty, or too long for a filter. */
function textsOf(field: JobField, records: readonly DwRecord[]): string[] | null {
  const maker = keyMaker({ update_by_fields: [field.field_id] }, [field]);
  const texts: string[] = [];
  for (const record of records) {
    const text = maker.ofRecord(record)?.text;
    if (text === undefined || text.length > longestKey) return null;
    texts.push(text);
  }
  return texts;
}
