import { cars, embedded, expect, hold, openDemo, test } from './console';

test('any operation and custom path can be sent; the response tree works by keyboard; recent requests are kept', async ({
  page,
}) => {
  await openDemo(page, `${embedded}/explorer`);
  await page
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: /^listRecords/ })
    .click();
  const send = page.getByRole('button', { name: /^Send/ });
  // The operation fills the form: its path, and its required fields.
  await expect(page.getByRole('textbox', { name: 'Path' })).toHaveValue('dw_item/list');
  const body = page.getByRole('textbox', { name: 'Body' });
  await expect(body).toHaveValue(/"table_id": \d+/);
  await body.fill(`{"table_id": ${cars.id}, "limit": 2`);
  await expect(page.getByText('Not valid JSON.')).toBeVisible();
  await body.fill(`{"table_id": ${cars.id}, "limit": 2}`);
  await page.keyboard.press('Control+Enter');

  const tree = page.getByRole('tree', { name: 'Data' });
  const line = (name: string | RegExp) => tree.getByRole('treeitem', { name, exact: typeof name === 'string' });
  await test.step('arrows, Home and End, open and close, expand all', async () => {
    await expect(line('items: [ 2 items ]')).toHaveAttribute('aria-expanded', 'true');
    await line(/^\{ /).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await expect(line(/^\{ /)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(line('items: [ 2 items ]')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(line('items: [ 2 items ]')).toHaveAttribute('aria-expanded', 'false');
    await expect(line(/^item_id/)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(line(/^item_id/)).toHaveCount(2);
    await expect(line(/^user_id/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect(line(/^user_id/)).toHaveCount(4);
    await expect(line('items: [ 2 items ]')).toHaveAttribute('aria-level', '2');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await expect(tree.getByRole('treeitem')).toHaveCount(1);
    // One stop for Tab, wherever it is.
    await expect(tree.locator('[tabindex="0"]')).toHaveCount(1);
  });

  await test.step('a custom path, judged by its envelope', async () => {
    await page.getByRole('link', { name: /^Custom path/ }).click();
    await page.getByRole('textbox', { name: 'Path' }).fill('/openapi/v1/dw_table/2199999999999999');
    await body.fill('{}');
    await send.click();
    await expect(page.getByText('refused').first()).toBeVisible();
    const recent = page.getByRole('region', { name: 'Recent requests' }).getByRole('button', { pressed: false });
    await recent.filter({ hasText: 'listRecords' }).click();
    await expect(line('items: [ 2 items ]')).toBeVisible();
  });

  await page.getByRole('link', { name: /^Request \d+$/ }).click();
  await expect(page).toHaveURL(/\/activity\?request=\d+/);
});

test('Ctrl+Enter on the link opens no tab while its page is still loading, and one later; on the page it sends', async ({
  page,
  context,
}) => {
  const letGo = await hold(context, '**/explorer-page-*.js');
  await openDemo(page);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explorer' });
  // A page takes the focus from the links for a moment after it has come, until a key is pressed.
  await page.keyboard.press('Shift');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  letGo();
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('tree', { name: 'Data' })).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  // At the same step of the history where it was pressed before.
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Tables' })).toBeVisible();
  await expect(async () => {
    await link.focus();
    await page.keyboard.press('Control+Enter');
    // It may come after the next try has opened another.
    expect(context.pages().length).toBeGreaterThan(1);
  }).toPass();
});
