/** Pages on which work is under way while the platform misbehaves on the wire: an import, a job. */
import type { Page } from '@playwright/test';
import { cell, countsOf, openSentJob, review, typeInto } from './console';
import { bring, found, withoutPickers } from './import-steps';
import { connect, expect, type OwnConsole, test } from './own-console';
import { type Platform, recordId, type WireFault } from './platform';
import { recordsPath } from './platform-pages';
import { harmful, harmless, patienceMs, wireMessages } from './wire-messages';

type Harmful = (typeof harmful)[number];

let platform: Platform;
let own: OwnConsole;
/** Far behind the rows that a page reads first. */
const far = 240;

withoutPickers();
test.beforeEach(async ({ page, own: shared }) => {
  platform = shared.bad;
  own = shared.console;
  await connect(page, own, 'bad');
});

const main = (page: Page) => page.getByRole('main');
const again = (page: Pick<Page, 'getByRole'>) => page.getByRole('button', { name: 'Try again' });
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Brings a file whose rows are all in the table, up to its columns. */
async function uploadFile(page: Page): Promise<void> {
  const rows = [1, 2, far].map((row) => `${recordId(row)},Renamed ${row}`);
  await bring(page, 'ships.csv', `item_id,Name\n${rows.join('\n')}\n`);
  await page.getByRole('button', { name: 'Map columns' }).click();
}

/** One press at each notice, and it is gone. */
async function pressAgain(page: Page, where: string, fault: Harmful, notices: number): Promise<void> {
  const said = step(page, where).getByRole('alert');
  await expect(said).toHaveCount(notices, { timeout: patienceMs });
  for (const one of await said.all()) await expect(one).toContainText(wireMessages[fault]);
  platform.fault = null;
  for (let left = notices; left > 0; left -= 1) {
    await again(page).first().click();
    await expect(said).toHaveCount(left - 1, { timeout: patienceMs });
  }
}

/** An import that meets the fault wherever it asks: for the table's type and fields, for its keys, at the check, and at the next one. */
async function importFile(page: Page, fault: Harmful): Promise<void> {
  platform.fault = fault;
  await page.goto(`${own.origin}${recordsPath}/import`);
  await expect(page.getByRole('heading', { level: 1, name: /^Import into/ })).toBeVisible();
  // Of its lists of tables: it is not reported as missing.
  await expect(step(page, 'File').getByRole('alert')).toContainText(wireMessages[fault], { timeout: patienceMs });
  await expect(main(page).getByRole('status').first()).toContainText('could not be loaded');
  await uploadFile(page);
  await pressAgain(page, 'Columns', fault, 2);
  await expect(page.getByRole('heading', { level: 1, name: 'Import into Ships' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await expect(page.getByRole('radio').first()).toBeChecked();

  platform.fault = fault;
  await page.getByRole('button', { name: 'Compare with table' }).click();
  await pressAgain(page, 'Key', fault, 1);
  await expect(page.getByText('250 records compared.')).toBeVisible({ timeout: patienceMs });

  platform.fault = fault;
  await page.getByRole('button', { name: 'Go to check' }).click();
  await pressAgain(page, 'Check', fault, 1);
  const toUpdate = found(page, 'will-update');
  await expect(toUpdate).toHaveText('3', { timeout: patienceMs });

  platform.fault = fault;
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(step(page, 'Check').getByRole('alert')).toContainText(wireMessages[fault], { timeout: patienceMs });
  await expect(toUpdate).toHaveText('3');
  await pressAgain(page, 'Check', fault, 1);
  await expect(toUpdate).toHaveText('3', { timeout: patienceMs });
}

let sends = 0;

/** A job whose call meets the fault, and whose rows cannot be read back while it lasts. */
async function runJob(page: Page, fault: Harmful): Promise<void> {
  await page.goto(own.origin + recordsPath);
  sends += 1;
  await typeInto(page, cell(page, 'Ships', 5, 2), `Renamed ${sends}`);
  const send = (await review(page)).getByRole('button', { name: 'Send 1 row' });
  await expect(send).toBeEnabled({ timeout: patienceMs });
  // What it reads when it is pressed is answered.
  platform.faultAtWrite = fault;
  await send.click();
  await openSentJob(page);
  const busy = fault === 'busy' || fault === 'busy-says-when';
  const said = page.getByRole('status').filter({
    hasText: busy ? 'The job continues automatically' : 'Outcome of a batch unknown',
  });
  await expect(said).toBeVisible({ timeout: patienceMs });
  const calls = platform.calls.length;
  await expect.poll(() => platform.calls.length, { timeout: patienceMs }).toBeGreaterThan(calls);
  // It is as it was after a reload, and in the list.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Update 1 row of Ships' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
  const sent = platform.calls.filter(({ path }) => path === '/openapi/v1/dw_item').length;
  const address = page.url();
  await page.goto(`${own.origin}/e/bad/jobs`);
  await expect(main(page).getByRole('link', { name: 'Update 1 row of Ships' }).first()).toBeVisible();
  await page.goto(address);
  platform.fault = null;
  const resume = page.getByRole('button', { name: 'Resume' });
  if (busy && (await resume.isVisible())) await resume.click();
  if (fault === 'reset-before') {
    // Nothing was written, and that cannot be known: the outcome stays unknown, and nothing is sent again automatically.
    await expect(page.getByText('ended', { exact: true }).first()).toBeVisible({ timeout: patienceMs });
    expect(await countsOf(page)).toMatchObject({ verified: 0 });
    return;
  }
  await expect.poll(() => countsOf(page), { timeout: patienceMs }).toMatchObject({ verified: 1 });
  if (!busy) expect(platform.calls.filter(({ path }) => path === '/openapi/v1/dw_item').length).toBe(sent);
}

// Each separately: some minutes of waiting for retries, which lanes share.
for (const fault of harmful) {
  for (const [name, run] of Object.entries({
    'an import': importFile,
    'a job': runJob,
  })) {
    test(`${name} reports a fault and recovers: ${fault} @long`, async ({ page }) => {
      test.setTimeout(5 * 60_000);
      await run(page, fault);
    });
  }
}

test('an odd response does not harm an import; a hanging one leaves it unchanged @long', async ({ page }) => {
  test.setTimeout(10 * 60_000);
  const faults: WireFault[] = [...harmless, 'hang'];
  for (const fault of faults) {
    await test.step(fault, async () => {
      platform.fault = fault;
      await page.goto(`${own.origin}${recordsPath}/import`);
      await uploadFile(page);
      if (fault === 'hang') {
        await expect(step(page, 'Columns')).toBeVisible();
        await expect(main(page).getByRole('alert')).toBeHidden();
        platform.fault = null;
        platform.release();
      }
      await page.getByRole('button', { name: 'Choose key' }).click();
      platform.fault = fault;
      await page.getByRole('button', { name: 'Go to check' }).click();
      if (fault === 'hang') {
        await expect(page.getByRole('progressbar')).toBeVisible();
        platform.fault = null;
        platform.release();
      }
      await expect(found(page, 'will-update')).toHaveText('3', { timeout: patienceMs });
      await expect(main(page).getByRole('alert')).toBeHidden();
    });
  }
});
