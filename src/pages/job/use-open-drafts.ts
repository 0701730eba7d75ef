import { useNavigate } from 'react-router-dom';
import { draftStore, nextSequence } from '../../edits/draft-store';
import { type CellEdit, stage } from '../../edits/drafts';
import { type JobLine, linesOfJob } from '../../jobs/job-lines';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobRow, Outcome } from '../../storage/job-rows';
import { paths } from '../../url/paths';

/** Puts rows of a job back into the grid as unsent changes, to put right and send again on the usual way; then shows the table. */
export function useOpenDrafts(job: JobRow) {
  const navigate = useNavigate();
  return async (calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): Promise<void> => {
    const edits: CellEdit[] = [];
    for await (const lines of linesOfJob(job.id, calls, wanted)) edits.push(...lines.flatMap(editsOf));
    const { environment, identity, table_id } = job;
    const store = draftStore({ environment, identity, table_id });
    store.change((now) => stage(now, edits, nextSequence(now, Date.now())));
    await store.settled();
    navigate(paths.records({ env: environment, space: job.space_id, table: table_id }));
  };
}

/** The edits of a row: over what was read back where something was, else over what was there before. */
function editsOf({ item_id, title, sent, before, result }: JobLine): CellEdit[] {
  if (item_id === null) return [];
  const record = { item_id, title, updated_on: null };
  const known = result.now ?? before ?? {};
  return Object.entries(sent).map(([field_id, after]) => ({ record, field_id, before: known[field_id], after }));
}
