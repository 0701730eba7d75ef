import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Filter } from '../../../contract/filter';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { foundBeside, foundFrom, numberOf, orderOf, placeOf } from '../../../grid/find';
import { isComposing } from '../../../grid/keyboard';
import { selectCell } from '../../../grid/selection/selection';
import { useStable } from '../../../grid/use-stable';
import { useWords } from '../../../grid/use-words';
import { Button, IconButton } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, FilterIcon, SearchIcon } from '../../../ui/icons/icons';
import { useShortcuts } from '../../../ui/shortcuts/shortcuts';
import styles from './find-bar.module.css';
import { useFindMarks } from './find-marks';
import type { FindProps } from './find-props';
import { asksFor, questionOfText, spellingsOf, textColumns } from './find-question';
import { type Finding, useFindSearch } from './use-find-search';

interface FindBarProps extends FindProps {
  /** Changes with each wish for it: then its field takes the focus. */
  asked: number;
  text: string;
  onText(text: string): void;
  onClose(): void;
}

/** The search over the heads of the columns, where it hides no cell: a text, what was found, and the way from one cell to the next. */
export function FindBar(props: FindBarProps) {
  const { of, place, grid, layout, active, asked, text, onText, onClose, onSelection } = props;
  const { rows, extent, query } = of;
  const t = useTranslations('records.find');
  const words = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => layout.laid.map(({ column }) => column), [layout]);
  // What an input method is at work on is not a text yet.
  const [sought, setSought] = useState(text);
  const finding = useFindSearch(sought, {
    rows,
    columns,
    recordAt: of.pages.recordAt,
    drafts: of.drafts.drafts,
    words,
  });
  const here = numberOf(active, columns.length);
  useFindMarks(place, finding, columns.length, here);
  // More letters are looked for from where the first one was.
  const start = useRef(here);
  const shownFor = useRef(text);

  useLayoutEffect(() => {
    if (asked === 0) return;
    const field = bar.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [asked]);

  const show = useStable((cell: number | null) => {
    if (cell === null) return;
    const { row, column } = placeOf(cell, columns.length);
    onSelection(selectCell(row, column));
    grid.current?.reveal(row);
    grid.current?.revealColumn(column);
  });
  useLayoutEffect(() => {
    if (sought === '') shownFor.current = '';
    if (finding.text === '' || finding.text === shownFor.current) return;
    const next = foundFrom(finding.cells, start.current);
    if (next === null && !finding.done) return;
    shownFor.current = finding.text;
    show(next ?? finding.cells[0] ?? null);
  }, [finding, sought, show]);

  const step = useStable((direction: 1 | -1) => {
    const next = foundBeside(finding.cells, here, direction);
    if (next !== null) start.current = next;
    show(next);
  });
  const stepBy = (direction: 1 | -1) => (event: globalThis.KeyboardEvent) => {
    event.preventDefault();
    step(direction);
  };
  useShortcuts({ findNext: stepBy(1), findPrevious: stepBy(-1) }, true);

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  }

  const nowhere = finding.cells.length === 0 ? t(sought === '' ? 'noText' : 'none') : null;
  return (
    <div className={styles.over}>
      {/* biome-ignore lint/a11y/useSemanticElements: the element for it is younger than some browsers */}
      <div
        ref={bar}
        role="search"
        aria-label={t('find')}
        data-find=""
        className={styles.bar}
        onKeyDown={onKeyDown}
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
          onChange={onText}
          onInput={({ currentTarget, nativeEvent }) => {
            if (!(nativeEvent as InputEvent).isComposing) setSought(currentTarget.value);
          }}
          onCompositionEnd={({ currentTarget }) => setSought(currentTarget.value)}
        />
        <Told finding={finding} sought={sought} here={here} exactly={extent.exactly} />
        <IconButton
          size="small"
          label={t('previous')}
          icon={<ArrowUpIcon size={14} />}
          disabledReason={nowhere}
          onClick={() => step(-1)}
        />
        <IconButton
          size="small"
          label={t('next')}
          icon={<ArrowDownIcon size={14} />}
          disabledReason={nowhere}
          onClick={() => step(1)}
        />
        <FilterButton text={sought} columns={columns} filter={query.filter} onNarrow={of.onNarrow} />
        <IconButton size="small" label={t('close')} icon={<CloseIcon size={14} />} onClick={onClose} />
      </div>
    </div>
  );
}

interface ToldProps {
  finding: Finding;
  sought: string;
  here: number;
  exactly: number | null;
}

/** Which cell of how many, and of which rows that is true. Those who listen hear it when the search has ended. */
function Told({ finding, sought, here, exactly }: ToldProps) {
  const t = useTranslations('records.find');
  const { cells, rows } = finding;
  const done = finding.done && finding.text === sought;
  const order = orderOf(cells, here);
  const nothing = sought === '';
  const found =
    cells.length === 0 ? t(done ? 'none' : 'searching') : order === null ? t('cells', { count: cells.length }) : null;
  return (
    <span aria-live="polite" aria-atomic="true" aria-busy={!done} className={styles.told}>
      {nothing ? null : <b>{found ?? t('of', { order: order ?? 0, count: cells.length })}</b>}
      <span>{nothing ? t('hint') : t(rows === exactly ? 'inAll' : 'inRows', { rows })}</span>
    </span>
  );
}

interface FilterButtonProps extends Pick<FindProps['of'], 'onNarrow'> {
  filter: Filter | null;
  text: string;
  columns: readonly GridColumn[];
}

/** Asks the platform for the rows that hold the text, where the search looks at those read alone. */
function FilterButton({ text, columns, filter, onNarrow }: FilterButtonProps) {
  const t = useTranslations('records.find');
  const format = useFormatter();
  const entry = questionOfText(text, columns);
  const asked = textColumns(columns).length;
  const reason =
    text === '' ? t('noText') : entry === null ? t('noTextColumns') : asksFor(filter, entry) ? t('asked') : null;
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
      tooltip={t('filterTip', { columns: asked, spellings })}
      onClick={() => entry && onNarrow(entry)}
    >
      <span>{t('filter')}</span>
    </Button>
  );
}
