import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownLink, standingOf } from '../../../api/files/link-hosts';
import type { FileDetails, LinkKind } from '../../../contract/files';
import type { Environment } from '../../../contract/gateway';
import type { Id } from '../../../contract/ids';
import { extensionOf, linksFor, previewKindOf } from '../../../files/preview-kind';
import { useSizeText } from '../../../ui/display/size-text';
import { Button, buttonClass, CopyButton } from '../../../ui/form/button';
import { classNames } from '../../../ui/hooks/class-names';
import { DownloadIcon, RefreshIcon } from '../../../ui/icons/icons';
import { ExternalIcon } from '../../../ui/icons/later-icons';
import { Card } from '../../../ui/layout/card';
import styles from './file-list.module.css';
import missing from './missing-ids.module.css';
import type { LookedUpFile } from './use-lookup';

/** How many files are drawn at first, and with each press. */
const filesAtOnce = 240;

export type FilesView = 'gallery' | 'list';

interface FileListProps {
  files: readonly LookedUpFile[];
  view: FilesView;
  environment: Environment;
  onOpen: (file: FileDetails) => void;
  onBroken: (file: LookedUpFile) => void;
}

/** The files that were found, as cards or as lines. */
export function FileList({ files, view, environment, onOpen, onBroken }: FileListProps) {
  const t = useTranslations('files');
  const common = useTranslations('common');
  const [shown, setShown] = useState(filesAtOnce);
  const Item = view === 'gallery' ? FileCard : FileLine;
  const rest = files.length - shown;
  return (
    <div className={styles.files}>
      {view === 'list' ? <ColumnNames /> : null}
      <ul aria-label={t('title')} className={styles[view]}>
        {files.slice(0, shown).map((found) => (
          <Item
            key={found.file.file_id}
            file={found.file}
            environment={environment}
            onOpen={() => onOpen(found.file)}
            onBroken={() => onBroken(found)}
          />
        ))}
      </ul>
      {rest > 0 ? (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + filesAtOnce)}>
            {common('showMore', { count: Math.min(rest, filesAtOnce) })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface ItemProps {
  file: FileDetails;
  environment: Environment;
  onOpen: () => void;
  onBroken: () => void;
}

function FileCard({ file, environment, onOpen, onBroken }: ItemProps) {
  const t = useTranslations('files');
  const sizeText = useSizeText();
  return (
    <li className={styles.card}>
      <button type="button" className={styles.cardButton} onClick={onOpen} title={file.name}>
        <FileThumbnail file={file} environment={environment} place="tile" onBroken={onBroken} />
        <span className={styles.cardTexts}>
          <span className={styles.name}>{file.name || t('noName')}</span>
          <span className={styles.meta}>
            {file.size === null ? t('sizeUnknown') : sizeText(file.size)} · {file.file_id}
          </span>
        </span>
      </button>
    </li>
  );
}

function FileLine({ file, environment, onOpen, onBroken }: ItemProps) {
  const t = useTranslations('files');
  const sizeText = useSizeText();
  const name = file.name || t('noName');
  return (
    <li className={styles.line}>
      <button type="button" className={styles.lineButton} onClick={onOpen} title={file.name}>
        <FileThumbnail file={file} environment={environment} place="row" onBroken={onBroken} />
        <span className={styles.name}>{name}</span>
      </button>
      <span className={styles.kind}>{file.filetype ?? ''}</span>
      <span className={styles.size}>{file.size === null ? t('sizeUnknown') : sizeText(file.size)}</span>
      <span className={styles.id}>{file.file_id}</span>
      <span className={styles.reference}>
        {file.ref_type} {file.ref_id}
      </span>
      <span className={styles.links}>
        <FileLink file={file} environment={environment} kind="source" label={t('openNamed', { name })} />
        <FileLink file={file} environment={environment} kind="download" label={t('downloadNamed', { name })} />
      </span>
    </li>
  );
}

/** Column headers, for the eye; lines have their own labels. */
function ColumnNames() {
  const t = useTranslations('files');
  return (
    <div aria-hidden="true" className={styles.columns}>
      <span>{t('column.name')}</span>
      <span>{t('column.kind')}</span>
      <span className={styles.size}>{t('column.size')}</span>
      <span>{t('column.id')}</span>
      <span>{t('column.reference')}</span>
      <span className={styles.links}>{t('column.links')}</span>
    </div>
  );
}

interface FileLinkProps {
  file: FileDetails;
  environment: Environment;
  kind: 'source' | 'download';
  label: string;
}

/** A link to the file itself, without a referrer. */
function FileLink({ file, environment, kind, label }: FileLinkProps) {
  const standing = standingOf(file.link[kind], environment, location.origin);
  if (standing.kind === 'none') return null;
  return (
    <a
      href={standing.url}
      target="_blank"
      rel="noreferrer"
      referrerPolicy="no-referrer"
      download={kind === 'download' ? file.name : undefined}
      aria-label={label}
      title={label}
      className={buttonClass({ kind: 'ghost', size: 'small' })}
    >
      {kind === 'source' ? <ExternalIcon size={14} /> : <DownloadIcon size={14} />}
    </a>
  );
}

interface FileThumbnailProps {
  file: FileDetails;
  environment: Environment;
  place: 'tile' | 'row';
  /** A picture did not load: its links may have died. */
  onBroken: () => void;
}

/** A thumbnail of a file, else its extension. The name is beside it. */
function FileThumbnail({ file, environment, place, onBroken }: FileThumbnailProps) {
  const t = useTranslations('files');
  const [broken, setBroken] = useState<readonly string[]>([]);
  const isImage = previewKindOf(file) === 'image';
  // A file that is not an image may have a picture among its small links; its source is none.
  const kinds: readonly LinkKind[] = isImage ? linksFor[place] : ['square'];
  const links = kinds.flatMap((kind) => shownLink(file, [kind], environment, location.origin) ?? []);
  const link = links.find((candidate) => !broken.includes(candidate));
  if (link !== undefined && (isImage || link !== shownLink(file, ['source'], environment, location.origin))) {
    return (
      <img
        src={link}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={classNames(styles[place], !isImage && place === 'tile' && styles.sheet)}
        onError={() => {
          setBroken([...broken, link]);
          if (isImage && link === links[0]) onBroken();
        }}
      />
    );
  }
  return <span className={classNames(styles[place], styles.extension)}>{extensionOf(file) || t('noExtension')}</span>;
}

const idsAtOnce = 500;

interface MissingIdsProps {
  ids: readonly Id[];
  busy: boolean;
  onRetry: () => void;
}

/** Ids that led to no file: partly missing is data, not an error (section 7). */
export function MissingIds({ ids, busy, onRetry }: MissingIdsProps) {
  const t = useTranslations('files.notFound');
  const common = useTranslations('common');
  const [shown, setShown] = useState(idsAtOnce);
  const rest = ids.length - shown;
  return (
    <Card
      title={t('title')}
      note={t('text', { count: ids.length })}
      actions={
        <>
          <CopyButton showLabel size="normal" label={t('copy')} text={() => ids.join('\n')} />
          <Button icon={<RefreshIcon />} busy={busy} onClick={onRetry}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <ul aria-label={t('title')} className={missing.ids}>
        {ids.slice(0, shown).map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="small" kind="ghost" onClick={() => setShown(shown + idsAtOnce)}>
          {common('showMore', { count: Math.min(rest, idsAtOnce) })}
        </Button>
      ) : null}
    </Card>
  );
}
