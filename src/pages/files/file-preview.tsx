import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import { FileActions, FileFacts } from '../../files/file-facts';
import { PreviewContent } from '../../files/preview-content';
import { IconButton } from '../../ui/form/button';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/later-icons';
import { Dialog } from '../../ui/overlay/dialog';
import styles from './file-preview.module.css';
import type { LookedUpFile } from './lookup/use-lookup';

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

/** One file, large, with all that the API returns about it; the next and previous ones are one press away. */
export function FilePreview({ files, open, fileId, client, onOpen, onClose, onBroken, onRenew }: FilePreviewProps) {
  const t = useTranslations('files');
  const content = useRef<HTMLDivElement>(null);
  const at = files.findIndex(({ file }) => file.file_id === fileId);
  const found = files[at];
  if (!found) return null;
  const { file } = found;
  const step = (by: number) => {
    const next = files[at + by];
    if (next) onOpen(next.file.file_id);
  };
  // What moves in the file itself keeps its arrows: a table, a tree, the ways to show it.
  const isFree = ({ target }: KeyboardEvent) =>
    target === content.current || (target instanceof Element && target.matches('a:not([role]), button:not([role])'));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={file.name || t('noName')}
      initialFocus={content}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isFree(event)) return;
        if (event.key === 'ArrowLeft') step(-1);
        if (event.key === 'ArrowRight') step(1);
      }}
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
          <FileActions found={found} client={client} />
        </>
      }
    >
      <div ref={content} tabIndex={-1} className={styles.content}>
        <div className={styles.preview}>
          <PreviewContent
            key={file.file_id}
            found={found}
            client={client}
            onBroken={() => onBroken(found)}
            onRenew={() => onRenew(file.file_id)}
          />
        </div>
        <FileFacts found={found} client={client} />
      </div>
    </Dialog>
  );
}
