import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Environment } from '../../contract/gateway';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { removeConnection, type SavedConnection, savedConnections } from '../../credentials/saved-connections';
import { EnvironmentDot } from '../../ui/display/badge';
import { TimeText } from '../../ui/display/time-text';
import { Button, IconButton } from '../../ui/form/button';
import { useJoin } from '../../ui/hooks/use-phrases';
import { CloseIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/overlay/toast';
import styles from './connect-page.module.css';

interface SavedConnectionsProps {
  environments: readonly Environment[];
  onChoose: (environment: string) => void;
}

/** Connections that worked in this browser before. Keys are not saved: choosing a connection selects the environment, and the key must be entered. */
export function SavedConnections({ environments, onChoose }: SavedConnectionsProps) {
  const t = useTranslations('connect');
  const join = useJoin();
  const [list, setList] = useState(savedConnections);
  // The open one has a card of its own.
  const open = useSyncExternalStore(subscribeConnections, () => openIdentities(environments));
  const known = list.filter(
    ({ environment, identity }) =>
      environments.some(({ name }) => name === environment) && !open.split(' ').includes(identity),
  );
  if (known.length === 0) return null;

  function choose({ environment }: SavedConnection) {
    onChoose(environment);
    showToast({ title: t('enterKey', { name: environment }), key: 'enter-key' });
  }

  function remove(saved: SavedConnection) {
    removeConnection(saved);
    setList(savedConnections());
  }

  return (
    <Card title={t('savedTitle')} note={t('savedNote')} flush>
      <ul className={styles.saved}>
        {known.map((saved) => (
          <li key={`${saved.environment} ${saved.identity}`}>
            <EnvironmentDot colour={environments.find(({ name }) => name === saved.environment)?.colour ?? ''} />
            <div className={styles.lineText}>
              <b>{saved.environment}</b>
              <small>
                {workspacesOf(saved, join) || t('savedWorkspaces', { count: saved.workspaceCount })} · {t('savedLast')}{' '}
                <TimeText at={saved.usedAt} look="ago" />
              </small>
            </div>
            <Button size="small" onClick={() => choose(saved)} aria-label={t('savedUse', { name: saved.environment })}>
              {t('use')}
            </Button>
            <IconButton
              size="small"
              label={t('savedRemove', { name: saved.environment })}
              icon={<CloseIcon size={14} />}
              onClick={() => remove(saved)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function openIdentities(environments: readonly Environment[]): string {
  return environments.map(({ name }) => connectionFor(name)?.client.identity ?? '').join(' ');
}

/** "Northwind Retail, Lab +2" */
function workspacesOf(
  { workspaces, workspaceCount }: SavedConnection,
  join: (names: readonly string[]) => string,
): string {
  const more = workspaceCount - workspaces.length;
  return join(workspaces) + (more > 0 ? ` +${more}` : '');
}
