import { cpus, loadavg } from 'node:os';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** What is wanted of a figure, in its unit: at most or at least so much. */
export interface Aim {
  unit: 'ms' | 'KB' | 'MB' | 'frames' | 'rows' | 'requests/s' | 'requests';
  most?: number;
  least?: number;
}

/** One figure of one run, as the annotation of its test carries it. */
export interface Figure extends Aim {
  name: string;
  value: number;
}

/** Prints a row for each figure: the best of its runs, as others may use the machine, its aim, and `met` or by how much it falls short. */
export default class BenchReport implements Reporter {
  private readonly figures = new Map<string, Figure[]>();

  onTestEnd({ title }: TestCase, { annotations, error, duration }: TestResult): void {
    for (const { type, description = '' } of annotations) {
      if (type !== 'figure') continue;
      const figure = JSON.parse(description) as Figure;
      this.figures.set(figure.name, [...(this.figures.get(figure.name) ?? []), figure]);
    }
    console.log(`${title}: ${error?.message ?? 'measured'} (${(duration / 1000).toFixed(1)} s)`);
  }

  /** A file that cannot be read, or a worker that ends. */
  onError({ message }: TestError): void {
    console.log(message);
  }

  onEnd(): void {
    const rows = [...this.figures].map(([name, runs]) => rowOf(name, runs));
    const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    console.log(`\nBest of all runs (and the worst); ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}\n`);
    for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
    console.log(`\n${rows.filter((row) => row.at(-1) === 'met').length} of ${rows.length} aims are met.`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

function rowOf(name: string, runs: readonly Figure[]): string[] {
  const { unit, most, least = 0 } = runs[0] as Figure;
  const values = runs.map(({ value }) => value).toSorted((a, b) => (most === undefined ? b - a : a - b));
  const [best = Number.NaN, worst = best] = [values[0], values.at(-1)];
  const short = most === undefined ? least - best : best - most;
  const aim = most === undefined ? `≥ ${told(least)} ${unit}` : `≤ ${told(most)} ${unit}`;
  const outcome = short <= 0 ? 'met' : `short by ${told(short)} ${unit}`;
  return [name, `${told(best)} ${unit}`, runs.length > 1 ? `(${told(worst)})` : '', aim, outcome];
}

/** The middle one; NaN of none, which meets no aim. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function told(value: number): string {
  const digits = value >= 100 || Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
