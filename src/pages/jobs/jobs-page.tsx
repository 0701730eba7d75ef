import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { workspacesOptions } from '../../api/queries/tables';
import { useClient } from '../../credentials/use-connection';
import { activities, jobActivity } from '../../jobs/ledger/job-activity';
import { deleteUnreadable, unreadableJobs } from '../../jobs/ledger/unreadable';
import { jobsInOrder, useJobs } from '../../jobs/ledger/use-jobs';
import { ownerOf } from '../../jobs/runner/run-connection';
import { jobNameKey } from '../../jobs/table/job-state';
import { outcomeKey } from '../../jobs/table/row-reasons';
import { undoneBy } from '../../jobs/undo/undo';
import { database } from '../../storage/database';
import type { JobRow } from '../../storage/job-rows';
import { outcomeEntries, outcomes } from '../../storage/outcomes';
import { wipeEndedJobs } from '../../storage/storage-usage';
import { saveUnreadable } from '../../transfer/out/unreadable-file';
import { Badge } from '../../ui/display/badge';
import { DataTable } from '../../ui/display/data-table';
import { EmptyState } from '../../ui/display/notice';
import { Skeleton } from '../../ui/display/skeleton';
import { TimeText } from '../../ui/display/time-text';
import { UnreadableNotice } from '../../ui/display/unreadable-notice';
import { Button } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { useNow } from '../../ui/hooks/use-time';
import { JobsIcon } from '../../ui/icons/icons';
import { TrashIcon } from '../../ui/icons/later-icons';
import { Card } from '../../ui/layout/card';
import { Page, PageHeader } from '../../ui/layout/page';
import { useConfirm } from '../../ui/overlay/confirm';
import { paths } from '../../url/paths';
import styles from './jobs-page.module.css';

/** Jobs are shown to the key that made them. */
export { keyLoader as loader } from '../../credentials/use-connection';

/** Every job of this key, those that run first. */
export function Component() {
  const t = useTranslations('jobs');
  const confirm = useConfirm();
  const owner = ownerOf(useClient());
  const jobs = useJobs(owner);
  const unreadable = useQuery({
    queryKey: ['unreadable-jobs', owner.environment, owner.identity],
    queryFn: () => unreadableJobs(owner),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const ended = jobs?.filter(({ open }) => open === 0).length ?? 0;

  async function remove() {
    const question = { title: t('deleteTitle', { count: ended }), text: t('deleteText'), danger: true };
    if (await confirm({ ...question, action: t('deleteAction', { count: ended }) })) await wipeEndedJobs(owner);
  }

  return (
    <Page>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          jobs && jobs.length > 0 ? (
            <Button icon={<TrashIcon />} onClick={remove} disabledReason={ended === 0 ? t('nothingEnded') : null}>
              {t('deleteEnded')}
            </Button>
          ) : null
        }
      />
      {unreadable.data?.map((job) => (
        <UnreadableNotice
          key={job.id}
          {...job}
          onSave={() => void saveUnreadable(job)}
          onDelete={() => void deleteUnreadable(job).then(() => unreadable.refetch())}
        />
      ))}
      {jobs === undefined ? (
        <Skeleton look="lines" rows={6} />
      ) : jobs === null ? (
        <EmptyState
          icon={<JobsIcon size={22} />}
          title={t('notKeptTitle')}
          text={t(`notKeptText.${database.fault ?? 'denied'}`)}
        />
      ) : jobs.length === 0 ? (
        // Jobs that cannot be read are jobs.
        unreadable.data?.length ? null : (
          <EmptyState icon={<JobsIcon size={22} />} title={t('emptyTitle')} text={t('emptyText')} />
        )
      ) : (
        <>
          <Card flush className={styles.jobs}>
            <JobTable jobs={jobsInOrder(jobs)} />
          </Card>
          <p className="dim">{t('kept')}</p>
        </>
      )}
    </Page>
  );
}

function JobTable({ jobs }: { jobs: readonly JobRow[] }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const now = useNow();
  const { env = '' } = useParams();
  const workspaces = useQuery(workspacesOptions(useClient())).data?.data ?? [];
  const spaceNames = new Map(workspaces.map(({ space_id, name }) => [space_id, name || space_id]));
  return (
    <DataTable
      label={t('list')}
      heads={[t('job'), t('stateColumn'), t('outcomes'), t('rows'), t('created')]}
      numeric={3}
    >
      {jobs.map((job) => {
        const activity = jobActivity(job, now);
        const undo = undoneBy(job.id, jobs);
        return (
          <tr key={job.id}>
            <td>
              <Link to={paths.job({ env, id: job.id })}>
                {t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id })}
              </Link>
              {undo ? <span className="dim"> · {t(`undone.${undo.how}`, { created: undo.created })}</span> : null}
              <div className="dim">
                {[spaceNames.get(job.space_id) ?? job.space_id, job.table_name || job.table_id].join(' · ')}
              </div>
              {job.file ? <div className="dim">{t('fromFile', { file: job.file })}</div> : null}
              <div className={classNames('dim', styles.narrow)}>
                <TimeText at={job.created_at} look="moment" />
              </div>
            </td>
            <td>
              <Badge tone={activities[activity].tone}>{t(`activity.${activity}`)}</Badge>
            </td>
            <td>
              <OutcomeBar job={job} />
            </td>
            <td data-numeric>{format.number(job.total)}</td>
            <td>
              <TimeText at={job.created_at} look="moment" />
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** Rows of a job by outcome, in words; the bar above them only repeats it. */
function OutcomeBar({ job }: { job: Pick<JobRow, 'counts' | 'update_type'> }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const { counts } = job;
  const present = outcomes.filter((outcome) => counts[outcome] > 0);
  return (
    <div className={styles.outcomes}>
      <div className={styles.bar} aria-hidden="true">
        {present.map((outcome) => (
          <i
            key={outcome}
            data-tone={outcomeEntries[outcome].tone}
            style={{ '--rows': counts[outcome] } as CSSProperties}
          />
        ))}
      </div>
      <div className={styles.words}>
        {present.map((outcome) => `${format.number(counts[outcome])} ${t(outcomeKey(outcome, job))}`).join(' · ')}
      </div>
    </div>
  );
}
