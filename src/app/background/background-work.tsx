import { useQuery } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/operations/gateway';
import type { Client } from '../../api/wire/client';
import { ApiError } from '../../contract/errors';
import { runClockWatch } from '../../credentials/clock-watch';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { runIdleLock } from '../../credentials/idle-lock';
import { runRenewal } from '../../credentials/renewal';
import { JobsRunner } from '../../jobs/runner/jobs-runner';
import { database } from '../../storage/database';
import type { ExportRun } from '../../transfer/out/export-run';
import { allExports, isLookedAt, subscribeExports } from '../../transfer/out/exports';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';
import { JobEnds } from './job-ends';

/**
 * What goes on whatever page is open, for each environment that this tab has a key for: its jobs run, its drafts are guarded, its key is renewed and
 * locked; and exports of this tab. Draws nothing.
 */
export function BackgroundWork() {
  const { data } = useQuery(environmentsOptions);
  const exports = useSyncExternalStore(subscribeExports, allExports);
  useEffect(() => runIdleLock(), []);
  useEffect(() => runClockWatch(), []);
  return (
    <>
      {data?.environments.map(({ name }) => (
        <EnvironmentWork key={name} environment={name} />
      ))}
      {exports.map((run) => (
        <ExportGuard key={run.state().beganAt} run={run} />
      ))}
    </>
  );
}

function EnvironmentWork({ environment }: { environment: string }) {
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment));
  if (!connection) return null;
  return (
    <>
      <JobsRunner connection={connection} />
      <JobEnds environment={environment} identity={connection.client.identity} />
      {connection.renews ? <KeyRenewal client={connection.client} /> : null}
      <DraftsGuard environment={environment} identity={connection.client.identity} />
    </>
  );
}

/** Renews the provider key of an environment before it ends, where that was asked for. */
function KeyRenewal({ client: { environment, identity } }: { client: Client }) {
  useEffect(() => runRenewal(environment, identity), [environment, identity]);
  return null;
}

/** While a key has unsent changes, leaving the console asks first.. */
function DraftsGuard({ environment, identity }: { environment: string; identity: string }) {
  const [unsent, setUnsent] = useState(false);

  useEffect(() => {
    const drafts = liveQuery(() => database.drafts.where({ environment, identity }).count());
    const subscription = drafts.subscribe({ next: (count) => setUnsent(count > 0), error: () => setUnsent(false) });
    return () => subscription.unsubscribe();
  }, [environment, identity]);

  useEffect(() => {
    if (!unsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsent]);

  return null;
}

/** Leaving asks first while an export is written; an end that nobody sees is told. */
function ExportGuard({ run }: { run: ExportRun }) {
  const t = useTranslations('exporting');
  const frame = useTranslations('frame');
  const navigate = useNavigate();
  const phase = useSyncExternalStore(run.subscribe, () => run.state().phase);
  const before = useRef(phase);
  const open = phase === 'running' || phase === 'paused';

  useEffect(() => {
    if (!open) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [open]);

  useEffect(() => {
    const ended = before.current === 'running' && phase !== 'running' && !isLookedAt(run);
    before.current = phase;
    if (!ended) return;
    const { fileName, rows, error } = run.state();
    const text = t('look');
    if (phase === 'done') showToast({ kind: 'good', title: t('ended', { file: fileName, rows }), key: fileName });
    else if (phase === 'broken') {
      showToast({ kind: 'bad', title: t('endedWith.broken', { file: fileName }), text, key: fileName });
    } else if (error) {
      const request = error instanceof ApiError ? error.request : null;
      const address = paths.activity({ env: run.plan.client.environment.name }, { request });
      showToast({
        kind: 'bad',
        title: t('endedWith.failed', { file: fileName }),
        text,
        action: request === null ? undefined : { label: frame('showRequest'), onSelect: () => navigate(address) },
        key: fileName,
      });
    }
  }, [phase, run, t, frame, navigate]);

  return null;
}
