import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FileReadError } from '../../../api/content/read-file';
import { Badge, type Tone } from '../../../ui/display/badge';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { useSizeText } from '../../../ui/display/size-text';
import { Button, IconButton } from '../../../ui/form/button';
import { CloseIcon, RefreshIcon } from '../../../ui/icons/icons';
import { Card } from '../../../ui/layout/page';
import type { Download } from './downloads';
import styles from './downloads-card.module.css';
import { downloads, ForeignHostError, useDownloads } from './use-downloads';

const shownAtOnce = 200;

/** The queue of downloads, from when there is one until it is cleared. */
export function DownloadsCard() {
  const t = useTranslations('files.downloads');
  const all = useDownloads();
  if (all.length === 0) return null;
  const count = (...states: Download['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  const left = count('waiting', 'running');
  const again = count('failed', 'cancelled');
  // What goes on or went wrong is what a person looks for.
  const order: Record<Download['state'], number> = { running: 0, failed: 1, waiting: 2, cancelled: 3, done: 4 };
  const shown = all.toSorted((a, b) => order[a.state] - order[b.state]).slice(0, shownAtOnce);
  return (
    <Card
      title={t('title')}
      note={t('note', { done: count('done'), count: all.length })}
      flush
      actions={
        <>
          {again > 0 ? (
            <Button icon={<RefreshIcon />} onClick={() => downloads.retry()}>
              {t('retryAll', { count: again })}
            </Button>
          ) : null}
          {left > 0 ? (
            <Button onClick={() => downloads.cancel()}>{t('cancelAll')}</Button>
          ) : (
            <Button onClick={() => downloads.clear()}>{t('clear')}</Button>
          )}
        </>
      }
    >
      <div className={styles.whole}>
        <ProgressBar
          label={t('title')}
          value={all.length - left}
          max={all.length}
          tone={left > 0 ? 'accent' : again > 0 ? 'bad' : 'good'}
        />
      </div>
      <ul aria-label={t('title')} className={styles.list}>
        {shown.map((download) => (
          <Line key={download.id} download={download} />
        ))}
      </ul>
      {all.length > shown.length ? (
        <p className={styles.more}>{t('more', { count: all.length - shown.length })}</p>
      ) : null}
    </Card>
  );
}

const tones: Record<Download['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'unknown',
};

function Line({ download }: { download: Download }) {
  const t = useTranslations('files.downloads');
  const sizeText = useSizeText();
  const { id, name, state, read, total, error } = download;
  const left = state === 'waiting' || state === 'running';
  const size =
    state === 'waiting' || read === 0
      ? null
      : total === null || state === 'done'
        ? sizeText(read)
        : t('progress', { read: sizeText(read), total: sizeText(total) });
  return (
    <li className={styles.line}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <Badge tone={tones[state]}>{t(state)}</Badge>
      <span className={styles.size}>{size}</span>
      <span className={styles.reason}>{state === 'failed' && error ? <Reason error={error} /> : null}</span>
      <span className={styles.tools}>
        {state === 'failed' || state === 'cancelled' ? (
          <IconButton
            size="small"
            label={t('retry', { name })}
            icon={<RefreshIcon size={14} />}
            onClick={() => downloads.retry(id)}
          />
        ) : null}
        <IconButton
          size="small"
          label={t(left ? 'cancel' : 'remove', { name })}
          icon={<CloseIcon size={14} />}
          onClick={() => (left ? downloads.cancel(id) : downloads.clear(id))}
        />
      </span>
    </li>
  );
}

/** Why one failed, and the way out that there is. */
function Reason({ error }: { error: Error }): ReactNode {
  const t = useTranslations('files.downloads');
  if (error instanceof ForeignHostError) return t('foreign', { host: error.host });
  if (!(error instanceof FileReadError)) return t('fault', { message: error.message });
  switch (error.reason) {
    case 'status':
      return t('status', { status: String(error.status) });
    case 'large':
      return t('large');
    default:
      return t('closed');
  }
}
