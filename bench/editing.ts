import type { Page } from 'playwright';
import { type Bench, quietMoment } from './bench';
import { consolePage, tables } from './pages';
import type { Expected } from './probe';
import { type Aim, type Measurement, median } from './results';

const editsOfRun = 12;
/** Between two keys, so that each begins with an idle page. */
const restMs = 120;

interface Edit {
  editor: number;
  character: number;
  commit: number;
}

/** One cell after another: a key that opens the editor, one more character, Enter. */
export async function measureEdit({ browsers, runs }: Bench): Promise<Measurement[]> {
  const medians: Edit[] = [];
  for (let run = 0; run < runs; run += 1) {
    // A new browser: the changes of the run before would still be there.
    const context = await browsers.open();
    await quietMoment();
    const edits = await browsers.visit(consolePage, tables.million, editCells, context);
    await context.close();
    const of = (part: keyof Edit): number => median(edits.map((edit) => edit[part]));
    medians.push({ editor: of('editor'), character: of('character'), commit: of('commit') });
  }
  const row = (name: string, part: keyof Edit, aim: Aim): Measurement => ({
    name,
    unit: 'ms',
    floor: [],
    console: medians.map((edit) => edit[part]),
    aims: [aim],
  });
  return [
    row('key → editor painted', 'editor', { of: 'figure', most: 20 }),
    row('character → painted', 'character', { of: 'frames', most: 2 }),
    row('commit → painted', 'commit', { of: 'frames', most: 2 }),
  ];
}

async function editCells(page: Page): Promise<Edit[]> {
  const { x, y } = await page.evaluate(() => probe.textCell());
  await page.mouse.click(x, y);
  await page.waitForTimeout(restMs);
  const edits: Edit[] = [];
  for (let edit = 0; edit < editsOfRun; edit += 1) {
    edits.push({
      editor: await press(page, 'q', 'editor', 'q'),
      character: await press(page, 'w', 'editor', 'qw'),
      commit: await press(page, 'Enter', 'committed', 'qw'),
    });
  }
  return edits;
}

/** @returns milliseconds from the key to the picture of what it does */
async function press(page: Page, key: string, expected: Expected, text: string): Promise<number> {
  await page.evaluate(([what, typed]) => probe.arm('keydown', what, typed), [expected, text] as const);
  await page.keyboard.press(key);
  const { ms } = await page.evaluate(() => probe.armed);
  await page.waitForTimeout(restMs);
  return ms;
}
