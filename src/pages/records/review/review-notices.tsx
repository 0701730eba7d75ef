import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import { jobKeyNotice } from '../../../credentials/expiry';
import { useConnection } from '../../../credentials/use-connection';
import { CreatedRecords } from '../../../ui/display/created-records';
import { Notice } from '../../../ui/display/notice';
import { useNow } from '../../../ui/hooks/use-time';
import { paths } from '../../../url/paths';
import type { ReviewSource } from './review-source';

interface ReviewNoticesProps {
  client: Client;
  source: ReviewSource;
  excluded: ReadonlySet<string>;
  /** Rows with an earlier change that may still be applied. */
  earlier: number;
  calls: number;
  /** Something changed between the check and the look right before sending. */
  changed: boolean;
}

/** What is to be known before anything is sent, above the list. */
export function ReviewNotices({ client, source, excluded, earlier, calls, changed }: ReviewNoticesProps) {
  const t = useTranslations('review');
  const { changes, created, kind } = source;
  const late = kind === 'undo' ? changes.filter((record) => record.late).length : 0;
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
      {kind === 'undo' ? <CreatedRecords strip records={created} count={created.length} /> : null}
      {strip('late', late)}
      {strip('duplicates', duplicates)}
      {strip('earlier', earlier)}
      <KeyNotice client={client} calls={calls} />
      {changed ? (
        <Notice strip tone="unknown">
          {t('changedMeanwhile')}
        </Notice>
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
