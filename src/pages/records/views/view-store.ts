import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { RecordQuery } from '../../../api/queries/records';
import { queryClient } from '../../../api/wire/query-client';
import { formatJson, isJsonObject, type Json, type JsonObject, parseJson } from '../../../contract/json';
import { changeTableSetting, readTableSetting, type TablePlace } from '../../../storage/database';
import { timeSchema } from '../../../storage/stored-values';
import { type Query, readQuery, readView, type View } from './views';

export type ChangeViews = (change: (views: readonly View[]) => View[]) => Promise<void>;

const viewsName = 'views';
const historyName = 'recent-questions';

interface Kept {
  views: readonly View[];
  history: readonly PastQuery[];
  /** The browser keeps nothing: what is changed holds as long as it is seen. */
  denied: boolean;
}

const viewsKey = ({ environment, table_id }: TablePlace) => ['views', environment, table_id];

/** The views of a table that this browser keeps, and the history of its queries; null while they are loaded. */
export function useViews(place: TablePlace) {
  const queryClient = useQueryClient();
  const queryKey = viewsKey(place);
  const { data: kept } = useQuery({
    queryKey,
    queryFn: (): Promise<Kept> =>
      Promise.all([readViews(place), readQueryHistory(place)]).then(
        ([views, history]) => ({ views, history, denied: false }),
        () => ({ views: [], history: [], denied: true }),
      ),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const change: ChangeViews = async (change) => {
    const setKept = (next: (now: Kept) => Partial<Kept>): void => {
      queryClient.setQueryData<Kept>(queryKey, (now) => now && { ...now, ...next(now) });
    };
    try {
      const views = await changeViews(place, change);
      setKept(() => ({ views }));
    } catch {
      setKept((now) => ({ views: change(now.views), denied: true }));
    }
  };
  return kept ? { ...kept, change } : null;
}

export async function readViews(place: TablePlace): Promise<View[]> {
  return parseViews(await readTableSetting({ ...place, name: viewsName }));
}

/** Changes the views of a table. @returns those that are kept then. @throws where the browser denies its database */
export async function changeViews(place: TablePlace, change: (views: readonly View[]) => View[]): Promise<View[]> {
  const kept = await changeTableSetting({ ...place, name: viewsName }, (value) => withChangedViews(value, change));
  return parseViews(kept);
}

/** The views as they are kept after a change: what another version wrote beside them, or this one cannot read, stays. */
export function withChangedViews(kept: unknown, change: (views: readonly View[]) => View[]): string {
  const list = parseList(kept);
  const before = list.flatMap((json) => readView(json) ?? []);
  const unread = list.filter((json) => readView(json) === null);
  const extras = new Map(
    list.flatMap((json) => (isJsonObject(json) && typeof json.id === 'string' ? [[json.id, json]] : [])),
  );
  const views = change(before).map((view) => ({ ...extras.get(view.id), ...(view as unknown as JsonObject) }));
  return formatJson([...views, ...unread]);
}

function parseViews(kept: unknown): View[] {
  return parseList(kept).flatMap((json) => readView(json) ?? []);
}

/** A query of the history. */
export interface PastQuery extends Query {
  /** Epoch milliseconds. */
  asked_at: number;
}

/** How many queries a table remembers. */
export const historyMax = 20;

export async function readQueryHistory(place: TablePlace): Promise<PastQuery[]> {
  return parseHistory(await readTableSetting({ ...place, name: historyName }));
}

/** Adds a query to the history of its table, also where that is open, unless the browser denies its database. */
export async function rememberQuery(environment: string, { table_id, filter, order }: RecordQuery): Promise<void> {
  await changeTableSetting({ environment, table_id, name: historyName }, (kept) =>
    formatJson(withQuery(parseHistory(kept), { filter, order }, Date.now()) as unknown as Json),
  ).catch(() => {});
  await queryClient.invalidateQueries({ queryKey: viewsKey({ environment, table_id }) });
}

/** The history that was kept as text; what cannot be understood is left out. */
export function parseHistory(kept: unknown): PastQuery[] {
  return parseList(kept).flatMap((json) => {
    const query = readQuery(json);
    const at = isJsonObject(json) ? json.asked_at : null;
    return query === null ? [] : [{ ...query, asked_at: v.is(timeSchema, at) ? at : 0 }];
  });
}

/** The history after a query: each is in it once, the last one first. */
export function withQuery(history: readonly PastQuery[], query: Query, at: number): PastQuery[] {
  const text = queryText(query);
  const others = history.filter((each) => queryText(each) !== text);
  return [{ ...query, asked_at: at }, ...others].slice(0, historyMax);
}

function queryText({ filter, order }: Query): string {
  return formatJson({ filter, order: order && { field_id: order.field_id, type: order.type } });
}

/** The entries of a list that was kept as JSON text, which keeps whole numbers of any size. */
function parseList(kept: unknown): Json[] {
  if (typeof kept !== 'string') return [];
  try {
    const json = parseJson(kept);
    return Array.isArray(json) ? json : [];
  } catch {
    return [];
  }
}
