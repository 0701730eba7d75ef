import { cell, choose, expect, openDemo, openSentJob, openTable, test } from './console';

test.describe('the whole workflow on real data', () => {
  test('two presses to records; types, filter and sort; a verified change; files; credentials', async ({ page }) => {
    await openDemo(page);

    // Tables by type.
    const types = page.getByRole('tablist', { name: 'Table type' });
    for (const type of ['sync', 'app', 'agg', 'ext']) {
      await types.getByRole('tab', { name: new RegExp(`^${type}`) }).click();
      await expect(page.getByRole('list', { name: 'Tables' }).getByRole('link').first()).toBeVisible();
    }
    await openTable(page, 'Cars');

    // A filter of two conditions and one order.
    const query = page.getByRole('toolbar', { name: 'Query' });
    await query.getByRole('button', { name: 'Add condition' }).click();
    await choose(page, 'Field', 'Horse');
    await page.getByRole('combobox', { name: 'Operator' }).click();
    await page.getByRole('option', { name: /^at least/ }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('215');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('8 rows');
    await query.getByRole('button', { name: /^Sort/ }).click();
    await choose(page, 'Sort by', 'Name');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/filter=.*order=/);
    await expect(cell(page, 'Cars', 1, 2)).toHaveText('buick electra 225 custom');

    // The view is in the address: it opens again as it was.
    await page.reload();
    await expect(cell(page, 'Cars', 1, 2)).toHaveText('buick electra 225 custom');

    // A change is staged, reviewed, sent, and verified.
    await cell(page, 'Cars', 1, 2).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type(' (1970)');
    await page.keyboard.press('Enter');
    const changes = page.getByRole('region', { name: 'Changes' });
    await expect(changes).toContainText('1 record');
    await changes.getByRole('button', { name: /^Review/ }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review).toContainText('buick electra 225 custom (1970)');
    await review.getByRole('button', { name: /^Send 1 row/ }).click();
    await openSentJob(page);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await expect(outcome.locator('[data-outcome="verified"]')).toContainText('1', { timeout: 20_000 });

    // The job's event arrived in the inbox of the key.
    await page.getByRole('link', { name: 'Events' }).click();
    await expect(page.getByText('dw_item.batch_update').first()).toBeVisible();

    // Undone by a job of its own.
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: /Cars/ }).first().click();
    await page.getByRole('button', { name: 'Undo job' }).click();
    await page.getByRole('dialog', { name: 'Review undo' }).getByRole('button', { name: 'Undo 1 row' }).click();
    await expect(outcome.locator('[data-outcome="verified"]')).toContainText('1', { timeout: 20_000 });

    // Files through their links.
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('textbox', { name: 'File IDs' }).fill('6100000000000001; 6100000000000002 99');
    await page.getByRole('button', { name: 'Look up' }).click();
    const files = page.getByRole('list', { name: 'Files' });
    await expect(files.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('list', { name: 'Not found' })).toContainText('99');
    const picture = files.locator('img').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    // Provider credentials, and business calls on the provider key.
    await page.getByRole('link', { name: 'Provider' }).click();
    await page.getByRole('textbox', { name: 'App ID' }).fill(process.env.DEMO_APP_ID ?? '');
    await page.getByRole('textbox', { name: 'App secret' }).fill(process.env.DEMO_APP_SECRET ?? '');
    await page.getByRole('button', { name: 'Get access token' }).click();
    const life = page.getByRole('region', { name: 'Credential lifetime' });
    await expect(life).toContainText(/1 h 59 min|2 h/);
    await page.getByRole('textbox', { name: 'Customer API key' }).fill(process.env.DEMO_API_KEY ?? '');
    await page.getByRole('button', { name: 'Exchange' }).click();
    await page.getByRole('button', { name: 'Use for connection' }).click();
    await page.getByRole('link', { name: 'Tables' }).click();
    await openTable(page, 'Movies');

    // Every request is on record.
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByText('getProviderKey').first()).toBeVisible();
  });
});
