import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { isSystemField } from '../../contract/fields';
import type { Json } from '../../contract/json';
import { coerce } from '../../edits/coerce';
import { draftStore, nextSequence } from '../../edits/draft-store';
import { type CellEdit, stage } from '../../edits/drafts';
import { newRecordId } from '../../edits/new-record-id';
import { type JobLine, linesOfJob } from '../../jobs/job-lines';
import type { CallSummary } from '../../jobs/use-jobs';
import type { JobField, JobRow, Outcome } from '../../storage/job-rows';
import { showToast } from '../../ui/toast';
import { paths } from '../../url/paths';

/** Puts rows of a job back into the grid as unsent changes, to put right and send again on the usual way; then shows the table. */
export function useOpenDrafts(job: JobRow) {
  const t = useTranslations('jobs');
  const navigate = useNavigate();
  return async (calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): Promise<void> => {
    const edits: CellEdit[] = [];
    let unfit = 0;
    const now = Date.now();
    for await (const lines of linesOfJob(job.id, calls, wanted)) {
      for (const line of lines) {
        const own = editsOf(line, job.fields, now);
        edits.push(...own.edits);
        unfit += own.unfit;
      }
    }
    const { environment, identity, table_id } = job;
    const store = draftStore({ environment, identity, table_id });
    store.change((history) => stage(history, edits, nextSequence(history, Date.now())));
    await store.settled();
    if (unfit > 0) showToast({ title: t('unfitLeft', { count: unfit }), text: t('unfitLeftText') });
    navigate(paths.records({ env: environment, space: job.space_id, table: table_id }));
  };
}

/**
 * The edits of a row: over what was read back where something was, else over what was there before; a record that is not there is a new one again. Texts of a
 * file that cannot be values of their fields make none, and are counted.
 */
export function editsOf(
  { item_id, title, creates, sent, before, result, line }: JobLine,
  fields: readonly JobField[],
  now: number,
): { edits: CellEdit[]; unfit: number } {
  const made = item_id === null || creates;
  const record = { item_id: made ? newRecordId(now, (line + 0.5) / 36 ** 6) : item_id, title, updated_on: null };
  const known = made ? {} : (result.now ?? before ?? {});
  const written = Object.entries(sent).filter(([field_id]) => !isSystemField(field_id));
  const fitting = written.filter(([field_id, after]) =>
    canBeValue(
      after,
      fields.find((field) => field.field_id === field_id),
      known[field_id],
    ),
  );
  return {
    edits: fitting.map(([field_id, after]) => ({ record, field_id, before: known[field_id], after })),
    unfit: written.length - fitting.length,
  };
}

function canBeValue(after: Json, field: JobField | undefined, before: Json | undefined): boolean {
  if (typeof after !== 'string' || !field || ['text', 'long-text', 'json'].includes(field.kind)) return true;
  const { field_id, name, kind, options } = field;
  const config =
    options.length > 0 ? { field_id, name, field_type: '', required: false, config: { options } } : undefined;
  return coerce(after, kind, before, config).ok;
}
