import {
  cars,
  cell,
  embedded,
  expect,
  openDemo,
  openDemoTable,
  openDrill,
  openLocking,
  sendOne,
  tablePath,
  test,
} from './console';

const key = process.env.DEMO_API_KEY ?? '';

test('a reload keeps the key; it is in no storage, address or page text; Forget ends it in every tab', async ({
  page,
  context,
}) => {
  await page.goto('/connect');
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/\/w/);
  await page.goto(tablePath(cars.id));
  await page.reload();
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(key);
  expect(page.url()).not.toContain(key);
  expect(await page.content()).not.toContain(key);

  // A new tab is handed the key by the open one.
  const second = await context.newPage();
  await second.goto(tablePath(cars.id));
  await expect(cell(second, cars.name, 1, 1)).toBeVisible();

  await second.goto('/connect');
  await second
    .getByRole('button', { name: /^Forget/ })
    .first()
    .click();
  await second
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Forget/ })
    .click();
  // The pressed button disappears with the key: the field for another key has the focus.
  await expect(second.getByRole('textbox', { name: 'API key' })).toBeFocused();
  await expect(page).toHaveURL(/\/connect/);
  // Nor is the name left under which the key was remembered.
  expect(await page.evaluate(() => localStorage.getItem('remembered:connections'))).toBe('[]');
  await page.goto(tablePath(cars.id));
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
});

test('a key is in no HTML while it is typed, revealed or tested', async ({ page }) => {
  await page.goto('/connect');
  const field = page.getByRole('textbox', { name: 'API key' });
  await field.pressSequentially('not-a-key-either');
  await expect(field).toHaveValue('not-a-key-either');
  expect(await page.content()).not.toContain('not-a-key-either');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(field).toHaveValue('not-a-key-either');
  expect(await page.content()).not.toContain('not-a-key-either');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('alert')).toContainText('100');
  expect(await page.content()).not.toContain('not-a-key-either');
});

test('an unknown key is refused with code and trace ID, and nothing is kept', async ({ page }) => {
  await page.goto('/connect');
  const field = page.getByRole('textbox', { name: 'API key' });
  await field.fill('not-a-key');
  const connect = page.getByRole('button', { name: 'Connect' });
  const place = await field.boundingBox();
  const under = await connect.boundingBox();
  await connect.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('100');
  // The field stays where it was, the button nearly; what support needs is folded.
  expect((await field.boundingBox())?.y).toBe(place?.y);
  expect((await connect.boundingBox())?.y).toBeLessThan((under?.y ?? 0) + 40);
  await expect(field).toHaveAccessibleDescription(/^API key refused/);
  await expect(alert.getByText('Trace ID')).toBeHidden();
  await alert.getByText('Details', { exact: true }).click();
  await expect(alert.getByText('Trace ID')).toBeVisible();
  // There are no unsent changes to speak of.
  await expect(page.getByText(/unsent changes/)).toHaveCount(0);
  await page.goto(`${embedded}/w`);
  await expect(page).toHaveURL(/\/connect/);
});

test('without a key an address leads to the connect page and back', async ({ page }) => {
  await page.goto(tablePath(cars.id));
  await expect(page).toHaveURL(/\/connect/);
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.keyboard.press('Enter');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('two tabs share one rate budget', async ({ page, context }) => {
  await openDemoTable(page, cars.name);
  const other = await context.newPage();
  await other.goto(tablePath(cars.id));
  await expect(cell(other, cars.name, 1, 1)).toBeVisible();
  const budgets = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('budget:')));
  expect(budgets.filter((name) => !name.endsWith(':'))).toHaveLength(1);
});

test('a key is locked after the chosen idle time, and its page returns with the key @long', async ({ page }) => {
  await page.clock.install();
  await openLocking(page);
  await page.clock.fastForward('14:00');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
  // The page reloads without its key a moment after it asks for one, which would drop what was typed before.
  await Promise.all([page.waitForEvent('load'), page.clock.fastForward('02:00')]);
  await expect(page.getByText(/^The key is locked/)).toBeVisible();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.keyboard.press('Enter');
  await expect(cell(page, cars.name, 1, 1)).toBeVisible();
});

test('a key repeated in a response is neither shown nor kept', async ({ page }) => {
  await openDemo(page);
  const basic = Buffer.from(`user:${key}`).toString('base64');
  await page.route('**/openapi/v1/dw_item/list', (route) =>
    route.fulfill({
      json: {
        code: 3500001,
        message: `no rows for ${key} (${basic})`,
        data: { key },
        meta: { trace_id: `trace-${encodeURIComponent(key)}` },
      },
    }),
  );
  await page.goto(tablePath(cars.id));
  await expect(page.getByText('no rows for [credential removed]').first()).toBeVisible();
  const looks = [await page.content()];
  await page.getByRole('link', { name: /^Activity/ }).click();
  await page
    .getByRole('row', { name: /listRecords/ })
    .first()
    .click();
  await expect(page.getByText('trace-[credential removed]').first()).toBeVisible();
  looks.push(await page.content());
  for (const look of looks) {
    expect(look).not.toContain(key);
    expect(look).not.toContain(basic.slice(12, 32));
  }
});

test('Lock and Forget name the jobs they stop, and stop nothing before confirmation', async ({ page }) => {
  const quiet = { id: '2100000000000116', name: 'Applies, and sends no event' };
  await page.route('**/openapi/v1/dw_item', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, body: 'slow down' }),
  );
  await openDrill(page, quiet);
  await sendOne(page, quiet.name, 1, 'not sent while the key ends');
  await expect(page.getByText('Too many requests')).toBeVisible();

  const question = page.getByRole('alertdialog');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('lock key');
  await page.getByRole('option', { name: 'Lock key' }).click();
  await expect(question).toContainText('1 running job stops and continues when you enter the same key again.');
  await expect(question).toContainText(`of ${quiet.name}: 1 row not verified`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Too many requests')).toBeVisible();

  await page.goto('/connect');
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await expect(question).toContainText('1 running job stops for good');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(question).toContainText(': 1 row not verified');
  await question.getByRole('button', { name: 'Lock key' }).click();
  await expect(page.getByRole('button', { name: 'Forget', exact: true })).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible();
});
