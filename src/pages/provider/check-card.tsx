import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { providerInfoOptions } from '../../api/queries/provider';
import { keylessClient } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { send } from '../../api/wire/send';
import type { Environment } from '../../contract/gateway';
import { type Connection, withTrialKey } from '../../credentials/connection';
import { type CredentialLife, lifeOf } from '../../credentials/expiry';
import type { ProviderSession } from '../../credentials/provider-session';
import { useConnection } from '../../credentials/use-connection';
import { useErrorText } from '../../ui/display/api-error-notice';
import { Badge } from '../../ui/display/badge';
import { DataTable } from '../../ui/display/data-table';
import { TimeText } from '../../ui/display/time-text';
import { Button } from '../../ui/form/button';
import { useJoin } from '../../ui/hooks/use-phrases';
import { CheckIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { paths } from '../../url/paths';
import { type SessionProps, useClockTime } from './credential-notes';

/** Checks each credential by one call: whether it works, since and until when, and for which workspaces. */
export function CheckCard({ environment, session }: SessionProps) {
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
        <div ref={showResult}>
          <DataTable
            label={t('title')}
            heads={[t('credential'), t('result'), t('valid'), t('workspaces'), t('trace')]}
            stacks
          >
            {check.data.map((one) => (
              <Line key={one.kind} check={one} env={environment.name} />
            ))}
          </DataTable>
        </div>
      ) : null}
    </Card>
  );
}

/** The button is at the end of the page. */
function showResult(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

const namesShown = 3;

function Line({ check, env }: { check: CredentialCheck; env: string }) {
  const t = useTranslations('provider.check');
  const clock = useClockTime();
  const join = useJoin();
  const said = useErrorText();
  const { kind, works, life, workspaces, traceId, error } = check;
  const names = join(workspaces?.slice(0, namesShown) ?? []);
  const more = (workspaces?.length ?? 0) - namesShown;
  return (
    <tr>
      <td>{t(kind)}</td>
      <td>
        <Badge tone={works ? 'good' : 'bad'}>{t(works ? 'works' : 'fails')}</Badge> {error ? said(error) : null}
      </td>
      <td data-label={t('valid')}>
        {life ? t('span', { from: clock(life.issuedAt), until: clock(life.expiresAt) }) : t('endless')}
      </td>
      <td data-label={t('workspaces')}>
        {workspaces === null
          ? t('notReported')
          : workspaces.length === 0
            ? t('noWorkspace')
            : more > 0
              ? t('more', { names, count: more })
              : names}
      </td>
      <td data-label={t('trace')} data-mono="">
        {traceId ? <Link to={paths.activity({ env }, { find: traceId })}>{traceId}</Link> : null}
      </td>
    </tr>
  );
}

/** `onProviderKey`, `onCustomerKey`: the key that the connection had at the time. */
type CredentialKind = 'token' | 'providerKey' | 'onProviderKey' | 'onCustomerKey';

/** The result of a call with a credential. */
export interface CredentialCheck {
  kind: CredentialKind;
  works: boolean;
  /** Of those that have an end. */
  life: CredentialLife | null;
  /** Names of the workspaces in its scope; null where the call does not return them. */
  workspaces: string[] | null;
  traceId: string | null;
  error: Error | null;
  /** Epoch milliseconds. */
  checkedAt: number;
}

/** Tries each credential that is held with the cheapest call that needs it: a token with the info (4.9), a key with the workspaces (4.2). */
function checkCredentials(
  environment: Environment,
  session: ProviderSession,
  connection: Connection | null,
): Promise<CredentialCheck[]> {
  const now = Date.now();
  const { token, providerKey } = session;
  const checks: Promise<CredentialCheck>[] = [];
  if (token) {
    checks.push(
      checked('token', lifeOf(token, now), async () => {
        const options = providerInfoOptions(keylessClient(environment), token.pair.appId, token.value);
        const { traceId } = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
        return { traceId, workspaces: null };
      }),
    );
  }
  const inUse = connection?.client.apiKey() ?? null;
  if (providerKey && providerKey.value !== inUse) {
    checks.push(checked('providerKey', lifeOf(providerKey, now), () => workspacesOf(environment, providerKey.value)));
  }
  if (inUse !== null) {
    const end = connection?.expiresAt ?? null;
    const life = end === null ? null : lifeOf({ receivedAt: end, expireSeconds: 0 }, now);
    checks.push(
      checked(connection?.via === 'provider' ? 'onProviderKey' : 'onCustomerKey', life, () =>
        workspacesOf(environment, inUse),
      ),
    );
  }
  return Promise.all(checks);
}

async function workspacesOf(environment: Environment, apiKey: string) {
  const { data, traceId } = await withTrialKey(environment, apiKey, (client) =>
    send(client, 'listWorkspaces', undefined),
  );
  return { traceId, workspaces: data.map(({ name, space_id }) => name || space_id) };
}

async function checked(
  kind: CredentialKind,
  life: CredentialLife | null,
  call: () => Promise<{ traceId: string | null; workspaces: string[] | null }>,
): Promise<CredentialCheck> {
  try {
    const { traceId, workspaces } = await call();
    return { kind, life, works: true, traceId, workspaces, error: null, checkedAt: Date.now() };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const traceId = 'traceId' in error && typeof error.traceId === 'string' ? error.traceId : null;
    return { kind, life, works: false, traceId, workspaces: null, error, checkedAt: Date.now() };
  }
}
