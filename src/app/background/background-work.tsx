import { useQuery } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { renewDueLinks } from '../../api/files/file-links';
import { environmentsOptions } from '../../api/queries/gateway';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { ApiError } from '../../contract/errors';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { runIdleLock } from '../../credentials/lock';
import { runClockWatch, runRenewal } from '../../credentials/renewal';
import { isJobShown } from '../../jobs/ledger/unfinished-jobs';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import { needsKeyOf, ownerOf, runJobsOf } from '../../jobs/runner/run-connection';
import { jobNameKey, rowsToSend } from '../../jobs/table/job-state';
import { outcomeKey } from '../../jobs/table/row-reasons';
import { keepFilesAtEnd } from '../../pages/files/lookup/last-table';
import { useStore } from '../../state/store';
import { database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { JobRow } from '../../storage/job-rows';
import { outcomes } from '../../storage/outcomes';
import { readJob } from '../../storage/stored-jobs';
import type { ExportRun } from '../../transfer/out/export-run';
import { allExports, isWatched } from '../../transfer/out/exports';
import { nextLate } from '../../ui/layout/lazy-part';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';
import { noteEnded } from '../start/document-title';
import { environmentOf } from '../start/last-place';

/**
 * What runs on every page, for each environment with a key in this tab: jobs run, drafts are guarded, the key is renewed and locked; and this tab's exports.
 * Renders nothing.
 */
export function BackgroundWork() {
  const { data } = useQuery(environmentsOptions);
  const t = useTranslations('jobs');
  /** A browser without a database, as in a private window, is reported where something would be kept. */
  const sayFault = useEffectEvent(() => {
    database.open().catch(() => {
      const { fault } = database;
      if (fault !== 'newer' && fault !== 'heldUp') return;
      showToast({ kind: 'bad', title: t('notKeptTitle'), text: t(`notKeptText.${fault}`), key: 'storage' });
    });
  });
  const exports = useStore(allExports);
  useEffect(() => {
    const stops = [runIdleLock(needsKeyOf), runClockWatch(renewDueLinks), runPreload()];
    sayFault();
    // The clock may have been set while this code was on its way.
    renewDueLinks();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
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

/** Parts that load at once: a browser has six connections to an origin, and a page opened meanwhile needs one. */
const atOnce = 3;
/** What could not be fetched is tried again after this time. */
const preloadPauseMs = 60_000;

const failedToLoad: (() => Promise<unknown>)[] = [];

/**
 * Fetches everything that has not been opened yet, so that it opens at once, and offline; what failed, again when the browser is online and after a pause.
 * @returns a function that ends it
 */
export function runPreload(): () => void {
  // With a data saver, code is fetched when it is opened.
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => {};
  const fetchAll = (next: typeof nextLate): void => {
    const lane = async (): Promise<void> => {
      // What is opened meanwhile is requested then, and reported there.
      for (let load = next(); load; load = next()) await load().catch(() => failedToLoad.push(load));
    };
    for (let number = 0; number < atOnce; number += 1) void lane();
  };
  const fetchFailed = (): void => {
    const loads = failedToLoad.splice(0);
    fetchAll(() => loads.shift());
  };
  fetchAll(nextLate);
  const timer = setInterval(fetchFailed, preloadPauseMs);
  window.addEventListener('online', fetchFailed);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', fetchFailed);
  };
}

/**
 * Reloads the page after a key was removed from it, with all that its caches, closures and components may still hold of it. Not while it shows another
 * environment, whose key it has, or while an export is written: that page is cleared as far as possible.
 */
export function restart(): void {
  const { pathname, search } = location;
  const env = environmentOf(pathname);
  const goesOn = ({ plan, state }: ExportRun) =>
    ['running', 'paused'].includes(state().phase) && connectionFor(plan.client.environment.name) !== null;
  if ((env !== null && connectionFor(env)) || allExports.get().some(goesOn)) return;
  // Unsent changes are kept: no confirmation is needed.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  if (env === null) location.reload();
  else location.replace(paths.connect({ environment: env, next: pathname + search }));
}

function EnvironmentWork({ environment }: { environment: string }) {
  const connection = useSyncExternalStore(subscribeConnections, () => connectionFor(environment));
  useEffect(() => {
    if (!connection) return;
    const stops = [
      runJobsOf(connection),
      guardDrafts(ownerOf(connection.client)),
      keepFilesAtEnd(queryClient, connection.client),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [connection]);
  if (!connection) return null;
  return (
    <>
      <JobEnds environment={environment} identity={connection.client.identity} />
      {connection.renews ? <KeyRenewal client={connection.client} /> : null}
    </>
  );
}

/** Renews the provider key of an environment before it ends, where that was asked for. */
function KeyRenewal({ client: { environment, identity } }: { client: Client }) {
  useEffect(() => runRenewal(environment, identity), [environment, identity]);
  return null;
}

/** While a key has unsent changes, leaving the console asks first. @returns the way to stop that */
function guardDrafts({ environment, identity }: Owner): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const stopAsking = () => window.removeEventListener('beforeunload', ask);
  const askIf = (unsent: boolean) => (unsent ? window.addEventListener('beforeunload', ask) : stopAsking());
  const drafts = liveQuery(() => database.drafts.where({ environment, identity }).count());
  const subscription = drafts.subscribe({ next: (count) => askIf(count > 0), error: stopAsking });
  return () => {
    subscription.unsubscribe();
    stopAsking();
  };
}

/** Leaving asks first while an export is written; an end that is not seen is notified. */
function ExportGuard({ run }: { run: ExportRun }) {
  const t = useTranslations('exporting');
  const frame = useTranslations('frame');
  const navigate = useNavigate();

  const announceEnd = useEffectEvent(() => {
    const { phase, fileName, rows, error } = run.state();
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
  });

  useEffect(() => {
    let before: string | null = null;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const follow = () => {
      const { phase } = run.state();
      if (phase === before) return;
      if (phase === 'running' || phase === 'paused') window.addEventListener('beforeunload', ask);
      else window.removeEventListener('beforeunload', ask);
      if (before === 'running' && !isWatched(run)) announceEnd();
      before = phase;
    };
    follow();
    const stop = run.subscribe(follow);
    return () => {
      stop();
      window.removeEventListener('beforeunload', ask);
    };
  }, [run]);

  return null;
}

const onTheWayMs = 2000;

/**
 * Reports the end of a job: in the title of a hidden tab, and by a notification where allowed; on another page of the console as a notice. Renders nothing.
 */
function JobEnds({ environment, identity }: { environment: string; identity: string }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const navigate = useNavigate();

  const tell = useEffectEvent((job: JobRow): void => {
    const name = t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id });
    const counts = outcomes
      .filter((outcome) => job.counts[outcome] > 0)
      .map((outcome) => `${format.number(job.counts[outcome])} ${t(outcomeKey(outcome, job))}`)
      .join(' · ');
    const address = paths.job({ env: environment, id: job.id });
    if (document.hidden) {
      noteEnded();
      if (globalThis.Notification?.permission !== 'granted') return;
      try {
        // The same tag in every tab: it is shown once.
        const notification = new Notification(t('endedTitle', { count: 1 }), {
          body: t('endedText', { name, outcomes: counts }),
          tag: job.id,
        });
        notification.onclick = () => {
          window.focus();
          navigate(address);
        };
      } catch {
        // Mobile browsers do not let a page notify like this; the title has reported it.
      }
      return;
    }
    const trouble =
      job.counts.refused + (job.counts.reported ?? 0) + job.counts.unknown + job.counts.differs + job.counts.invalid >
      0;
    const isSeen = () => location.pathname.endsWith(address) || isJobShown(job.id);
    if (isSeen()) return;
    // A short job may end while its page is still opening.
    setTimeout(() => {
      if (isSeen()) return;
      showToast({
        kind: trouble ? 'warning' : 'good',
        title: t('endedTitle', { count: 1 }),
        text: t('endedText', { name, outcomes: counts }),
        action: { label: t('openJob'), onSelect: () => navigate(address) },
        key: `ended-${job.id}`,
      });
    }, onTheWayMs);
  });

  /** A job that was deleted, by a person or with the data of the site, has not ended. @param job as it was last */
  const tellLost = useEffectEvent((job: JobRow): void => {
    const { order, counts } = job;
    if (rowsToSend(job) + counts.sending === 0 || order === 'stop') return;
    const name = t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id });
    showToast({ kind: 'warning', title: t('lostTitle'), text: t('lostText', { name }), key: `lost-${job.id}` });
  });

  useEffect(() => {
    let running = new Map<string, JobRow>();
    return watchOpenJobs({ environment, identity }, (jobs) => {
      const now = new Map(jobs.map((job) => [job.id, job]));
      const gone = [...running.values()].filter(({ id }) => !now.has(id));
      running = now;
      for (const last of gone) {
        database.jobs.get(last.id).then(
          (row) => {
            const job = readJob(row);
            if (job?.open === 0) tell(job);
            else if (!row) tellLost(last);
          },
          // Without the database nothing is known of it.
          () => {},
        );
      }
    });
  }, [environment, identity]);

  return null;
}
