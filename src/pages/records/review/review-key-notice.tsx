import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import { jobKeyNotice } from '../../../credentials/life';
import { useConnection } from '../../../credentials/use-connection';
import { Notice } from '../../../ui/display/notice';
import { useNow } from '../../../ui/hooks/use-now';
import { paths } from '../../../url/paths';

/** Says beforehand that a job will outlive the key that it begins with; draws nothing where it will not. */
export function ReviewKeyNotice({ client, calls }: { client: Client; calls: number }) {
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
