import { type OperationName, operations } from './operations';

export interface Route {
  name: OperationName;
  method: string;
  write: boolean;
  /** Of a whole path; what stands for `{table_id}` and its like is a group of that name. */
  pattern: RegExp;
}

/** The operations by method and path. Paths without a `{…}` first: `/dw_table/list` is a list, not the table "list". */
export const routes: readonly Route[] = (Object.keys(operations) as OperationName[])
  .sort((a, b) => Number(operations[a].path.includes('{')) - Number(operations[b].path.includes('{')))
  .map((name) => {
    const { method, write, path } = operations[name];
    return { name, method, write, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
  });

/** The route of a call; null where the contract has none. @param path from `/openapi/v1/` on, without search */
export function routeAt(method: string, path: string): Route | null {
  return routes.find((route) => route.method === method && route.pattern.test(path)) ?? null;
}
