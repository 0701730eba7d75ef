import type { Path } from 'react-router-dom';
import type { JobRow } from '../../storage/job-rows';
import { paths } from '../../url/paths';
import { formatRecordsAddress } from '../../url/records-address';

/** Where the records are that a job was sent from, with their filter and sort. */
export function recordsOfJob({ environment, space_id, table_id, query }: JobRow): Partial<Path> {
  return {
    pathname: paths.records({ env: environment, space: space_id, table: table_id }),
    search: formatRecordsAddress({ ...query }),
  };
}
