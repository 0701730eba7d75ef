import { connect, expect, test, toProviderKey } from './own-console';

const minutes = 60_000;

test('when the renewing tab closes another continues, and no tab uses an expired key', async ({
  context,
  page,
  own,
}) => {
  const { strange: platform, console: console_ } = own;
  const exchanges = () => platform.calls.filter(({ path }) => path.endsWith('/isv/api_key')).length;
  await context.clock.install();
  await connect(page, console_, 'strange');
  await toProviderKey(page, console_, 'secret-of-an-app');
  await expect(page.getByText(/Next renewal at/)).toBeVisible();
  const before = exchanges();

  const other = await context.newPage();
  await other.goto(`${console_.origin}/e/strange/w`);
  await expect(other.getByRole('list', { name: 'Workspaces' })).toBeVisible();

  // The latest key reaches the other tab a moment after the answer; the one before it still works then.
  const usesLatestKey = () =>
    expect(async () => {
      await other.getByRole('main').getByRole('button', { name: 'Refresh', exact: true }).click();
      await expect
        .poll(() => platform.calls.at(-1)?.key, { timeout: 1000 })
        .toBe(`Bearer provider-key-${platform.keysGiven}`);
    }).toPass({ timeout: 10_000 });

  // Half an hour before the end one of the two renews, for both.
  await page.clock.fastForward(92 * minutes);
  await expect.poll(exchanges).toBe(before + 1);
  await usesLatestKey();
  expect(exchanges()).toBe(before + 1);

  await page.close();
  await other.clock.fastForward(184 * minutes);
  await expect.poll(exchanges).toBe(before + 2);
  await usesLatestKey();
  expect(platform.keysGiven).toBe(before + 2);
});
