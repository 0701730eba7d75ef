import { cars, expect, test } from './console';
import { openImport, toCheck } from './import-steps';

test('the dates that distinguish records are not cut at a hyphen, however narrow the window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await openImport(page, cars.id, ['Name,Model year,Horsepower', 'ford pinto,1980-01-01,many']);
  await toCheck(page, 'Name');
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
