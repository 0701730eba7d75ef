import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import { FileTextError } from '../../api/file-text';
import { fileTextOptions } from '../../api/files';
import type { FileDetails } from '../../contract/files';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { EmptyState } from '../../ui/empty-state';
import { RefreshIcon, WarningIcon } from '../../ui/icons';
import { Skeleton } from '../../ui/skeleton';
import styles from './preview-content.module.css';
import { extensionOf } from './preview-kind';
import { useSizeText } from './size-text';
import { newLinksMayHelp } from './use-lookup';

interface PreviewTextProps {
  file: FileDetails;
  link: string;
  answer: { receivedAt: number };
  client: Client;
  onRenew: () => void;
}

const keepsItsLines = ['csv', 'tsv', 'log', 'json', 'jsonl', 'ndjson', 'geojson', 'topojson', 'xml', 'sql'];

/** The beginning of a text file, exactly as it is. */
export function PreviewText({ file, link, answer, client, onRenew }: PreviewTextProps) {
  const t = useTranslations('files.preview');
  const sizeText = useSizeText();
  const { data, error, isFetching, refetch } = useQuery({
    ...fileTextOptions(client, file.file_id, link, answer.receivedAt),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return (
      <TextFailed
        error={error}
        link={link}
        busy={isFetching}
        onRetry={() => (newLinksMayHelp(answer, Date.now()) ? onRenew() : void refetch())}
      />
    );
  }
  if (!data) {
    return (
      <div className={styles.loading}>
        <Skeleton rows={8} />
      </div>
    );
  }
  const wraps = !keepsItsLines.includes(extensionOf(file));
  const notes = [
    data.cut ? t('cut', { size: sizeText(data.bytes) }) : '',
    data.encoding === 'UTF-8' ? '' : t('encoding', { encoding: data.encoding }),
    data.bytes === 0 ? t('emptyFile') : '',
  ].filter((note) => note !== '');
  return (
    <div className={styles.textual}>
      <section aria-label={t('content', { name: file.name })}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
        <pre tabIndex={0} className={classNames(styles.text, wraps && styles.wrapped)}>
          {data.text}
        </pre>
      </section>
      {notes.length > 0 ? <p className={styles.note}>{notes.join(' ')}</p> : null}
    </div>
  );
}

interface TextFailedProps {
  error: Error;
  link: string;
  busy: boolean;
  onRetry: () => void;
}

/** Each way that reading can fail has its own words, because each has its own way out. */
function TextFailed({ error, link, busy, onRetry }: TextFailedProps) {
  const t = useTranslations('files.preview');
  const common = useTranslations('common');
  const { reason, status } = error instanceof FileTextError ? error : { reason: 'closed' as const, status: null };
  const retry = (
    <Button icon={<RefreshIcon />} busy={busy} onClick={onRetry}>
      {common('retry')}
    </Button>
  );
  switch (reason) {
    case 'binary':
      return <EmptyState icon={<WarningIcon />} title={t('binary')} text={t('binaryText')} />;
    case 'status':
      return (
        <EmptyState
          icon={<WarningIcon />}
          title={t('status', { status: String(status) })}
          text={t('statusText')}
          actions={retry}
        />
      );
    case 'closed':
      return (
        <EmptyState
          icon={<WarningIcon />}
          title={t('closed', { host: new URL(link).host })}
          text={t('closedText')}
          actions={retry}
        />
      );
  }
}
