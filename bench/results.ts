import type { Exception } from './exceptions';

/** What is wanted of the console's figure. */
export type Aim =
  /** At most this many times the figure of the bare page (floor) or of the plain page. */
  | { of: 'floor' | 'plain'; most: number }
  /** At most so much, in the unit of the measurement. */
  | { of: 'figure'; most: number }
  /** At least this many times the floor. */
  | { of: 'floor-least'; least: number }
  /** At least so much, in the unit of the measurement. */
  | { of: 'figure-least'; least: number }
  /** At most this many frames; the figure is in milliseconds. */
  | { of: 'frames'; most: number };

export interface Measurement {
  name: string;
  unit: 'ms' | 'KB' | 'MB' | 'frames' | 'cells' | 'rows/s' | 'req/s' | 'requests';
  /** One figure of each run. Empty when the floor does nothing of the kind. */
  floor: number[];
  /** The same of the plain page. */
  plain?: number[];
  console: number[];
  /** None for figures given for orientation. */
  aims: readonly Aim[];
  /** What else was seen. */
  note?: string;
}

/** One aim and what became of it. */
export interface Verdict {
  text: string;
  /** By how much the aim is missed; null when it is met. */
  shortBy: string | null;
  /** Why it may be missed; null when it may not. */
  exception: string | null;
}

/** A measurement with its medians and verdicts. */
export interface Line extends Measurement {
  floorMedian: number | null;
  plainMedian: number | null;
  consoleMedian: number;
  verdicts: Verdict[];
}

/** Milliseconds of a frame at 60 Hz. */
export const frameMs = 1000 / 60;
/** Shorter times are judged in whole frames: their ratio says more about the clock than about the page. */
const judgedInFramesMs = 3 * frameMs;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Medians and verdicts of what was measured. @throws when a page that an aim compares with has no figures */
export function judge(measurement: Measurement, exceptions: readonly Exception[]): Line {
  const { name, unit, aims, floor, plain = [] } = measurement;
  const medians = {
    floor: floor.length === 0 ? null : median(floor),
    plain: plain.length === 0 ? null : median(plain),
    console: median(measurement.console),
  };
  const verdicts = aims.map((aim) => {
    const exception = exceptions.find((each) => each.name === name && each.of === aim.of);
    return { ...judged(aim, medians, unit), exception: exception?.reason ?? null };
  });
  return {
    ...measurement,
    floorMedian: medians.floor,
    plainMedian: medians.plain,
    consoleMedian: medians.console,
    verdicts,
  };
}

interface Medians {
  floor: number | null;
  plain: number | null;
  console: number;
}

function judged(aim: Aim, medians: Medians, unit: Measurement['unit']): Pick<Verdict, 'text' | 'shortBy'> {
  // A figure that could not be taken is no number, and meets nothing.
  const said = (text: string, over: number, overText: string) => ({ text, shortBy: over <= 0 ? null : overText });
  const own = medians.console;
  if (aim.of === 'figure') return said(`≤ ${figure(aim.most, unit)}`, own - aim.most, figure(own - aim.most, unit));
  if (aim.of === 'figure-least')
    return said(`≥ ${figure(aim.least, unit)}`, aim.least - own, figure(aim.least - own, unit));
  if (aim.of === 'frames') {
    const over = framesOf(own) - aim.most;
    return said(`≤ ${plural(aim.most)}`, over, plural(over));
  }
  const page = aim.of === 'plain' ? 'plain' : 'floor';
  const reference = medians[page];
  if (reference === null) throw new Error(`nothing of the ${page} page to compare with`);
  if (aim.of === 'floor-least') {
    const under = aim.least - own / reference;
    return said(`≥ ${aim.least} × floor`, under, `${under.toFixed(2)} ×`);
  }
  const most = reference * aim.most;
  const text = `≤ ${aim.most} × ${page}`;
  if (unit === 'ms' && own < judgedInFramesMs) {
    const over = framesOf(own) - Math.max(framesOf(reference), framesOf(most));
    return said(`${text}, in frames`, over, plural(over));
  }
  const inRatio = reference === 0 ? '' : `${(own / reference - aim.most).toFixed(2)} × `;
  return said(text, own - most, `${inRatio}(${figure(own - most, unit)})`);
}

const isMissed = ({ shortBy, exception }: Verdict): boolean => shortBy !== null && exception === null;

/** Results of the goals, in plain text, and whether one is missed without an exception. */
export function summaryOf(lines: readonly Line[]): { text: string; missed: boolean } {
  const verdicts = lines.flatMap((line) => line.verdicts);
  const missed = verdicts.filter(isMissed).length;
  const excepted = lines.flatMap(({ name, verdicts: own }) =>
    own.flatMap(({ text, shortBy, exception }) =>
      exception === null
        ? []
        : [`  ${name}, ${text}: ${shortBy === null ? 'met, no longer needed' : `short by ${shortBy}`}. ${exception}`],
    ),
  );
  const text = [
    missed === 0 && excepted.length === 0
      ? `All ${verdicts.length} aims are met.`
      : `${missed} of ${verdicts.length} aims are missed, beside ${excepted.length} reported exceptions.`,
    ...excepted,
  ].join('\n');
  return { text, missed: missed > 0 };
}

/** The lines as a table in plain text. A second aim has a row of its own below. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['measured', 'floor', 'plain', 'console', '× floor', '× plain', 'aim', ''];
  const firstAim = head.indexOf('aim');
  const rows = lines.flatMap((line) => {
    const { name, unit, floorMedian, plainMedian, consoleMedian, verdicts } = line;
    const [first, ...others] = verdicts.map((verdict) => [verdict.text, outcomeOf(verdict)]);
    return [
      [
        name,
        floorMedian === null ? '' : figure(floorMedian, unit),
        plainMedian === null ? '' : figure(plainMedian, unit),
        figure(consoleMedian, unit),
        ratio(consoleMedian, floorMedian),
        ratio(consoleMedian, plainMedian),
        ...(first ?? ['', '']),
      ],
      ...others.map((other) => [...Array<string>(firstAim).fill(''), ...other]),
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const text = (row: string[]): string =>
    row
      .map((cell, column) =>
        column === 0 || column >= firstAim ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const notes = lines.flatMap(({ name, note }) => (note ? [`  ${name}: ${note}`] : []));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [text(head), rule, ...rows.map(text), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function outcomeOf({ shortBy, exception }: Verdict): string {
  if (shortBy === null) return 'met';
  return `short by ${shortBy}${exception === null ? '' : ', exception'}`;
}

function ratio(own: number, reference: number | null): string {
  return reference === null || reference === 0 ? '' : `${(own / reference).toFixed(2)} ×`;
}

function framesOf(ms: number): number {
  // A hundredth of a frame is the clock's.
  return Math.ceil(ms / frameMs - 0.01);
}

function plural(frames: number): string {
  return frames === 1 ? '1 frame' : `${frames} frames`;
}

function figure(value: number, unit: Measurement['unit']): string {
  const whole = unit === 'frames' || unit === 'cells' || unit === 'requests';
  const digits = whole || value >= 100 ? 0 : 1;
  const text = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === 'frames' || unit === 'cells' ? text : `${text} ${unit}`;
}
