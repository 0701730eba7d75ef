import { formatJson } from '../contract/json';

/**
 * The text that means the option, person or record with this id, whatever any of them is called: as the API takes it, `["8"]`. For what is picked from a
 * list, and for where a name alone would leave it open.
 */
export function textOfId(id: string): string {
  return formatJson([id]);
}
