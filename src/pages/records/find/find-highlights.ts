import { type RefObject, useEffect } from 'react';
import { matcherOf, numberOf, orderOf, placeOf } from '../../../grid/find';
import { placeAt } from '../../../grid/selection/pointer-selection';

/** What a search has found so far; a new object with each slice of it. */
export interface FoundCells {
  text: string;
  /** Cells as numbers, in reading order. */
  cells: readonly number[];
  /** Rows searched so far. */
  rows: number;
  done: boolean;
}

/** The names of the highlights in the style sheet: of all, and of those in the selected cell. */
const names = ['found', 'found-here'] as const;

/**
 * Highlights the text in the cells that are drawn: by ranges, which a browser paints over what is there, so that rows are drawn as ever and know
 * nothing of it. Where a browser has no such highlights, the selected cell is the only one.
 */
export function useFindHighlights(
  place: RefObject<HTMLElement | null>,
  found: FoundCells,
  columns: number,
  here: number,
): void {
  useEffect(() => {
    const { text, cells } = found;
    const grid = place.current?.querySelector('[role=grid]');
    const matcher = matcherOf(text);
    if (!grid || matcher === null || typeof Highlight === 'undefined') return;
    const all = new RegExp(matcher.source, `${matcher.flags}g`);
    let frame = 0;
    let cover = (): void => {};
    const highlight = (): void => {
      frame = 0;
      const ranges = rangesOf(grid, all, cells, columns, here);
      cover();
      cover = uncover(ranges.get(here)?.[0]);
      CSS.highlights.set(names[0], new Highlight(...[...ranges].flatMap(([cell, own]) => (cell === here ? [] : own))));
      CSS.highlights.set(names[1], new Highlight(...(ranges.get(here) ?? [])));
    };
    const schedule = (): void => {
      if (frame === 0) frame = requestAnimationFrame(highlight);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(grid, { subtree: true, childList: true, characterData: true });
    schedule();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      cover();
      for (const name of names) CSS.highlights.delete(name);
    };
  }, [place, found, columns, here]);
}

/** Scrolls a match that a card cuts off into what it shows. @returns a function that takes that back */
function uncover(range: Range | undefined): () => void {
  const value = range?.startContainer.parentElement?.closest<HTMLElement>('dd, button');
  if (!range || !value) return () => {};
  const [match, shown] = [range.getBoundingClientRect(), value.getBoundingClientRect()];
  if (match.left >= shown.left && match.right <= shown.right) return () => {};
  value.style.textOverflow = 'clip';
  value.scrollLeft += match.left - shown.left - shown.width / 2;
  return () => {
    value.style.textOverflow = '';
    value.scrollLeft = 0;
  };
}

/** The positions of the text in drawn cells, by cell. */
function rangesOf(
  grid: Element,
  all: RegExp,
  cells: readonly number[],
  columns: number,
  here: number,
): ReadonlyMap<number, readonly Range[]> {
  const ranges = new Map<number, Range[]>();
  for (const cell of grid.querySelectorAll<HTMLElement>('[data-row] [role=gridcell]')) {
    const at = placeAt(cell);
    if (at === null) continue;
    if (at.column < 0) {
      for (const number of cellsOf(at.row))
        ranges.set(number, rangesOnCard(cell, placeOf(number, columns).column, all, number === here));
      continue;
    }
    const number = numberOf(at, columns);
    if (orderOf(cells, number) !== null) ranges.set(number, rangesIn(cell, all));
  }
  return ranges;

  function cellsOf(row: number): number[] {
    const from = numberOf({ row, column: 0 }, columns);
    return Array.from({ length: columns }, (_each, column) => from + column).filter(
      (number) => orderOf(cells, number) !== null,
    );
  }
}

/** On a card, which shows some cells of a record: where the text is in the cell, else in its title; all of that where the record was found by its ID. */
function rangesOnCard(card: HTMLElement, column: number, all: RegExp, isHere: boolean): Range[] {
  const value = card.querySelector<HTMLElement>(`[data-column="${column}"]`);
  const inValue = value ? rangesIn(value, all) : [];
  const title = card.querySelector<HTMLElement>('button');
  if (inValue.length > 0 || !title) return inValue;
  const inTitle = rangesIn(title, all);
  // The field of any other current match comes to its card.
  if (inTitle.length > 0 || !isHere) return inTitle;
  const range = document.createRange();
  range.selectNodeContents(title);
  return [range];
}

function rangesIn(cell: HTMLElement, all: RegExp): Range[] {
  const ranges: Range[] = [];
  // A replaced value is visible, but not the cell's text; nor is the initial in front of a user.
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest('del, [aria-hidden], [data-editor]') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(all)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
