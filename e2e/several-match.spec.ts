import { cars, expect, onJobPage, openDemoTable, openSentJob, test } from './console';

test('a row that matches several records lists them with their differences, and updates the chosen one @long', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await openDemoTable(page, cars.name);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const rows = [
    'Name,Horsepower,Remarks,Cylinders,Displacement,Weight (lbs)',
    'ford pinto,41,by hand,,,',
    'ford pinto,42,by hand,,,',
    'amc hornet,43,by hand,,200,2800',
    'amc  gremlin,44,by hand,6,,',
    'buick skylark 320,,,2,,',
  ];
  await page.getByRole('dialog').getByRole('textbox').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Use rows' }).click();
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  await page.getByRole('button', { name: 'Go to check' }).click();
  const count = (state: string) => page.getByRole('group', { name: 'Found' }).locator(`[data-state="${state}"] b`);
  await expect(count('refused')).toHaveText('3');

  // Unchanged, none of them is sent; the link to choose leads to the check.
  await page.getByRole('button', { name: 'Go to send' }).click();
  const left = page.getByRole('region', { name: '5 of 5 rows are skipped' });
  await left
    .getByRole('listitem')
    .filter({ hasText: 'several records' })
    .getByRole('button', { name: 'Go to Check' })
    .click();

  const list = page.getByRole('grid', { name: 'Rows and their result' });
  const line = (number: number) => list.getByRole('row').filter({ has: page.getByText(`${number}`, { exact: true }) });
  // That the row opens is to be seen, and it does by the keyboard too.
  await line(2).getByRole('button', { name: 'Choose…' }).press('Enter');
  const details = page.getByRole('complementary', { name: /^Line / });
  const choice = details.getByRole('group', { name: 'Which record should this row update?' });
  await expect(choice.getByRole('radio')).toHaveCount(7);
  await expect(choice).toContainText('add a field to the key');
  // Nothing is shown before a choice.
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0);
  const meant = choice.getByRole('radio', { name: /^Update “ford pinto” record \d+ · Horsepower 85\b/ });
  await meant.click();
  await expect(count('will-update')).toHaveText('1');
  await expect(details.getByRole('row', { name: /^Horsepower/ })).toHaveText('Horsepower85Line 2, Horsepower: 41');
  await expect(line(2).getByRole('button', { name: 'Update “ford pinto”' })).toBeVisible();
  await expect(line(3).getByRole('button', { name: 'Choose…' })).toBeVisible();

  // The notice about similar rows does not mention it.
  const nearly = page.getByRole('radiogroup', { name: 'Action for this row' });
  await nearly.getByRole('radio', { name: 'Create anyway' }).click();
  await expect(count('will-create')).toHaveText('1');
  await expect(count('will-update')).toHaveText('1');
  await nearly.getByRole('radio', { name: 'Skip' }).click();
  await expect(count('near')).toHaveText('1');
  await expect(count('will-update')).toHaveText('1');
  await expect(count('refused')).toHaveText('2');

  // Another row cannot mean the same record: it is a duplicate until it means none.
  await line(3).click();
  await meant.click();
  await expect(count('duplicate')).toHaveText('1');
  await expect(details).toContainText('Same record as line 2');
  await choice.getByRole('radio', { name: 'Skip' }).click();
  await expect(count('refused')).toHaveText('2');

  await page.getByRole('button', { name: 'Go to send' }).click();
  await page.getByRole('button', { name: 'Send 1 row', exact: true }).click();
  await onJobPage(page);
  const verified = page.getByRole('region', { name: 'Outcome' }).locator('[data-outcome="verified"]');
  await expect(verified).toHaveAttribute('data-count', '1', { timeout: 20_000 });
  await expect(verified).toContainText('1 updated');

  // What stayed out is opened as new records, and the review asks of each which record it means.
  await page.getByRole('button', { name: 'Fix and retry' }).click();
  // A text that does not fit is shown as written: it is no option, though it is another option's hidden ID.
  const skylark = page.getByRole('grid', { name: cars.name }).getByRole('row').filter({ hasText: 'buick skylark 320' });
  await expect(skylark.getByRole('gridcell').nth(3)).toHaveText(/^2was/);
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  const changes = review.getByRole('table', { name: 'Changes by record and field' });
  const hornets = changes.getByRole('row').filter({ hasText: 'amc hornet' });
  await expect(review.getByRole('button', { name: /^Send/ })).toBeDisabled();
  // The reason is read to its end in its own column.
  const reason = changes.getByText('Several records have this key. None is updated.').first();
  expect(
    await reason.evaluate((element) => {
      const column = element.closest('[role=cell]') as Element;
      return column.getBoundingClientRect().right - element.getBoundingClientRect().right;
    }),
  ).toBeGreaterThan(0);
  await hornets.getByRole('button', { name: /^Choose from \d+…/ }).focus();
  await page.keyboard.press('Enter');
  const which = page.getByRole('dialog', { name: 'Choose a record' });
  const records = which.getByRole('button');
  await expect(records.first()).toContainText(/Horsepower \d+ · Displacement \d+ · Weight \(lbs\) \d+/);
  // Nothing that distinguishes them is cut off.
  expect(await which.getByRole('list').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await records
    .filter({ hasText: /Horsepower 97\b/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(which).toBeHidden();
  await expect(review.getByRole('button', { name: 'Send 1 row' })).toBeEnabled();
  await expect(changes.getByRole('row').filter({ hasText: 'Horsepower' }).filter({ hasText: '97' })).toContainText(
    '43',
  );
  await review.getByRole('button', { name: 'Send 1 row' }).click();
  await openSentJob(page);
  // The rows that were left out on purpose did not come back, so that all of it goes by record id.
  await expect(verified).toHaveAttribute('data-count', '1', { timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'Update 2 rows of Cars' })).toBeVisible();
});

test('the dates that distinguish records are not cut at a hyphen, however narrow the window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await openDemoTable(page, cars.name);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Name,Model year,Horsepower\nford pinto,1980-01-01,many');
  await page.getByRole('button', { name: 'Use rows' }).click();
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('button', { name: 'Choose key' }).click();
  await page.getByRole('radio', { name: 'Name', exact: true }).check();
  await page.getByRole('button', { name: 'Go to check' }).click();
  const row = page.getByRole('grid').getByRole('row', { name: /ford pinto/ });
  // A value that does not fit is reported before a record is chosen in vain.
  await expect(row).toContainText('Several records have Name “ford pinto”');
  await expect(row).toContainText('Horsepower: “many” does not fit');
  await row.click();
  const choice = page.getByRole('group', { name: 'Which record should this row update?' });
  await expect(choice.getByText(/Model year \d{4}-\d\d-\d\d/).first()).toBeVisible();
  const linesOfDays = await choice.evaluate((group) => {
    const texts = document.createTreeWalker(group, NodeFilter.SHOW_TEXT);
    const lines: number[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const found = /\d{4}-\d\d-\d\d/.exec(node.nodeValue ?? '');
      if (!found) continue;
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      lines.push(range.getClientRects().length);
    }
    return lines;
  });
  expect(linesOfDays).toEqual([1, 1, 1, 1, 1, 1]);
});
