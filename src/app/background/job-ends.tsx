import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { jobNameKey } from '../../jobs/ledger/job-state';
import { isJobShown } from '../../jobs/ledger/unfinished-jobs';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import { outcomes, textKey } from '../../jobs/results/outcomes';
import { database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import { showToast } from '../../ui/overlay/toast';
import { paths } from '../../url/paths';
import { noteEnded } from './ended-jobs';

const onTheWayMs = 2000;

/**
 * Tells that a job has ended: in the title of a tab that is not seen, and by a notification where the person allowed it; on another page of the console in
 * passing. Draws nothing.
 */
export function JobEnds({ environment, identity }: { environment: string; identity: string }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const navigate = useNavigate();

  function tell(job: JobRow): void {
    const name = t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id });
    const counts = outcomes
      .filter((outcome) => job.counts[outcome] > 0)
      .map((outcome) => `${format.number(job.counts[outcome])} ${t(`outcome.${textKey(outcome)}`)}`)
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
        // Browsers of phones let a page notify in no such way; the title has said it.
      }
      return;
    }
    const trouble =
      job.counts.refused + (job.counts.reported ?? 0) + job.counts.unknown + job.counts.differs + job.counts.invalid >
      0;
    // A short job may end while whoever sent it is still being led to its page.
    setTimeout(() => {
      if (location.pathname.endsWith(address) || isJobShown(job.id)) return;
      showToast({
        kind: trouble ? 'warning' : 'good',
        title: t('endedTitle', { count: 1 }),
        text: t('endedText', { name, outcomes: counts }),
        action: { label: t('openJob'), onSelect: () => navigate(address) },
        key: `ended-${job.id}`,
      });
    }, onTheWayMs);
  }
  const told = useRef(tell);
  told.current = tell;

  useEffect(() => {
    let running = new Set<string>();
    return watchOpenJobs({ environment, identity }, (jobs) => {
      const now = new Set(jobs.map(({ id }) => id));
      const gone = [...running].filter((id) => !now.has(id));
      running = now;
      // A job that was deleted has not ended.
      for (const id of gone) void database.jobs.get(id).then((job) => job && job.open === 0 && told.current(job));
    });
  }, [environment, identity]);

  return null;
}
