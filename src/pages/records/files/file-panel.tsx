import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { newLinksMayHelp } from '../../../api/files/file-links';
import { useOpenedFile } from '../../../api/files/single-file';
import type { Client } from '../../../api/wire/client';
import { FileActions, FileFacts } from '../../../files/file-facts';
import { PreviewContent } from '../../../files/preview-content';
import { columnLabel } from '../../../grid/columns/column-label';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { EmptyState } from '../../../ui/display/notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button, CopyButton, IconButton } from '../../../ui/form/button';
import { FileIcon } from '../../../ui/icons/icons';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons/later-icons';
import { Panel } from '../../../ui/overlay/panel';
import styles from './file-panel.module.css';
import { type FilePlace, fileBeside, filesOfCell, type LoadedRows } from './file-place';

interface FilePanelProps {
  client: Client;
  place: FilePlace;
  rows: LoadedRows;
  /** Another file is shown; `row` is that of its cell, null where it is in the same one. */
  onShow(place: FilePlace, row: number | null): void;
  onClose(): void;
}

/** A file of a cell beside the rows, with all that the API says of it; the arrows go on to the files after and before it in the column. */
export function FilePanel({ client, place, rows, onShow, onClose }: FilePanelProps) {
  const t = useTranslations('records.files');
  const f = useTranslations('files');
  const g = useTranslations('grid');
  const { record, column, file: id } = place;
  const { entry, lookUp } = useOpenedFile(client, id);
  const files = filesOfCell(place, rows);
  const [before, after] = [fileBeside(place, -1, rows), fileBeside(place, 1, rows)];
  const show = (next: typeof before) => next && onShow(next.place, next.row);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // What is in the preview has the arrows for itself.
    if (!(event.target instanceof Element) || !event.target.matches('section, button:not([role])')) return;
    if (event.key === 'ArrowLeft') show(before);
    else if (event.key === 'ArrowRight') show(after);
    else return;
    event.preventDefault();
  }

  return (
    <Panel
      title={entry?.kind === 'found' ? entry.file.name || f('noName') : id}
      takesFocus
      note={
        <span className={styles.note}>
          {record.title || record.item_id} · {columnLabel(column, g)}
          {files.length > 1 ? ` · ${f('position', { position: files.indexOf(id) + 1, count: files.length })}` : ''}
        </span>
      }
      actions={
        <>
          <IconButton
            label={f('previous')}
            icon={<ChevronLeftIcon />}
            disabledReason={before === null && t('noPrevious')}
            onClick={() => show(before)}
          />
          <IconButton
            label={f('next')}
            icon={<ChevronRightIcon />}
            disabledReason={after === null && t('noNext')}
            onClick={() => show(after)}
          />
        </>
      }
      footer={entry?.kind === 'found' ? <FileActions found={entry} client={client} /> : null}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      {entry === undefined ? (
        <Skeleton rows={8} />
      ) : entry.kind === 'failed' ? (
        <ApiErrorNotice error={entry.error} onRetry={lookUp} />
      ) : entry.kind === 'missing' ? (
        <EmptyState
          icon={<FileIcon />}
          title={t('missing')}
          text={f('notFound.text', { count: 1 })}
          actions={
            <>
              <Button onClick={lookUp}>{f('notFound.retry')}</Button>
              <CopyButton text={id} showLabel size="normal" label={t('copyId')} />
            </>
          }
        />
      ) : (
        <>
          <div className={styles.preview}>
            <PreviewContent
              key={id}
              found={entry}
              client={client}
              onBroken={() => newLinksMayHelp(entry.answer, Date.now()) && lookUp()}
              onRenew={lookUp}
            />
          </div>
          <FileFacts found={entry} client={client} />
        </>
      )}
    </Panel>
  );
}
