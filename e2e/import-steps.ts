/** The steps of an import, up to its check. */
import { type Locator, type Page, test } from '@playwright/test';
import { openDemo, tablePath } from './console';

export const states = { name: 'US states', id: '2100000000000006' };

/** The browser's own dialogs cannot be driven here: files come through the input, and leave as downloads. */
export function withoutPickers(): void {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(window, 'showOpenFilePicker');
      Reflect.deleteProperty(window, 'showSaveFilePicker');
    }),
  );
}

/** As a person does: the button opens the chooser of the system. */
export async function bring(
  page: Page,
  name: string,
  content: string | Buffer,
  button: string | RegExp = /^(Choose a file|Another file|选择文件)$/,
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

/** Brings rows of text as they are pasted. */
export async function pasteText(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Use rows' }).click();
}

/** From nothing to the import of a table, with rows of text in it. */
export async function openImport(page: Page, table: string, rows: readonly string[]): Promise<void> {
  await openDemo(page, `${tablePath(table)}/import`);
  await pasteText(page, rows);
}

/** From a file or rows to the check; by the key that is proposed, or by another one. */
export async function toCheck(page: Page, key?: string): Promise<void> {
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  if (key !== undefined) await page.getByRole('radio', { name: key, exact: true }).check();
  await page.getByRole('button', { name: 'Go to check' }).click();
}

/** How many rows a check found in one state. */
export const found = (page: Page, state: string): Locator =>
  page.getByRole('group', { name: 'Found' }).locator(`[data-state="${state}"] b`);
