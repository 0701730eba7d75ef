import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../../api/queries/gateway';
import { type ActivityEntry, activityEntries } from '../../api/wire/activity';
import { scrubbed } from '../../api/wire/remove-credentials';
import type { Environment } from '../../contract/gateway';
import { formatJson, type Json } from '../../contract/json';
import { useLanguage } from '../../texts/texts-provider';
import { saveFile } from '../../transfer/out/sinks';
import { Code } from '../../ui/display/code';
import { Button } from '../../ui/form/button';
import { Checkbox } from '../../ui/form/checkbox';
import { DownloadIcon } from '../../ui/icons/icons';
import { Dialog } from '../../ui/overlay/dialog';
import { attemptsOf } from './find-requests';
import styles from './request-panel.module.css';
import { timelineOf } from './request-timing';

const shownCharacters = 3000;

/** The file for support: its content is described, previewed, and saved on request. Nothing is sent. */
export function SupportDialog({ onClose }: { onClose(): void }) {
  const t = useTranslations('activity.support');
  const c = useTranslations('common');
  const { language } = useLanguage();
  const [contents, setContents] = useState(true);
  // As it was when the dialog opened: later requests do not belong to the problem.
  const [entries] = useState(activityEntries);
  const gateway = useQuery(environmentsOptions).data;
  const environments = gateway?.environments ?? [];
  const file = supportFileOf({
    entries,
    contents,
    version: gateway?.version ?? null,
    environments,
    browser: navigator.userAgent,
    language,
    now: Date.now(),
  });

  function save(): void {
    const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    saveFile(new Blob([file], { type: 'application/json' }), `support-${time}.json`);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="primary" icon={<DownloadIcon />} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{t('text', { count: entries.length })}</p>
        <Checkbox label={t('contents')} hint={t('contentsHint')} checked={contents} onChange={setContents} />
        <Code text={file.slice(0, shownCharacters)} maxHeight="small" />
        {file.length > shownCharacters ? <p className="dim">{t('size', { count: file.length })}</p> : null}
      </div>
    </Dialog>
  );
}

interface SupportAbout {
  entries: readonly ActivityEntry[];
  /** Whether bodies and the beginnings of replies are in it: they may hold data of records. */
  contents: boolean;
  /** Version of the console; null when the gateway did not say. */
  version: string | null;
  environments: readonly Environment[];
  browser: string;
  language: string;
  /** Epoch milliseconds. */
  now: number;
}

/** A file for support: every request of this tab with its response and times. It contains no credentials. */
export function supportFileOf(about: SupportAbout): string {
  const { entries, contents, version, environments, browser, language, now } = about;
  const attempts = attemptsOf(entries);
  const file: Json = {
    made: new Date(now).toISOString(),
    console_version: version,
    browser,
    language,
    environments: environments.map(({ name, baseUrl, requestsPerSecond, writable, embedded }) => ({
      name,
      base_url: baseUrl,
      requests_per_second: requestsPerSecond,
      writable,
      embedded,
    })),
    requests: entries.map((entry): Json => {
      const { waiting, network, decoding } = timelineOf(entry, now);
      const repeated = attempts.get(entry.request);
      return {
        number: entry.request,
        asked: new Date(entry.queuedAt).toISOString(),
        environment: entry.environment,
        operation: entry.operation,
        request: `${entry.method} ${entry.path}`,
        with_key: entry.withKey,
        return_fields: entry.returnFields,
        attempt: repeated?.attempt ?? 1,
        repeats: repeated?.before ?? null,
        outcome: entry.outcome,
        code: entry.code,
        message: entry.message,
        trace_id: entry.traceId,
        http_status: entry.status,
        characters: entry.size,
        milliseconds: { waiting, network, decoding },
        ...(contents ? { body: entry.body, reply: entry.reply } : {}),
      };
    }),
  };
  return `${formatJson(scrubbedJson(file), 2)}\n`;
}

/** Each text for itself: the marks of a secret inside a text are not those of the file around it. */
function scrubbedJson(json: Json): Json {
  if (typeof json === 'string') return scrubbed(json);
  if (Array.isArray(json)) return json.map((entry) => scrubbedJson(entry));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, scrubbedJson(value)]));
}
