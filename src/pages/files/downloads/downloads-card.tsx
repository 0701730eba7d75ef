import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { freshFile } from '../../../api/files/file-links';
import { standingOf } from '../../../api/files/link-hosts';
import { FileReadError } from '../../../api/files/read-file';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { Badge, type Tone } from '../../../ui/display/badge';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { useSizeText } from '../../../ui/display/size-text';
import { Button, IconButton } from '../../../ui/form/button';
import { CloseIcon, DownloadIcon, RefreshIcon } from '../../../ui/icons/icons';
import { Card } from '../../../ui/layout/card';
import type { LookedUpFile } from '../lookup/use-lookup';
import { createDownloads, type Download } from './downloads';
import styles from './downloads-card.module.css';
import { canChooseFolder, chooseFolder, type Save, toDownloads } from './save-download';

const shownAtOnce = 200;

/** The queue of downloads, from when there is one until it is cleared. */
export function DownloadsCard() {
  const t = useTranslations('files.downloads');
  const all = useDownloads();
  if (all.length === 0) return null;
  const count = (...states: Download['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  const left = count('waiting', 'running');
  const again = count('failed', 'cancelled');
  // Running and failed downloads come first.
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

interface DownloadAllProps {
  files: readonly LookedUpFile[];
  /** The ids of each call. */
  calls: readonly (readonly Id[])[];
  client: Client;
}

/** Downloads all files found, to the browser's downloads or into a folder. */
export function DownloadAll({ files, calls, client }: DownloadAllProps) {
  const t = useTranslations('files.downloads');
  const wanted = () =>
    files.map(({ file, call }) => {
      return { id: file.file_id, name: file.name || file.file_id, call: calls[call] ?? [file.file_id] };
    });

  async function intoFolder() {
    const save = await chooseFolder();
    if (save) download(client, wanted(), save);
  }

  return (
    <>
      <Button icon={<DownloadIcon />} onClick={() => download(client, wanted(), toDownloads)}>
        {t('all', { count: files.length })}
      </Button>
      {canChooseFolder() ? (
        <Button kind="ghost" tooltip={t('folderHint')} onClick={() => void intoFolder()}>
          {t('folder')}
        </Button>
      ) : null}
    </>
  );
}

/** The downloads of this tab: they continue while other pages are open. */
const downloads = createDownloads();

/** The list, live. */
function useDownloads(): readonly Download[] {
  return useSyncExternalStore(downloads.subscribe, downloads.all);
}

/** A file on a host that the page may not read from: only the user can open its link. */
class ForeignHostError extends Error {
  override readonly name = 'ForeignHostError';
  constructor(readonly host: string) {
    super(host);
  }
}

/** Puts files into the queue. @param call the ids that each was looked up with: its links are renewed together with theirs */
function download(client: Client, files: readonly { id: Id; name: string; call: readonly Id[] }[], save: Save): void {
  const calls = new Map(files.map(({ id, call }) => [id, call]));
  downloads.add(files, {
    save,
    async link(id, anew) {
      const file = await freshFile(client, calls.get(id) ?? [id], id, anew);
      for (const kind of ['download', 'source'] as const) {
        const standing = standingOf(file?.link[kind], client.environment, location.origin);
        if (standing.kind === 'shown') return standing.url;
        if (standing.kind === 'foreign') throw new ForeignHostError(standing.host);
      }
      throw new FileReadError('status', 404);
    },
  });
}
