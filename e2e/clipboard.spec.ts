import type { Page } from '@playwright/test';
import { cars, cell, expect, openDemoTable, test } from './console';

/** Pastes into the active cell what another program has put on the clipboard. */
async function paste(page: Page, text: string, html = ''): Promise<void> {
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await page.evaluate(
    ([text, html]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      if (html !== '') clipboardData.setData('text/html', html);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [text, html] as const,
  );
}

test('a copied cell of two lines goes into one cell, with its tabs and quotes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDemoTable(page, cars.name);
  const changes = page.getByRole('region', { name: 'Changes' });
  await cell(page, cars.name, 1, 2).click();
  await paste(page, '"first line\nsecond\t""line"""');
  await expect(changes).toContainText('1 record changed');
  await cell(page, cars.name, 1, 2).click();
  await page.keyboard.press('Control+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('"first line\nsecond\t""line"""');
  await cell(page, cars.name, 3, 2).click();
  await page.keyboard.press('Control+V');
  await expect(changes).toContainText('2 records changed');
  await expect(cell(page, cars.name, 3, 2)).toHaveAttribute('title', /→ first line ⏎ second .*"line"$/);
  await expect(cell(page, cars.name, 4, 2)).not.toContainText('was');
});

test('a table of a web page goes into cells, merged ones too, and nothing of it is run or loaded', async ({ page }) => {
  await openDemoTable(page, cars.name);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await cell(page, cars.name, 1, 2).click();
  await paste(
    page,
    'both\nBig\nand small\t12',
    `<table style="color:red"><tr><td colspan="2" style="white-space:normal">both</td></tr>
    <tr><td>Big<br>and small<img src="/nowhere.png" onerror="document.title='run'"></td><td>12</td></tr></table>`,
  );
  await expect(cell(page, cars.name, 1, 2)).toContainText('both');
  await expect(cell(page, cars.name, 2, 2)).toHaveAttribute('title', /→ Big ⏎ and small$/);
  await expect(cell(page, cars.name, 2, 3)).toContainText('12');
  await expect(cell(page, cars.name, 3, 2)).not.toContainText('was');
  await expect(page).not.toHaveTitle('run');
  expect(requests.filter((url) => url.includes('nowhere'))).toEqual([]);
});
