import type { SystemField } from '../../contract/records';
import { languages } from '../../texts/languages';

/** What the pages call the system fields, in every language that can be fetched: a file may have been taken out in another one. */
export async function systemNames(): Promise<ReadonlyMap<string, SystemField>> {
  const texts = await Promise.all(Object.values(languages).map((language) => language.first().catch(() => null)));
  return new Map(
    texts.flatMap((each) =>
      each ? Object.entries(each.grid.system).map(([id, name]) => [name, id as SystemField] as const) : [],
    ),
  );
}
