import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { type InboxReference, outgoingOptions, setCallbackAddress } from '../../api/queries/inbox';
import { ApiError } from '../../contract/errors';
import type { Outgoing } from '../../contract/inbox';
import type { Connection } from '../../credentials/connection';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Notice } from '../../ui/display/notice';
import { Button } from '../../ui/form/button';
import { TextField } from '../../ui/form/text-field';
import { useJoin } from '../../ui/hooks/use-phrases';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';
import styles from './service-page.module.css';

interface CallbackCardProps {
  connection: Connection;
  reference: InboxReference;
  outgoing: Outgoing;
}

/** Where events of this key or provider are sent on to. */
export function CallbackCard({ connection, reference, outgoing }: CallbackCardProps) {
  const t = useTranslations('service.callback');
  const join = useJoin();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const { address, configured, hosts } = outgoing;
  const set = useMutation({
    mutationFn: (next: string | null) => setCallbackAddress(reference, next),
    onSuccess(told) {
      queries.setQueryData(outgoingOptions(reference).queryKey, told);
      setTyped(null);
      showToast({ kind: 'good', title: t(told.address === null ? 'removed' : 'saved') });
    },
  });
  const value = typed ?? address ?? '';
  const next = value.trim();
  const refused = set.error !== null && set.variables === next && isRefused(set.error);
  const closed = hosts.length === 0;
  const env = connection.client.environment.name;

  return (
    <Card title={t('title')} actions={<Link to={`${paths.events({ env })}#outgoing`}>{t('toDeliveries')}</Link>}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== '' && next !== address && !set.isPending) set.mutate(next);
        }}
      >
        <p>{t(connection.via === 'provider' ? 'ofProvider' : 'ofKey')}</p>
        {closed ? (
          <Notice title={t('closedTitle')}> {t('closed')}</Notice>
        ) : configured ? (
          <Notice title={t('configuredTitle')}> {t('configured')}</Notice>
        ) : null}
        <TextField
          label={t('address')}
          type="url"
          inputMode="url"
          mono
          value={value}
          onChange={setTyped}
          readOnly={closed || configured}
          placeholder="https://"
          hint={closed ? t('notSet') : t('hint', { hosts: join(hosts) })}
          error={refused ? t('refused', { hosts: join(hosts) }) : undefined}
        />
        {closed || configured ? null : (
          <div className={styles.buttons}>
            <Button
              type="submit"
              kind="primary"
              busy={set.isPending}
              disabledReason={(next === '' || next === address) && t('unchanged')}
            >
              {t('save')}
            </Button>
            {address === null ? null : (
              <Button busy={set.isPending && set.variables === null} onClick={() => set.mutate(null)}>
                {t('remove')}
              </Button>
            )}
          </div>
        )}
        {set.error && !refused ? <ApiErrorNotice error={set.error} onRetry={() => set.mutate(set.variables)} /> : null}
      </form>
    </Card>
  );
}

/** The gateway refused this address: it is invalid, or its host is not allowed. */
function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status === 400;
}
