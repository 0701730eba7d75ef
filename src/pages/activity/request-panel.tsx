import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { ActivityEntry } from '../../api/wire/activity';
import { maskText } from '../../api/wire/remove-credentials';
import { type OperationName, operations } from '../../contract/operations';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { Code } from '../../ui/display/code';
import { DescriptionList } from '../../ui/display/description-list';
import { Notice } from '../../ui/display/notice';
import { TimeText } from '../../ui/display/time-text';
import { buttonClass, CopyButton } from '../../ui/form/button';
import { Segmented } from '../../ui/form/select';
import { Panel } from '../../ui/overlay/panel';
import { byHand, paths } from '../../url/paths';
import { curlOf, fetchOf, variablesOf } from './copy-request';
import type { Attempt } from './find-requests';
import { OutcomeBadge } from './request-columns';
import styles from './request-panel.module.css';
import { TimelineList, timelineOf } from './request-timing';

interface RequestPanelProps {
  entry: ActivityEntry;
  /** Which failed request it repeats; null when it is the first of its kind. */
  attempt: Attempt | null;
  /** Epoch milliseconds, for a request that is under way. */
  now: number;
  onClose: () => void;
}

/** Everything that is known of one request, and ways to run it elsewhere. */
export function RequestPanel({ entry, attempt, now, onClose }: RequestPanelProps) {
  const t = useTranslations('activity');
  const curl = curlOf(entry, location.origin);
  const operation = operationNamed(entry.operation);
  // What a call by hand does is not known: only GET is taken to be a read.
  const write = operation === null ? entry.method !== 'GET' : operations[operation].write;
  return (
    <Panel
      title={t('request', { number: entry.request })}
      note={<OutcomeBadge outcome={entry.outcome} />}
      onClose={onClose}
      footer={
        <>
          <CopyButton showLabel size="normal" label={t('copyCurl')} text={curl} />
          <CopyButton showLabel size="normal" label={t('copyFetch')} text={() => fetchOf(entry, location.origin)} />
          <Link
            to={paths.explorer({ env: entry.environment }, { operation: operation ?? byHand })}
            className={buttonClass({ kind: 'ghost' })}
          >
            {t('openExplorer')}
          </Link>
        </>
      }
    >
      <div className={styles.content}>
        <Failure entry={entry} write={write} />
        <Facts entry={entry} attempt={attempt} />
        <Part title={t('timelineTitle')}>
          <TimelineList timeline={timelineOf(entry, now)} />
        </Part>
        {entry.body === null ? null : (
          <Part title={t('body')} note={entry.body.includes(maskText) ? t('masked') : null}>
            <Code text={entry.body} wrap maxHeight="small" />
          </Part>
        )}
        {entry.reply ? (
          <Part title={t('reply')} note={entry.size !== null && entry.size > entry.reply.length ? t('replyCut') : null}>
            <Code text={entry.reply} wrap maxHeight="small" />
          </Part>
        ) : null}
        <RunElsewhere entry={entry} curl={curl} write={write} />
      </div>
    </Panel>
  );
}

const failures = ['no-answer', 'malformed', 'system', 'business'] as const;

/** How a request failed; null when it did not. */
function failureOf({ outcome }: ActivityEntry) {
  return failures.find((kind) => kind === outcome) ?? null;
}

/** A failed request is described in sentences first. */
function Failure({ entry, write }: { entry: ActivityEntry; write: boolean }) {
  const { operation, code, message, traceId, status } = entry;
  const kind = failureOf(entry);
  if (kind === null) return null;
  const failure = {
    kind,
    operation,
    code: code ?? undefined,
    message: message ?? undefined,
    traceId: traceId ?? undefined,
    status: status ?? undefined,
  };
  return <ApiErrorNotice error={failure} write={write} />;
}

function Facts({ entry, attempt }: Pick<RequestPanelProps, 'entry' | 'attempt'>) {
  const t = useTranslations('activity');
  const format = useFormatter();
  const { method, path, operation, environment, code, message, traceId, status, size, returnFields } = entry;
  // The notice above has these for a failure.
  const told = failureOf(entry) !== null;
  const mono = (text: string) => <span className="mono">{text}</span>;
  const trace =
    traceId === null ? null : (
      <span className={styles.copied}>
        {mono(traceId)}
        <CopyButton text={traceId} label={`${t('trace')} ${traceId}`} />
      </span>
    );
  const repeats = attempt ? (
    <Link to={paths.activity({ env: environment }, { request: attempt.before })} replace>
      {t('attemptOf', { attempt: attempt.attempt, before: attempt.before })}
    </Link>
  ) : null;
  const queued = <TimeText at={entry.queuedAt} look="moment" />;
  return (
    <DescriptionList
      items={[
        [t('method'), mono(`${method} ${path}`)],
        [t('operation'), operation === `${method} ${path}` ? null : operation],
        [t('environment'), environment],
        [t('attempt'), repeats],
        [t('code'), told ? null : code],
        [t('message'), told ? null : message],
        [t('trace'), trace],
        [t('status'), told ? null : status],
        [t('size'), size === null ? null : format.number(size)],
        [t('queued'), queued],
        [t('priority'), t(`priorities.${entry.priority}`)],
        [t('key'), entry.withKey ? t('withKey') : t('withoutKey')],
        [t('returnFields'), returnFields === null ? null : mono(returnFields)],
      ]}
    />
  );
}

function RunElsewhere({ entry, curl, write }: { entry: ActivityEntry; curl: string; write: boolean }) {
  const t = useTranslations('activity');
  const [language, setLanguage] = useState<'curl' | 'fetch'>('curl');
  const names = variablesOf(entry).map((name) => `$${name}`);
  const options = [
    { value: 'curl', label: 'curl' },
    { value: 'fetch', label: 'fetch' },
  ] as const;
  return (
    <Part
      title={t('elsewhere')}
      note={names.length > 0 ? t('variables', { names: names.join(', ') }) : null}
      control={<Segmented label={t('language')} value={language} onChange={setLanguage} options={options} />}
    >
      {write ? <Notice tone="staged">{t('writes')}</Notice> : null}
      <Code text={language === 'curl' ? curl : fetchOf(entry, location.origin)} wrap maxHeight="small" />
    </Part>
  );
}

interface PartProps {
  title: string;
  note?: string | null;
  control?: ReactNode;
  children: ReactNode;
}

function Part({ title, note, control, children }: PartProps) {
  return (
    <section className={styles.part}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {control}
      </div>
      {note ? <p className={styles.note}>{note}</p> : null}
      {children}
    </section>
  );
}

function operationNamed(name: string): OperationName | null {
  return Object.hasOwn(operations, name) ? (name as OperationName) : null;
}
