import { loadAllTexts } from '../../texts/texts-provider';

const pages: (() => Promise<unknown>)[] = [];

/** For `lazy` of a route: the module of a page comes with the texts that are not part of the first load. */
export function laterPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  pages.push(load);
  return async () => (await Promise.all([load(), loadAllTexts()]))[0];
}

/** Fetches every page that has not been opened yet, one after the other, so that each opens at once, and also while the gateway is down. */
export async function fetchPages(): Promise<void> {
  // What does not arrive now is asked for again when it is opened, and says so there.
  for (const load of pages) await load().catch(() => {});
}
