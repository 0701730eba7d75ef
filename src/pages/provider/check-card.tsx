import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import type { ProviderSession } from '../../credentials/provider-session';
import { useConnection } from '../../credentials/use-connection';
import { useSaid } from '../../ui/display/api-error-notice';
import { Badge } from '../../ui/display/badge';
import { DataTable } from '../../ui/display/data-table';
import { TimeText } from '../../ui/display/time-text';
import { Button } from '../../ui/form/button';
import { useJoin } from '../../ui/hooks/use-join';
import { CheckIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import { type CredentialCheck, checkCredentials } from './check-credentials';
import { useClockTime } from './clock-time';

interface CheckCardProps {
  environment: Environment;
  session: ProviderSession;
}

/** Which of the credentials at hand work, since and until when, and for which workspaces: by one call each. */
export function CheckCard({ environment, session }: CheckCardProps) {
  const t = useTranslations('provider.check');
  const connection = useConnection();
  const check = useMutation({ mutationFn: () => checkCredentials(environment, session, connection) });
  const nothing = !connection && !session.token && !session.providerKey;
  const [first] = check.data ?? [];
  return (
    <Card
      title={t('title')}
      note={first ? <TimeText at={first.checkedAt} /> : t('note')}
      flush
      actions={
        <Button
          icon={<CheckIcon />}
          busy={check.isPending}
          disabledReason={nothing && t('nothing')}
          onClick={() => check.mutate()}
        >
          {t('check')}
        </Button>
      }
    >
      {check.data ? (
        <DataTable label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('credential')}</th>
              <th scope="col">{t('result')}</th>
              <th scope="col">{t('valid')}</th>
              <th scope="col">{t('workspaces')}</th>
              <th scope="col">{t('trace')}</th>
            </tr>
          </thead>
          <tbody>
            {check.data.map((one) => (
              <Line key={one.kind} check={one} env={environment.name} via={connection?.via ?? null} />
            ))}
          </tbody>
        </DataTable>
      ) : null}
    </Card>
  );
}

const namesShown = 3;

function Line({ check, env, via }: { check: CredentialCheck; env: string; via: string | null }) {
  const t = useTranslations('provider.check');
  const clock = useClockTime();
  const join = useJoin();
  const said = useSaid();
  const { kind, works, life, workspaces, traceId, error } = check;
  const names = join(workspaces?.slice(0, namesShown) ?? []);
  const more = (workspaces?.length ?? 0) - namesShown;
  return (
    <tr>
      <td>{t(kind === 'connection' ? (via === 'provider' ? 'onProviderKey' : 'onCustomerKey') : kind)}</td>
      <td>
        <Badge tone={works ? 'good' : 'bad'}>{t(works ? 'works' : 'fails')}</Badge> {error ? said(error) : null}
      </td>
      <td>{life ? t('span', { from: clock(life.issuedAt), until: clock(life.expiresAt) }) : t('endless')}</td>
      <td>
        {workspaces === null
          ? t('notTold')
          : workspaces.length === 0
            ? t('noWorkspace')
            : more > 0
              ? t('more', { names, count: more })
              : names}
      </td>
      <td data-mono="">{traceId ? <Link to={paths.activity({ env }, { find: traceId })}>{traceId}</Link> : null}</td>
    </tr>
  );
}
