import { type Bench, each, type Figures, interleaved } from './bench';
import { allPages, type BenchPage, consolePage, floorAndConsole, tables } from './pages';
import type { Painted, Scrolled } from './probe';
import { frameMs, type Measurement, median } from './results';
import type { SyntheticTable } from './synthetic-service';

const pxPerSecond = 20_000;
const scrollMs = 3000;
/** Share of the whole scroll. */
const jumpTo = 0.9;
/** Of a frame at 60 Hz that came too late. */
const lateMs = 25;

/** A fast scroll through rows that are not loaded. */
export async function measureScroll(bench: Bench): Promise<Measurement[]> {
  const { figures, note } = await scrolls(bench, allPages);
  const late = ({ frames }: Scrolled): number => frames.filter((ms) => ms > lateMs).length;
  return [
    {
      name: `scroll 20,000 px/s for 3 s: frames over ${lateMs} ms`,
      unit: 'frames',
      ...each(figures, late),
      aims: [{ of: 'figure', most: 3 }],
      note,
    },
    {
      name: 'the same: blank',
      unit: 'ms',
      ...each(figures, ({ blankMs }) => blankMs),
      // 50 ms, which are three frames of the clock.
      aims: [{ of: 'frames', most: 3 }],
    },
  ];
}

/** The same while each answer takes 50 ms longer. */
export async function measureDelayed(bench: Bench): Promise<Measurement[]> {
  const delayMs = 50;
  bench.server.delay(delayMs);
  try {
    const { figures, note } = await scrolls(bench, floorAndConsole);
    return [
      {
        name: `the same with ${delayMs} ms added to each request: blank`,
        unit: 'ms',
        ...each(figures, ({ blankMs }) => blankMs),
        aims: [{ of: 'floor', most: 0.05 }],
        note,
      },
    ];
  } finally {
    bench.server.delay(0);
  }
}

/** Row 900,000 at once. For orientation the same in a table that is higher than a browser can lay out; the floor cannot go there. */
export async function measureJump(bench: Bench): Promise<Measurement[]> {
  const near = await interleaved(bench.runs, (page) => jump(bench, page, tables.million));
  const far: Painted[] = [];
  for (let run = 0; run < bench.runs; run += 1) far.push(await jump(bench, consolePage, tables.tenMillion));
  const lessNetwork = ({ ms, networkMs }: Painted): number => ms - networkMs;
  return [
    {
      name: 'jump to row 900,000 → painted, less network',
      unit: 'ms',
      ...each(near, lessNetwork),
      aims: [
        { of: 'floor', most: 1.3 },
        { of: 'plain', most: 1.3 },
      ],
      note: `network ${told(near.console.map(({ networkMs }) => networkMs))} ms; row ${told(near.console.map(({ record }) => record))}`,
    },
    {
      name: 'jump to row 9,000,000 of 10,000,000, less network',
      unit: 'ms',
      floor: [],
      console: far.map(lessNetwork),
      aims: [{ of: 'frames', most: 2 }],
      note: `row ${told(far.map(({ record }) => record))}`,
    },
  ];
}

async function scrolls(
  { browsers, server, runs }: Bench,
  pages: readonly BenchPage[],
): Promise<{ figures: Figures<Scrolled>; note: string }> {
  const reads: Figures<number> = { floor: [], plain: [], console: [] };
  const figures = await interleaved(
    runs,
    (benchPage) =>
      browsers.visit(benchPage, tables.million, async (page) => {
        server.reads();
        const scrolled = await page.evaluate(([speed, ms]) => probe.scroll(speed, ms), [
          pxPerSecond,
          scrollMs,
        ] as const);
        reads[benchPage.name].push(server.reads());
        return scrolled;
      }),
    { pages },
  );
  const of = ({ name }: BenchPage): string => {
    const rows = told(figures[name].map((scrolled) => scrolled.rows ?? 0));
    const slowest = told(figures[name].map(({ frames }) => Math.max(...frames)));
    return `${name} ${rows} rows, ${told(reads[name])} reads, slowest frame ${slowest} ms`;
  };
  return { figures, note: pages.map(of).join('; ') };
}

function jump({ browsers }: Bench, benchPage: BenchPage, table: SyntheticTable): Promise<Painted> {
  return browsers.visit(benchPage, table, async (page) => {
    // At any moment between two frames, as a person does it.
    await page.waitForTimeout(Math.random() * frameMs);
    return page.evaluate(([share, rows]) => probe.jump(share, rows), [jumpTo, table.rows] as const);
  });
}

const told = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en');
