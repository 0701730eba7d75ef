/** What is waited for after an event: other records, a text in the editor, or a text that was committed. */
type Expected = 'records' | 'editor' | 'committed';

/** The measuring side inside the page. A picture counts when its frame has been drawn. */
interface Probe {
  /**
   * Milliseconds, and other figures, by name, as soon as they are known. `rows`: from the start of the navigation to the first rows painted. Never 0, which
   * would be waited for.
   */
  times: Record<string, number>;
  /** Presses an arrow key as soon as the first rows are painted: `usable` when another cell has the focus then, `script` the bytes of script until then. */
  pressKey(): void;
  /** Scrolls evenly: `late` frames, and milliseconds in which the middle row was `blank`, each plus one. */
  scroll(pxPerSecond: number, ms: number): void;
  /** Goes to a share (0–1) of the whole scroll at once: `jump` when a record of that part of the table is painted. */
  jump(share: number, rows: number): void;
  /** `after`: from the next event of this type to the picture of what is expected. */
  after(type: string, expected: Expected, text?: string): void;
  /** The middle of a cell of text in the middle row, to press on. */
  textCell(): { x: number; y: number };
}

declare global {
  var probe: Probe;
}

/** Puts the probe into a page. It is sent as text, before any script of the page: nothing outside of it can be named here. @param stored of `sessionStorage` */
export function installProbe(stored: Record<string, string>): void {
  if (!location.protocol.startsWith('http') || window !== window.top) return;
  for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value);

  const times: Record<string, number> = {};
  const lateMs = 25;
  /** The second column of every table: only a record has it, and no placeholder. */
  const recordText = /^[a-z]+ [a-z]+ (\d+)$/;

  const textCellOf = (row: Element | null): Element | undefined =>
    [...(row?.querySelectorAll('[role=gridcell]') ?? [])].find((cell) => recordText.test(cell.textContent ?? ''));
  const middleRow = (): Element | null => {
    const around = document.querySelector('[role=grid]')?.getBoundingClientRect();
    if (!around) return null;
    const middle = (around.top + around.bottom) / 2;
    for (const row of document.querySelectorAll('[role=row]')) {
      const { top, bottom } = row.getBoundingClientRect();
      // Past 16.7 million px a browser places in steps of two: a gap of one px between two rows is no row that is missing.
      if (top <= middle + 1 && bottom >= middle - 1) return row;
    }
    return null;
  };
  const middleRecord = (): number | null => {
    const found = recordText.exec(textCellOf(middleRow())?.textContent ?? '');
    return found ? Number(found[1]) : null;
  };
  const scroller = (): Element => {
    const grid = document.querySelector('[role=grid]') as Element;
    const scrolls = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY);
    return [grid, ...grid.querySelectorAll('*')].find(scrolls) ?? (grid.parentElement as Element);
  };

  /** Runs in a task of its own: from a frame callback, after it was drawn. */
  const inNextTask = (run: () => void): void => {
    void scheduler.postTask(run, { priority: 'user-blocking' });
  };
  /** The time when the first frame with this was drawn. */
  const painted = (condition: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (condition()) inNextTask(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });

  const focusedCell = (): Element | null => document.activeElement?.closest('[role=gridcell]') ?? null;
  /** Presses an arrow key in each frame, in the cell that has the focus or would get it, until another cell has the focus. */
  const keyAnswered = (): Promise<number> =>
    new Promise((resolve) => {
      const press = (): void => {
        const from = focusedCell() ?? document.querySelector('[role=gridcell][tabindex="0"]');
        if (from instanceof HTMLElement) {
          from.focus();
          from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
        }
        // Whatever the key began without waiting for anything has ended then.
        inNextTask(() => {
          const now = focusedCell();
          if (from && now && now !== from) resolve(performance.now());
          else requestAnimationFrame(press);
        });
      };
      press();
    });
  const scriptUntil = (time: number): number => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded.filter(({ name, responseEnd }) => /\.js$/.test(name) && responseEnd <= time);
    return scripts.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  };

  const conditionOf = (expected: Expected, text: string): (() => boolean) => {
    const fieldText = (): string | null => {
      const field = document.activeElement;
      return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement ? field.value : null;
    };
    if (expected === 'editor') return () => fieldText() === text;
    if (expected === 'committed') {
      const row = focusedCell()?.closest('[role=row]')?.getAttribute('aria-rowindex');
      const isShown = () => document.querySelector(`[aria-rowindex="${row}"]`)?.textContent?.includes(text) === true;
      return () => fieldText() !== text && isShown();
    }
    const before = middleRecord();
    return () => ![null, before].includes(middleRecord());
  };

  const rowsPainted = painted(() => textCellOf(document.querySelector('[role=grid]')) !== undefined);
  void rowsPainted.then((time) => {
    times.rows = time;
  });
  globalThis.probe = {
    times,
    pressKey() {
      void rowsPainted.then(keyAnswered).then((time) => {
        times.script = scriptUntil(time);
        times.usable = time;
      });
    },
    scroll(pxPerSecond, ms) {
      const element = scroller();
      const top = element.scrollTop;
      const frames: number[] = [];
      let [begun, last, blankMs] = [0, 0, 0];
      let isBlank = false;
      // Asked for by the scroll event, after the page's own listeners: it runs when they have drawn, and sees what this frame will show.
      const judge = (): number =>
        requestAnimationFrame(() => {
          isBlank = middleRecord() === null;
        });
      element.addEventListener('scroll', judge);
      const step = (now: number): void => {
        if (begun > 0) {
          frames.push(now - last);
          if (isBlank) blankMs += now - last;
        }
        begun ||= now;
        last = now;
        if (now - begun < ms) {
          element.scrollTop = top + (pxPerSecond * (now - begun)) / 1000;
          requestAnimationFrame(step);
          return;
        }
        element.removeEventListener('scroll', judge);
        times.late = 1 + frames.filter((frame) => frame > lateMs).length;
        times.blank = 1 + blankMs;
      };
      requestAnimationFrame(step);
    },
    jump(share, rows) {
      const element = scroller();
      const from = performance.now();
      element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
      const isThere = (): boolean => Math.abs((middleRecord() ?? -rows) / rows - share) < 0.01;
      void painted(isThere).then((time) => {
        times.jump = time - from;
      });
    },
    after(type, expected, text = '') {
      const isThere = conditionOf(expected, text);
      const onEvent = ({ timeStamp }: Event): void => {
        void painted(isThere).then((time) => {
          times.after = time - timeStamp;
        });
      };
      window.addEventListener(type, onEvent, { capture: true, once: true });
    },
    textCell() {
      const { left, top, width, height } = (textCellOf(middleRow()) as Element).getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
  };
}
