import { updateById } from './check/dry-run';
import type { NewJob } from './plan/plan';

/** For tests: a job that updates one text field by record id, of the key `i1` in the environment `lab`. */
export const testJob: NewJob = {
  ...updateById,
  environment: 'lab',
  identity: 'i1',
  kind: 'edit',
  space_id: '40',
  table_id: '21',
  table_name: 'T',
  fields: [{ field_id: 'f', name: 'F', kind: 'text', options: [] }],
  undoes: null,
  read_at: 0,
};
