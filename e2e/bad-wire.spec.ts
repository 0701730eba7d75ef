import type { BrowserContext, Page } from '@playwright/test';
import { type BadWire, ledgerOf, openBadWire } from './bad-wire';
import { countsOf, expect, test } from './console';

const strikes = { name: 'Bird strikes', id: '2100000000000004', operator: '2200000000040005' };
const date = '2200000000040002';

interface Row {
  item_id: string;
  fields: Record<string, unknown>[] | Record<string, unknown>;
}

/** Records of the table, asked of the server itself and not over the bad wire. */
async function recordsOf(page: Page, body: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; ; offset += 100) {
    const answer = await page.request.post('/openapi/v1/dw_item/list', {
      headers: { 'Open-Authorization': `Bearer ${process.env.DEMO_API_KEY}` },
      data: { table_id: Number(strikes.id), limit: 100, offset, ...body },
    });
    const { items } = (await answer.json()).data as { items: Row[] };
    rows.push(...items);
    if (items.length < 100 || 'limit' in body) return rows;
  }
}

/** The day up to which there are at least this many records, and their exact number. */
async function dayOf(page: Page, count: number): Promise<string> {
  await expect
    .poll(async () => (await recordsOf(page, { limit: 1, offset: 9_999 })).length, { timeout: 60_000 })
    .toBe(1);
  const [row] = await recordsOf(page, { limit: 1, offset: count - 1, order: { field_id: date, type: 'asc' } });
  return String(Object.assign({}, ...[row?.fields ?? {}].flat())[date]);
}

/** The demo key in a new tab, as after a crash: nothing is left but what the browser keeps. */
async function openJob(page: Page, wire: BadWire): Promise<void> {
  await page.goto(wire.origin);
  await page.getByRole('button', { name: 'Open demo workspace' }).click();
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page
    .getByRole('link', { name: new RegExp(`^Update .* ${strikes.name}`) })
    .first()
    .click();
}

/** Writes one value into the rows up to a day, over a wire that fails one call in a few, in a tab that is killed three times. */
async function walk(
  page: Page,
  context: BrowserContext,
  console_: string,
  {
    rows,
    writesToOneFailure,
    isDeaf,
    patience,
  }: { rows: number; writesToOneFailure: number; isDeaf: boolean; patience: number },
): Promise<void> {
  const value = `Airline ${rows} ${Date.now()}`;
  const filter = { and: [{ field: date, query: { lte: await dayOf(page, rows) } }] };
  const wanted = await recordsOf(page, { filter });
  expect(wanted.length).toBeGreaterThanOrEqual(rows);
  const wire = await openBadWire(console_, { write: writesToOneFailure, read: 5 });
  wire.isDeaf = isDeaf;
  try {
    await page.goto(wire.origin);
    await page.getByRole('button', { name: 'Open demo workspace' }).click();
    await expect(page.getByRole('list', { name: 'Tables' })).toBeVisible();
    await page.goto(
      `${wire.origin}/e/embedded/w/4000000000000001/t/${strikes.id}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
    );
    await page
      .getByRole('columnheader', { name: /Operator/ })
      .first()
      .scrollIntoViewIfNeeded();
    const column = await page
      .getByRole('columnheader', { name: /Operator/ })
      .first()
      .getAttribute('aria-colindex');
    await page.locator(`[aria-rowindex="2"] [aria-colindex="${column}"]`).click();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Change rows' });
    await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
    await dialog.getByRole('radio', { name: 'All matching rows' }).click();
    await dialog.getByRole('button', { name: /eview/ }).click();
    const send = page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: /^Send \d/ });
    await expect(send).toBeEnabled({ timeout: patience });
    wire.bad = true;
    await send.click();

    // Killed in the middle of sending, the next tab as soon as it sends, wherever it stands then.
    let tab = page;
    let opened: Promise<unknown> = Promise.resolve();
    for (const share of [0.25, 0.5, 0.75]) {
      const enough = Math.floor((wanted.length / 100) * share);
      await expect.poll(() => wire.writes, { timeout: patience, intervals: [5] }).toBeGreaterThanOrEqual(enough);
      await tab.close({ runBeforeUnload: false });
      tab = await context.newPage();
      opened = openJob(tab, wire);
      // It may be killed as it opens; the last one is waited for below.
      opened.catch(() => {});
    }
    await opened;
    const outcome = tab.getByRole('region', { name: 'Outcome' });
    await expect(outcome).toBeVisible();
    await expect
      .poll(
        async () => {
          const counts = await countsOf(tab);
          return (counts['not-sent'] ?? 1) + (counts.sending ?? 0) + (counts.accepted ?? 0);
        },
        { timeout: patience },
      )
      .toBe(0);

    // Nothing lost: every row has an outcome. Nothing repeated: no call was sent twice. Nothing misreported: checked against the table.
    const counts = await countsOf(tab);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(wanted.length);
    expect(new Set(wire.written).size).toBe(wire.written.length);
    expect(wire.faults.length).toBeGreaterThan(0);
    expect(Object.keys(await ledgerOf(tab)).length).toBe(wanted.length);
    const wrong = async (): Promise<string[]> => {
      const [said, now] = [await ledgerOf(tab), await recordsOf(tab, { filter })];
      return now.flatMap(({ item_id, fields }) => {
        const holds = Object.assign({}, ...[fields].flat())[strikes.operator] === value;
        return (said[item_id] === 'verified') === holds ? [] : [`${item_id} is ${said[item_id]}`];
      });
    };
    // What got no answer and was written all the same is found by reading it back.
    await expect.poll(wrong, { timeout: patience }).toEqual([]);
    console.log(`${wanted.length} rows, ${wire.writes} writes, failed: ${wire.faults.join(' ')}`);
  } finally {
    await wire.close();
  }
}

// Seven calls are few: only with every other one failing most of the ways come up.
test('seven hundred rows over a connection that fails every second request, in a tab killed three times @long', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(300_000);
  await walk(page, context, server.origin, { rows: 700, writesToOneFailure: 2, isDeaf: false, patience: 120_000 });
});

for (const isDeaf of [false, true]) {
  test(`@long ten thousand rows over a wire that fails one call in five${isDeaf ? ', and without events' : ''}`, async ({
    page,
    context,
    server,
  }) => {
    test.setTimeout(900_000);
    await walk(page, context, server.origin, { rows: 10_000, writesToOneFailure: 5, isDeaf, patience: 600_000 });
  });
}
