import { type ReactNode, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { budgetFor } from '../../../api/wire/client';
import type { Environment } from '../../../contract/gateway';
import { useWritingStop } from '../../../credentials/write-permission';
import { jobActivity, pauseOf } from '../../../jobs/ledger/job-activity';
import { ledger, standStill } from '../../../jobs/ledger/ledger';
import { watchOpenJobs } from '../../../jobs/ledger/use-jobs';
import { rowsToSend } from '../../../jobs/table/job-state';
import { undoable, undoKind } from '../../../jobs/undo/undo';
import { useSubscription } from '../../../state/store';
import type { JobRow } from '../../../storage/job-rows';
import { Button } from '../../../ui/form/button';
import { useFocusWhenFree } from '../../../ui/hooks/focus-when-free';
import { useNow } from '../../../ui/hooks/use-time';
import { BellIcon } from '../../../ui/icons/icons';
import { PauseIcon, PlayIcon, RedoIcon, StopIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { useConfirm } from '../../../ui/overlay/confirm';
import type { RecordsVisit } from '../../../url/records-visit';
import { recordsOfJob } from '../records-of-job';

interface JobActionsProps {
  job: JobRow;
  environment: Environment;
  /** Why it cannot be undone: it only created records, or it is already undone. Null: it can be undone. */
  cannotUndo: 'created' | 'twice' | null;
}

/** Pause, resume, stop; and undo when it has ended and may have written something. */
export function JobActions({ job, environment, cannotUndo }: JobActionsProps) {
  const t = useTranslations('jobs');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const closed = useWritingStop(environment) !== null;
  const now = useNow();
  const activity = jobActivity(job, now);
  const redoes = undoKind(job) === 'redo';
  const canStop = job.open === 1 && job.order !== 'stop' && rowsToSend(job) > 0;
  const canResume = ['paused', 'held', 'pausing'].includes(activity) && pauseOf(job, now)?.by !== 'question';
  // A button that goes takes the focus with it: the page gets it then, so that the next Tab leads on from its top.
  useFocusWhenFree(`${canStop} ${job.open}`, () => document.getElementById('content')?.focus({ preventScroll: true }));

  // No further call starts while the confirmation is open: its number of rows would be wrong by then.
  async function stop() {
    const goOn = await standStill(job.id, ledger);
    const yes = await confirm({
      title: t('stopTitle'),
      text: <UnsentRows job={job} say={(count) => t('stopText', { count })} />,
      cancel: t(job.order === 'pause' ? 'stopCancelPaused' : 'stopCancel'),
      action: t('stopAction'),
      danger: true,
    });
    if (yes) await ledger.order(job.id, 'stop');
    await goOn();
  }

  // The review of the table the job wrote to, over that table: the same dry run as for drafts.
  const undo = () => navigate(recordsOfJob(job), { state: { undoJob: job.id } satisfies RecordsVisit });

  const written = [...undoable].reduce((sum, outcome) => sum + job.counts[outcome], 0);
  return (
    <>
      {job.open === 1 ? <NotifyButton /> : null}
      {canResume ? (
        <Button
          kind="primary"
          icon={<PlayIcon />}
          disabledReason={closed && canStop ? t('cannotResumeClosed') : null}
          onClick={() => {
            // Also what the platform asked to wait.
            budgetFor(environment, job.identity).resume();
            void ledger.order(job.id, 'run');
          }}
        >
          {t('resume')}
        </Button>
      ) : canStop ? (
        <Button icon={<PauseIcon />} onClick={() => void ledger.order(job.id, 'pause')}>
          {t('pause')}
        </Button>
      ) : null}
      {canStop ? (
        <Button kind="danger" icon={<StopIcon />} onClick={stop}>
          {t('stop')}
        </Button>
      ) : null}
      {job.open === 0 && written > 0 ? (
        <Button
          icon={redoes ? <RedoIcon /> : <UndoIcon />}
          disabledReason={
            cannotUndo &&
            t(cannotUndo === 'created' ? 'cannotUndoCreated' : redoes ? 'cannotRedoTwice' : 'cannotUndoTwice')
          }
          onClick={undo}
        >
          {t(redoes ? 'redo' : 'undo')}
        </Button>
      ) : null}
    </>
  );
}

/** Asks, on a press, for permission to notify when a job ends in a hidden tab. */
function NotifyButton() {
  const t = useTranslations('jobs');
  const [permission, setPermission] = useState(() => globalThis.Notification?.permission ?? 'denied');
  if (permission === 'granted') return <span className="dim">{t('willNotify')}</span>;
  return (
    <Button
      icon={<BellIcon />}
      tooltip={t('notifyMeTip')}
      disabledReason={permission === 'denied' ? t('notifyMeDenied') : null}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {t('notifyMe')}
    </Button>
  );
}

/**
 * A note about the rows that a job would still send, with their current number: calls about to be sent may still return, and rejected ones may turn out to be
 * written.
 */
function UnsentRows({ job, say }: { job: JobRow; say(count: number): ReactNode }) {
  const { id, environment, identity } = job;
  const listen = useCallback(
    (tell: (count: number) => void) =>
      watchOpenJobs({ environment, identity }, (jobs) => {
        const now = jobs.find((each) => each.id === id);
        if (now) tell(rowsToSend(now));
      }),
    [id, environment, identity],
  );
  return say(useSubscription(listen) ?? rowsToSend(job));
}
