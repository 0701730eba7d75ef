import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureOf } from '../src/server/gateway/outgoing/send-callback';
import { openTestPlatform } from '../src/server/gateway/test-platform';
import { embedded, expect, openDemo, test } from './console';
import { loadedData, startBuiltServer } from './server';

test('results of changes are sent, signed, to the callback address until it accepts them @long', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'warehouse-console-callbacks-'));
  cpSync(loadedData(), join(folder, 'data'), { recursive: true });
  const receiver = await openTestPlatform();
  const key = 'key-of-the-callbacks';
  const server = await startBuiltServer({
    DATA_DIR: join(folder, 'data'),
    CALLBACK_HOSTS: receiver.origin,
    DEMO_API_KEY: key,
  });
  try {
    await page.goto(server.origin);
    await page.getByRole('button', { name: 'Open demo workspace' }).click();
    await page.getByRole('link', { name: 'Service', exact: true }).click();
    const address = page.getByRole('textbox', { name: 'Callback address' });
    await address.fill('https://elsewhere.example.com/');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(address).toHaveAccessibleDescription(new RegExp(`allowed host: ${receiver.origin}`));
    await address.fill(`${receiver.origin}/in`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Callback address saved')).toBeVisible();
    await page.getByRole('button', { name: 'Show secret' }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';

    receiver.answers.push(503);
    const item = { item_id: '2300020000000001', fields: {} };
    const sent = await page.request.put(`${server.origin}/openapi/v1/dw_item`, {
      headers: { 'Open-Authorization': `Bearer ${key}` },
      data: { table_id: '2100000000000002', update_type: 'update', items: [item] },
    });
    expect(await sent.json()).toMatchObject({ code: 0 });
    await page.getByRole('link', { name: 'Show deliveries' }).click();
    const list = page.getByRole('grid', { name: 'Outgoing callbacks' });
    await expect(list).toContainText('delivered');
    expect(receiver.received).toHaveLength(2);
    const [, { headers, body }] = receiver.received as [unknown, (typeof receiver.received)[number]];
    const signed = signatureOf(
      { id: String(headers['webhook-id']), body, secret },
      Number(headers['webhook-timestamp']),
    );
    expect(headers['webhook-signature']).toBe(signed);

    await list.getByText('delivered').click();
    const panel = page.getByRole('region', { name: /^Delivery/ });
    await expect(panel).toContainText('HTTP 200');
    await panel.getByRole('button', { name: 'Show the event' }).click();
    await expect(page.getByRole('region', { name: /^Event / })).toContainText('Batch update result');
  } finally {
    await server.stop('SIGTERM');
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('without an allowed host the service page says how to allow one, and takes no address', async ({ page }) => {
  await openDemo(page, `${embedded}/service`);
  await expect(page.getByText('No host is allowed.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Callback address' })).toHaveAttribute('readonly', '');
});
