import type { Locator, Page } from '@playwright/test';
import { expect, openDemo, tabTo, test } from './console';

const key = process.env.DEMO_API_KEY ?? '';

/** From nothing to a connection on a provider key, by mouse or by keyboard alone. */
async function asProvider(page: Page, by: 'mouse' | 'keyboard' = 'mouse'): Promise<void> {
  const press = async (control: Locator, key = 'Tab') => {
    if (by === 'mouse') return control.click();
    await expect(control).toBeEnabled();
    await tabTo(page, control, key);
    await page.keyboard.press('Enter');
  };
  await openDemo(page);
  await press(page.getByRole('link', { name: 'Provider' }), 'Shift+Tab');
  await press(page.getByRole('button', { name: 'Use demo provider' }));
  await press(page.getByRole('button', { name: 'Get access token' }));
  await expect(page.getByRole('region', { name: 'Credential lifetime' }).getByText('Atlas Integrations')).toBeVisible();
  await expect(page.getByText('This connection uses a customer’s key directly')).toBeVisible();
  await press(page.getByRole('button', { name: 'Insert current key' }));
  await expect(page.getByRole('button', { name: 'Exchange', exact: true })).toBeFocused();
  await press(page.getByRole('button', { name: 'Exchange', exact: true }));
  await expect(page.getByText('Put it on the provider key with “Use for connection”.')).toBeVisible();
  const customerKey = page.getByRole('row', { name: /Connection key \(customer\)/ });
  if (by === 'mouse') {
    await page.getByRole('button', { name: 'Check credentials' }).click();
    await expect(customerKey).toContainText('works');
  }
  await press(page.getByRole('button', { name: 'Use for connection' }));
  await expect(page.getByText('This connection uses a provider key.')).toBeVisible();
  // What was checked keeps its name.
  if (by === 'mouse') await expect(customerKey).toBeVisible();
}

test('a provider key is kept for renewal, checked in one click, and forgotten with its credentials', async ({
  page,
}) => {
  await page.clock.install();
  await asProvider(page);
  // Before half an hour remains a request returns the same key: the page says so, and offers no renewal that would fail.
  await page.getByRole('button', { name: 'Get access token' }).click();
  await expect(page.getByText(/^Same token returned\. A new one is available from/)).toBeVisible();
  const life = page.getByRole('region', { name: 'Credential lifetime' });
  await expect(life.getByRole('button', { name: /^Renew now/ }).first()).toHaveAttribute('aria-disabled', 'true');
  await life
    .getByRole('button', { name: /^Show .* for 10 seconds/ })
    .first()
    .click();
  await expect(life.getByRole('button', { name: /^Hide/ })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(life.getByRole('button', { name: /^Hide/ })).toBeHidden();
  const keep = page.getByRole('switch', { name: 'Renew automatically' });
  await keep.click();
  await expect(keep).toBeChecked();
  await expect(page.getByText(/Next renewal at/)).toBeVisible();

  await page.getByRole('button', { name: 'Check credentials' }).click();
  const table = page.getByRole('table', { name: 'Check credentials' });
  await expect(table.getByRole('row', { name: /Access token/ })).toContainText('works');
  await expect(table.getByRole('row', { name: /Connection key \(provider\)/ })).toContainText(/works.*Open Data/);

  // A reload keeps both the key and the wish, and shows neither.
  await page.reload();
  await expect(keep).toBeChecked();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of [key, process.env.DEMO_APP_SECRET ?? '']) {
    expect(kept).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  }

  await page.getByRole('button', { name: 'Forget secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget secrets' }).click();
  await expect(keep).not.toBeChecked();
  await page.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByText('The provider’s inbox cannot be opened')).toBeVisible();
});

test('by keyboard alone: a provider key is got and used, and what its renewal returned is shown with it', async ({
  page,
}) => {
  await page.clock.install();
  await asProvider(page, 'keyboard');
  await page.clock.fastForward(95 * 60_000);
  const lines = page.getByRole('region', { name: 'Credential lifetime' }).getByRole('listitem');
  const token = lines.filter({ hasText: 'Access token' });
  await tabTo(page, token.getByRole('button', { name: /^Renew now/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(token.getByRole('status')).toContainText(/^(Same|New) token/);
  await expect(lines.filter({ hasText: 'Provider API key' }).getByRole('status')).toHaveCount(0);
});
