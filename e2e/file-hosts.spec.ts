import { connect, expect, type OwnConsole, test } from './own-console';
import { type Platform, platformSpace, platformTable } from './platform';

/** Eight times eight red points as JPEG 2000, which scanned documents are full of. */
const red =
  '/0//UQAvAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAwQEAAH/XAANQEBISFBISFBISFD/kAAKAAAAAAAmAAH/k8+0CAMzz7QICB/PtAgHL4CAgICAgICAgP/Z';

/** A PDF of one page that is this picture. */
function scan(): Buffer {
  const picture = Buffer.from(red, 'base64');
  const draw = 'q 100 0 0 100 0 0 cm /P Do Q';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>>',
    `<</Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/JPXDecode/Length ${picture.length}>>stream\n${picture.toString('latin1')}\nendstream`,
    `<</Length ${draw.length}>>stream\n${draw}\nendstream`,
  ];
  let text = '%PDF-1.5\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

let platform: Platform;
let own: OwnConsole;

test.beforeEach(async ({ page, own: shared }) => {
  platform = shared.strange;
  own = shared.console;
  const elsewhere = platform.origin.replace('127.0.0.1', 'localhost');
  platform.world.files = {
    '71': { name: 'elsewhere.txt', ext: 'txt', type: 'text/plain', body: 'there', at: elsewhere },
    '72': { name: 'refused.txt', ext: 'txt', type: 'text/plain', body: 'not for pages', readable: false },
    '74': { name: 'unknown.bin', ext: 'bin', type: 'application/octet-stream', body: '\u0000\u0001' },
    '73': { name: 'scan.pdf', ext: 'pdf', type: 'application/pdf', body: scan() },
  };
  await connect(page, own, 'strange');
  await page.goto(`${own.origin}/e/strange/files?ids=71,72,73,74,75`);
});

test('a host that is not allowed, or denies pages access, is named and a download offered', async ({ page }) => {
  const open = page.getByRole('list', { name: 'Files' }).getByRole('button');
  await open.filter({ hasText: 'elsewhere.txt' }).click();
  const foreign = page.getByRole('dialog', { name: 'elsewhere.txt' });
  await expect(foreign.getByText(/^The file is on localhost:\d+$/)).toBeVisible();
  await expect(foreign.getByText(/not an allowed file host/)).toBeVisible();
  const link = foreign.getByRole('link', { name: 'Download elsewhere.txt' });
  await expect(link).toHaveAttribute('href', /^http:\/\/localhost:\d+\/f\/71\//);
  await expect(link).toHaveAttribute('rel', /noreferrer/);

  await page.getByRole('button', { name: 'Next file' }).click();
  const refused = page.getByRole('dialog', { name: 'refused.txt' });
  await expect(refused.getByText(/^127\.0\.0\.1:\d+ does not allow this page to load the file$/)).toBeVisible();
  await expect(refused.getByRole('link', { name: 'Download refused.txt' })).toBeVisible();
  await page.keyboard.press('Escape');

  // In the queue of many each shows the same; one is removed from the list alone.
  await page.getByRole('button', { name: 'Download all 4 files' }).click();
  const list = page.getByRole('list', { name: 'Downloads' });
  await expect(list.getByRole('listitem').filter({ hasText: 'elsewhere.txt' })).toContainText(
    /localhost:\d+ is not an allowed file host/,
  );
  await expect(list.getByRole('listitem').filter({ hasText: 'refused.txt' })).toContainText(
    /The host refused this page/,
  );
  await expect(list.getByRole('listitem').filter({ hasText: 'scan.pdf' })).toContainText('done');
  await page.getByRole('button', { name: 'Remove scan.pdf from list' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
});

test('a file without preview is named; IDs not found show why, and can be copied and looked up again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: own.origin });
  await page.getByRole('list', { name: 'Files' }).getByRole('button').filter({ hasText: 'unknown.bin' }).click();
  const dialog = page.getByRole('dialog', { name: 'unknown.bin' });
  await expect(dialog.getByText('No preview for bin files')).toBeVisible();
  await expect(dialog.getByText('Links valid until')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/f/74/');
  await page.keyboard.press('Escape');

  await expect(page.getByRole('list', { name: 'Not found' }).getByRole('listitem')).toHaveText(['75']);
  await expect(page.getByText(/or from a data-warehouse table/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy IDs' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('75');
  platform.world.files['75'] = { name: 'late.txt', ext: 'txt', type: 'text/plain', body: 'late' };
  await page.getByRole('button', { name: 'Look up again' }).click();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('late.txt')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Not found' })).toBeHidden();
});

test('JPEG 2000 pictures in a PDF are drawn without eval and WebAssembly', async ({ page }) => {
  await page.getByRole('list', { name: 'Files' }).getByRole('button').filter({ hasText: 'scan.pdf' }).click();
  const canvas = page.getByRole('region', { name: 'Page 1' }).locator('canvas');
  await expect(canvas).toBeVisible();
  const point = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    return [...(element.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [])];
  });
  expect(point).toEqual([220, 20, 60, 255]);
});

test('many downloads go to a folder where the browser supports it, each under a free name', async ({ page }) => {
  // The one thing that a test cannot press is the browser's own dialog: the folder is the page's private one.
  await page.evaluate(() => {
    const picked = navigator.storage.getDirectory();
    Object.assign(window, { showDirectoryPicker: () => picked });
    return picked.then(async (folder) => folder.getFileHandle('scan.pdf', { create: true }));
  });
  await page.getByRole('radio', { name: 'List' }).click();
  await page.getByRole('button', { name: 'To folder…' }).click();
  const list = page.getByRole('list', { name: 'Downloads' });
  await expect(list.getByRole('listitem').filter({ hasText: 'scan.pdf' })).toContainText('done');
  const saved = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle('scan (2).pdf')).getFile();
    return [file.size, (await (await folder.getFileHandle('scan.pdf')).getFile()).size];
  });
  expect(saved).toEqual([scan().length, 0]);
});

test('the files of a cell open from its record, with a note on files that may not be found @long', async ({ page }) => {
  const value = () => [{ file_id: 73, name: 'scan.pdf' }];
  platform.world.fields = [
    { name: 'Name', type: 'text', value: (row) => `Ship ${row}` },
    { name: 'Papers', type: 'attachment', value },
  ];
  await page.goto(`${own.origin}/e/strange/w/${platformSpace}/t/${platformTable}`);
  // Beside its name, which opens it.
  await page
    .getByRole('gridcell', { name: 'scan.pdf' })
    .first()
    .click({ position: { x: 4, y: 6 } });
  await page.keyboard.press('Space');
  const panel = page.getByRole('region', { name: 'Ship 1' });
  await expect(panel.getByText(/does not guarantee links for files in data-warehouse tables/)).toBeVisible();
  await panel.getByRole('link', { name: 'Show in Files' }).click();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('scan.pdf')).toBeVisible();
});
