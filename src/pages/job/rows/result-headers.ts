import { toldColumns } from '../../../jobs/results/results';
import type { JobField } from '../../../storage/job-rows';
import { headersOf } from '../../../transfer/out/export-columns';

/** The headers of a results file: what is told of a row, then the fields that were written, by name as in an export, to be found when it comes back. */
export function resultHeaders(fields: readonly JobField[]): string[] {
  const told = toldColumns.map((id) => ({ id, name: null }));
  return headersOf([...told, ...fields.map(({ field_id, name }) => ({ id: field_id, name }))], 'names');
}
