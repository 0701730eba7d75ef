import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { isSystemField } from '../../contract/fields';
import { draftStore, nextSequence } from '../../edits/draft-store';
import { type CellEdit, stage } from '../../edits/drafts';
import { newRecordId } from '../../edits/new-record-id';
import { fieldName, fieldWith } from '../../jobs/job-field';
import { type JobLine, linesOfJob } from '../../jobs/job-lines';
import { valueOfText } from '../../jobs/line-fields';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobField, JobRow, Outcome } from '../../storage/job-rows';
import { showToast } from '../../ui/toast';
import { paths } from '../../url/paths';

/** Texts that did not fit and are told word by word; the others by their number. */
const mostNamed = 3;

/** Puts rows of a job back into the grid as unsent changes, to put right and send again on the usual way; then shows the table. */
export function useOpenDrafts(job: JobRow) {
  const t = useTranslations('jobs');
  const navigate = useNavigate();
  const sayMisfit = ({ line, sent }: JobLine, id: string) =>
    t('unfitAt', { line, field: fieldName(job.fields, id), text: String(sent[id]) });
  return async (calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): Promise<void> => {
    const edits: CellEdit[] = [];
    const unfit: string[] = [];
    let left = 0;
    const now = Date.now();
    for await (const lines of linesOfJob(job.id, calls, wanted)) {
      for (const line of lines) {
        const own = editsOf(line, job.fields, now);
        edits.push(...own.edits);
        left += own.unfit.length;
        for (const id of own.unfit) if (unfit.length < mostNamed) unfit.push(sayMisfit(line, id));
      }
    }
    const { environment, identity, table_id } = job;
    const store = draftStore({ environment, identity, table_id });
    store.change((history) => stage(history, edits, nextSequence(history, Date.now())));
    await store.settled();
    if (left > 0) {
      const text = t('unfitLeftText', { named: unfit.join(t('unfitBetween')), more: left - unfit.length });
      showToast({ kind: 'bad', title: t('unfitLeft', { count: left }), text, key: 'unfit-left' });
    }
    navigate(paths.records({ env: environment, space: job.space_id, table: table_id }));
  };
}

/**
 * The edits of a row, over what was read when the job was planned: what somebody else wrote meanwhile is so told by the review as theirs, and never
 * overwritten unasked. Where nothing was read then, over what was read back; a record that is not there is a new one again. Texts of a file that cannot
 * be values of their fields make none, and are named by their fields.
 */
export function editsOf(
  { item_id, title, creates, sent, before, result, line }: JobLine,
  fields: readonly JobField[],
  now: number,
): { edits: CellEdit[]; unfit: string[] } {
  const made = item_id === null || creates;
  const record = { item_id: made ? newRecordId(now, (line + 0.5) / 36 ** 6) : item_id, title, updated_on: null };
  const known = made ? {} : (before ?? result.now ?? {});
  const unfit: string[] = [];
  const edits: CellEdit[] = [];
  for (const [field_id, asked] of Object.entries(sent)) {
    if (isSystemField(field_id)) continue;
    const value = valueOfText(asked, fieldWith(fields, field_id), known[field_id]);
    if (!value.ok) unfit.push(field_id);
    // Where nothing did not fit, what was asked for is a value already.
    else {
      const after = result.reason === 'does-not-fit' ? value.value : asked;
      edits.push({ record, field_id, before: known[field_id], after });
    }
  }
  return { edits, unfit };
}
