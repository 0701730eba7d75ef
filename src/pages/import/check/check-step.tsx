import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RowState } from '../../../jobs/check/dry-run';
import { plannedRequests } from '../../../jobs/check/live-rows';
import { keyName } from '../../../jobs/table/job-field';
import { textKey } from '../../../jobs/table/row-reasons';
import type { CheckRow } from '../../../storage/job-rows';
import { joinSentences } from '../../../texts/join-sentences';
import type { BlankMeaning, MappedColumn } from '../../../transfer/in/mapping/mapping';
import { ImportError } from '../../../transfer/in/worker/import-client';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { checkedAgo } from '../../../ui/display/time-text';
import { Button } from '../../../ui/form/button';
import { useDuration } from '../../../ui/hooks/use-phrases';
import { useNow } from '../../../ui/hooks/use-time';
import { Card, ProgressCard, Small, StepHead } from '../step-parts';
import { useWorkerQuery } from '../use-worker-query';
import { CheckFindings } from './check-findings';
import { BlankNote, SimilarNote, UnfitNote } from './check-notes';
import styles from './check-step.module.css';
import { rowsIn, type ShownRows } from './found-rows';
import type { CheckState, CheckSubject, ChooseRows } from './import-check';
import type { Check } from './use-check';
import type { FixCell, Fixes } from './use-fixes';

/** A check older than this is marked as old. */
const freshMs = 10 * 60_000;

interface CheckStepProps {
  subject: CheckSubject;
  /** The columns of the file, with what was fixed in their cells. */
  mapped: readonly MappedColumn[];
  check: Check;
  onFix: FixCell;
  fixes: Pick<Fixes, 'refusedIn' | 'refuse'>;
  /** What a blank of these fields means from now on. */
  onBlanks(meaning: BlankMeaning, fieldIds: readonly string[]): void;
}

/** The fourth step: checks every row against the table. It sends nothing. */
export function CheckStep({ subject, mapped, check, onFix, fixes, onBlanks }: CheckStepProps) {
  const { now, start, stop, choose } = check;
  const t = useTranslations('import.check');
  const workerLost = useTranslations('import')('lost');
  const failed = now.state === 'failed' ? now : now.state === 'done' ? now.failed : null;
  const by = keyName(subject.fields, subject.mode.update_by_fields);
  return (
    <>
      <StepHead
        title={t('title')}
        text={now.state === 'done' ? <Age check={now.check} /> : t('nothingSent')}
        actions={
          now.state === 'done' ? (
            <Button size="small" busy={now.judging > 0} onClick={() => start(now.allowKinds)}>
              {t('again')}
            </Button>
          ) : null
        }
      />
      {now.state === 'none' || now.state === 'failed' ? <Plan subject={subject} mapped={mapped} /> : null}
      {failed?.error instanceof ImportError ? <Notice tone="bad">{workerLost}</Notice> : null}
      {failed && !(failed.error instanceof ImportError) ? (
        <ApiErrorNotice error={failed.error} onRetry={() => start(failed.allowKinds)} />
      ) : null}
      {now.state === 'running' ? <Running subject={subject} now={now} onStop={stop} /> : null}
      {now.state === 'done' ? (
        <>
          {rowsIn(now.check.counts, 'asks') > 0 ? (
            <Notice tone="bad" actions={<Button onClick={() => start(true)}>{t('allowKinds')}</Button>}>
              {t('asksText', { count: rowsIn(now.check.counts, 'asks') })}
            </Notice>
          ) : null}
          <SimilarNote kind="near" counts={now.check.counts.similar} by={by} onChoose={choose} />
          <SimilarNote kind="lost" counts={now.check.counts.unknownIds} by={by} onChoose={choose} />
          <BlankNote counts={now.check.counts} fields={subject.fields} onBlanks={onBlanks} />
          <UnfitNote unfit={now.check.counts.unfit} fields={subject.fields} />
          <Found now={now} mapped={mapped} onFix={onFix} fixes={fixes} onChoose={choose} />
        </>
      ) : null}
    </>
  );
}

/** What a check costs, before it is begun. */
function Plan({ subject, mapped }: Pick<CheckStepProps, 'subject' | 'mapped'>) {
  const t = useTranslations('import.check');
  const columns = useTranslations('import.columns');
  const duration = useDuration();
  const rate = subject.client.environment.requestsPerSecond;
  const byKey = subject.mode.update_type === 'upsert';
  const requests = plannedRequests(subject.rows, byKey);
  const asked = useMemo(() => ({ mapped: [...mapped] }), [mapped]);
  const unfit = useWorkerQuery(subject.importer, 'fit', asked).output?.unfitRows ?? 0;
  return (
    <Card>
      <p>{t('plan', { requests, time: duration(requests / rate), rate })}</p>
      {unfit > 0 ? <Notice tone="bad">{columns('unfitRows', { count: unfit })}</Notice> : null}
    </Card>
  );
}

interface RunningProps {
  subject: CheckSubject;
  now: Extract<CheckState, { state: 'running' }>;
  onStop(): void;
}

function Running({ subject, now: { check, secondsLeft }, onStop }: RunningProps) {
  const t = useTranslations('import.check');
  const all = useTranslations('import');
  const duration = useDuration();
  const { requests = 0, planned = null } = check ?? {};
  const done = check?.counts.rows ?? 0;
  const isWalk = check?.way === 'walk';
  const label = t('running', { done, all: subject.rows });
  const by = t(subject.mode.update_type === 'update' ? 'byId' : 'byKey');
  return (
    <ProgressCard>
      <span aria-live="polite">{label}</span>
      {/* Before the first row is judged the whole table may be read. */}
      {isWalk && planned && done === 0 ? (
        <ProgressBar label={label} value={Math.min(requests, planned)} max={planned} />
      ) : (
        <ProgressBar label={label} value={done} max={subject.rows} />
      )}
      <Small>
        {check ? `${isWalk ? t('wayWalk') : t('wayFilter', { by })} · ` : null}
        {planned
          ? t('requests', { done: requests, all: Math.max(planned, requests) })
          : t('requestsUnknown', { done: requests })}
        {secondsLeft !== null && secondsLeft > 1 ? ` · ${t('left', { time: duration(secondsLeft) })}` : null}
      </Small>
      <Button onClick={onStop}>{all('cancel')}</Button>
    </ProgressCard>
  );
}

function Age({ check: { read_from: readAt, counts } }: { check: CheckRow }) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const now = useNow(1000);
  return (
    <>
      {joinSentences(
        ...(['whole', 'spellings', 'not'] as const).map(
          (how) => counts.searched[how] > 0 && t(`near.looked.${how}`, { count: counts.searched[how] }),
        ),
      )}
      {/* In its own line, so that nothing moves as it grows longer. */}
      <span className={styles.age}>
        {joinSentences(t('checked', { ago: checkedAgo(format, readAt, now) }), now - readAt > freshMs && t('old'))}
      </span>
    </>
  );
}

/** Most important first. */
const shownStates = [
  'will-update',
  'will-create',
  'near',
  'no-change',
  'refused',
  'id-unknown',
  'invalid',
  'duplicate',
  'asks',
  'conflict',
  'unread',
] as const satisfies RowState[];
const always: readonly RowState[] = ['will-update', 'will-create', 'no-change', 'refused', 'invalid', 'duplicate'];

/** How many rows are in each state, and the rows of the one that is chosen. */
function Found({
  now: { check, judging },
  mapped,
  onFix,
  fixes,
  onChoose,
}: Pick<CheckStepProps, 'mapped' | 'onFix' | 'fixes'> & {
  now: Extract<CheckState, { state: 'done' }>;
  onChoose: ChooseRows;
}) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const [state, setState] = useState<ShownRows>('all');
  const countOf = (each: ShownRows): number => rowsIn(check.counts, each);
  const shown = shownStates.filter((each) => always.includes(each) || countOf(each) > 0);
  return (
    <>
      <fieldset aria-label={t('found')} className={styles.counts}>
        {(['all', ...shown, ...(countOf('fixed') > 0 || state === 'fixed' ? (['fixed'] as const) : [])] as const).map(
          (each) => (
            <button
              key={each}
              type="button"
              data-state={each}
              data-empty={countOf(each) === 0 || undefined}
              aria-pressed={state === each}
              onClick={() => setState(each)}
              className={styles.count}
            >
              <b>{format.number(countOf(each))}</b>
              {t(`states.${each === 'all' || each === 'fixed' ? each : textKey(each)}`)}
            </button>
          ),
        )}
      </fieldset>
      <CheckFindings
        key={`${check.id} ${state}`}
        check={check}
        state={state}
        mapped={mapped}
        judging={judging > 0}
        onFix={onFix}
        fixes={fixes}
        onChoose={onChoose}
      />
    </>
  );
}
