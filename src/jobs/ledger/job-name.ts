import type { JobKind, JobRow } from '../../storage/job-rows';

/** The text key of a job's name, below `name` of the jobs' texts: edits that may create records say so. */
export function jobNameKey({ kind, update_type }: Pick<JobRow, 'kind' | 'update_type'>): JobKind | 'upsert' {
  return kind === 'edit' && update_type === 'upsert' ? 'upsert' : kind;
}
