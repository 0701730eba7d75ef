import type { Page } from '@playwright/test';
import { cars, cell, changesOf, discardAll, expect, openDemoTable, test } from './console';

/** Pastes into the active cell what another program has put on the clipboard. */
async function paste(page: Page, text: string, html = ''): Promise<void> {
  await expect(page.getByRole('grid').locator('[data-active]')).toBeFocused();
  await pasteHere(page, text, html);
}

async function pasteHere(page: Page, text: string, html: string): Promise<void> {
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

test('what is pasted goes into the cells it is for, after a question where lines could be rows', async ({
  page,
  context,
}) => {
  await openDemoTable(page, cars.name);
  await test.step('a paste that changes cells out of view says how many, with Undo', async () => {
    const changes = changesOf(page);
    const notice = page.getByRole('region', { name: 'Notifications' });
    await cell(page, cars.name, 1, 3).click();
    await paste(page, Array.from({ length: 60 }, (_, row) => `${row + 100}`).join('\r\n'));
    await expect(changes).toContainText('60 records changed');
    await expect(notice).toContainText('60 cells changed');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(changes).toContainText('No changes to review.');
    await paste(page, Array.from({ length: 60 }, (_, row) => `${row + 100}`).join('\r\n'));
    await expect(notice).toContainText('60 cells changed');
    // Its Undo would undo something else.
    await page.keyboard.press('Delete');
    await expect(notice).not.toContainText('60 cells changed');
  });
  await discardAll(page);
  await test.step('a copied cell of two lines goes into one cell, with its tabs and quotes', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const changes = changesOf(page);
    await cell(page, cars.name, 1, 2).click();
    await paste(page, '"first line\nsecond\t""line"""');
    await expect(changes).toContainText('1 record changed');
    await cell(page, cars.name, 1, 2).click();
    await page.keyboard.press('Control+C');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('"first line\nsecond\t""line"""');
    await cell(page, cars.name, 3, 2).click();
    await page.keyboard.press('Control+V');
    await expect(changes).toContainText('2 records changed');
    await expect(cell(page, cars.name, 3, 2)).toHaveAttribute('title', /→ first line ⏎ second ⇥ "line"$/);
    await expect(cell(page, cars.name, 4, 2)).not.toContainText('was');
  });
  await discardAll(page);
  await test.step('lines of text are asked about: into rows, all into the cell, or not at all', async () => {
    const changes = changesOf(page);
    const letter = 'Dear all,\n\nplease note:\n- one\n- two\n';
    const question = page.getByRole('dialog', { name: '5 lines: into 5 rows, or all into this cell?' });
    await cell(page, cars.name, 2, 2).click();
    await paste(page, letter, '<p>Dear all,</p><p>please note:</p><ul><li>one<li>two</ul>');
    await expect(question).toContainText('Into rows: Name changes in rows 2–6. One blank line clears its cell.');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(changes.getByRole('button', { name: 'Discard' })).toBeHidden();

    await paste(page, letter);
    await expect(question.getByRole('button', { name: 'All into this cell' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(changes).toContainText('1 record changed');
    await expect(cell(page, cars.name, 2, 2)).toHaveAttribute('title', /→ Dear all, ⏎ please note: ⏎ - one ⏎ - two$/);
    await expect(cell(page, cars.name, 3, 2)).not.toContainText('was');

    await page.keyboard.press('Control+Z');
    await expect(changes).toContainText('No changes to review.');
    await paste(page, letter);
    await expect(question.getByRole('button', { name: 'All into this cell' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(changes).toContainText('5 records changed');
    await expect(cell(page, cars.name, 3, 2)).toContainText('was');
    await expect(page.getByText('Not all of them are in view.')).toBeHidden();

    // Of what cannot have lines, each line is a row; and so it is of the cells of a spreadsheet.
    await page.keyboard.press('Control+Z');
    await cell(page, cars.name, 2, 3).click();
    await paste(page, '11\n12\n');
    await expect(changes).toContainText('2 records changed');
    await cell(page, cars.name, 2, 2).click();
    await paste(page, 'one\ntwo\n', '<table><tr><td>one<tr><td>two</table>');
    await expect(cell(page, cars.name, 3, 2)).toContainText('two');
  });
  await discardAll(page);
  await test.step('a table of a web page goes into cells, merged ones too, and nothing of it is run or loaded', async () => {
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
  await discardAll(page);
  await test.step('pasted rows of an import are the cells of the table on the clipboard', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    const text = 'Name\tNote\none, "two\n12" pipe\tsmall\nand "wide"\n';
    const html =
      '<table><tr><td>Name</td><td>Note</td></tr><tr><td>one, &quot;two<br>12&quot; pipe</td><td>small<br>and &quot;wide&quot;</td></tr></table>';
    const file = page.getByRole('region', { name: 'File', exact: true });
    const row = page.getByRole('table', { name: 'Rows in file' }).getByRole('row').nth(1);
    const expectRow = async () => {
      await expect(file).toContainText('1 row · 2 columns');
      await expect(file).toContainText('No problems found');
      await expect(row).toContainText(/one, "two ↵ 12" pipe/);
      await expect(row).toContainText(/small ↵ and "wide"/);
    };
    await expect(page.getByText('Drop or choose a file')).toBeVisible();
    await pasteHere(page, text, html);
    await expectRow();
    await page.getByRole('button', { name: 'Paste rows' }).click();
    const area = page.getByRole('textbox', { name: 'Rows' });
    await expect(area).toBeFocused();
    await pasteHere(page, text, html);
    await expect(area).toHaveValue(
      'Name\tNote\r\n"one, ""two\n12"" pipe"\t"small\nand ""wide"""\r\n'.replaceAll('\r', ''),
    );
    await page.getByRole('button', { name: 'Use rows' }).click();
    await expectRow();
  });
});
