import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import type { UpdateMode } from '../../../contract/records';
import { jobKeyNotice } from '../../../credentials/expiry';
import { useConnection } from '../../../credentials/use-connection';
import { updateById } from '../../../jobs/check/dry-run';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { CreatedRecords } from '../../../ui/display/created-records';
import { Notice } from '../../../ui/display/notice';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Select } from '../../../ui/form/select';
import { useNow } from '../../../ui/hooks/use-time';
import { paths } from '../../../url/paths';
import { KeyPicker } from '../record/record-key';
import styles from './review-dialog.module.css';
import type { ReviewSource } from './review-source';
import type { Reading } from './use-dry-run';

interface ReviewNoticesProps {
  client: Client;
  source: Pick<ReviewSource, 'changes' | 'left' | 'undoes'>;
  excluded: ReadonlySet<string>;
  /** Deleted records are created again. */
  isRecreating: boolean;
  /** Rows with an earlier change that may still be applied. */
  earlier: number;
  calls: number;
  /** Something changed between the check and the look right before sending. */
  changed: boolean;
  reading: Reading;
  onCheckAgain(): void;
}

/** What is to be known before anything is sent, above the list. */
export function ReviewNotices(props: ReviewNoticesProps) {
  const { client, source, excluded, isRecreating, earlier, calls, changed, reading, onCheckAgain } = props;
  const t = useTranslations('review');
  const failing = useFailingWalk(client);
  const { changes, left, undoes } = source;
  const late = undoes ? changes.filter((record) => record.late).length : 0;
  const duplicates = changes.filter(({ row, duplicateOf }) => duplicateOf !== undefined && excluded.has(row)).length;
  const strip = (key: 'late' | 'duplicates' | 'earlier', count: number) =>
    count > 0 ? (
      <Notice strip tone="unknown" title={t(key, { count })}>
        {' '}
        {t(`${key}Text`, { count })}
      </Notice>
    ) : null;
  return (
    <>
      {isRecreating ? (
        <Notice strip title={t('recreates')}>
          {' '}
          {t('recreatesText')}
        </Notice>
      ) : null}
      {undoes ? <CreatedRecords strip records={left.created} count={left.creates} /> : null}
      {strip('late', late)}
      {strip('duplicates', duplicates)}
      {strip('earlier', earlier)}
      <KeyNotice client={client} calls={calls} />
      {changed ? (
        <Notice strip tone="unknown">
          {t('changedMeanwhile')}
        </Notice>
      ) : null}
      {reading.state === 'reading' && failing ? (
        <div className={styles.failed}>
          <RetryingNotice failing={failing} look="line" />
        </div>
      ) : null}
      {reading.state === 'failed' ? (
        <div className={styles.failed}>
          <ApiErrorNotice error={reading.error} onRetry={onCheckAgain} />
        </div>
      ) : null}
    </>
  );
}

/** Warns that a job will outlive its key; renders nothing otherwise. */
function KeyNotice({ client, calls }: { client: Client; calls: number }) {
  const t = useTranslations('review');
  const format = useFormatter();
  const connection = useConnection();
  const now = useNow(10_000);
  const { name, requestsPerSecond } = client.environment;
  const notice = connection && jobKeyNotice(connection, { calls, requestsPerSecond }, now);
  if (!notice) return null;
  const clock = (at: number) => format.dateTime(new Date(at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const times = { expires: clock(notice.expiresAt), ends: clock(notice.endsAt) };
  return (
    <Notice
      strip
      tone={notice.kind === 'ended' ? 'bad' : 'staged'}
      actions={<Link to={paths.provider({ env: name })}>{t('keyToProvider')}</Link>}
    >
      {notice.kind === 'ended' ? t('keyEnded', times) : t('keyOutlived', times)}
    </Notice>
  );
}

interface ReviewModeProps {
  choice: ReturnType<typeof useUpdateMode>;
  fields: readonly { id: string; name: string }[];
  /** Each row creates a record, unless its key is taken: there is no other way to choose. */
  keyOnly: boolean;
}

/** How rows are matched to records: by ID, or by a key if there is none (4.5 rules 3 to 5). */
export function ReviewMode({ choice, fields, keyOnly }: ReviewModeProps) {
  const t = useTranslations('review');
  const { byKey, key, needsKey, setByKey, setKey } = choice;
  return (
    <div className={styles.mode} data-keyed={needsKey || undefined}>
      {keyOnly ? (
        <span>{t('mode')}</span>
      ) : (
        <Select
          label={t('mode')}
          size="small"
          value={byKey ? 'upsert' : 'update'}
          onChange={(value) => setByKey(value === 'upsert')}
          options={[
            {
              value: 'update',
              label: t('modes.update'),
              hint: needsKey ? t('modes.updateCannot') : t('modes.updateHint'),
              disabled: needsKey,
            },
            { value: 'upsert', label: t('modes.upsert'), hint: t('modes.upsertHint') },
          ]}
        />
      )}
      {byKey ? <KeyPicker fields={fields} value={key} onChange={setKey} /> : null}
      {byKey && key.length === 0 ? <Notice tone="staged">{t('keyMissing')}</Notice> : null}
    </div>
  );
}

/** How the rows of a review are matched to records: the user's choice, where there is one (4.5 rules 3 to 5). */
export function useUpdateMode(needsKey: boolean, [key, setKey]: [readonly string[], (key: readonly string[]) => void]) {
  const [chosen, setByKey] = useState(false);
  const byKey = needsKey || chosen;
  const mode = useMemo<UpdateMode>(
    () => (byKey && key.length > 0 ? { update_type: 'upsert', update_by_fields: key } : updateById),
    [byKey, key],
  );
  return { mode, byKey, key, needsKey, setByKey, setKey };
}
