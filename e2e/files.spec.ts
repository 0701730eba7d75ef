import type { Page } from '@playwright/test';
import { look } from './axe';
import { cell, drills, embedded, expect, openDemo, tablePath, test } from './console';

const map = '6100000000000001';
const report = '6100000000000002';
const capitals = '6100000000000003';
const airports = '6100000000000004';
const sound = '9007199254740993';
const text = '6100000000000042';

async function lookUp(page: Page, text: string): Promise<void> {
  await page.goto(`${embedded}/files`);
  await page.getByRole('textbox', { name: 'File IDs' }).fill(text);
  await page.getByRole('button', { name: 'Look up' }).click();
}

const preview = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openFile(page: Page, name: string) {
  await page
    .getByRole('list', { name: 'Files' })
    .getByRole('button', { name: new RegExp(name) })
    .click();
  return preview(page, name);
}

test.beforeEach(({ page }) => openDemo(page));

test('IDs from any text are looked up, and each kind of file is shown and downloaded', async ({ page }) => {
  await test.step('IDs from any text are looked up once and in order; those not found are listed apart', async () => {
    await lookUp(page, `report ${report};\n${map}\t99 and again ${map}`);
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveText([/\.pdf/, /\.png/]);
    await expect(page.getByRole('list', { name: 'Not found' }).getByRole('listitem')).toHaveText(['99']);
    await expect(page.getByText(/repeated and looked up once/)).toContainText(map);
    await expect(page).toHaveURL(new RegExp(`ids=${report}%2C${map}%2C99`));
  });
  await test.step('each kind of file is shown in place, under the policy of the page', async () => {
    await lookUp(page, [map, report, capitals, airports, sound, text].join(' '));

    await test.step('an image, to zoom into', async () => {
      const dialog = await openFile(page, 'cities-of-the-world.png');
      await expect(dialog.getByText('960 × 480 px')).toBeVisible();
      const share = dialog.getByRole('status', { name: 'Zoom' });
      await expect(share).not.toHaveText('100%');
      await dialog.getByRole('button', { name: 'Zoom in' }).click();
      await dialog.getByRole('button', { name: 'Zoom in' }).click();
      await expect(share).toHaveText('100%');
      await expect(dialog.getByRole('img', { name: 'cities-of-the-world.png' })).toHaveCSS('width', '960px');
      await dialog.getByRole('button', { name: 'Fit' }).click();
      await expect(share).not.toHaveText('100%');
      await expect(dialog.getByText('v1.0.0')).toBeVisible();
    });

    await test.step('a PDF, page by page, with its words', async () => {
      await page.getByRole('button', { name: 'Next file' }).click();
      const dialog = preview(page, 'cities-of-the-world.pdf');
      await expect(dialog.getByText('page 1 of 3')).toBeVisible();
      const first = dialog.getByRole('region', { name: 'Page 1' });
      await expect(first.getByText('Cities of the world')).toBeAttached();
      await expect(first.locator('canvas')).toBeVisible();
      await dialog.getByRole('button', { name: 'Next page' }).click();
      await expect(dialog.getByText('page 2 of 3')).toBeVisible();
      // What measures its words takes no place: the window does not scroll.
      await expect(page.locator('body > canvas')).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    });

    await test.step('JSON as a tree', async () => {
      await page.getByRole('button', { name: 'Next file' }).click();
      const dialog = preview(page, 'us-state-capitals.json');
      await dialog.getByRole('treeitem', { name: '0: { 4 keys }', exact: true }).click();
      await expect(dialog.getByText('"Alabama"')).toBeHidden();
      await dialog.getByRole('radio', { name: 'Raw' }).click();
      await expect(dialog.getByText(/"lon": -86.3005639/)).toBeVisible();
    });

    await test.step('CSV as a table that draws only visible rows', async () => {
      await page.getByRole('button', { name: 'Next file' }).click();
      const table = preview(page, 'airports.csv').getByRole('table', { name: /airports/ });
      await expect(table).toHaveAttribute('aria-rowcount', '3377');
      await expect(table.getByRole('columnheader', { name: 'iata' })).toBeVisible();
      expect(await table.getByRole('row').count()).toBeLessThan(60);
      await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(table.getByText('Zanesville Municipal')).toBeVisible();
    });

    await test.step('sound', async () => {
      await page.getByRole('button', { name: 'Next file' }).click();
      const audio = preview(page, 'carbon-dioxide.wav').getByLabel('carbon-dioxide.wav', { exact: true });
      await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBeGreaterThan(1);
    });

    await test.step('text', async () => {
      await page.getByRole('button', { name: 'Next file' }).click();
      await expect(page.getByRole('dialog').getByText(/^# /).first()).toBeVisible();
    });
  });
  await test.step('all files of a look-up are downloaded, with a list of their progress', async () => {
    await lookUp(page, `${map} ${capitals}`);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.getByRole('button', { name: 'Download all 2 files' }).click();
    const list = page.getByRole('list', { name: 'Downloads' });
    await expect(list.getByRole('listitem')).toHaveText([
      /cities-of-the-world\.png.*done/,
      /us-state-capitals\.json.*done/,
    ]);
    await expect.poll(() => saved.toSorted()).toEqual(['cities-of-the-world.png', 'us-state-capitals.json']);
    await page.getByRole('button', { name: 'Clear list' }).click();
    await expect(list).toBeHidden();
  });
});

test('without IDs the files of the table last seen are offered, also after a reload, in its workspace alone', async ({
  page,
}) => {
  await page.goto(tablePath('2100000000000007'));
  await expect(cell(page, 'Countries', 1, 1)).not.toBeEmpty();
  const nav = page.getByRole('navigation', { name: 'Main' });
  const offer = page.getByRole('button', { name: /^Show \d+ files of Countries$/ });
  await nav.getByRole('link', { name: 'Files' }).click();
  await expect(offer).toBeVisible();
  await page.reload();
  await expect(offer).toBeVisible();
  await test.step('by keyboard: the arrows lead from file to file, and what was pressed leads to the IDs', async () => {
    await offer.press('Enter');
    await expect(page.getByRole('textbox', { name: 'File IDs' })).toBeFocused();
    await page.getByRole('button', { name: /^map-br\.png/ }).press('Enter');
    await expect(preview(page, 'map-br.png')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(preview(page, 'cities-ch.csv').getByRole('table')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(preview(page, 'map-cn.png')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(preview(page, 'cities-ch.csv')).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await page.goto(tablePath('2100000000000105', drills));
  await expect(page.getByRole('grid').first()).toBeVisible();
  await nav.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByText('Look up files by ID')).toBeVisible();
  await expect(offer).toBeHidden();
});

test('files in cells have names and pictures, are found, and stay in sight beside what is opened', async ({ page }) => {
  await test.step('files in cells have names and pictures, looked up together; one opens beside the grid, and leads on and back', async () => {
    const lookUps: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/openapi/v1/files')) lookUps.push(request.postData() ?? '');
    });
    await page.goto(tablePath('2100000000000011'));
    const pictures = cell(page, 'Reports', 1, 4);
    await expect(pictures.locator('img')).toHaveJSProperty('complete', true);
    await expect(pictures).toHaveText('cities-of-the-world.png');
    await expect(cell(page, 'Reports', 1, 5)).toHaveText(/cities-of-the-world\.pdf.*us-state-capitals\.json/);
    expect(lookUps).toHaveLength(1);

    const opened = (name: string) => page.getByRole('region', { name, exact: true });
    await pictures.getByText('cities-of-the-world.png').click();
    await expect(opened('cities-of-the-world.png')).toBeFocused();
    await expect(page.getByText('960 × 480 px')).toBeVisible();
    await look(page, ['light', 'dark']);
    await page.keyboard.press('ArrowRight');
    await expect(opened('highest-temperature.png')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cell(page, 'Reports', 2, 4)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(opened('weather-in-seattle.pdf')).toBeFocused();
    expect(lookUps).toHaveLength(1);
  });
  await test.step('the cell of a file stays in sight beside its preview', async () => {
    await page.goto(tablePath('2100000000000011'));
    const last = cell(page, 'Reports', 2, 5);
    await expect(last).toHaveText(/weather-in-seattle\.pdf/);
    await page.setViewportSize({ width: 1100, height: 700 });
    await last.click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: /\.(pdf|csv|png|json)$/ })).toBeVisible();
    const panel = page.getByRole('separator').last();
    await expect
      .poll(async () => {
        const [own, edge] = [await last.boundingBox(), await panel.boundingBox()];
        return own && edge ? own.x + own.width <= edge.x + edge.width : false;
      })
      .toBe(true);
  });
});

test('a preview or its viewer that failed to load says so, and loads when it can', async ({ page, context }) => {
  await test.step('a viewer that failed to load says so in its place, and loads when asked again', async () => {
    const viewer = /\/assets\/preview-pdf-.*\.js$/;
    await page.route(viewer, (route) => route.abort());
    await lookUp(page, report);
    const dialog = await openFile(page, 'cities-of-the-world.pdf');
    await expect(dialog.getByText('Part of the page could not be loaded.')).toBeVisible();
    await page.unroute(viewer);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText('page 1 of 3')).toBeVisible();
  });
  await test.step('a preview that fails without a network says so, and loads when there is one again', async () => {
    await lookUp(page, [map, report, capitals, '6100000000000015'].join(' '));
    // The viewer is loaded.
    await expect((await openFile(page, 'weather-in-seattle.pdf')).getByText(/page 1 of/)).toBeVisible();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    for (const [name, before, after] of [
      ['cities-of-the-world.pdf', 'You are offline', 'page 1 of 3'],
      ['us-state-capitals.json', 'You are offline', '0: { 4 keys }'],
    ] as const) {
      const dialog = await openFile(page, name);
      await expect(dialog.getByText(before)).toBeVisible();
      await context.setOffline(false);
      await expect(dialog.getByText(after).first()).toBeVisible();
      await context.setOffline(true);
      await page.keyboard.press('Escape');
    }
    await context.setOffline(false);
  });
});

test('a file that is closed leads back to where it was opened from, and leaves no step behind', async ({ page }) => {
  await test.step('a file that is closed leaves no step behind: Back and Forward do what is seen', async () => {
    await page.goto(tablePath('2100000000000011'));
    const picture = cell(page, 'Reports', 1, 4).getByText('cities-of-the-world.png');
    const file = page.getByRole('region', { name: 'cities-of-the-world.png', exact: true });
    const close = file.getByRole('button', { name: 'Close' });
    const record = page.getByRole('region', { name: 'Cities of the world', exact: true });
    const list = page.getByRole('heading', { name: 'Reports', level: 1 });

    await test.step('closed by a key and twice by its button, and Forward opens it again', async () => {
      for (const way of ['Escape', 'twice']) {
        await picture.click();
        await expect(file).toBeFocused();
        if (way === 'Escape') await page.keyboard.press('Escape');
        // Both presses come before the browser has gone back.
        else {
          await close.evaluate((button: HTMLElement) => {
            button.click();
            button.click();
          });
        }
        await expect(file).toBeHidden();
        await expect(cell(page, 'Reports', 1, 4)).toBeFocused();
      }
      await page.goForward();
      await expect(file).toBeVisible();
      await close.click();
      await expect(file).toBeHidden();
    });

    await test.step('nor in a record, nor where a record took its place', async () => {
      await cell(page, 'Reports', 1, 1).click();
      await page.keyboard.press('Space');
      await record.getByRole('button', { name: 'cities-of-the-world.png' }).click();
      await close.click();
      await expect(record).toBeVisible();
      await record.getByRole('button', { name: 'Close' }).click();
      await expect(record).toBeHidden();
      await picture.click();
      await expect(file).toBeVisible();
      await cell(page, 'Reports', 1, 1).dblclick();
      await expect(record).toBeVisible();
      await record.getByRole('button', { name: 'Close' }).click();
      await expect(record).toBeHidden();
    });

    await page.goBack();
    await expect(list).toBeHidden();
    await page.goForward();
    await expect(list).toBeVisible();
  });
  await test.step('Escape leads from a file back to the record that it was opened from, also after the next file', async () => {
    await page.goto(tablePath('2100000000000011'));
    await expect(cell(page, 'Reports', 1, 4)).toHaveText('cities-of-the-world.png');
    await cell(page, 'Reports', 1, 1).click();
    await page.keyboard.press('Space');
    const record = page.getByRole('region', { name: 'Cities of the world', exact: true });
    const file = record.getByRole('button', { name: 'cities-of-the-world.png' });
    await file.click();
    await page.getByRole('button', { name: 'Next file' }).click();
    await expect(page.getByRole('region', { name: 'highest-temperature.png', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(file).toBeFocused();
    // Another sort leaves it open; it closes without taking the sort back.
    await file.click();
    await page.getByRole('grid').locator('[data-head] [data-name]').nth(1).click();
    await expect(page).toHaveURL(/order=/);
    await expect(page.getByRole('region', { name: 'cities-of-the-world.png', exact: true })).toBeVisible();
    await page.getByRole('region', { name: 'cities-of-the-world.png' }).getByRole('button', { name: 'Close' }).click();
    await expect(record).toBeVisible();
    await expect(page).toHaveURL(/order=/);
  });
  await test.step('what is typed in a record is still there when one of its files is closed', async () => {
    // Only as long as its type is not known can a table with files be edited.
    await page.route('**/openapi/v1/dw_table/list', () => {});
    await page.goto(tablePath('2100000000000011'));
    await expect(cell(page, 'Reports', 1, 4)).toHaveText('cities-of-the-world.png');
    await cell(page, 'Reports', 1, 1).click();
    await page.keyboard.press('Space');
    const record = page.getByRole('region', { name: 'Cities of the world', exact: true });
    await record.getByRole('button', { name: /^Edit Prepared on/ }).click();
    const typed = record.getByRole('textbox', { name: 'Prepared on' });
    await typed.fill('no date');
    await record.getByRole('button', { name: 'cities-of-the-world.png' }).click();
    await expect(page.getByRole('region', { name: 'cities-of-the-world.png', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(typed).toHaveValue('no date');
  });
});
