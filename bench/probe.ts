import type { Selectors } from './pages';

/** From an action to the picture that shows it. */
export interface Painted {
  /** Milliseconds. */
  ms: number;
  /** Of these, waiting for the answer of the records that were painted. */
  networkMs: number;
  /** Number of the record in the middle of the window. */
  record: number;
}

export interface Scrolled {
  /** Milliseconds between one frame and the next. */
  frames: number[];
  /** Milliseconds in which the row in the middle of the window had no record. */
  blankMs: number;
  /** Rows from where the scroll began to where it ended; null when either was blank. */
  rows: number | null;
}

/** What waits for its event: see `Probe.arm`. */
export type Expected = 'other-records' | 'editor' | 'committed';

/** The measuring side inside the page. Times are of `performance.now()`; a picture counts when its frame has been drawn. */
export interface Probe {
  /** Milliseconds from the start of the navigation to the first rows painted. */
  firstRows: Promise<number>;
  /** The same until an arrow key, pressed as soon as the first rows are painted, has been answered; null in a tab where none is pressed. */
  usable: Promise<number> | null;
  /** Cells in the document. */
  cells(): number;
  scroll(pxPerSecond: number, ms: number): Promise<Scrolled>;
  /** Goes to a share (0–1) of the whole scroll at once, and waits for a record of that part of the table. @param rows that the table has */
  jump(share: number, rows: number): Promise<Painted>;
  /** Scrolls in steps, each after the middle rows have loaded. */
  walk(from: number, to: number, steps: number): Promise<void>;
  /** From the next event of this type to the picture of what is expected: with `text` typed so far, or committed. */
  arm(type: string, expected: Expected, text?: string): void;
  armed: Promise<Painted>;
  /** The middle of the first cell of text, to press on. */
  textCell(): { x: number; y: number };
}

declare global {
  var probe: Probe;
}

/**
 * Puts the probe into a page. It is sent as text, before any script of the page: nothing outside of it can be named here.
 * @param stored entries of `sessionStorage` that the tab begins with: the sealed key
 * @param pressesKey whether a key is pressed when the first rows are painted
 */
export function installProbe([selectors, stored, pressesKey]: [Selectors, Record<string, string>, boolean]): void {
  if (!location.protocol.startsWith('http') || window !== window.top) return;
  for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);
  performance.setResourceTimingBufferSize(100_000);

  const words = 'amber|birch|cedar|delta|ember|fjord|grove|haven|inlet|juniper|kelp|lagoon|meadow|north|ocean|pine';
  // Only a record has it, and no placeholder: the second column of every table is the record's number.
  const recordText = new RegExp(`^(?:${words}) (?:${words}) (\\d+)$`);

  const recordNumber = (cell: Element): number | null => {
    const found = recordText.exec(cell.textContent ?? '');
    return found ? Number(found[1]) : null;
  };
  const recordOf = (row: Element): number | null => {
    for (const cell of row.querySelectorAll(selectors.cell.replace('.row > ', ':scope > '))) {
      const record = recordNumber(cell);
      if (record !== null) return record;
    }
    return null;
  };
  const scroller = (): Element => {
    const named = document.querySelector(selectors.scroller);
    if (!named) throw new Error(`nothing at ${selectors.scroller}`);
    const scrolls = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
    if (scrolls(named)) return named;
    return [...named.querySelectorAll('*')].find(scrolls) ?? named.parentElement ?? named;
  };
  const middleRow = (): Element | null => {
    const around = document.querySelector(selectors.scroller)?.getBoundingClientRect();
    if (!around) return null;
    const middle = (around.top + around.bottom) / 2;
    for (const row of document.querySelectorAll(selectors.row)) {
      const { top, bottom } = row.getBoundingClientRect();
      // Past 16.7 million px a browser places in steps of two: a gap of one px between two rows is no row that is missing.
      if (top <= middle + 1 && bottom >= middle - 1) return row;
    }
    return null;
  };
  const middleRecord = (): number | null => {
    const row = middleRow();
    return row && recordOf(row);
  };

  /** Runs in a task of its own: from a frame callback, after it was drawn. An unreferenced message port may be collected before it delivers. */
  const inNextTask = (run: () => void): void => {
    void scheduler.postTask(run, { priority: 'user-blocking' });
  };
  /** The time when the first frame with this was drawn. */
  const painted = (condition: () => boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      const until = performance.now() + 30_000;
      const look = (): void => {
        if (condition()) inNextTask(() => resolve(performance.now()));
        else if (performance.now() > until) reject(new Error('waited 30 s for a picture'));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  /** How long the answer took that came last before a picture. */
  const network = (from: number, to: number): number => {
    const reads = performance
      .getEntriesByType('resource')
      .filter(
        (entry) => entry.name.endsWith('/dw_item/list') && entry.startTime >= from - 1,
      ) as PerformanceResourceTiming[];
    const shown = reads.filter(({ responseEnd }) => responseEnd <= to).sort((a, b) => a.responseEnd - b.responseEnd);
    return shown.at(-1)?.duration ?? 0;
  };
  const since = (from: number, to: number): Painted => ({
    ms: to - from,
    networkMs: network(from, to),
    record: middleRecord() ?? -1,
  });

  const firstCells = 8;
  const hasRows = (): boolean => {
    const cells = document.querySelectorAll(selectors.cell);
    for (let index = 0; index < Math.min(firstCells, cells.length); index += 1) {
      if (recordNumber(cells[index] as Element) !== null) return true;
    }
    return false;
  };

  /** Presses an arrow key in the cell that has the focus or would get it, in each frame until another cell has the focus. */
  const keyAnswered = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const until = performance.now() + 30_000;
      const press = (): void => {
        const from =
          document.activeElement?.closest(selectors.cell) ??
          document.querySelector<HTMLElement>(`${selectors.cell}[tabindex="0"]`);
        if (from instanceof HTMLElement) {
          from.focus();
          from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
        }
        // Whatever the key began without waiting for anything has ended then.
        inNextTask(() => {
          const now = document.activeElement?.closest(selectors.cell);
          if (from && now && now !== from) resolve(performance.now());
          else if (performance.now() > until) reject(new Error('waited 30 s for an answer to a key'));
          else requestAnimationFrame(press);
        });
      };
      press();
    });

  const place = (cell: Element | null): string => {
    const row = cell?.closest('[role=row]')?.getAttribute('aria-rowindex');
    const column = cell?.getAttribute('aria-colindex');
    return `[role=row][aria-rowindex="${row}"] [role=gridcell][aria-colindex="${column}"]`;
  };
  const fieldText = (): string | null => {
    const field = document.activeElement;
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : null;
  };
  const conditionOf = (expected: Expected, text: string): (() => boolean) => {
    if (expected === 'editor') return () => fieldText() === text;
    if (expected === 'committed') {
      const cell = place(document.activeElement?.closest(selectors.cell) ?? null);
      return () => fieldText() !== text && document.querySelector(cell)?.textContent?.includes(text) === true;
    }
    const before = middleRecord();
    return () => {
      const now = middleRecord();
      return now !== null && now !== before;
    };
  };

  const firstRows = painted(hasRows);
  globalThis.probe = {
    firstRows,
    usable: pressesKey ? firstRows.then(keyAnswered) : null,
    armed: Promise.resolve({ ms: 0, networkMs: 0, record: -1 }),
    cells: () => document.querySelectorAll(selectors.cell).length,
    scroll(pxPerSecond, ms) {
      const element = scroller();
      const top = element.scrollTop;
      const first = middleRecord();
      const frames: number[] = [];
      let blankMs = 0;
      let blank = false;
      let begun = 0;
      let last = 0;
      // Asked for by the scroll event, after the page's own listeners: it runs when they have drawn, and sees what this frame will show.
      const judge = (): void => {
        blank = middleRecord() === null;
      };
      const onScroll = (): number => requestAnimationFrame(judge);
      element.addEventListener('scroll', onScroll);
      return new Promise((resolve) => {
        const step = (now: number): void => {
          if (begun === 0) begun = now;
          else {
            frames.push(now - last);
            if (blank) blankMs += now - last;
          }
          last = now;
          if (now - begun < ms) {
            element.scrollTop = top + (pxPerSecond * (now - begun)) / 1000;
            requestAnimationFrame(step);
            return;
          }
          element.removeEventListener('scroll', onScroll);
          void painted(() => middleRecord() !== null).then(() => {
            const end = middleRecord();
            resolve({ frames, blankMs, rows: first === null || end === null ? null : end - first });
          });
        };
        requestAnimationFrame(step);
      });
    },
    async jump(share, rows) {
      const element = scroller();
      const from = performance.now();
      element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
      const to = await painted(() => {
        const now = middleRecord();
        return now !== null && Math.abs(now / rows - share) < 0.01;
      });
      return since(from, to);
    },
    async walk(from, to, steps) {
      const element = scroller();
      for (let step = 1; step <= steps; step += 1) {
        const share = from + ((to - from) * step) / steps;
        element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
        await new Promise(requestAnimationFrame);
        await painted(() => middleRecord() !== null);
      }
    },
    arm(type, expected, text = '') {
      const isThere = conditionOf(expected, text);
      probe.armed = new Promise((resolve, reject) => {
        const onEvent = ({ timeStamp }: Event): void => {
          painted(isThere).then((to) => resolve(since(timeStamp, to)), reject);
        };
        window.addEventListener(type, onEvent, { capture: true, once: true });
      });
    },
    textCell() {
      const cell = [...(middleRow()?.querySelectorAll(selectors.cell) ?? [])].find(
        (each) => recordNumber(each) !== null,
      );
      if (!cell) throw new Error('no cell of text in the middle of the window');
      const { left, top, width, height } = cell.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
  };
}
