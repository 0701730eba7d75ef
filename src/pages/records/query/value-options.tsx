import { type FormEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { wasRequested } from '../../../api/queries/records';
import { isDate, isNamedReference, isNumber, isShortText, kindOfValue } from '../../../contract/field-kinds';
import { myself } from '../../../contract/filter';
import { formatJson, type Json } from '../../../contract/json';
import { type DwRecord, isSystemField } from '../../../contract/records';
import { referencesOf } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { bestFirst } from '../../../ui/form/best-first';
import { Checkbox } from '../../../ui/form/checkbox';
import { SearchField } from '../../../ui/form/text-field';
import { fingerPointer, useMedia } from '../../../ui/hooks/use-media';
import { repeatedLetter, useTyping } from '../../../ui/hooks/use-typed-word';
import { isBefore, type Sought } from './condition-draft';
import styles from './condition-form.module.css';

/** A value to filter by, and in how many of the loaded rows it was seen. */
interface SeenValue {
  id: string;
  name: string;
  count: number;
}

export interface SeenValues {
  /** Those of the table config in its order, else the most frequent first. */
  values: SeenValue[];
  /** Rows that were looked at. */
  rows: number;
  /** Whether the values are few enough to be chosen from: kinds that refer always are, texts when they repeat. */
  few: boolean;
  /** The lowest and the highest number or day; null for other kinds, and where there is none. */
  range: readonly [from: string, to: string] | null;
}

const valuesMax = 500;
const textsMax = 60;
const shownMax = 60;
/** Of `YYYY-MM-DD`. */
const dayLength = 10;

/** The values of a column in the loaded rows that have it: options, users and relations by id, texts by themselves. */
export function seenValues(loaded: readonly DwRecord[], column: GridColumn): SeenValues {
  const own = isSystemField(column.id) ? [] : [column.id];
  const records = loaded.filter((record) => wasRequested(record, own));
  const seen = new Map<string, SeenValue>();
  const configured = column.config?.config.options ?? [];
  for (const { id, name } of configured) seen.set(id, { id, name: name || id, count: 0 });
  const refers = isNamedReference(column.kind);
  let filled = 0;
  for (const record of refers || isShortText(column.kind) ? records : []) {
    const references = referencesOf(cellValue(record, column.id)) ?? [];
    if (references.length > 0) filled += 1;
    for (const { id, name } of references) {
      const key = id ?? name;
      if (key === null) continue;
      const value = seen.get(key);
      if (value) value.count += 1;
      else if (seen.size < valuesMax) seen.set(key, { id: key, name: name ?? key, count: 1 });
    }
  }
  const values = [...seen.values()];
  if (configured.length === 0)
    values.sort((a, b) => b.count - a.count || Number(a.name > b.name) - Number(a.name < b.name));
  const few = values.length > 0 && (refers || (values.length <= textsMax && values.length <= filled / 2));
  return { values, rows: records.length, few, range: rangeOf(records, column) };
}

/** Numbers are exact whatever their size; a day may have hours in one row and none in another. */
function rangeOf(records: readonly DwRecord[], { id, kind }: GridColumn): SeenValues['range'] {
  const isOfKind = isNumber(kind) ? isNumber : isDate;
  let low: Json = null;
  let high: Json = null;
  for (const record of isNumber(kind) || isDate(kind) ? records : []) {
    const value = cellValue(record, id) ?? null;
    const found = kindOfValue(value);
    if (value === null || found === null || !isOfKind(found)) continue;
    if (low === null || isBefore(value, low)) low = value;
    if (high === null || isBefore(high, value)) high = value;
  }
  if (low === null || high === null) return null;
  const textOf = (value: Json) => (typeof value === 'string' ? value.slice(0, dayLength) : formatJson(value));
  return [textOf(low), textOf(high)];
}

interface ValueOptionsProps {
  seen: SeenValues;
  ids: readonly string[];
  /** Nothing is chosen or written yet. */
  isEmpty: boolean;
  /** Users can be asked for by the word `myself` too (field notes). */
  user: boolean;
  autoFocus: boolean;
  /** What the search is for was to be applied, and is no value. */
  isRefused: boolean;
  onChange(ids: string[]): void;
  /** Takes what the search is for. */
  onSeek(sought: Sought | null): void;
  onSubmit(event: FormEvent): void;
}

type Option = Pick<SeenValue, 'id' | 'name'>;

/** The one of that name first: it is the one that Enter takes. */
function findIn<Value extends Option>(options: readonly Value[], text: string): Value[] {
  const wanted = text.trim().toLowerCase();
  const found = options.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === text.trim());
  return bestFirst(found, text, ({ name }) => name);
}

/** The one value that a text is looking for: the only one found, or the only one of exactly that name. */
export function soughtIn(options: readonly Option[], text: string): Sought | null {
  if (text.trim() === '') return null;
  const found = findIn(options, text);
  if (found.length === 0) return 'none';
  const named = found.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  const [only, ...others] = found.length === 1 ? found : named;
  return only && others.length === 0 ? { id: only.id } : null;
}

/** More options than these have a search, which takes the focus, unless it would bring a keyboard over them; else the first of them has it. */
const searchedFrom = 8;

function boxesIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=checkbox]')];
}

function focusFirst(list: HTMLElement | null): void {
  if (list) boxesIn(list)[0]?.focus();
}

/** The place of the option beside that an arrow leads to; null for other keys. */
function optionBeside(key: string, at: number, options: readonly Option[]): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, options.length - 1);
  return key === 'ArrowUp' ? Math.max(at - 1, 0) : null;
}

/**
 * The place of the option that has the typed name, else of the next one that begins with it: more letters may stay where the first one led. Else of the
 * next one that begins with the letter that is repeated. Null: there is none.
 */
export function optionTyped(word: string, at: number, options: readonly Option[]): number | null {
  const names = options.map(({ name }) => name.toLowerCase());
  const exact = names.indexOf(word);
  if (exact >= 0) return exact;
  const nextFrom = (from: number, text: string) =>
    names.map((_each, place) => (from + place) % names.length).find((place) => names[place]?.startsWith(text)) ?? null;
  const letter = repeatedLetter(word);
  const next = nextFrom(word === letter ? at + 1 : at, word);
  return next === null && letter !== null ? nextFrom(at + 1, letter) : next;
}

/** Any of the values that the config names or the rows have shown, with how often. Long: one list of values that are loaded, searched, counted and chosen. */
export function ValueOptions(props: ValueOptionsProps) {
  const { seen, ids, isEmpty, user, autoFocus, isRefused, onChange, onSeek, onSubmit } = props;
  const t = useTranslations('filters.form');
  const parts = useRef<HTMLDivElement>(null);
  const [find, setFind] = useState('');
  const isFinger = useMedia(fingerPointer);
  const typing = useTyping();
  /** What was typed on the list, and the value that it led to; null: it begins none, and Enter takes none. */
  const [typed, setTyped] = useState<{ word: string; id: string | null } | null>(null);
  /** The last Space went on a word: it ticks nothing. */
  const isSpaceOfWord = useRef(false);
  // What was chosen before or by typing is not lost in the list; what is ticked in the list stays where it is.
  const [onTop, setOnTop] = useState<readonly string[]>(ids);
  const options = useMemo(() => {
    const known = new Set(seen.values.map(({ id }) => id));
    const extra = onTop.filter((id) => !known.has(id) && !(user && id === myself));
    return [
      ...(user ? [{ id: myself, name: t('myself'), count: 0 }] : []),
      ...seen.values,
      ...extra.map((id) => ({ id, name: id, count: 0 })),
    ];
  }, [seen, onTop, user, t]);
  const found =
    find.trim() === ''
      ? [...options.filter(({ id }) => onTop.includes(id)), ...options.filter(({ id }) => !onTop.includes(id))]
      : findIn(options, find);
  const shown = found.slice(0, shownMax);
  const toggle = (id: string) => {
    setTyped(null);
    onChange(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  };
  if (options.length === 0) return null;

  function onListKey(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget, target } = event;
    const boxes = boxesIn(currentTarget);
    const at = boxes.indexOf(target as HTMLElement);
    const word = typing.wordOf(event);
    const next = word === null ? null : optionTyped(word, at, shown);
    const beside = optionBeside(key, at, shown);
    const search = parts.current?.querySelector<HTMLInputElement>('[type=search]');
    const seek = (text: string) => {
      flushSync(() => {
        setFind(text);
        setTyped(null);
        onSeek(soughtIn(options, text));
      });
      search?.focus();
    };
    if (key === ' ') isSpaceOfWord.current = next !== null;
    if (key === 'Escape' && find !== '') {
      // As in the search itself: what is ticked stays.
      event.preventDefault();
      event.stopPropagation();
      seek('');
    } else if (word !== null && next === null && find !== '') {
      // Of the values that were searched none is meant: it begins another search.
      event.preventDefault();
      typing.end();
      seek(word);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (typed?.id === null) return;
      const pressed = shown[at];
      const named = typed?.id ?? null;
      // Where nothing is chosen or written, the one that has the focus is meant; beside ticked ones the one that was typed.
      if (isEmpty && pressed) flushSync(() => onSeek({ id: pressed.id }));
      else if (named !== null && !ids.includes(named)) flushSync(() => toggle(named));
      currentTarget.closest('form')?.requestSubmit();
    } else if (beside !== null) {
      event.preventDefault();
      typing.end();
      setTyped(null);
      // Above the first value is the search.
      if (key === 'ArrowUp' && at === 0 && search) search.focus();
      else boxes[beside]?.focus();
    } else if (key === ' ' && next === null) {
      // It ticks.
      typing.end();
    } else if (word !== null) {
      event.preventDefault();
      setTyped({ word, id: next === null ? null : (shown[next]?.id ?? null) });
      boxes[next ?? at]?.focus();
    }
  }

  return (
    <div ref={parts} className={styles.options}>
      {options.length > searchedFrom ? (
        <SearchField
          label={t('findOption')}
          hideLabel
          placeholder={t('findOption')}
          size="small"
          value={find}
          autoFocus={autoFocus && !isFinger}
          onChange={(text) => {
            setFind(text);
            setTyped(null);
            onSeek(soughtIn(options, text));
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            if (event.key === 'ArrowDown') {
              focusFirst(parts.current);
              return;
            }
            // Enter marks the first one found; with nothing typed it applies.
            const first = found[0];
            if (find !== '' && first) {
              toggle(first.id);
              setOnTop((now) => [first.id, ...now.filter((id) => id !== first.id)]);
              setFind('');
            } else onSubmit(event);
          }}
        />
      ) : null}
      <fieldset
        ref={autoFocus && (isFinger || options.length <= searchedFrom) ? focusFirst : undefined}
        className={styles.list}
        hidden={found.length === 0}
        onKeyDown={onListKey}
        // A check box is ticked as Space comes up, whatever was done as it went down.
        onKeyUpCapture={(event) => {
          if (event.key === ' ' && isSpaceOfWord.current) event.preventDefault();
        }}
        // Another value than the one that was typed is looked at.
        onFocus={({ currentTarget, target }) => {
          const here = shown[boxesIn(currentTarget).indexOf(target)]?.id;
          setTyped((now) => (now?.id === here ? now : null));
        }}
      >
        <legend className={styles.legend}>{t('value')}</legend>
        {shown.map(({ id, name, count }) => (
          <div key={id} className={styles.option}>
            <Checkbox label={name} checked={ids.includes(id)} onChange={() => toggle(id)} />
            {count ? <span className={styles.count}>{t('count', { count })}</span> : null}
          </div>
        ))}
      </fieldset>
      <p className={styles.note}>
        <b role="status" className={isRefused ? styles.error : undefined}>
          {typed?.id === null ? `${t('noneTyped', { text: typed.word })} ` : ''}
          {found.length === 0 ? `${t('noneFound', { text: find.trim() })} ` : ''}
        </b>
        {found.length > shown.length ? `${t('moreOptions', { count: found.length - shown.length })} ` : ''}
        {t('ofRowsRead', { rows: seen.rows })}
      </p>
    </div>
  );
}
