import { type Bench, interleaved, quietMoment } from './bench';
import { heapBytes } from './browser';
import { consolePage, floorAndConsole, tables } from './pages';
import type { Measurement } from './results';

/** Share of the million rows that is walked through page by page, and its pages. */
const near = { share: 0.02, pages: 200 };
/** Stops along the way: far more pages than should be kept. */
const farStops = 600;
const megabyte = 1e6;

/** What a page keeps of rows that it has shown. */
export async function measureHeap({ browsers, runs }: Bench): Promise<Measurement[]> {
  const walked = await interleaved(
    runs,
    (benchPage) =>
      browsers.visit(benchPage, tables.million, async (page, session) => {
        await page.evaluate(([share, pages]) => probe.walk(0, share, pages), [near.share, near.pages] as const);
        return (await heapBytes(session)) / megabyte;
      }),
    { pages: floorAndConsole, warmUps: 0 },
  );
  await quietMoment();
  const far = await browsers.visit(consolePage, tables.million, async (page, session) => {
    await page.evaluate(([share, pages]) => probe.walk(0, share, pages), [near.share, near.pages] as const);
    await page.evaluate(([share, stops]) => probe.walk(share, 1, stops), [near.share, farStops] as const);
    return (await heapBytes(session)) / megabyte;
  });
  return [
    { name: 'JS heap after 20,000 rows scrolled', unit: 'MB', ...walked, aims: [{ of: 'floor', most: 0.7 }] },
    {
      name: 'JS heap after 1,000,000',
      unit: 'MB',
      floor: walked.floor,
      console: [far],
      aims: [{ of: 'floor', most: 0.7 }],
      note: `one run with ${farStops} stops, against the floor after 20,000 rows: the floor keeps every row it has read`,
    },
  ];
}
