import { cars, cell, expect, openDemoTable, outcomeOf, sendOne, test } from './console';

test('a job links to its event and request, and these to the records; the request is copied without the key', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemoTable(page, cars.name);
  await sendOne(page, cars.name, 12, 'one step');
  const job = page.url();
  const calls = page.getByRole('grid', { name: 'Job batches' });
  await expect(outcomeOf(page, 'verified')).toHaveAttribute('data-count', '1', { timeout: 20_000 });
  const trace = calls.getByRole('row').nth(1).getByRole('link').last();
  const traceId = (await trace.textContent()) ?? '';
  expect(traceId).not.toBe('');

  await test.step('its request, found by the trace id', async () => {
    await trace.click();
    await expect(page.getByRole('searchbox', { name: 'Find a request' })).toHaveValue(traceId);
    const found = page.getByRole('grid', { name: 'Requests' }).getByRole('row');
    await expect(found).toHaveCount(2);
    await found.nth(1).click();
    const panel = page.getByRole('region', { name: /^Request \d+/ });
    await expect(panel.getByRole('heading', { name: 'Time breakdown' })).toBeVisible();
    await expect(panel.getByRole('listitem')).toHaveText([
      /^waiting for rate limit\s*[\d,]+ ms/,
      /^network and platform\s*[\d,]+ ms/,
      /^decoding\s*[\d,]+ ms/,
    ]);
    for (const name of ['Copy as curl', 'Copy as fetch']) {
      await panel.getByRole('button', { name }).click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain(name.endsWith('curl') ? 'curl -X PUT' : 'fetch(');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain('API_KEY');
      expect(copied).not.toContain(process.env.DEMO_API_KEY);
    }
  });

  await test.step('its event, and from that to the job and the record', async () => {
    await page.goto(job);
    // The event is shown once the inbox has been read.
    await expect(calls.getByRole('row').nth(1).getByRole('link')).toHaveCount(2);
    await calls.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('grid', { name: 'Events' }).getByText('dw_item.batch_update').click();
    const panel = page.getByRole('region', { name: /^Event \d+/ });
    await expect(panel.getByRole('link', { name: `Job on ${cars.name}` })).toBeVisible();
    await panel.getByRole('link', { name: '2300020000000012' }).click();
    await expect(page.getByRole('region', { name: 'one step' })).toBeVisible();
    // Its row is selected beside the panel.
    await expect(cell(page, cars.name, 12, 1)).toHaveAttribute('aria-selected', 'true');
  });
});
