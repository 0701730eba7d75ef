import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';
import { cars, embedded, expect, openData, tablePath } from './console';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every page of the console, by its name and address. */
export const pages = [
  ['connect', '/connect'],
  ['workspaces', `${embedded}/w`],
  ['tables', `${embedded}/w/${openData}/tables/ext`],
  ['records', tablePath(cars.id)],
  ['record', `${tablePath(cars.id)}?record=2300020000000003`],
  ['jobs', `${embedded}/jobs`],
  ['files', `${embedded}/files?ids=6100000000000001,6100000000000002,99`],
  ['provider', `${embedded}/provider`],
  ['events', `${embedded}/events`],
  ['activity', `${embedded}/activity`],
  ['explorer', `${embedded}/explorer`],
  ['settings', '/settings'],
] as const;

/** Resolves when the page has drawn nothing for a while. The stream of events never ends, so the network is never idle. */
export async function atRest() {
  const quietMs = 150;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, quietMs);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quietMs);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** Axe finds nothing worse than minor on the page, in any of the schemes. From one to the next only colours change. */
export async function look(page: Page, schemes: readonly ('light' | 'dark')[]): Promise<void> {
  await page.evaluate(axe);
  for (const [index, scheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme });
    const rules = index === 0 ? null : { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
    expect(await page.evaluate(violations, rules), scheme).toEqual([]);
  }
}

/** What axe finds worse than minor, or of a name that is not what is shown, once the colours have come to rest. @param rules null: all of them */
async function violations(rules: RunOnly | null) {
  const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
  const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(changing.map(({ finished }) => finished));
  return (
    await axe.run({
      resultTypes: ['violations'],
      runOnly: rules ?? undefined,
      rules: {
        'label-content-name-mismatch': { enabled: rules === null },
        // An open menu or list is at the end of the page, in none of its regions: it belongs to what opened it.
        region: { enabled: rules === null && document.querySelector('[role=menu], [role=listbox]') === null },
      },
    })
  ).violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => [id, nodes[0]?.html]);
}
