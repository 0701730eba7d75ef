import { formatJson, type Json } from '../../../contract/json';
import { changeTableSetting, readTableSetting } from '../../../storage/database';
import type { View } from './view';
import { readViews } from './view-list';

interface TablePlace {
  environment: string;
  table_id: string;
}

const name = 'views';

export async function keptViews(place: TablePlace): Promise<View[]> {
  return readViews(await readTableSetting({ ...place, name }));
}

/** Changes the views of a table. @returns those that are kept then. @throws where the browser denies its database */
export async function changeViews(
  place: TablePlace,
  change: (views: readonly View[]) => readonly View[],
): Promise<View[]> {
  const kept = await changeTableSetting({ ...place, name }, (value) =>
    formatJson(change(readViews(value)) as unknown as Json),
  );
  return readViews(kept);
}
