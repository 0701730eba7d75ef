import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { linksDieAt } from '../../api/files/file-links';
import { standingOf } from '../../api/files/link-hosts';
import type { Client } from '../../api/wire/client';
import type { Answer } from '../../api/wire/send';
import type { FileDetails, FilesAnswer } from '../../contract/files';
import type { Environment } from '../../contract/gateway';
import type { Id } from '../../contract/ids';
import { PreviewContent } from '../../files/preview-content';
import { DescriptionList } from '../../ui/display/description-list';
import { useSizeText } from '../../ui/display/size-text';
import { TimeText } from '../../ui/display/time-text';
import { Button, buttonClass, CopyButton, IconButton } from '../../ui/form/button';
import { DownloadIcon } from '../../ui/icons/icons';
import { ChevronLeftIcon, ChevronRightIcon, ExternalIcon } from '../../ui/icons/later-icons';
import { Dialog } from '../../ui/overlay/dialog';
import { paths } from '../../url/paths';
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

/** Copy, open and download; a link missing in the response is reported as missing. */
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

interface FileFactsProps {
  file: FileDetails;
  answer: Answer<FilesAnswer>;
  environment: Environment;
}

/** The API's facts of a file (2.6), raw where its terms are unexplained, and of the response. */
function FileFacts({ file, answer, environment }: FileFactsProps) {
  const t = useTranslations('files');
  const empty = <span className="dim">{t('facts.empty')}</span>;
  const links = Object.values(file.link).map((link) => standingOf(link, environment, location.origin));
  const hosts = [...new Set(links.flatMap((link) => (link.kind === 'none' ? [] : [link.host])))];
  const size = file.size;
  const mono = (text: string | null) => (text ? <span className="mono">{text}</span> : empty);
  const sizeFact = size === null ? t('sizeUnknown') : <SizeFact size={size} />;
  const fetched = (
    <Link to={paths.activity({ env: environment.name }, { request: answer.request })}>
      <TimeText at={answer.receivedAt} />
    </Link>
  );
  const until = <TimeText at={linksDieAt(answer)} />;
  return (
    <div className={styles.facts}>
      <DescriptionList
        items={[
          [t('facts.id'), mono(file.file_id)],
          [t('facts.size'), sizeFact],
          [t('facts.ext'), file.ext || empty],
          [t('facts.filetype'), file.filetype || empty],
          [t('facts.refType'), file.ref_type || empty],
          [t('facts.refId'), mono(file.ref_id)],
          [t('facts.host'), mono(hosts.join(', '))],
          [t('facts.links'), until],
          [t('facts.version'), mono(answer.version)],
          [t('facts.fetched'), fetched],
        ]}
      />
    </div>
  );
}

function SizeFact({ size }: { size: number | bigint }) {
  const t = useTranslations('files.facts');
  const sizeText = useSizeText();
  return (
    <>
      {sizeText(size)}
      <div className="dim">{t('bytes', { size })}</div>
    </>
  );
}
