import type { Json } from '../../../contract/json';
import { ids } from '../catalogue/catalogue';

/** People that records were made and changed by. The first two are those that the keys act as. */
export const people = [
  { user_id: ids.user(1), name: 'Open API' },
  { user_id: ids.user(2), name: 'Partner API' },
  { user_id: ids.user(3), name: 'Data import' },
  { user_id: ids.user(4), name: 'Lena Brandt' },
  { user_id: ids.user(5), name: 'Wei Zhang' },
  { user_id: ids.user(6), name: 'Amara Okafor' },
] as const;

/** The value of a user field. */
export function person(number: 4 | 5 | 6): Json {
  const { user_id, name } = people[number - 1] as (typeof people)[number];
  return [{ user_id, name }];
}
