import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Connection } from '../../credentials/connection';
import { useConnection } from '../../credentials/use-connection';
import { activities, jobActivity } from '../../jobs/ledger/job-activity';
import { isJobOf } from '../../jobs/ledger/unreadable';
import { type JobView, useJob, useJobs } from '../../jobs/ledger/use-jobs';
import { ownerOf } from '../../jobs/runner/run-connection';
import { keyName, lineName } from '../../jobs/table/job-field';
import { jobNameKey } from '../../jobs/table/job-state';
import { type Undone, undoneBy, useOnlyCreated } from '../../jobs/undo/undo';
import type { Owner } from '../../storage/draft-rows';
import { Badge } from '../../ui/display/badge';
import { CreatedRecords, listedMax } from '../../ui/display/created-records';
import { EmptyState } from '../../ui/display/notice';
import { Skeleton } from '../../ui/display/skeleton';
import { TimeText } from '../../ui/display/time-text';
import { buttonClass } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-time';
import { JobsIcon } from '../../ui/icons/icons';
import { Page, PageHeader } from '../../ui/layout/page';
import { announceWorkspace } from '../../url/current-page';
import { paths } from '../../url/paths';
import { CallMap } from './batches/call-map';
import { CallsCard } from './batches/calls-card';
import styles from './job.module.css';
import { JobActions } from './outcome/job-actions';
import { JobNotices, keepHeight, useKeepsHeight } from './outcome/job-notices';
import { JobStory, OutcomeCountsRow } from './outcome/job-outcome';
import { recordsOfJob } from './records-of-job';
import { RowsCard } from './rows/rows-card';
import { UnreadableJob } from './unreadable-job';

/** Jobs are shown to the key that made them. */
export { keyLoader as loader } from '../../credentials/use-connection';

/** One job: the live outcome of each row, and the actions for it. */
export function Component() {
  const { env = '', id = '' } = useParams();
  const connection = useConnection();
  const view = useJob(id);
  if (view === undefined || connection === null) return <Coming />;
  if (view === 'unreadable') return <UnreadableOrNone key={id} id={id} owner={ownerOf(connection.client)} />;
  const mine = view !== null && view.job.environment === env && view.job.identity === connection.client.identity;
  if (!mine) return <NoJob />;
  return <Job key={id} view={view} connection={connection} />;
}

function NoJob() {
  const t = useTranslations('jobs');
  const { env = '' } = useParams();
  return (
    <Page>
      <EmptyState
        icon={<JobsIcon size={22} />}
        title={t('missingTitle')}
        text={t('missingText')}
        actions={
          <Link to={paths.jobs({ env })} className={buttonClass()}>
            {t('toList')}
          </Link>
        }
      />
    </Page>
  );
}

/** A job that this version cannot read, where it is one of this key. */
function UnreadableOrNone({ id, owner }: { id: string; owner: Owner }) {
  const isMine = useQuery({ queryKey: ['is-own-job', id], queryFn: () => isJobOf(id, owner), gcTime: 0 }).data;
  if (isMine === undefined) return <Coming />;
  if (!isMine) return <NoJob />;
  return (
    <Page>
      <UnreadableJob id={id} owner={owner} />
    </Page>
  );
}

function Coming() {
  return (
    <Page>
      <Skeleton look="items" rows={4} />
    </Page>
  );
}

function Job({ view, connection }: { view: JobView; connection: Connection }) {
  const t = useTranslations('jobs');
  const { job, calls } = view;
  const env = job.environment;
  const activity = jobActivity(job, useNow());
  const [records] = useState(() => recordsOfJob(job));
  useLayoutEffect(() => announceWorkspace(job.space_id), [job.space_id]);
  const created = useOnlyCreated(view, listedMax);
  const keepsHeight = useKeepsHeight(job);
  const jobs = useJobs(ownerOf(connection.client));
  // Their notes on this one are above its rows.
  if (jobs === undefined) return <Coming />;
  const undo = undoneBy(job.id, jobs ?? []);
  return (
    <Page>
      <div ref={keepsHeight ? keepHeight : undefined}>
        <PageHeader
          title={t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id })}
          note={<Badge tone={activities[activity].tone}>{t(`activity.${activity}`)}</Badge>}
          actions={
            <JobActions
              job={job}
              environment={connection.client.environment}
              cannotUndo={undo?.how === 'whole' ? 'twice' : created === null ? null : 'created'}
            />
          }
        />
        {/* Below the buttons, which appear and disappear: beside them it would wrap again with each. */}
        <p className={styles.about}>
          {t.rich('about', {
            id: job.id,
            made: '',
            calls: job.calls,
            by:
              job.update_type === 'upsert' ? t('byKey', { key: keyName(job.fields, job.update_by_fields) }) : t('byId'),
            t: () => <TimeText at={job.created_at} look="moment" />,
          })}
          {separator}
          <Link to={records}>{t('openTable')}</Link>
          {job.file ? `${separator}${t('fromFile', { file: job.file })}` : null}
          {job.undoes ? <OtherJob env={env} id={job.undoes} text={job.kind === 'redo' ? 'redoes' : 'undoes'} /> : null}
          {undo ? <OtherJob env={env} {...undo} text={`undoneBy.${undo.how}`} /> : null}
        </p>
      </div>
      <JobStory view={view} />
      <OutcomeCountsRow view={view} limit={connection.client.environment.requestsPerSecond} />
      <JobNotices view={view} budget={connection.client.budget} />
      {calls.length > 1 ? <CallMap calls={calls} count={job.calls} /> : null}
      <RowsCard view={view} />
      {job.calls > 0 ? <CallsCard job={job} calls={calls} connection={connection} /> : null}
      {created ? (
        <CreatedRecords
          records={created.records.map((line) => ({ ...line, title: lineName(line, job) }))}
          count={created.count}
        />
      ) : null}
    </Page>
  );
}

/** At the end of a line, never at its start. */
const separator = '\u00a0· ';

interface OtherJobProps extends Partial<Pick<Undone, 'left' | 'created'>> {
  env: string;
  id: string;
  text: 'undoes' | 'redoes' | `undoneBy.${Undone['how']}`;
}

function OtherJob({ env, id, text, left = 0, created = 0 }: OtherJobProps) {
  const t = useTranslations('jobs');
  return (
    <>
      {separator}
      {t.rich(text, { id, left, created, l: (chunks) => <Link to={paths.job({ env, id })}>{chunks}</Link> })}
    </>
  );
}
