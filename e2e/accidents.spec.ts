import type { Page } from '@playwright/test';
import { activeCell, cars, cell, changesOf, expect, openDemoTable, test } from './console';

/** Changes the name of a car; nothing is sent. */
async function edit(page: Page, row: number, text: string): Promise<void> {
  await cell(page, cars.name, row, 2).click();
  await expect(activeCell(page)).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(changesOf(page)).toBeVisible();
}

test('a browser without storage gets a notice; the console works until the page closes', async ({ page }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'] as const) Object.defineProperty(window, name, { get: deny });
    IDBFactory.prototype.open = deny;
  });
  await openDemoTable(page, cars.name);
  await edit(page, 1, 'Without a store');
  await expect(changesOf(page)).toContainText(
    'This browser saves nothing: these changes are lost when the page closes.',
  );
  await page.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByText('Jobs cannot be stored')).toBeVisible();
  for (const name of ['Files', 'Provider', 'Events', 'Activity', 'Explorer', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});
