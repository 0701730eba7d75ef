import { useCallback, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { HandReply } from '../../api/wire/send';
import { numeralOf } from '../../contract/decimal';
import { readEnvelope } from '../../contract/envelope';
import { joinSentences } from '../../texts/join-sentences';
import { ApiErrorNotice, useReason } from '../../ui/display/api-error-notice';
import { Badge } from '../../ui/display/badge';
import { Code } from '../../ui/display/code';
import { DescriptionList } from '../../ui/display/description-list';
import { JsonTree } from '../../ui/display/json-tree';
import { EmptyState, Notice } from '../../ui/display/notice';
import { TimeText } from '../../ui/display/time-text';
import { Button, CopyButton } from '../../ui/form/button';
import { useMoment } from '../../ui/hooks/use-time';
import { TerminalIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { paths } from '../../url/paths';
import styles from './explorer.module.css';
import type { RecentCall } from './recent-calls';
import { judge, maskReply } from './reply';

/** What came of a call. */
export function ReplyCard({ shown }: { shown: RecentCall | null }) {
  const t = useTranslations('explorer');
  const { env = '' } = useParams();
  if (shown === null) {
    return (
      <Card title={t('reply')}>
        <EmptyState icon={<TerminalIcon size={22} />} title={t('noReplyTitle')} text={t('noReplyText')} />
      </Card>
    );
  }
  const { result } = shown;
  const said =
    'reply' in result ? t(`judgement.${judge(result.reply)}`) : 'stopped' in result ? t('stoppedTitle') : t('noAnswer');
  const note = (
    <>
      <span className="mono">{shown.call}</span> · <TimeText at={shown.at} />
    </>
  );
  return (
    <Card title={t('reply')} note={note}>
      <InSight id={shown.id}>{`${t('reply')}: ${said}`}</InSight>
      {'reply' in result ? (
        <Reply key={shown.id} reply={result.reply} write={shown.write} env={env} />
      ) : 'stopped' in result ? (
        <Notice tone={shown.write ? 'unknown' : 'neutral'} title={t('stoppedTitle')}>
          {' '}
          {joinSentences(t('stopped'), shown.write && t('stoppedWrite'))}
        </Notice>
      ) : (
        <ApiErrorNotice error={result.error} write={shown.write} />
      )}
    </Card>
  );
}

/** Announces a new response to screen readers, and scrolls to it below the form. */
function InSight({ id, children }: { id: number; children: string }) {
  // Another reply gives the element another ref, which is called with it.
  const show = useCallback(
    (element: HTMLSpanElement | null) => {
      if (id > 0) element?.closest('section')?.scrollIntoView({ block: 'nearest' });
    },
    [id],
  );
  return (
    <span className="visually-hidden" ref={show} role="status">
      {children}
    </span>
  );
}

const revealMilliseconds = 10_000;

function Reply({ reply, write, env }: { reply: HandReply; write: boolean; env: string }) {
  const t = useTranslations('explorer');
  const reason = useReason();
  const [view, setView] = useState<'data' | 'raw'>(reply.envelope === null ? 'raw' : 'data');
  const [revealed, setRevealed] = useMoment(revealMilliseconds);
  const hidden = maskReply(reply.text);
  const text = revealed ? reply.text : hidden.text;

  const reveal = (
    <Button size="small" kind="ghost" onClick={() => setRevealed(true)}>
      {t('reveal')}
    </Button>
  );
  return (
    <div className={styles.stack}>
      <Facts reply={reply} env={env} />
      {reply.fault === null ? null : (
        <Notice tone="bad">{t('malformedText', { reason: reason({ fault: reply.fault }) })}</Notice>
      )}
      {write && reply.envelope?.code === 0 ? (
        <Notice tone="staged" actions={<Link to={paths.events({ env })}>{t('openEvents')}</Link>}>
          {t('accepted')}
        </Notice>
      ) : null}
      {hidden.masked && !revealed ? <Notice actions={reveal}>{t('masked')}</Notice> : null}
      <Tabs
        label={t('view')}
        value={view}
        onChange={setView}
        items={[
          { value: 'data', label: t('data') },
          { value: 'raw', label: t('raw') },
        ]}
        className={styles.stack}
      >
        {view === 'data' ? <DataTree text={text} /> : <RawText text={text} />}
      </Tabs>
    </div>
  );
}

function Facts({ reply, env }: { reply: HandReply; env: string }) {
  const t = useTranslations('explorer');
  const common = useTranslations('common');
  const { envelope, status, milliseconds, text, request } = reply;
  const judgement = judge(reply);
  const traceId = envelope?.traceId ?? null;
  const verdict = <Badge tone={judgement === 'success' ? 'good' : 'bad'}>{t(`judgement.${judgement}`)}</Badge>;
  const code = (
    <span className={styles.inline}>
      {envelope?.code} {verdict}
    </span>
  );
  const trace = (
    <span className={styles.inline}>
      <span className="mono">{traceId}</span>
      <CopyButton text={traceId ?? ''} label={`${t('trace')} ${traceId}`} />
    </span>
  );
  const number = <Link to={paths.activity({ env }, { request })}>{t('request', { number: request })}</Link>;
  return (
    <DescriptionList
      items={[
        [t('code'), code],
        [t('message'), envelope?.message],
        [t('trace'), traceId === null ? null : trace],
        [t('version'), envelope?.version],
        [t('status'), status],
        [t('time'), common('milliseconds', { value: milliseconds })],
        [t('size'), t('characters', { count: text.length })],
        [t('activity'), number],
      ]}
    />
  );
}

/** Data of the envelope, from the text that is shown: long integers exact, secrets as they are masked there. */
function DataTree({ text }: { text: string }) {
  const t = useTranslations('explorer');
  const read = readEnvelope(text);
  if (!read.ok || read.envelope.data === undefined) return <p className="dim">{t('noData')}</p>;
  return <JsonTree label={t('data')} value={read.envelope.data} numeralOf={numeralOf} openLevels={3} />;
}

/** More than this at once slows the page down. */
const charactersShown = 100_000;

function RawText({ text }: { text: string }) {
  const t = useTranslations('explorer');
  return (
    <div className={styles.stack}>
      {text.length > charactersShown ? (
        <Notice actions={<CopyButton showLabel text={text} label={t('copyRaw')} />}>
          {t('cut', { shown: charactersShown, count: text.length })}
        </Notice>
      ) : null}
      <Code text={text.slice(0, charactersShown)} label={t('copyRaw')} wrap />
    </div>
  );
}
