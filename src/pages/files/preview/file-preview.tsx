import { useFormatter, useTranslations } from 'use-intl';
import { standingOf } from '../../../api/operations/file-links';
import { linksDieAt } from '../../../api/operations/files';
import type { Client } from '../../../api/wire/client';
import type { FileDetails } from '../../../contract/files';
import type { Id } from '../../../contract/ids';
import { Button, buttonClass, CopyButton, IconButton } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { ChevronLeftIcon, ChevronRightIcon, ExternalIcon } from '../../../ui/icons/more-icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { FileFacts } from '../lookup/file-facts';
import type { LookedUpFile } from '../lookup/use-lookup';
import styles from './file-preview.module.css';
import { PreviewContent } from './preview-content';

interface FilePreviewProps {
  files: readonly LookedUpFile[];
  open: boolean;
  /** The file that is or was last open; it stays while the dialog goes away, and the focus returns to where it came from. */
  fileId: Id | null;
  client: Client;
  onOpen: (id: Id) => void;
  onClose: () => void;
  onBroken: (file: LookedUpFile) => void;
  onRenew: (id: Id) => void;
}

/** One file, large, with all that the API says of it; the next and previous ones are a press away. */
export function FilePreview({ files, open, fileId, client, onOpen, onClose, onBroken, onRenew }: FilePreviewProps) {
  const t = useTranslations('files');
  const at = files.findIndex(({ file }) => file.file_id === fileId);
  const found = files[at];
  if (!found) return null;
  const { file, answer } = found;
  const step = (by: number) => {
    const next = files[at + by];
    if (next) onOpen(next.file.file_id);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={file.name || t('noName')}
      footer={
        <>
          <div className={styles.steps}>
            <IconButton
              label={t('previous')}
              icon={<ChevronLeftIcon />}
              disabledReason={at === 0 && t('position', { position: 1, count: files.length })}
              onClick={() => step(-1)}
            />
            <span className="num">{t('position', { position: at + 1, count: files.length })}</span>
            <IconButton
              label={t('next')}
              icon={<ChevronRightIcon />}
              disabledReason={at === files.length - 1 && t('position', { position: files.length, count: files.length })}
              onClick={() => step(1)}
            />
          </div>
          <FileActions file={file} client={client} dieAt={linksDieAt(answer)} />
        </>
      }
    >
      <div className={styles.content}>
        <div className={styles.preview}>
          <PreviewContent
            key={file.file_id}
            found={found}
            client={client}
            onBroken={() => onBroken(found)}
            onRenew={() => onRenew(file.file_id)}
          />
        </div>
        <FileFacts file={file} answer={answer} environment={client.environment} />
      </div>
    </Dialog>
  );
}

/** Copy, open and download; a link that the answer does not hold is said to be missing. */
function FileActions({ file, client, dieAt }: { file: FileDetails; client: Client; dieAt: number }) {
  const t = useTranslations('files');
  const format = useFormatter();
  const until = format.dateTime(new Date(dieAt), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const source = standingOf(file.link.source, client.environment, location.origin);
  const download = standingOf(file.link.download, client.environment, location.origin);
  const name = file.name || t('noName');
  return (
    <>
      {source.kind === 'none' ? null : (
        <span title={t('copyLinkUntil', { time: until })} className={styles.copy}>
          <span className={styles.until}>{t('linkWorks', { time: until })}</span>
          <CopyButton showLabel size="normal" label={t('copyLink')} text={source.url} />
        </span>
      )}
      {source.kind === 'none' ? (
        <Button disabledReason={t('noLink')}>{t('openSource')}</Button>
      ) : (
        <a
          href={source.url}
          target="_blank"
          rel="noreferrer"
          referrerPolicy="no-referrer"
          aria-label={t('openNamed', { name })}
          className={buttonClass()}
        >
          <ExternalIcon size={14} />
          {t('openSource')}
        </a>
      )}
      {download.kind === 'none' ? (
        <Button kind="primary" disabledReason={t('noLink')}>
          {t('download')}
        </Button>
      ) : (
        <a
          href={download.url}
          target="_blank"
          rel="noreferrer"
          referrerPolicy="no-referrer"
          download={file.name}
          aria-label={t('downloadNamed', { name })}
          className={buttonClass({ kind: 'primary' })}
        >
          <DownloadIcon size={14} />
          {t('download')}
        </a>
      )}
    </>
  );
}
