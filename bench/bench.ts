import { cpus } from 'node:os';
import type { BenchServer } from './bench-server';
import type { Browsers } from './browser';
import { allPages, type BenchPage, inTurn } from './pages';

/** What every family of measurements is given. */
export interface Bench {
  browsers: Browsers;
  server: BenchServer;
  /** Measured runs. */
  runs: number;
}

export type Figures<Figure> = Record<BenchPage['name'], Figure[]>;

interface Interleaving {
  pages?: readonly BenchPage[];
  /** Unmeasured runs before the measured ones. */
  warmUps?: number;
}

/** Measures the pages in turn, each time in a quiet moment of the machine. A page that is not asked for has no figures. */
export async function interleaved<Figure>(
  runs: number,
  measure: (page: BenchPage) => Promise<Figure>,
  { pages = allPages, warmUps = 1 }: Interleaving = {},
): Promise<Figures<Figure>> {
  const figures: Figures<Figure> = { floor: [], plain: [], console: [] };
  for (let run = -warmUps; run < runs; run += 1) {
    for (const page of inTurn(pages, run + warmUps)) {
      await quietMoment();
      const figure = await measure(page);
      if (run >= 0) figures[page.name].push(figure);
    }
  }
  return figures;
}

const sampleMs = 250;
const busyShare = 0.3;
const patienceMs = 15_000;

/** Waits until the processors have been idle for most of a moment; other work on the machine would be measured along. Not for ever. */
export async function quietMoment(): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const before = spent();
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    const after = spent();
    if ((after.busy - before.busy) / (after.all - before.all) < busyShare) return;
  }
}

function spent(): { busy: number; all: number } {
  let busy = 0;
  let all = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { busy, all };
}

/** One figure of each run. */
export function each<Figure>(figures: Figures<Figure>, of: (figure: Figure) => number): Figures<number> {
  return { floor: figures.floor.map(of), plain: figures.plain.map(of), console: figures.console.map(of) };
}
