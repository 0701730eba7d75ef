/** What is wanted of the console's figure. */
export type Aim =
  /** At most so many times the floor's. */
  | { of: 'floor'; most: number }
  /** At most so much, in the unit of the measurement. */
  | { of: 'figure'; most: number }
  /** At least so many times the floor's. */
  | { of: 'floor-least'; least: number }
  /** At least so much, in the unit of the measurement. */
  | { of: 'figure-least'; least: number }
  /** At most so many frames; the figure is milliseconds. */
  | { of: 'frames'; most: number };

export interface Measurement {
  name: string;
  unit: 'ms' | 'KB' | 'MB' | 'frames' | 'cells' | 'rows/s' | 'req/s' | 'requests';
  /** One figure of each run. Empty when the floor does nothing of the kind. */
  floor: number[];
  console: number[];
  /** Null for what is told for orientation. */
  aim: Aim | null;
  /** What else was seen. */
  note?: string;
}

/** One line of the table. */
export interface Line extends Measurement {
  floorMedian: number | null;
  consoleMedian: number;
  ratio: number | null;
  aimText: string;
  /** By how much the aim is missed; null when it is met. */
  shortBy: string | null;
}

/** Milliseconds of a frame at 60 Hz. */
export const frameMs = 1000 / 60;
/** What is shorter is judged in whole frames: a ratio of such times says more of the clock than of the page. */
const judgedInFramesMs = 3 * frameMs;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Medians, ratio and verdict of what was measured. */
export function judge(measurement: Measurement): Line {
  const { floor, console, unit, aim } = measurement;
  const floorMedian = floor.length === 0 ? null : median(floor);
  const consoleMedian = median(console);
  const ratio = floorMedian === null || floorMedian === 0 ? null : consoleMedian / floorMedian;
  const line = { ...measurement, floorMedian, consoleMedian, ratio };
  const said = (aimText: string, over: number, overText: string): Line => ({
    ...line,
    aimText,
    shortBy: over > 0 ? overText : null,
  });
  if (aim === null) return { ...line, aimText: '', shortBy: null };
  if (aim.of === 'figure') {
    const over = consoleMedian - aim.most;
    return said(`≤ ${figure(aim.most, unit)}`, over, figure(over, unit));
  }
  if (aim.of === 'figure-least') {
    const under = aim.least - consoleMedian;
    return said(`≥ ${figure(aim.least, unit)}`, under, figure(under, unit));
  }
  if (aim.of === 'floor-least') {
    if (floorMedian === null || ratio === null) throw new Error(`${measurement.name}: nothing to compare with`);
    return said(`≥ ${aim.least} × floor`, aim.least - ratio, `${(aim.least - ratio).toFixed(2)} ×`);
  }
  if (aim.of === 'frames') {
    const over = framesOf(consoleMedian) - aim.most;
    return said(`≤ ${plural(aim.most)}`, over, `${plural(over)}`);
  }
  if (floorMedian === null) throw new Error(`${measurement.name}: nothing to compare with`);
  const most = floorMedian * aim.most;
  const aimText = `≤ ${aim.most} × floor`;
  if (unit === 'ms' && consoleMedian < judgedInFramesMs) {
    const over = framesOf(consoleMedian) - Math.max(framesOf(floorMedian), framesOf(most));
    return said(`${aimText}, in frames`, over, plural(over));
  }
  const over = consoleMedian - most;
  const inRatio = ratio === null ? '' : `${(ratio - aim.most).toFixed(2)} × `;
  return said(aimText, over, `${inRatio}(${figure(over, unit)})`);
}

/** The lines as a table in plain text. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['measured', 'floor', 'console', 'ratio', 'aim', ''];
  const rows = lines.map((line) => [
    line.name,
    line.floorMedian === null ? '' : figure(line.floorMedian, line.unit),
    figure(line.consoleMedian, line.unit),
    line.ratio === null ? '' : `${line.ratio.toFixed(2)} ×`,
    line.aimText,
    line.aim === null ? '' : line.shortBy === null ? 'met' : `short by ${line.shortBy}`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const text = (row: string[]): string =>
    row
      .map((cell, column) =>
        column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const notes = lines.flatMap(({ name, note }) => (note ? [`  ${name}: ${note}`] : []));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [text(head), rule, ...rows.map(text), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
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
