import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { hasRecord, isKnownByEvent, type JobLine } from '../../../jobs/results/job-lines';
import type { useJobWords } from '../../../jobs/results/job-words';
import { changedFields, differingFields, fieldName, fieldWith, lineName } from '../../../jobs/table/job-field';
import { rowTone } from '../../../jobs/table/row-reasons';
import type { JobRow } from '../../../storage/job-rows';
import { outcomeEntries } from '../../../storage/outcomes';
import { Badge } from '../../../ui/display/badge';
import { DataTable } from '../../../ui/display/data-table';
import { DescriptionList } from '../../../ui/display/description-list';
import { TimeText } from '../../../ui/display/time-text';
import { buttonClass } from '../../../ui/form/button';
import { Dialog } from '../../../ui/overlay/dialog';
import { paths } from '../../../url/paths';
import { TraceLink } from '../batches/call-details';
import shared from '../job.module.css';
import { FieldValue } from './job-rows';
import styles from './rows.module.css';

interface RowDetailsProps {
  job: JobRow;
  line: JobLine;
  failure: CallSummary['failure'];
  words: ReturnType<typeof useJobWords>;
  onClose(): void;
}

/** Everything known of one row: each written field before, as sent, and as it was read back; those that differ come first, then those that change. */
export function RowDetails({ job, line, failure, words, onClose }: RowDetailsProps) {
  const t = useTranslations('jobs');
  const { result, sent, before, item_id, trace_id } = line;
  const { now } = result;
  const { fields, environment: env } = job;
  const name = lineName(line, job);
  const neverSent = !outcomeEntries[result.outcome].isSent;
  // For a row changed by someone else since the check, their values. Of one that an event confirmed no values were read.
  const deletes = job.update_type === 'delete';
  const hasHeld = now !== undefined || !(neverSent || isKnownByEvent(line) || deletes);
  const changed = changedFields(line, fields);
  const changedFirst = deletes
    ? Object.keys(before ?? {})
    : [...new Set([...differingFields(line, fields), ...changed, ...Object.keys(sent)])];
  return (
    <Dialog
      open
      onClose={onClose}
      title={[t('detailsTitle', { of: job.kind, line: line.line }), name || item_id].filter(Boolean).join(' · ')}
      footer={
        hasRecord(line) && !(deletes && result.outcome === 'verified') ? (
          <Link
            className={buttonClass()}
            to={paths.records({ env, space: job.space_id, table: job.table_id }, { record: line.item_id })}
          >
            {t('showRecord')}
          </Link>
        ) : null
      }
    >
      <DescriptionList
        items={[
          [
            t('outcomeColumn'),
            <Badge key="outcome" tone={rowTone(result)}>
              {words.outcome(result)}
            </Badge>,
          ],
          [t('why'), words.reason(line, failure)],
          [
            t('record'),
            item_id && (
              <span key="record" className="mono">
                {item_id}
              </span>
            ),
          ],
          [
            t(result.reason === 'near-undecided' ? 'nearMatches' : 'matches'),
            result.matches && (
              <span key="matches" className={styles.matches}>
                {result.matches.map((record) => (
                  <Link
                    key={record}
                    className="mono"
                    to={paths.records({ env, space: job.space_id, table: job.table_id }, { record })}
                  >
                    {record}
                  </Link>
                ))}
              </span>
            ),
          ],
          [
            t('rawLine'),
            result.raw === undefined ? null : (
              <span key="raw" className={styles.raw}>
                {result.raw}
              </span>
            ),
          ],
          [t('heldNow'), isKnownByEvent(line) ? t('verifiedByEvent') : null],
          [t('decidedAt'), result.at ? <TimeText key="at" at={result.at} look="moment" /> : null],
          [t('trace'), trace_id ? <TraceLink key="trace" env={env} traceId={trace_id} /> : null],
        ]}
      />
      {changedFirst.length === 0 ? null : (
        <div className={shared.fields}>
          <DataTable
            label={t('written')}
            heads={[
              t('field'),
              ...(before === null ? [] : [t('before')]),
              ...(deletes ? [] : [t(neverSent ? 'wanted' : 'sent')]),
              ...(hasHeld ? [t('heldNow')] : []),
            ]}
          >
            {changedFirst.map((id) => {
              const value = sent[id];
              const field = fieldWith(fields, id);
              return (
                <tr key={id} data-quiet={changed.includes(id) || deletes ? undefined : true}>
                  <td>{fieldName(fields, id)}</td>
                  {before === null ? null : (
                    <td>
                      <FieldValue value={before[id]} field={field} />
                    </td>
                  )}
                  {deletes ? null : (
                    <td>
                      <FieldValue value={value} field={field} />
                    </td>
                  )}
                  {hasHeld ? (
                    <td>
                      {now ? (
                        <FieldValue value={now[id]} field={field} />
                      ) : result.proof === 'read-back' && result.outcome === 'verified' ? (
                        <FieldValue value={value} field={field} />
                      ) : (
                        <span className="dim">{t('notReadBack')}</span>
                      )}
                    </td>
                  ) : null}
                </tr>
              );
            })}
          </DataTable>
        </div>
      )}
    </Dialog>
  );
}
