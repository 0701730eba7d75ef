import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { connect, expect, type OwnConsole, test } from './own-console';
import { type Platform, platformSpace, platformTable } from './platform';

/** Each would call `ran` if anything of it were taken for more than text. */
const corpus = [
  `<img src=x onerror="ran('img')">`,
  `<svg onload="ran('svg')"></svg>`,
  `<script>ran('script')</script>`,
  `"'><script>ran('quotes')</script>`,
  `<iframe srcdoc="<script>parent.ran('frame')</script>"></iframe>`,
  `<a href="javascript:ran('link')">press</a>`,
  `javascript:ran('address')`,
  `data:text/html,<script>ran('data')</script>`,
  `{{constructor.constructor("ran('template')")()}}`,
  `</title><style>@import 'javascript:ran()'</style>`,
] as const;
const formula = `=HYPERLINK("https://elsewhere.example","press")`;
const text = (row: number): string => corpus[row % corpus.length] as string;
const script = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>ran('file')</script><rect width="40" height="40"/></svg>`;

let platform: Platform;
let own: OwnConsole;

test.beforeEach(async ({ page, own: shared }) => {
  platform = shared.strange;
  own = shared.console;
  await page.addInitScript(() => {
    // A browser without the way to the disk: the file comes as a download.
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    const ran: string[] = [];
    Object.assign(window, { ran: (what: string) => ran.push(what), ranSoFar: ran });
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
});

/** Nothing ran, and nothing of the corpus became an element. */
async function nothingRan(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const made = document.querySelectorAll(
      'script:not([src]), iframe, object, embed, [onerror], [onload], [href^="javascript:" i], [src^="javascript:" i], [href^="data:text" i], [src^="data:text" i]',
    );
    return [
      ...(window as unknown as { ranSoFar: string[] }).ranSoFar,
      ...[...made].map((element) => element.outerHTML.slice(0, 200)),
    ];
  });
  expect(found, where).toEqual([]);
}

test('nothing that is data runs: names, values, titles, avatars, covers, links, files, messages, events', async ({
  page,
}) => {
  const files = Object.fromEntries(
    (
      [
        ['svg', 'image/svg+xml'],
        ['html', 'text/html'],
        ['md', 'text/markdown'],
        ['json', 'application/json'],
        ['csv', 'text/csv'],
      ] as const
    ).map(([ext, type], index) => {
      const body =
        ext === 'json' ? JSON.stringify({ [corpus[0]]: corpus }) : ext === 'svg' ? script : corpus.join('\n');
      return [String(81 + index), { name: `${corpus[index]}.${ext}`, ext, type, body }];
    }),
  );
  Object.assign(platform.world, {
    space: corpus[0],
    cover: corpus[6],
    table: corpus[2],
    title: text,
    person: { user_id: '1', name: corpus[1], avatar: corpus[6] },
    rows: 30,
    fields: [
      { name: corpus[3], type: 'text', value: (row: number) => (row === 1 ? formula : text(row)) },
      { name: 'Rich', type: 'rich_text', value: text },
      { name: 'User', type: 'user', value: (row: number) => [{ user_id: '1', name: text(row), avatar: corpus[6] }] },
      { name: 'Relation', type: 'relation', value: (row: number) => [{ item_id: text(row), title: text(row) }] },
      {
        name: 'File',
        type: 'file',
        value: (row: number) => [{ file_id: 81, name: text(row), link: { source: corpus[6], square: corpus[7] } }],
      },
      {
        name: 'Place',
        type: 'location',
        value: (row: number) => ({ name: text(row), address: text(row), coordinate: { lat: text(row), lon: 1 } }),
      },
      { name: 'Any', type: corpus[4], value: (row: number) => ({ [text(row)]: [text(row), { url: corpus[6] }] }) },
    ],
    files,
    provider: { name: corpus[0], avatar: corpus[7] },
    message: corpus[4],
  });
  await connect(page, own, 'strange');

  await test.step('workspaces, tables, palette', async () => {
    await expect(page.getByRole('list', { name: 'Workspaces' }).getByText(corpus[0], { exact: true })).toBeVisible();
    await page.goto(`${own.origin}/e/strange/w/${platformSpace}/tables/ext`);
    await expect(
      page.getByRole('list', { name: 'Tables' }).getByText(corpus[2], { exact: true }).first(),
    ).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('script');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await nothingRan(page, 'lists');
  });

  await test.step('grid, record, export', async () => {
    await page.goto(`${own.origin}/e/strange/w/${platformSpace}/t/${platformTable}`);
    const grid = page.getByRole('grid');
    await expect(grid.getByText(corpus[2]).first()).toBeVisible();
    for (const name of ['Rich', 'User', 'Relation', 'File', 'Place', 'Any'])
      await grid.getByRole('columnheader', { name }).scrollIntoViewIfNeeded();
    await nothingRan(page, 'grid');
    await grid.locator('[aria-rowindex="4"] [aria-colindex="2"]').click();
    await page.keyboard.press('Space');
    await expect(page.getByRole('region', { name: corpus[3], exact: true })).toBeVisible();
    await nothingRan(page, 'record');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(`'\u2060=HYPERLINK`);
    expect(csv).not.toMatch(/(^|[,"\n])=HYPERLINK/);
    await nothingRan(page, 'export');
  });

  await test.step('files and their previews', async () => {
    await page.goto(`${own.origin}/e/strange/files?ids=${Object.keys(files).join(',')}`);
    const list = page.getByRole('list', { name: 'Files' });
    await expect(list.getByRole('listitem')).toHaveCount(5);
    await list.getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img').first()).toBeVisible();
    for (const seen of [/ran\('img'\)/, /ran\('img'\)/, /ran\('img'\)/, /ran\('img'\)/]) {
      await page.getByRole('button', { name: 'Next file' }).click();
      await expect(dialog.getByText(seen).first()).toBeVisible();
      await nothingRan(page, 'preview');
    }
  });

  await test.step('provider, explorer, refusals', async () => {
    await page.goto(`${own.origin}/e/strange/provider`);
    await page.getByRole('textbox', { name: 'App ID' }).fill('app');
    await page.getByRole('textbox', { name: 'App secret' }).fill('secret-of-an-app');
    await page.getByRole('button', { name: 'Get access token' }).click();
    const life = page.getByRole('region', { name: 'Credential lifetime' });
    await expect(life.getByText(corpus[0], { exact: true })).toBeVisible();
    await nothingRan(page, 'provider');
    await page.goto(`${own.origin}/e/strange/explorer`);
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('treeitem', { name: /cover_image/ }).first()).toBeVisible();
    await nothingRan(page, 'explorer');
    await page.goto(`${own.origin}/e/strange/w/${platformSpace}/t/99`);
    await page.goto(`${own.origin}/e/strange/activity`);
    await nothingRan(page, 'refusals');
  });

  await test.step('events', async () => {
    await page.goto(`${own.origin}/e/strange/events`);
    const address = await page.getByRole('region', { name: 'Callback address' }).locator('code').textContent();
    const body = JSON.stringify({ event: corpus[0], trace_id: corpus[3], success: [corpus[5]], note: corpus });
    await page.request.post(address ?? '', { data: body, headers: { 'content-type': 'text/html' } });
    await page.getByRole('grid', { name: 'Events' }).getByText(corpus[0]).first().click();
    await expect(page.getByRole('treeitem', { name: /^note/ })).toBeVisible();
    await nothingRan(page, 'events');
  });
});
