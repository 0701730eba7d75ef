import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RowState } from '../../../jobs/check/dry-run';
import { askedAtOnce, plannedRequests } from '../../../jobs/check/live-rows';
import { fieldName } from '../../../jobs/results/job-field';
import { textKey } from '../../../jobs/results/outcomes';
import type { CheckRow } from '../../../storage/job-rows';
import type { BlankMeaning } from '../../../transfer/in/mapping/mapping';
import { ImportError } from '../../../transfer/in/worker/import-client';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { Button } from '../../../ui/form/button';
import { useNow } from '../../../ui/hooks/use-now';
import styles from '../import.module.css';
import { useAnswer } from '../use-answer';
import { useDuration } from '../use-duration';
import { CheckFindings } from './check-findings';
import { paceOf } from './check-pace';
import { BlankNote, MisfitNote } from './misfit-note';
import { AlikeNote, LostNote, NearNote } from './near-note';
import type { Check, CheckState, CheckSubject, Measured } from './use-check';

/** A reading that is older is said to be. */
const freshMs = 10 * 60_000;

interface CheckStepProps {
  subject: CheckSubject;
  check: Check;
  /** What a blank of these fields means from now on. */
  onBlanks(meaning: BlankMeaning, fieldIds: readonly string[]): void;
}

/** The fourth step: every row against the table. Nothing is sent by it. */
export function CheckStep({ subject, check, onBlanks }: CheckStepProps) {
  const t = useTranslations('import.check');
  const lost = useTranslations('import')('lost');
  const { now } = check;
  const failed = now.state === 'failed' ? now : now.state === 'done' ? now.failed : null;
  return (
    <>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{t('title')}</h2>
        {now.state === 'done' ? (
          <span className={styles.headActions}>
            <Button size="small" onClick={() => check.start(subject, now.allowKinds)}>
              {t('again')}
            </Button>
          </span>
        ) : null}
        <p className={styles.lead}>{now.state === 'done' ? <Age check={now.check} /> : t('nothingSent')}</p>
      </div>
      {now.state === 'none' || now.state === 'failed' ? (
        <Plan subject={subject} measured={now.state === 'none' ? now.measured : null} />
      ) : null}
      {failed?.error instanceof ImportError ? <Notice tone="bad">{lost}</Notice> : null}
      {failed && !(failed.error instanceof ImportError) ? (
        <ApiErrorNotice error={failed.error} onRetry={() => check.start(subject, failed.allowKinds)} />
      ) : null}
      {now.state === 'running' ? <Running subject={subject} now={now} onStop={check.stop} /> : null}
      {now.state === 'done' ? (
        <>
          {(now.check.counts.asks ?? 0) > 0 ? (
            <Notice tone="bad" actions={<Button onClick={() => check.start(subject, true)}>{t('allowKinds')}</Button>}>
              {t('asksText', { count: now.check.counts.asks ?? 0 })}
            </Notice>
          ) : null}
          <NearNote counts={now.tally.near} onChoose={check.choose} />
          <AlikeNote counts={now.tally.alike} />
          <LostNote counts={now.tally.lost} by={keyName(now.check)} onChoose={check.choose} />
          <BlankNote
            stands={now.tally.stands}
            clears={now.tally.clears.blanks}
            fields={subject.fields}
            onBlanks={onBlanks}
          />
          <MisfitNote misfits={now.tally.misfits} fields={subject.fields} />
          <Found now={now} onChoose={check.choose} />
        </>
      ) : null}
    </>
  );
}

/** The fields of a key by their names. */
function keyName({ update_by_fields, fields }: CheckRow): string {
  return update_by_fields.map((id) => fieldName(fields, id)).join(' + ');
}

function useBy({ mode }: CheckSubject): string {
  const t = useTranslations('import.check');
  return mode.update_type === 'update' ? t('byId') : t('byKey');
}

function Plan({ subject, measured }: { subject: CheckSubject; measured: Measured | null }) {
  const t = useTranslations('import.check');
  const columns = useTranslations('import.columns');
  const by = useBy(subject);
  const duration = useDuration();
  const rate = subject.client.environment.requestsPerSecond;
  const byKey = subject.mode.update_type === 'upsert';
  const requests = plannedRequests(subject.rows, byKey);
  const asked = useMemo(() => ({ mapped: [...subject.mapped] }), [subject.mapped]);
  const unfit = useAnswer(subject.importer, 'fit', asked).output?.unfitRows ?? 0;
  return (
    <div className={styles.sendCard}>
      <p>{t('plan', { requests, of: askedAtOnce(byKey), by, time: duration(requests / rate), rate })}</p>
      {measured ? <p>{t('measured', { ...measured, time: duration(measured.requests / measured.pace) })}</p> : null}
      {unfit > 0 ? <Notice tone="bad">{columns('unfitRows', { count: unfit })}</Notice> : null}
    </div>
  );
}

interface RunningProps {
  subject: CheckSubject;
  now: Extract<CheckState, { state: 'running' }>;
  onStop(): void;
}

function Running({ subject, now: { check, marks }, onStop }: RunningProps) {
  const t = useTranslations('import.check');
  const all = useTranslations('import');
  const by = useBy(subject);
  const duration = useDuration();
  const done = check?.rows ?? 0;
  const label = t('running', { done, all: subject.rows });
  const pace = paceOf(marks);
  const left = pace !== null && check?.planned ? Math.max(0, check.planned - check.requests) / pace : null;
  return (
    <div className={styles.progress}>
      <span aria-live="polite">{label}</span>
      {/* Before the first row is judged the whole table may be read. */}
      {check?.way === 'walk' && check.planned && done === 0 ? (
        <ProgressBar label={label} value={Math.min(check.requests, check.planned)} max={check.planned} />
      ) : (
        <ProgressBar label={label} value={done} max={subject.rows} />
      )}
      <span className={styles.small}>
        {check ? (check.way === 'walk' ? t('wayWalk') : t('wayFilter', { by })) : null}
        {check ? ' · ' : null}
        {check?.planned
          ? t('requests', { done: check.requests, all: Math.max(check.planned, check.requests) })
          : t('requestsUnknown', { done: check?.requests ?? 0 })}
        {left !== null && left > 1 ? ` · ${t('left', { time: duration(left) })}` : null}
      </span>
      <Button onClick={onStop}>{all('cancel')}</Button>
    </div>
  );
}

function Age({ check: { read_from: readAt, near } }: { check: CheckRow }) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const now = useNow(1000);
  return (
    <>
      {(['whole', 'spellings', 'not'] as const).map((how) =>
        near.looked[how] > 0 ? `${t(`near.looked.${how}`, { count: near.looked[how] })} ` : null,
      )}
      {/* Last, so that nothing moves as it grows old. */}
      {t('checked', { ago: format.relativeTime(Math.min(readAt, now), { now }) })}
      {now - readAt > freshMs ? ` ${t('old')}` : null}
    </>
  );
}

/** In the order of what a person wants to know. */
const shownStates = [
  'will-update',
  'will-create',
  'near',
  'no-change',
  'refused',
  'id-unknown',
  'invalid',
  'double',
  'asks',
  'conflict',
  'unread',
] as const satisfies RowState[];
const always: readonly RowState[] = ['will-update', 'will-create', 'no-change', 'refused', 'invalid', 'double'];

function Found({ now, onChoose }: { now: Extract<CheckState, { state: 'done' }>; onChoose: Check['choose'] }) {
  const t = useTranslations('import.check');
  const format = useFormatter();
  const [state, setState] = useState<RowState | 'all'>('all');
  const { counts, rows } = now.check;
  const shown = shownStates.filter((each) => always.includes(each) || (counts[each] ?? 0) > 0);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons is no set of fields */}
      <div role="group" aria-label={t('found')} className={styles.counts}>
        {(['all', ...shown] as const).map((each) => (
          <button
            key={each}
            type="button"
            data-state={each}
            aria-pressed={state === each}
            onClick={() => setState(each)}
            className={styles.count}
          >
            <b>{format.number(each === 'all' ? rows : (counts[each] ?? 0))}</b>
            {t(`states.${each === 'all' ? 'all' : textKey(each)}`)}
          </button>
        ))}
      </div>
      <CheckFindings
        key={`${now.check.id} ${state}`}
        check={now.check}
        pieces={now.pieces}
        state={state}
        onChoose={onChoose}
      />
    </>
  );
}
