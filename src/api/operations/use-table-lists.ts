import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type DwTable, type TableType, tableTypes } from '../../contract/tables';
import type { Client } from '../wire/client';
import type { Answer } from '../wire/send';
import { tablesOptions } from './tables';

/**
 * The tables of a workspace, a list for each type in the order of `tableTypes`. One question each: what takes any number of them at once is another piece
 * of code on the way to the first picture.
 * @param enabled whether to read what is not known
 */
export function useTableLists(client: Client, space: string, enabled = true): UseQueryResult<Answer<DwTable[]>>[] {
  const list = (type: TableType) => ({ ...tablesOptions(client, space, type), enabled });
  const [first, second, third, fourth] = tableTypes;
  return [useQuery(list(first)), useQuery(list(second)), useQuery(list(third)), useQuery(list(fourth))];
}
