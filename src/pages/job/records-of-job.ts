import type { JobRow } from '../../storage/job-rows';
import { paths } from '../../url/paths';
import { formatRecordsAddress } from '../../url/records-address';

/** The address of the records that a job was sent from, with their filter and sort. */
export function recordsOfJob({ environment, space_id, table_id, query }: JobRow): string {
  const search = formatRecordsAddress({ ...query });
  return `${paths.records({ env: environment, space: space_id, table: table_id })}${search && `?${search}`}`;
}
