import type { BatchRow, JobRow, RowResult } from '../storage/job-rows';
import { updateById } from './check/dry-run';
import {
  callsOfPlan,
  type JobPart,
  jobBuilder,
  type NewJob,
  neverSent,
  type Plan,
  type PreparedJob,
  preparedJob,
} from './plan/plan';
import { countRows } from './table/job-state';

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

/** For tests: what a job of a checked file is besides. */
export const testImport = { kind: 'import' as const, space_id: '40', table_name: 'T', undoes: null };

/** For tests: that job in the ledger, without rows. */
export function testJobRow(more: Partial<JobRow>): JobRow {
  return { ...jobBuilder(testJob, 'j').job(1), ...more };
}

/** For tests: a call of it, from 1, with its rows. */
export function testBatch(number: number, first_line: number, rows: RowResult[]): BatchRow {
  return {
    ...{ job_id: 'j', number, first_line, state: 'decided', hash: '', ...neverSent },
    ...{ proof_until: null, read_at: null, reads: 0, counts: countRows(rows), rows, changed: number },
  };
}

/** For tests: a job of a plan as it is written to the ledger, at a time in epoch milliseconds. */
export async function prepareJob(plan: Plan, about: NewJob, id: string, now: number): Promise<PreparedJob> {
  const builder = jobBuilder(about, id);
  const parts: JobPart[] = [];
  for (const call of callsOfPlan(plan)) parts.push(await builder.add(call));
  return preparedJob(builder.job(now), parts);
}
