import { useNavigate } from 'react-router-dom';
import { isSystemField } from '../../contract/fields';
import { draftStore, nextSequence } from '../../edits/draft-store';
import { type CellEdit, stage } from '../../edits/drafts';
import { newRecordId } from '../../edits/new-record-id';
import { type JobLine, linesOfJob } from '../../jobs/job-lines';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobRow, Outcome } from '../../storage/job-rows';
import { paths } from '../../url/paths';

/** Puts rows of a job back into the grid as unsent changes, to put right and send again on the usual way; then shows the table. */
export function useOpenDrafts(job: JobRow) {
  const navigate = useNavigate();
  return async (calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): Promise<void> => {
    const edits: CellEdit[] = [];
    const now = Date.now();
    for await (const lines of linesOfJob(job.id, calls, wanted))
      edits.push(...lines.flatMap((line) => editsOf(line, now)));
    const { environment, identity, table_id } = job;
    const store = draftStore({ environment, identity, table_id });
    store.change((history) => stage(history, edits, nextSequence(history, Date.now())));
    await store.settled();
    navigate(paths.records({ env: environment, space: job.space_id, table: table_id }));
  };
}

/** The edits of a row: over what was read back where something was, else over what was there before; a record that is not there is a new one again. */
export function editsOf({ item_id, title, creates, sent, before, result, line }: JobLine, now: number): CellEdit[] {
  const made = item_id === null || creates;
  const record = { item_id: made ? newRecordId(now, (line + 0.5) / 36 ** 6) : item_id, title, updated_on: null };
  const known = made ? {} : (result.now ?? before ?? {});
  return Object.entries(sent).flatMap(([field_id, after]) =>
    isSystemField(field_id) ? [] : [{ record, field_id, before: known[field_id], after }],
  );
}
