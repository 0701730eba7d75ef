/**
 * The search of the loaded rows: its bar over the heads of the columns while it is open. A browser's own search finds only what is drawn.
 */
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useFileNames } from '../../../api/files/single-file';
import type { Client } from '../../../api/wire/client';
import type { Filter, FilterEntry } from '../../../contract/filter';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { Drafts } from '../../../edits/drafts';
import type { ColumnLayout } from '../../../grid/columns/column-layout';
import {
  type FindSource,
  findCells,
  foundBeside,
  foundFrom,
  matcherOf,
  numberOf,
  orderOf,
  placeOf,
} from '../../../grid/find';
import type { GridHandle } from '../../../grid/grid';
import { isComposing } from '../../../grid/keyboard';
import { type CellPlace, type Selection, selectCell } from '../../../grid/selection/selection';
import { useWords } from '../../../grid/use-words';
import { useStore } from '../../../state/store';
import { IconButton } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { cardsWindow, fingerPointer, useMedia } from '../../../ui/hooks/use-media';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, SearchIcon } from '../../../ui/icons/icons';
import { useClosedByBack } from '../../../ui/overlay/leaving';
import { ariaKeysOf, useShortcuts } from '../../../ui/shortcuts/shortcuts';
import { pageCommands, usePageCommand } from '../page-commands';
import type { Extent } from '../rows/extent';
import styles from './find.module.css';
import { FindFilterButton } from './find-filter';
import { type FoundCells, useFindHighlights } from './find-highlights';

interface FindProps {
  /** The rows, and their query. */
  of: {
    client: Client;
    rows: number;
    extent: Pick<Extent, 'exactly'>;
    pages: { recordAt(row: number): DwRecord | undefined };
    drafts: { drafts: Drafts };
    query: { filter: Filter | null };
    onNarrow(entry: FilterEntry): void;
    openRecord: Id | null;
  };
  /** Holds the grid, and the bar over it. */
  place: RefObject<HTMLElement | null>;
  grid: RefObject<GridHandle | null>;
  layout: ColumnLayout;
  active: CellPlace;
  /** The first row that is seen. */
  top: RefObject<number>;
  onSelection(selection: Selection): void;
  /** What was typed for it before its code had come: it is open from the beginning. Null: nobody asked. */
  early: string | null;
}

/** Long: one bar: what is found, where one is in it, and replacing. */
export function Find({ of, place, grid, layout, active, top, onSelection, early }: FindProps) {
  const { rows, extent, pages, drafts, query, onNarrow, openRecord } = of;
  const t = useTranslations('records.find');
  const words = useWords();
  const fileName = useFileNames(of.client);
  const bar = useRef<HTMLDivElement>(null);
  const takeBar = useCallback((drawn: HTMLDivElement | null) => {
    bar.current = drawn;
    focusField(drawn);
  }, []);
  const [open, setOpen] = useState(early !== null);
  // The record beside which it was opened.
  const [beside, setBeside] = useState(openRecord);
  const [text, setText] = useState(early ?? '');
  // What an input method is at work on is not a text yet.
  const [sought, setSought] = useState(text);
  const columns = useMemo(() => layout.laid.map(({ column }) => column), [layout]);
  const here = numberOf(active, columns.length);
  // More letters are looked for from where the first one was.
  const start = useRef(here);
  // Where it began, once it has led away from there: one that ends without a match leads back.
  const origin = useRef<number | null>(null);
  const shownFor = useRef('');

  const isCards = useMedia(cardsWindow);
  const isFinger = useMedia(fingerPointer);
  /** A card is not chosen before it is looked for: a search begins at the first one that is seen. */
  function takeStart() {
    origin.current = null;
    start.current = isCards ? numberOf({ row: top.current, column: 0 }, columns.length) : here;
  }

  function show(cell: number | null) {
    if (cell === null) return;
    origin.current ??= start.current;
    const { row, column } = placeOf(cell, columns.length);
    onSelection(selectCell(row, column));
    grid.current?.show(row);
    grid.current?.revealColumn(column);
  }

  const source = { rows, columns, recordAt: pages.recordAt, drafts: drafts.drafts, words, fileName, onCards: isCards };
  const found = useFindSearch(open ? sought : '', source, ({ text, cells, done }) => {
    const next = foundFrom(cells, start.current);
    if (text === shownFor.current || (next === null && !done)) return;
    shownFor.current = text;
    show(next ?? cells[0] ?? origin.current);
  });
  useFindHighlights(place, found, columns.length, here);

  function seek(next: string) {
    setSought(next);
    if (next !== '') return;
    shownFor.current = '';
    start.current = origin.current ?? start.current;
    show(origin.current);
  }

  function step(direction: 1 | -1) {
    const next = foundBeside(found.cells, here, direction);
    show(next);
    if (next !== null) start.current = next;
  }

  const openBar = () => {
    takeStart();
    if (!open) {
      shownFor.current = text;
      flushSync(() => {
        setSought(text);
        setOpen(true);
        setBeside(openRecord);
      });
    }
    focusField(bar.current)?.select();
  };
  const stepBy = (direction: 1 | -1) => (event: globalThis.KeyboardEvent) => {
    event.preventDefault();
    step(direction);
  };
  // Before the field of a cell, which keeps its keys to itself.
  useShortcuts(open ? { findNext: stepBy(1), findPrevious: stepBy(-1) } : {}, true);
  usePageCommand('find', openBar);

  const close = () => {
    setOpen(false);
    // A card shows its first fields again.
    if (isCards) onSelection(selectCell(active.row, 0));
    // In a cell it would open a touch keyboard.
    if (isCards || !isFinger) grid.current?.focus();
  };
  // A record that was opened from it is closed before it.
  useClosedByBack(open && (openRecord === null || openRecord === beside), close);
  if (!open) return null;
  const onBarKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      grid.current?.focus();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const nowhere = found.cells.length === 0 ? t(sought === '' ? 'noText' : 'none') : null;
  return (
    <div className={styles.over}>
      {/* biome-ignore lint/a11y/useSemanticElements: the element for it is younger than some browsers */}
      <div
        ref={takeBar}
        role="search"
        aria-label={t('find')}
        data-find=""
        data-none={found.done && found.text !== '' && found.cells.length === 0 ? '' : undefined}
        className={styles.bar}
        onKeyDown={onBarKey}
        // The menu of the cells is not for here.
        onContextMenu={(event) => event.stopPropagation()}
      >
        <TextField
          label={t('label')}
          hideLabel
          size="small"
          icon={<SearchIcon size={14} />}
          placeholder={t('placeholder')}
          className={styles.field}
          value={text}
          onChange={setText}
          onInput={({ currentTarget, nativeEvent }) => {
            if (!(nativeEvent as InputEvent).isComposing) seek(currentTarget.value);
          }}
          onCompositionEnd={({ currentTarget }) => seek(currentTarget.value)}
        />
        <FindCount found={found} sought={sought} here={here} exactly={extent.exactly} />
        <IconButton
          size="small"
          label={t('previous')}
          icon={<ArrowUpIcon size={14} />}
          className={styles.step}
          disabledReason={nowhere}
          onClick={() => step(-1)}
        />
        <IconButton
          size="small"
          label={t('next')}
          icon={<ArrowDownIcon size={14} />}
          className={styles.step}
          disabledReason={nowhere}
          onClick={() => step(1)}
        />
        <FindFilterButton
          text={sought}
          columns={columns}
          filter={query.filter}
          onNarrow={(entry) => {
            // Back undoes the filter then, and does not close the search first.
            close();
            onNarrow(entry);
          }}
        />
        <IconButton size="small" label={t('close')} icon={<CloseIcon size={14} />} onClick={close} />
      </div>
    </div>
  );
}

function focusField(bar: HTMLElement | null): HTMLInputElement | null {
  const field = bar?.querySelector('input') ?? null;
  field?.focus();
  return field;
}

/** A search gives way to what else there is to do after so long: half of a frame. */
const sliceMs = 8;

const nothing: FoundCells = { text: '', cells: [], rows: 0, done: true };

/**
 * Searches loaded rows for a text, in slices beside everything else. A new text starts again and its count grows; where rows have changed, previous matches
 * stay until they are searched.
 */
function useFindSearch(text: string, source: FindSource, onFound: (found: FoundCells) => void): FoundCells {
  const { rows, columns, recordAt, drafts, words, fileName, onCards } = source;
  const [found, setFound] = useState<FoundCells>(nothing);
  const onSlice = useEffectEvent((now: FoundCells) => {
    if (now.done || found.text !== text || !found.done) setFound(now);
    onFound(now);
  });
  useEffect(() => {
    const matcher = matcherOf(text);
    if (matcher === null) {
      setFound(nothing);
      return;
    }
    const filled = { cells: [], rows: 0 };
    const steps = findCells(matcher, { rows, columns, recordAt, drafts, words, fileName, onCards }, filled);
    const run = (): void => {
      const end = performance.now() + sliceMs;
      let done = false;
      while (!done && performance.now() < end) done = steps.next().done === true;
      if (!done) timer = setTimeout(run);
      onSlice({ text, ...filled, done });
    };
    let timer = setTimeout(run);
    return () => clearTimeout(timer);
  }, [text, rows, columns, recordAt, drafts, words, fileName, onCards]);
  return found;
}

interface FindCountProps {
  found: FoundCells;
  sought: string;
  here: number;
  exactly: number | null;
}

/** Which cell of how many, and of which rows that is true. Those who listen hear it when the search has ended. */
function FindCount({ found, sought, here, exactly }: FindCountProps) {
  const t = useTranslations('records.find');
  const { cells, rows } = found;
  const done = found.done && found.text === sought;
  const order = orderOf(cells, here);
  const count =
    cells.length === 0
      ? t(done ? 'none' : 'searching')
      : order === null
        ? t('cells', { count: cells.length })
        : t('of', { order, count: cells.length });
  return (
    <span aria-live="polite" aria-atomic="true" aria-busy={!done} className={styles.count}>
      {sought === '' ? null : <b>{count}</b>}
      <span>{sought === '' ? t('hint') : t(rows === exactly ? 'inAll' : 'inRows', { rows })}</span>
    </span>
  );
}

/** Opens the search of the rows; first of its kind, so that it moves no other when it is loaded. */
export function FindButton() {
  const t = useTranslations('records.find');
  const { find } = useStore(pageCommands);
  return (
    <IconButton
      label={t('find')}
      icon={<SearchIcon />}
      aria-keyshortcuts={ariaKeysOf('findText')}
      disabledReason={!find && t('noRows')}
      onClick={find}
    />
  );
}
